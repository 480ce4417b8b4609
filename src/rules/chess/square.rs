//! The 64 squares, and sets of squares.

use std::fmt;

use crate::orthodox;

/// A set of squares, bit 0 = a1, bit 7 = h1, bit 63 = h8.
pub type Bitboard = u64;

/// A square, 0 = a1 to 63 = h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with an index, taken modulo 64.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on `file` (0 = a) and `rank` (0 = first), both taken modulo 8.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 3 | (file & 7))
    }

    /// The lowest square of a set; h8 for the empty set.
    #[inline]
    pub const fn lowest(set: Bitboard) -> Self {
        Self(set.trailing_zeros() as u8 & 63)
    }

    /// The square with a file letter in either case and a rank digit.
    pub const fn parse(file: u8, rank: u8) -> Option<Self> {
        match (file, rank) {
            (b'a'..=b'h', b'1'..=b'8') => Some(Self::at(file - b'a', rank - b'1')),
            (b'A'..=b'H', b'1'..=b'8') => Some(Self::at(file - b'A', rank - b'1')),
            _ => None,
        }
    }

    /// 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 = a-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 = first rank.
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 3
    }

    /// The set with only this square.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        1 << (self.0 & 63)
    }

    /// All squares on the same file.
    pub const fn file_set(self) -> Bitboard {
        0x0101_0101_0101_0101 << self.file()
    }

    /// All squares on the same rank.
    pub const fn rank_set(self) -> Bitboard {
        0xff << (8 * self.rank())
    }

    /// True for a dark square such as a1.
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()).is_multiple_of(2)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares of a set, a1 first.
#[inline]
pub fn squares(set: Bitboard) -> impl Iterator<Item = Square> {
    orthodox::squares(set)
}
