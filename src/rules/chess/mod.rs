//! Chess and Chess960: bitboards without magic tables, on the engine shared with hexagonal chess.

mod board;
mod castling;
mod game;
mod origins;
mod position;
mod setup;
mod square;

pub mod dead;

pub use super::orthodox::{MoveKind, Role, Roles, Surplus};
pub use origins::Origins;
pub use position::{Chess, Move, Pattern, Position};
pub use setup::{Setup, SetupFault};
pub use square::{Bitboard, Square, squares};
