//! Positions of hexagonal chess, their moves, and the patterns of moves.

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

/// A legal position of hexagonal chess, from the pieces to the counters.
pub type Position = orthodox::Position<Hex>;
/// A move of the position that produced it.
pub type Move = orthodox::Move<Cell>;
/// A constraint on moves. There is no castling; a pattern of it finds nothing.
pub type Pattern = orthodox::Pattern<Bitboard>;
