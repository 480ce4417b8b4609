//! The 91 cells, and sets of cells.

use std::fmt;

use crate::orthodox;

/// A set of cells, bit 0 = a1, bit 5 = a6, bit 6 = b1, bit 90 = l6.
pub type Bitboard = u128;

/// The letters of the files; there is no j.
const LETTERS: [u8; 11] = *b"abcdefghikl";
/// Index of the first cell of each file, and the number of cells.
const FIRST: [u8; 12] = [0, 6, 13, 21, 30, 40, 51, 61, 70, 78, 85, 91];
const FILE: [u8; 91] = files();

const fn files() -> [u8; 91] {
    let mut table = [0; 91];
    let mut file = 0;
    while file < 11 {
        let mut index = FIRST[file];
        while index < FIRST[file + 1] {
            table[index as usize] = file as u8;
            index += 1;
        }
        file += 1;
    }
    table
}

/// The three colours of the cells, each a bishop's world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The middle tone, as f6; 31 cells.
    Grey,
    /// The dark tone, as f11; 30 cells.
    Black,
    /// The light tone, as f1; 30 cells.
    White,
}

/// A cell, file by file from the bottom: 0 = a1 to 90 = l6. Displayed by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell of an index; l6 for one that is too large.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(if index < 91 { index } else { 90 })
    }

    /// The cell on `file` (0 = a to 10 = l) and `rank` (1 to 11), if the board has it.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file > 10 || rank == 0 || rank > Self::length(file) {
            None
        } else {
            Some(Self(FIRST[file as usize] + rank - 1))
        }
    }

    /// How many cells a file (0 = a to 10 = l) has; 6 to 11, and 0 off the board.
    pub const fn length(file: u8) -> u8 {
        if file > 10 { 0 } else { FIRST[file as usize + 1] - FIRST[file as usize] }
    }

    /// The number of a file's letter, in either case; 0 = a to 10 = l, and no j.
    pub const fn parse_file(letter: u8) -> Option<u8> {
        match letter.to_ascii_lowercase() {
            letter @ b'a'..=b'i' => Some(letter - b'a'),
            letter @ b'k'..=b'l' => Some(letter - b'b'),
            _ => None,
        }
    }

    /// Reads `e4` or `f11` at the beginning of a text and gives what follows. The number is
    /// as long as it can be: `f11` is never f1 and a 1.
    pub const fn parse(text: &[u8]) -> Option<(Self, &[u8])> {
        let [file, digit @ b'0'..=b'9', rest @ ..] = text else { return None };
        let Some(file) = Self::parse_file(*file) else { return None };
        let (rank, rest) = match rest {
            [second @ b'0'..=b'9', rest @ ..] => ((*digit - b'0') * 10 + (*second - b'0'), rest),
            _ => (*digit - b'0', rest),
        };
        match (Self::at(file, rank), *digit) {
            (Some(cell), b'1'..=b'9') => Some((cell, rest)),
            _ => None,
        }
    }

    /// The letter of its file.
    #[inline]
    pub const fn letter(self) -> u8 {
        LETTERS[self.file() as usize]
    }

    /// The cell of a set of one; the lowest of several; l6 of none.
    #[inline]
    pub const fn lowest(set: Bitboard) -> Self {
        Self::new(set.trailing_zeros() as u8)
    }

    /// 0 to 90.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 = a-file to 10 = l-file.
    #[inline]
    pub const fn file(self) -> u8 {
        FILE[self.0 as usize]
    }

    /// The number in its name, 1 to 11.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 - FIRST[self.file() as usize] + 1
    }

    /// How high the cell lies, in halves of a cell: 2 = f1, 12 = f6, 22 = f11.
    pub const fn height(self) -> u8 {
        2 * self.rank() + self.file().abs_diff(5)
    }

    /// Its colour; two cells a bishop's step apart have the same.
    pub const fn colour(self) -> Colour {
        match self.height() % 3 {
            0 => Colour::Grey,
            1 => Colour::Black,
            _ => Colour::White,
        }
    }

    /// The set of this cell alone.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        1 << self.0
    }

    /// The cells of its file.
    pub const fn file_set(self) -> Bitboard {
        let file = self.file();
        ((1 << Self::length(file)) - 1) << FIRST[file as usize]
    }

    /// The cells of its rank, a row in the form of a V.
    pub const fn rank_set(self) -> Bitboard {
        let mut set = 0;
        let mut file = 0;
        while file < 11 {
            if let Some(cell) = Self::at(file, self.rank()) {
                set |= cell.bit();
            }
            file += 1;
        }
        set
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", LETTERS[self.file() as usize] as char, self.rank())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The cells of a set, from a1 on.
#[inline]
pub fn cells(set: Bitboard) -> impl Iterator<Item = Cell> {
    orthodox::squares(set)
}

/// The cell some steps away, if it is on the board.
pub(super) const fn step(cell: Cell, (file, height): (i8, i8), times: i8) -> Option<Cell> {
    let file = cell.file() as i8 + file * times;
    let height = cell.height() as i8 + height * times;
    if file < 0 || file > 10 {
        return None;
    }
    // All steps keep the height's parity to that of the file.
    let doubled = height - (file - 5).abs();
    if doubled < 2 { None } else { Cell::at(file as u8, doubled as u8 / 2) }
}
