//! The 91 cells, and sets of cells.

use std::fmt;

use crate::orthodox;

/// A set of cells, bit 0 = a1, bit 5 = a6, bit 6 = b1, bit 90 = l6.
pub type Bitboard = u128;

/// The letters of the files; j is skipped.
const LETTERS: [u8; 11] = *b"abcdefghikl";
/// Index of the first cell of each file, then the number of cells.
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

/// The color of a cell; a bishop stays on one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Middle tone, as f6; 31 cells.
    Grey,
    /// Dark tone, as f11; 30 cells.
    Black,
    /// Light tone, as f1; 30 cells.
    White,
}

/// A cell, numbered file by file from the bottom: 0 = a1 to 90 = l6. `Display` writes its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with an index; l6 for an index above 90.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(if index < 91 { index } else { 90 })
    }

    /// The cell on `file` (0 = a to 10 = l) and `rank` (1 to 11); `None` off the board.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file > 10 || rank == 0 || rank > Self::length(file) {
            None
        } else {
            Some(Self(FIRST[file as usize] + rank - 1))
        }
    }

    /// Number of cells on a file (0 = a to 10 = l): 6 to 11, or 0 off the board.
    pub const fn length(file: u8) -> u8 {
        if file > 10 { 0 } else { FIRST[file as usize + 1] - FIRST[file as usize] }
    }

    /// The file with a letter in either case: 0 = a to 10 = l, without j.
    pub const fn parse_file(letter: u8) -> Option<u8> {
        match letter.to_ascii_lowercase() {
            letter @ b'a'..=b'i' => Some(letter - b'a'),
            letter @ b'k'..=b'l' => Some(letter - b'b'),
            _ => None,
        }
    }

    /// Parses `e4` or `f11` at the beginning of a text; returns the cell and the rest. Reads as many digits
    /// as possible: `f11` is never f1 followed by a 1.
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

    #[inline]
    pub const fn letter(self) -> u8 {
        LETTERS[self.file() as usize]
    }

    /// The lowest cell of a set; l6 for the empty set.
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

    /// The number in the name, 1 to 11.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 - FIRST[self.file() as usize] + 1
    }

    /// Height of the cell in half cells: 2 = f1, 12 = f6, 22 = f11.
    pub const fn height(self) -> u8 {
        2 * self.rank() + self.file().abs_diff(5)
    }

    /// The color; a bishop's step does not change it.
    pub const fn colour(self) -> Colour {
        match self.height() % 3 {
            0 => Colour::Grey,
            1 => Colour::Black,
            _ => Colour::White,
        }
    }

    /// The set with only this cell.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        1 << self.0
    }

    /// All cells on the same file.
    pub const fn file_set(self) -> Bitboard {
        let file = self.file();
        ((1 << Self::length(file)) - 1) << FIRST[file as usize]
    }

    /// All cells on the same rank, a V-shaped row.
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

/// The cells of a set, lowest index first.
#[inline]
pub fn cells(set: Bitboard) -> impl Iterator<Item = Cell> {
    orthodox::squares(set)
}

/// The cell that is `times` steps away; `None` off the board.
pub(super) const fn step(cell: Cell, (file, height): (i8, i8), times: i8) -> Option<Cell> {
    let file = cell.file() as i8 + file * times;
    let height = cell.height() as i8 + height * times;
    if file < 0 || file > 10 {
        return None;
    }
    // Height and file differ by an odd number on every cell, and every step preserves this.
    let doubled = height - (file - 5).abs();
    if doubled < 2 { None } else { Cell::at(file as u8, doubled as u8 / 2) }
}
