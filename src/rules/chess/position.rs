//! Positions of chess with their rights to castle, their moves, and the patterns of moves.

use super::square::{Bitboard, Square};
use crate::Side;
use crate::orthodox::{self, Board, castling_keys, squares};

static CASTLING: [u64; 64] = castling_keys();

/// Chess, and Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess;

/// The rights to castle of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Squares of rooks that may still castle.
    pub(super) rooks: Bitboard,
    /// Those squares and their kings': a move from or to one of them ends a right.
    pub(super) castling_mask: Bitboard,
}

impl Board for Chess {
    type Square = Square;
    type Set = Bitboard;
    type Rights = Rights;

    const NO_RIGHTS: Rights = Rights { rooks: 0, castling_mask: 0 };
    const KINGS: [Square; 2] = [Square::new(4), Square::new(60)];
}

/// A legal chess position, from the pieces to the counters.
pub type Position = orthodox::Position<Chess>;
/// A move of the position that produced it.
pub type Move = orthodox::Move<Square>;
/// A constraint on moves. Everything not stated is open.
pub type Pattern = orthodox::Pattern<Bitboard>;

impl Position {
    /// The letter in FEN of what stands on a square; 0 where it is empty.
    #[inline(always)]
    pub const fn letter(&self, at: Square) -> u8 {
        // By the number in the mailbox; an empty square ends in four bits as well.
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
