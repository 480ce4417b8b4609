//! Hexagonal chess after Gliński (Hexašach): 91 cells, bitboards of 128 bits, on the engine that it
//! shares with chess. It has no castling.

mod board;
mod cell;
mod dead;
mod game;
mod pawns;
mod position;
mod setup;

pub use super::orthodox::{MoveKind, Role, Roles, Surplus};
pub use cell::{Bitboard, Cell, Colour, cells};
pub use dead::{dead_by_material, insufficient_material};
pub use position::{Hex, Move, Pattern, Position};
pub use setup::{Setup, SetupFault};
