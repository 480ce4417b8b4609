//! Positions, moves and move patterns of hexagonal chess.

use super::cell::{Bitboard, Cell};
use crate::orthodox::{self, Board};

/// Hexagonal chess after Gliński.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex;

impl Board for Hex {
    type Square = Cell;
    type Set = Bitboard;
    type Rights = ();

    const NO_RIGHTS: () = ();
    const KINGS: [Cell; 2] = [Cell::new(51), Cell::new(60)];
}

/// A legal position of hexagonal chess, with its counters.
pub type Position = orthodox::Position<Hex>;
/// A move, valid only in the position that produced it.
pub type Move = orthodox::Move<Cell>;
/// A constraint on moves. A castling pattern matches no move, as the game has no castling.
pub type Pattern = orthodox::Pattern<Bitboard>;
