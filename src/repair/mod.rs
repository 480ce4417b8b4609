//! What stood in a record where its moves cannot be played: edits, what speaks for them, how sure they are.
//!
//! Works on a start position and the texts of a main line, in any notation and game. Not for applying edits to files,
//! and not for what is no move.

mod edit;
mod near;

pub use edit::{Edit, Operation, Repair};
pub use near::{NearMove, nearest};
