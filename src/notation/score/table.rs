//! Where the game stands as the table counts.

use super::row_part::Part;
use partie_record::span::Span;

/// Where the game stands as the table counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// Whether a row was read.
    pub started: bool,
    /// Whether the rows stand in running text.
    pub running: bool,
    pub first: u32,
    /// The number that is due.
    pub number: u32,
    /// The number that would be due if the last wrong one, or all before it, had been right.
    pub also: Option<u32>,
    /// Whether each cell stands in a line of its own.
    pub in_lines: bool,
    /// Whether Black is to move.
    pub black: bool,
    pub last: Option<Span>,
    /// Both moves of the last full row.
    pub moves: [Span; 2],
    /// The right half of a table with four columns, which is played after the left one.
    pub right: Vec<Part>,
    /// The column in which the numbers of the rows end, in bytes.
    pub column: Option<usize>,
    /// The same of the table of a note.
    pub note: Option<usize>,
    /// The first and the last number of the right half.
    pub halves: Option<[u32; 2]>,
}

impl Table {
    /// Whether a number is the one that is due, or next to it.
    pub(super) fn is_near(&self, value: u32) -> bool {
        self.also == Some(value) || self.number.abs_diff(value) <= 1 || self.is_after_right(value)
    }

    /// Whether a number goes on after the right half.
    pub(super) fn is_after_right(&self, value: u32) -> bool {
        self.halves.is_some_and(|[_, last]| value == last + 1)
    }

    /// Whether a number that is not the first of its line begins the right half of the table.
    pub(super) fn begins_right(&self, value: u32) -> bool {
        value > self.number + 1 || self.halves.is_some() && value > self.number
    }
}
