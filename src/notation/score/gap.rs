//! Text between two rows of a table.

use partie_record::Outcome;
use partie_record::span::Span;

/// Lines of prose without an empty line between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paragraph {
    /// From the first nonblank character to the last.
    pub span: Span,
    /// Smallest indentation of its lines, in blanks.
    pub indent: usize,
    pub lines: usize,
}

/// An offset where the record may end, and the state to restore if it does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub at: usize,
    pub items: usize,
    pub notes: usize,
    pub result: Option<Span>,
    pub outcome: Option<Outcome>,
    pub resigned: bool,
}

/// The kinds of text since the last row of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    /// Number of empty lines since the last nonempty line.
    pub blanks: usize,
    /// True if any line follows the last row, even an empty one.
    pub any: bool,
    /// True if the previous line is prose.
    pub prose: bool,
    /// Number of unclosed parentheses in prose.
    pub open: usize,
    /// True after a title, which never occurs in the middle of a game.
    pub title: bool,
    /// True after a heading of columns: `WHITE.   BLACK.`
    pub heads: bool,
    /// True after a line that begins with the label of a player: `White: A   Black: B`.
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
