//! Shogi on 9x9 squares with hands: bitboards of 81 bits without magic tables.
//!
//! A move is found by looking at its two squares: does the man reach the target on an empty
//! board, is the way between empty, is the king safe afterwards. Not for what ends or draws a
//! game: repetition, perpetual check and impasse are the books'.

mod attacks;
mod bitboard;
mod build;
mod fault;
mod find;
mod force;
mod game;
mod impasse;
mod keys;
mod kind;
mod legal;
mod moves;
mod pattern;
mod play;
mod position;
mod recurrence;
mod relative;
mod setup;
mod square;

pub use bitboard::squares;
pub use build::SetupFault;
pub use impasse::Impasse;
pub use kind::Kind;
pub use moves::Move;
pub use pattern::{Flank, Motion, Origin, Pattern};
pub use position::Position;
pub use setup::{Handicap, Setup};
pub use square::{Bitboard, Square};
