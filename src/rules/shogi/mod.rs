//! Shogi on 9x9 squares with hands: bitboards of 81 bits without magic tables.
//!
//! A move is found from its two squares. Does the piece reach the target on an empty board? Is the path clear, and the
//! king safe afterward? Repetition, perpetual check and impasse, which end or draw games, belong to `book`.

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
