//! The board of 64 squares, as the rules ask of it.

use super::square::{Bitboard, Square};
use crate::rules::Side;
use crate::rules::orthodox::{BoardSquare, Role, Tables, bitboard, en_passant_keys, low, piece_keys};

/// Steps of file and rank of rook and bishop; the first two of each lead to higher indices.
const RAYS: [[(i8, i8); 4]; 2] = [[(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (-1, 1), (-1, -1), (1, -1)]];
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PAWN_CAPTURES: [[(i8, i8); 2]; 2] = [[(-1, 1), (1, 1)], [(-1, -1), (1, -1)]];

const TABLES: Tables<64, 4> = Tables::new(places(), RAYS, &KNIGHT_STEPS, PAWN_CAPTURES);
static PSEUDO: [[Bitboard; 64]; 6] = low(&TABLES.pseudo);
static PAWN: [[Bitboard; 64]; 2] = low(&TABLES.pawn);
static BETWEEN: [[Bitboard; 64]; 64] = low(&TABLES.between);
static RAY: [[[Bitboard; 64]; 4]; 2] = [low(&TABLES.rook), low(&TABLES.bishop)];
static PIECES: [[[u64; 64]; 6]; 2] = piece_keys();
static EN_PASSANT: [u64; 64] = en_passant_keys();

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

    #[inline(always)]
    fn of_index(index: usize) -> Self {
        Self::new(index as u8)
    }

    #[inline(always)]
    fn index(self) -> usize {
        Self::index(self)
    }

    #[inline(always)]
    fn bit(self) -> Bitboard {
        Self::bit(self)
    }

    #[inline(always)]
    fn file(self) -> u8 {
        Self::file(self)
    }

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

    #[inline(always)]
    fn pseudo(self, role: Role) -> Bitboard {
        PSEUDO[role.index()][self.index()]
    }

    #[inline(always)]
    fn pawn_attacks(self, side: Side) -> Bitboard {
        PAWN[side.index()][self.index()]
    }

    #[inline(always)]
    fn between(self, other: Self) -> Bitboard {
        BETWEEN[self.index()][other.index()]
    }

    #[inline(always)]
    fn ray(self, ray: usize) -> Bitboard {
        RAY[ray >> 2 & 1][ray & 3][self.index()]
    }

    #[inline(always)]
    fn piece_key(self, side: Side, role: Role) -> u64 {
        PIECES[side.index()][role.index()][self.index()]
    }

    #[inline(always)]
    fn en_passant_key(self) -> u64 {
        EN_PASSANT[self.index()]
    }
}
