//! The board of 91 cells for the orthodox engine.

use super::cell::{Bitboard, Cell};
use super::pawns;
use crate::Side;
use crate::orthodox::{BoardSquare, Tables, bitboard, square_items};

/// Steps (file, height): six rook steps across the sides of a cell, then six bishop steps across its corners. The first
/// three of each lead to higher indices.
const KING_STEPS: [(i8, i8); 12] =
    [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)];
const KNIGHT_STEPS: [(i8, i8); 12] =
    [(1, 5), (2, 4), (3, 1), (3, -1), (2, -4), (1, -5), (-1, -5), (-2, -4), (-3, -1), (-3, 1), (-2, 4), (-1, 5)];

static TABLES: Tables<Bitboard, 91, 12> = Tables::new(places(), &KING_STEPS, &KNIGHT_STEPS, &pawns::CAPTURES);

const fn places() -> [(i8, i8); 91] {
    let mut places = [(0, 0); 91];
    let mut at = 0;
    while at < 91 {
        let cell = Cell::new(at as u8);
        places[at] = (cell.file() as i8, cell.height() as i8);
        at += 1;
    }
    places
}

bitboard!(Bitboard, Cell);

impl BoardSquare for Cell {
    type Set = Bitboard;
    type Tables = Tables<Bitboard, 91, 12>;
    type Mailbox = [u8; 91];

    const FIRST: Self = Self::new(0);
    const LAST: Self = Self::new(90);
    const NO_PIECES: [u8; 91] = [0xff; 91];
    const PAWN_START: [Bitboard; 2] = pawns::START;
    const PAWN_LAST: [Bitboard; 2] = pawns::LAST;
    const PASSED: [Bitboard; 2] = pawns::PASSED;
    const LANDING: [Bitboard; 2] = pawns::LANDING;
    /// No capture has this distance: captures end on other files, at least five indices away.
    const DOUBLE_STEP: usize = 2;
    const STEP: i16 = 2;
    const RAYS: usize = 6;

    square_items!(&TABLES);

    fn height(self) -> i16 {
        Self::height(self).into()
    }

    fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        files + Self::height(self).abs_diff(Self::height(other)).saturating_sub(files) / 2
    }

    #[inline(always)]
    fn ahead(side: Side, set: Bitboard) -> Bitboard {
        pawns::ahead(side, set)
    }
}
