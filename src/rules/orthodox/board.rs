//! What the rules ask of a board: its squares and the sets of them, how they lie, and what the pieces reach from them.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not};

use super::role::Role;
use super::tables::Lookup;
use crate::Side;

/// A square of a board of less than 128 squares.
pub trait BoardSquare: Copy + Ord + Hash + Debug + Display + 'static {
    /// A set of such squares.
    type Set: Bitboard<Square = Self>;
    /// The tables of its board.
    type Tables: Lookup<Self::Set>;
    /// A byte for each square.
    type Mailbox: Copy + Debug + Index<usize, Output = u8> + IndexMut<usize>;

    /// The square of the lowest index.
    const FIRST: Self;
    /// The square of the highest index.
    const LAST: Self;
    /// The mailbox of a board without pieces.
    const NO_PIECES: Self::Mailbox;
    /// Where the pawns of each side begin; standing there is all that a double step needs.
    const PAWN_START: [Self::Set; 2];
    /// Where the pawns of each side become pieces.
    const PAWN_LAST: [Self::Set; 2];
    /// What the double steps of each side pass over.
    const PASSED: [Self::Set; 2];
    /// Where the double steps of each side end.
    const LANDING: [Self::Set; 2];
    /// How far the indices of the two squares of a double step are apart, and those of no capture.
    const DOUBLE_STEP: usize;
    /// How much higher a square lies than the one behind it.
    const STEP: i16;
    /// How many rays a rook has, and a bishop.
    const RAYS: usize;

    /// The square of an index; the last one if it is too large.
    fn of_index(index: usize) -> Self;
    /// Its number from 0 on.
    fn index(self) -> usize;
    /// The set of this square alone.
    fn bit(self) -> Self::Set;
    /// Its file, 0 = a.
    fn file(self) -> u8;
    /// How high it lies, as the first player sees it.
    fn height(self) -> i16;
    /// King steps, or the like, to another square of an empty board.
    fn distance(self, other: Self) -> u8;
    /// The squares one step ahead of a set, as a side sees it.
    fn ahead(side: Side, set: Self::Set) -> Self::Set;
    /// The squares one step behind a set, as a side sees it.
    #[inline(always)]
    fn behind(side: Side, set: Self::Set) -> Self::Set {
        Self::ahead(side.other(), set)
    }

    /// The tables of its board, computed by the compiler.
    fn tables() -> &'static Self::Tables;

    /// What a piece attacks from here on an empty board; nothing for the pawn.
    #[inline(always)]
    fn pseudo(self, role: Role) -> Self::Set {
        Self::tables().pseudo(role, self.index())
    }
    /// What a pawn of a side attacks from here.
    #[inline(always)]
    fn pawn_attacks(self, side: Side) -> Self::Set {
        Self::tables().pawn_attacks(side, self.index())
    }
    /// The squares strictly between two squares on a line; empty off the lines.
    #[inline(always)]
    fn between(self, other: Self) -> Self::Set {
        Self::tables().between(self.index(), other.index())
    }
}

/// A set of squares of one board, a bit for each.
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
    /// The squares that it may hold.
    type Square: BoardSquare<Set = Self>;
    const EMPTY: Self;

    /// Whether it holds no square.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether the two share a square.
    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }
    /// Whether it holds exactly one square.
    fn is_single(self) -> bool;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// The lowest square; the last one of the board for the empty set.
    fn lowest(self) -> Self::Square;
    /// The highest square; the first one of the board for the empty set.
    fn highest(self) -> Self::Square;
    /// How many squares it holds.
    fn count(self) -> u32;
}

/// Makes a number the sets of a board's squares.
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

/// What a square answers of itself, for the trait [`BoardSquare`], and the tables of its board.
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

/// The squares of a set, the lowest first.
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

/// The board of a game, and what its positions keep for that game alone.
pub trait Board: Copy + Debug + Eq + 'static {
    type Square: BoardSquare<Set = Self::Set>;
    type Set: Bitboard<Square = Self::Square>;
    /// What a position keeps for castling.
    type Rights: Clone + Debug + PartialEq;

    /// Without any right to castle.
    const NO_RIGHTS: Self::Rights;
    /// Where the kings of a set-up without kings are looked for.
    const KINGS: [Self::Square; 2];
}
