//! Hexagonal chess after Gliński (Hexašach): 91 cells, bitboards of 128 bits.
//!
//! A move is found as in chess: which pieces of that kind reach the target on an empty board, is
//! the way between empty, is the king safe afterwards. Not for castling, which the game has not.

mod attacks;
mod cell;
mod dead;
mod force;
mod game;
mod illegal_reason;
mod legal;
mod moves;
mod pattern;
mod pawns;
mod play;
mod position;
mod resolve;
mod setup;
mod zobrist;

pub use super::chess::{Role, Roles};
pub use cell::{Bitboard, Cell, Colour, cells};
pub use dead::{dead_by_material, too_little};
pub use moves::{Move, MoveKind};
pub use pattern::Pattern;
pub use position::Position;
pub use setup::{Setup, SetupFault};
