//! State of the game according to the table.

use super::row_part::Part;
use partie_record::span::Span;

#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// True once a row was read.
    pub started: bool,
    /// True if the rows are in running text.
    pub running: bool,
    pub first: u32,
    /// The number that is due.
    pub number: u32,
    /// The number that would be due if the last wrong one, or all before it, were right.
    pub also: Option<u32>,
    /// True if each cell has a line of its own.
    pub in_lines: bool,
    /// True if Black is to move.
    pub black: bool,
    pub last: Option<Span>,
    /// Both moves of the last complete row.
    pub moves: [Span; 2],
    /// The right half of a table with four columns, which is played after the left one.
    pub right: Vec<Part>,
    /// The column in which the row numbers end, in bytes.
    pub column: Option<usize>,
    /// The same for the table of a note.
    pub note: Option<usize>,
    /// The first and the last number of the right half.
    pub halves: Option<[u32; 2]>,
}

impl Table {
    /// True if a number is the one that is due, or adjacent to it.
    pub(super) fn is_near(&self, value: u32) -> bool {
        self.also == Some(value) || self.number.abs_diff(value) <= 1 || self.is_after_right(value)
    }

    /// True if a number continues the right half.
    pub(super) fn is_after_right(&self, value: u32) -> bool {
        self.halves.is_some_and(|[_, last]| value == last + 1)
    }

    /// True if a number that is not the first of its line begins the right half of the table.
    pub(super) fn begins_right(&self, value: u32) -> bool {
        value > self.number + 1 || self.halves.is_some() && value > self.number
    }
}
