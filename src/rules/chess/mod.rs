//! Chess, and Chess960: bitboards without magic tables.
//!
//! A move is found by looking back from its target: which men of that kind reach
//! it on an empty board, is the way between empty, is the king safe afterwards.

mod attacks;
mod castling;
mod fault;
mod find;
mod fits;
mod force;
mod game;
mod keys;
mod mates;
mod moves;
mod origins;
mod pattern;
mod play;
mod position;
mod setup;
mod square;

pub mod dead;

pub use moves::{Kind, Move};
pub use origins::Origins;
pub use pattern::{Pattern, Roles};
pub use position::Position;
pub use setup::{Setup, SetupFault};
pub use square::{Bitboard, Role, Square, squares};
