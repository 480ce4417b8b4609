//! The board of 64 squares for the orthodox engine.

use super::square::{Bitboard, Square};
use crate::Side;
use crate::orthodox::{BoardSquare, Tables, bitboard, square_items};

/// Steps (file, rank): four rook steps, then four bishop steps. The first two of each lead to higher indices.
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PAWN_CAPTURES: [[(i8, i8); 2]; 2] = [[(-1, 1), (1, 1)], [(-1, -1), (1, -1)]];

static TABLES: Tables<Bitboard, 64, 8> = Tables::new(places(), &KING_STEPS, &KNIGHT_STEPS, &PAWN_CAPTURES).low();

const fn places() -> [(i8, i8); 64] {
    let mut places = [(0, 0); 64];
    let mut at = 0;
    while at < 64 {
        places[at] = ((at % 8) as i8, (at / 8) as i8);
        at += 1;
    }
    places
}

const fn rank(index: u32) -> Bitboard {
    0xff << (8 * index)
}

bitboard!(Bitboard, Square);

impl BoardSquare for Square {
    type Set = Bitboard;
    type Tables = Tables<Bitboard, 64, 8>;
    type Mailbox = [u8; 64];

    const FIRST: Self = Self::new(0);
    const LAST: Self = Self::new(63);
    const NO_PIECES: [u8; 64] = [0xff; 64];
    const PAWN_START: [Bitboard; 2] = [rank(1), rank(6)];
    const PAWN_LAST: [Bitboard; 2] = [rank(7), rank(0)];
    const PASSED: [Bitboard; 2] = [rank(2), rank(5)];
    const LANDING: [Bitboard; 2] = [rank(3), rank(4)];
    const DOUBLE_STEP: usize = 16;
    const STEP: i16 = 1;
    const RAYS: usize = 4;

    square_items!(&TABLES);

    fn height(self) -> i16 {
        self.rank().into()
    }

    fn distance(self, other: Self) -> u8 {
        self.file().abs_diff(other.file()).max(self.rank().abs_diff(other.rank()))
    }

    #[inline(always)]
    fn ahead(side: Side, set: Bitboard) -> Bitboard {
        match side {
            Side::First => set << 8,
            Side::Second => set >> 8,
        }
    }
}
