//! The board as the engine needs it: squares, sets of squares, geometry, and attacks.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not};

use super::role::Role;
use super::tables::Lookup;
use crate::Side;

/// A square of a board with fewer than 128 squares.
pub trait BoardSquare: Copy + Ord + Hash + Debug + Display + 'static {
    type Set: Bitboard<Square = Self>;
    type Tables: Lookup<Self::Set>;
    /// One byte for each square.
    type Mailbox: Copy + Debug + Index<usize, Output = u8> + IndexMut<usize>;

    /// The square of the lowest index.
    const FIRST: Self;
    /// The square of the highest index.
    const LAST: Self;
    /// The mailbox of a board without pieces.
    const NO_PIECES: Self::Mailbox;
    /// Start squares of each side's pawns; a pawn on one of them may make a double step.
    const PAWN_START: [Self::Set; 2];
    /// Squares where the pawns of each side promote.
    const PAWN_LAST: [Self::Set; 2];
    /// Squares passed over by the double steps of each side.
    const PASSED: [Self::Set; 2];
    /// Targets of the double steps of each side.
    const LANDING: [Self::Set; 2];
    /// Difference between the indices of a double step's two squares. No pawn capture has this difference.
    const DOUBLE_STEP: usize;
    /// Difference in height between a square and the square behind it.
    const STEP: i16;
    /// Number of rays of a rook, and of a bishop.
    const RAYS: usize;

    /// The square with an index; the last square if the index is too large.
    fn of_index(index: usize) -> Self;
    /// The index, from 0.
    fn index(self) -> usize;
    /// The set with only this square.
    fn bit(self) -> Self::Set;
    /// The file, 0 = a.
    fn file(self) -> u8;
    /// Height on the board, as seen by the first player.
    fn height(self) -> i16;
    /// Distance on an empty board, about the number of king's moves.
    fn distance(self, other: Self) -> u8;
    /// The squares one step forward from a set, as seen by a side.
    fn ahead(side: Side, set: Self::Set) -> Self::Set;
    /// The squares one step backward from a set, as seen by a side.
    #[inline(always)]
    fn behind(side: Side, set: Self::Set) -> Self::Set {
        Self::ahead(side.other(), set)
    }

    /// The tables of the board, computed at compile time.
    fn tables() -> &'static Self::Tables;

    /// Squares that a piece attacks from here on an empty board; the empty set for a pawn.
    #[inline(always)]
    fn pseudo(self, role: Role) -> Self::Set {
        Self::tables().pseudo(role, self.index())
    }
    /// Squares that a pawn of a side attacks from here.
    #[inline(always)]
    fn pawn_attacks(self, side: Side) -> Self::Set {
        Self::tables().pawn_attacks(side, self.index())
    }
    /// The squares strictly between two squares on one line; empty if no line joins them.
    #[inline(always)]
    fn between(self, other: Self) -> Self::Set {
        Self::tables().between(self.index(), other.index())
    }
}

/// A set of squares of one board, one bit for each.
pub trait Bitboard:
    Copy
    + Eq
    + Debug
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + 'static
{
    type Square: BoardSquare<Set = Self>;
    const EMPTY: Self;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// True if the sets share a square.
    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }
    /// True for exactly one square.
    fn is_single(self) -> bool;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// The lowest square; the last square of the board for the empty set.
    fn lowest(self) -> Self::Square;
    /// The highest square; the first square of the board for the empty set.
    fn highest(self) -> Self::Square;
    /// Number of squares.
    fn count(self) -> u32;
}

/// Implements [`Bitboard`] for an integer type.
macro_rules! bitboard {
    ($set:ty, $square:ty) => {
        impl $crate::orthodox::Bitboard for $set {
            type Square = $square;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn is_single(self) -> bool {
                self.is_power_of_two()
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn lowest(self) -> $square {
                <$square>::lowest(self)
            }

            #[inline(always)]
            fn highest(self) -> $square {
                <$square>::new((Self::BITS - 1 - (self | 1).leading_zeros()) as u8)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    };
}
pub(crate) use bitboard;

/// The items of [`BoardSquare`] that forward to inherent methods of the square, and `tables`.
macro_rules! square_items {
    ($tables:expr) => {
        #[inline(always)]
        fn of_index(index: usize) -> Self {
            Self::new(index as u8)
        }

        #[inline(always)]
        fn index(self) -> usize {
            Self::index(self)
        }

        #[inline(always)]
        fn bit(self) -> Self::Set {
            Self::bit(self)
        }

        #[inline(always)]
        fn file(self) -> u8 {
            Self::file(self)
        }

        #[inline(always)]
        fn tables() -> &'static Self::Tables {
            $tables
        }
    };
}
pub(crate) use square_items;

/// The squares of a set, lowest index first.
#[inline]
pub fn squares<T: Bitboard>(mut set: T) -> impl Iterator<Item = T::Square> {
    std::iter::from_fn(move || {
        if set.is_empty() {
            return None;
        }
        let square = set.lowest();
        set = set.without_lowest();
        Some(square)
    })
}

/// The board of a game, and the part of its positions that only this game has.
pub trait Board: Copy + Debug + Eq + 'static {
    type Square: BoardSquare<Set = Self::Set>;
    type Set: Bitboard<Square = Self::Square>;
    /// Castling rights as stored in a position.
    type Rights: Clone + Debug + PartialEq;

    /// No castling rights.
    const NO_RIGHTS: Self::Rights;
    /// Squares assumed for the kings in a position without kings.
    const KINGS: [Self::Square; 2];
}
