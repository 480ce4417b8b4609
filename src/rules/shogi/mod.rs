//! Shogi on 9x9 squares with hands: bitboards of 81 bits without magic tables.
//!
//! A move is found by looking at its two squares: does the piece reach the target on an empty
//! board, is the path between clear, is the king safe afterwards. Not for what ends or draws a
//! game: repetition, perpetual check and impasse are the books'.

mod attacks;
mod bitboard;
mod build;
mod force;
mod foul;
mod game;
mod illegal_reason;
mod impasse;
mod legal;
mod mate;
mod moves;
mod pattern;
mod piece_type;
mod play;
mod position;
mod recurrence;
mod relative;
mod resolve;
mod setup;
mod square;
mod zobrist;

pub use bitboard::squares;
pub use build::SetupFault;
pub use impasse::Impasse;
pub use mate::MateSearch;
pub use moves::Move;
pub use pattern::{Flank, Motion, Origin, Pattern};
pub use piece_type::PieceType;
pub use position::Position;
pub use setup::{Handicap, Setup};
pub use square::{Bitboard, Square};
