//! Cells, files and ranks as a move names them, and names of cells that the board has not.

use crate::notation::{Expected, Parsed};
use crate::rules::hex::{Bitboard, Cell};

/// The highest number of a rank.
const RANKS: u8 = 11;

/// As much of a cell as is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `f10`
    Cell(Cell),
    /// `f`, 0 = a to 10 = l
    File(u8),
    /// `10`
    Rank(u8),
    /// Nothing.
    Open,
}

impl Place {
    /// A cell, a file, a rank, or nothing. The number is as long as it can be.
    #[inline]
    pub(super) fn read(text: &[u8]) -> Parsed<'_, Self> {
        match text {
            [b'1'..=b'9', ..] => match number(text) {
                (rank, rest) if rank <= RANKS => Ok((rest, Self::Rank(rank))),
                _ => Err(nom::Err::Error(Expected { at: text, what: "a rank" })),
            },
            [letter @ b'a'..=b'l', rest @ ..] => match (Cell::parse_file(*letter), rest) {
                (Some(_), [b'0'..=b'9', ..]) => match Cell::parse(text) {
                    Some((cell, rest)) => Ok((rest, Self::Cell(cell))),
                    None => Err(nom::Err::Error(Expected { at: text, what: "a cell of the board" })),
                },
                (Some(file), _) => Ok((rest, Self::File(file))),
                (None, _) => Err(nom::Err::Error(Expected { at: text, what: "a file, of which there is no j" })),
            },
            _ => Ok((text, Self::Open)),
        }
    }

    /// The cells that it may mean.
    pub(super) fn set(self) -> Bitboard {
        match self {
            Self::Cell(cell) => cell.bit(),
            Self::File(file) => Cell::at(file, 1).map_or(0, Cell::file_set),
            // The middle file has all ranks.
            Self::Rank(rank) => Cell::at(5, rank).map_or(0, Cell::rank_set),
            Self::Open => !0,
        }
    }
}

/// One or two digits.
fn number(text: &[u8]) -> (u8, &[u8]) {
    match text {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..] => ((tens - b'0') * 10 + (ones - b'0'), rest),
        [digit @ b'0'..=b'9', rest @ ..] => (digit - b'0', rest),
        _ => (0, text),
    }
}

/// A cell that the board has not, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongCell<'a> {
    /// On a file j, which there is not; k follows i.
    NoJFile(&'a [u8]),
    /// Beyond the ends of its file, rank 0 among them.
    BeyondFile(&'a [u8]),
}

impl<'a> WrongCell<'a> {
    /// The cell for which a text could not be read, if that is the reason.
    pub fn of(error: &Expected<'a>) -> Option<Self> {
        let [letter, rest @ ..] = error.at else { return None };
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let cell = &error.at[..digits + 1];
        if letter.eq_ignore_ascii_case(&b'j') {
            // A word with a j, as jadoube, names no cell.
            let goes_on = match rest {
                [b'x' | b'-' | b':', ..] => true,
                [_, b'0'..=b'9', ..] => Cell::parse(rest).is_some(),
                _ => false,
            };
            return (digits > 0 || goes_on).then_some(Self::NoJFile(cell));
        }
        let beyond = digits > 0 && Cell::parse_file(*letter).is_some() && Cell::parse(error.at).is_none();
        beyond.then_some(Self::BeyondFile(cell))
    }

    /// The cell's text.
    pub const fn text(self) -> &'a [u8] {
        match self {
            Self::NoJFile(text) | Self::BeyondFile(text) => text,
        }
    }
}
