//! The 81 squares.

use std::fmt;

/// A set of squares: bit `n` is the square of index `n` (see [`Square::index`]).
pub type Bitboard = u128;

/// A square; `Display` writes it as in USI, `7g`.
///
/// Files count from 1 at the right of 先手, ranks from 1 at the far side of 先手.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The set of each square; a lookup is cheaper than a shift of 128 bits.
static BITS: [Bitboard; 128] = {
    let mut table = [0; 128];
    let mut at = 0;
    while at < 81 {
        table[at] = 1 << at;
        at += 1;
    }
    table
};

impl Square {
    /// The square on a file and a rank, both 1 to 9.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 { Some(Self((file - 1) * 9 + rank - 1)) } else { None }
    }

    /// The square with an index, `(file - 1) * 9 + rank - 1`.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 81 { Some(Self(index as u8)) } else { None }
    }

    /// The index, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 1 to 9.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The rank, 1 to 9.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The set with only this square.
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        BITS[(self.0 & 127) as usize]
    }

    /// All squares, by index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..81).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
