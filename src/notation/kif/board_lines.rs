//! Counts the lines of a start position, to find where the next position begins.

use super::grammar;
use crate::kanji::{Symbol, symbol, text};
use partie_rules::Side;

/// Rows of a whole board.
const ROWS: u32 = 9;

/// Counts of the lines of a start position by their kinds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BoardLines {
    rows: u32,
    borders: u32,
    heads: u32,
    /// Lines with the pieces in hand, by [`Side::index`].
    hands: [u32; 2],
}

/// Lengths of a record's lists before the headers that follow its board.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterBoard {
    pub(super) at: usize,
    pub(super) tags: usize,
    pub(super) setup: usize,
    pub(super) items: usize,
}

/// Shows whether a line of the start position begins the next position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The line belongs to the position.
    No,
    /// Another position begins here if a board follows: the line repeats that of a hand.
    IfBoard,
    /// The line begins the board of another position.
    Board,
}

impl BoardLines {
    /// True if all rows of a board were read.
    pub(super) const fn is_whole(&self) -> bool {
        self.rows >= ROWS
    }

    /// The count of lines of the same kind; `None` for kinds that may occur anywhere.
    fn count(&mut self, line: &[u8]) -> Option<&mut u32> {
        match line.first()? {
            b'|' => Some(&mut self.rows),
            b'+' => Some(&mut self.borders),
            _ if is_board_head(line) => Some(&mut self.heads),
            _ => {
                let (_, owner): (_, Side) = grammar::hand_owner(line).ok()?;
                self.hands.get_mut(owner.index())
            }
        }
    }

    /// Counts a line of the start position. `parted` is true after lines that may begin another position.
    pub(super) fn take(&mut self, line: &[u8], parted: bool) -> Next {
        let whole = self.is_whole();
        let first = line.first().copied();
        let Some(count) = self.count(line) else { return Next::No };
        *count += 1;
        let count = *count;
        match first {
            _ if !whole => Next::No,
            // More than nine rows do not start a new board unless other lines precede them.
            Some(b'|') if parted => Next::Board,
            Some(b'|') => Next::No,
            // A board has two borders.
            Some(b'+') if count > 2 => Next::Board,
            Some(b'+') => Next::No,
            _ if count < 2 => Next::No,
            _ if is_board_head(line) => Next::Board,
            _ => Next::IfBoard,
        }
    }
}

/// Maximum length in bytes of the line above a board.
const MAX_HEAD: usize = 192;

/// True for the file numbers above a board, `９ ８ ７ ６ ５ ４ ３ ２ １`, also of smaller boards, `５ ４ ３ ２ １`.
pub(super) fn is_board_head(line: &[u8]) -> bool {
    // Called for each header; most begin with another character.
    let begins = matches!(line, [b' ' | b'\t' | b'0'..=b'9', ..] | [0xe3, 0x80, ..] | [0xef, 0xbc, ..]);
    begins && counts_down(line)
}

fn counts_down(line: &[u8]) -> bool {
    let mut files =
        text(&line[..line.len().min(MAX_HEAD)]).split([' ', '　', '\t']).filter(|file| !file.is_empty()).map(number);
    let (Some(Some(first)), Some(Some(second))) = (files.next(), files.next()) else { return false };
    // A line that begins with 9 may be damaged.
    let is_next = second + 1 == first;
    let mut last = second;
    is_next
        && (first == 9
            || files.all(|file| file.is_some_and(|file| std::mem::replace(&mut last, file) == file + 1))
                && last == 1
                && first > 2)
}

/// A number of one or two digits, full-width or not.
fn number(text: &str) -> Option<u32> {
    if !(1..=2).contains(&text.chars().count()) {
        return None;
    }
    let mut value = 0;
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (Symbol::Digit(digit), length) = symbol(rest)? else { return None };
        value = value * 10 + u32::from(digit);
        rest = &rest[length..];
    }
    Some(value)
}
