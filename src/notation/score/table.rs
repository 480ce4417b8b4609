//! State of a printed table: the side to move, and the next expected row number.

use super::row_part::Part;
use partie_record::span::Span;

#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// True once a row was read.
    pub started: bool,
    /// True if the rows are in running text.
    pub running: bool,
    pub first: u32,
    /// The next expected row number.
    pub number: u32,
    /// The alternative to `number` after a wrong row number: either that number or the count before it may be right.
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
    /// The column in which the row numbers of a table in a note end, in bytes.
    pub note: Option<usize>,
    /// The first and the last row number of the right half.
    pub halves: Option<[u32; 2]>,
}

impl Table {
    /// True if a row number is the expected one, adjacent to it, or continues the right half.
    pub(super) fn is_near(&self, value: u32) -> bool {
        self.also == Some(value) || self.number.abs_diff(value) <= 1 || self.is_after_right(value)
    }

    /// True if a row number continues the right half.
    pub(super) fn is_after_right(&self, value: u32) -> bool {
        self.halves.is_some_and(|[_, last]| value == last + 1)
    }

    /// True if a row number that is not the first of its line begins the right half of the table.
    pub(super) fn begins_right(&self, value: u32) -> bool {
        value > self.number + 1 || self.halves.is_some() && value > self.number
    }
}
