//! Notations: how a move or a record is written, one file a dialect.
//!
//! A move notation turns a text into a pattern and a move into a text; a record
//! format turns bytes into a [`crate::record::Record`]. Not for deciding whether
//! a move is legal: that is asked of the rules, with the pattern.

mod expected;
pub mod fen;
pub mod letters;
pub mod lookalike;
pub mod pgn;
pub mod san;
pub mod spell;

pub use expected::{Expected, Parsed};
