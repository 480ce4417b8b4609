//! The engine shared by chess and hexagonal chess, generic over the squares of the board.
//!
//! A move is found backward from its target. Which pieces of that kind reach the target on an empty board? Is the path
//! clear, and the king safe afterward? Castling, pawn squares and board geometry differ by game: see [`Board`],
//! [`BoardSquare`] and [`Variant`].

mod attacks;
mod board;
mod force;
mod game;
mod illegal_reason;
mod legal;
mod moves;
mod pattern;
mod play;
mod position;
mod resolve;
mod role;
mod setup;
mod tables;
mod variant;
mod zobrist;

pub use attacks::{aligned, reach};
pub use board::{Bitboard, Board, BoardSquare, squares};
pub use moves::{Move, MoveKind};
pub use pattern::Pattern;
pub use position::Position;
pub use role::{Role, Roles};
pub use setup::{Piece, Right, Setup, SetupBoard, SetupFault, Surplus};
pub use variant::{Reasons, Variant};
pub(crate) use {
    board::{bitboard, square_items},
    setup::count,
    tables::Tables,
    zobrist::castling_keys,
};
