//! Positions of chess with castling rights, moves, and move patterns.

use super::square::{Bitboard, Square};
use crate::Side;
use crate::orthodox::{self, Board, castling_keys, squares};

static CASTLING: [u64; 64] = castling_keys();

/// Chess and Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess;

/// The castling rights of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Squares of rooks that may still castle.
    pub(super) rooks: Bitboard,
    /// Squares of these rooks and their kings: a move from or to one of them ends a right.
    pub(super) castling_mask: Bitboard,
}

impl Board for Chess {
    type Square = Square;
    type Set = Bitboard;
    type Rights = Rights;

    const NO_RIGHTS: Rights = Rights { rooks: 0, castling_mask: 0 };
    const KINGS: [Square; 2] = [Square::new(4), Square::new(60)];
}

/// A legal chess position, with its counters.
pub type Position = orthodox::Position<Chess>;
/// A move, valid only in the position that produced it.
pub type Move = orthodox::Move<Square>;
/// A constraint on moves. Parts that the text does not state are unconstrained.
pub type Pattern = orthodox::Pattern<Bitboard>;

impl Position {
    /// The FEN letter of the piece on a square; 0 if the square is empty.
    #[inline(always)]
    pub const fn letter(&self, at: Square) -> u8 {
        // Indexed by mailbox code; the four low bits of an empty square are 15.
        const LETTERS: [u8; 16] = *b"PpNnBbRrQqKk\0\0\0\0";
        LETTERS[self.mailbox[at.index()] as usize & 15]
    }

    /// Squares of the rooks that may still castle.
    pub const fn castling_rooks(&self) -> Bitboard {
        self.rights.rooks
    }

    pub(super) fn set_rights(&mut self, rooks: Bitboard) {
        for rook in squares(self.rights.rooks ^ rooks) {
            self.zobrist ^= CASTLING[rook.index()];
        }
        self.rights = Rights { rooks, castling_mask: rooks };
        for side in [Side::First, Side::Second] {
            if rooks & self.of_side(side) != 0 {
                self.rights.castling_mask |= self.king(side).bit();
            }
        }
    }
}
