//! Chess, and Chess960: bitboards without magic tables.
//!
//! A move is found by looking back from its target: which pieces of that kind reach
//! it on an empty board, is the way between empty, is the king safe afterwards.

mod attacks;
mod castling;
mod fits;
mod force;
mod game;
mod illegal_reason;
mod mates;
mod moves;
mod origins;
mod pattern;
mod play;
mod position;
mod resolve;
mod setup;
mod square;
mod zobrist;

pub mod dead;

pub use moves::{Move, MoveKind};
pub use origins::Origins;
pub use pattern::{Pattern, Roles};
pub use position::Position;
pub use setup::{Setup, SetupFault};
pub use square::{Bitboard, Role, Square, squares};
