//! Text between two rows of a table.

use partie_record::Outcome;
use partie_record::span::Span;

/// Lines of prose without an empty line between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paragraph {
    /// From the first letter to the last.
    pub span: Span,
    /// Minimum indentation of the lines.
    pub indent: usize,
    pub lines: usize,
}

/// A place where the record may end, and the state to restore there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub at: usize,
    pub items: usize,
    pub notes: usize,
    pub result: Option<Span>,
    pub outcome: Option<Outcome>,
    pub resigned: bool,
}

/// Observations since the last row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    /// Empty lines since the last nonempty line.
    pub blanks: usize,
    /// True if there is any line in between, even an empty one.
    pub any: bool,
    /// True if the previous line is prose.
    pub prose: bool,
    /// Number of unclosed parentheses in prose.
    pub open: usize,
    /// True after a title, which never occurs in the middle of a game.
    pub title: bool,
    /// True if the columns have a new heading.
    pub heads: bool,
    /// True if a line begins with the label of a player: `White: A   Black: B`.
    pub labels: bool,
    /// Where the next record begins according to the layout: at a title, or after more than one empty line.
    pub layout: Option<Mark>,
    /// Where the last paragraph begins.
    pub paragraph: Option<Mark>,
}

impl Gap {
    pub(super) fn blank(&mut self) {
        self.blanks += 1;
        self.any = true;
        self.prose = false;
    }
}
