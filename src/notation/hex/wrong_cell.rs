//! Names of cells that do not exist on the board.

use crate::Expected;
use partie_rules::hex::Cell;

/// A written cell that does not exist on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongCell<'a> {
    /// On a file j, which does not exist; k follows i.
    NoJFile(&'a [u8]),
    /// Beyond an end of its file, such as rank 0.
    BeyondFile(&'a [u8]),
}

impl<'a> WrongCell<'a> {
    /// Returns the cell that made a text unreadable; `None` if there is another reason.
    pub fn of(error: &Expected<'a>) -> Option<Self> {
        let [letter, rest @ ..] = error.at else { return None };
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let cell = &error.at[..digits + 1];
        if letter.eq_ignore_ascii_case(&b'j') {
            // A word with a j, such as jadoube, is not a cell.
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

    pub const fn text(self) -> &'a [u8] {
        match self {
            Self::NoJFile(text) | Self::BeyondFile(text) => text,
        }
    }
}
