//! What stands between two rows of a table.

use partie_record::Outcome;
use partie_record::span::Span;

/// Lines of prose without an empty line between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paragraph {
    /// From the first letter to the last.
    pub span: Span,
    /// The least indentation of its lines.
    pub indent: usize,
    pub lines: usize,
}

/// A place where the record may end, and what was kept up to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub at: usize,
    pub items: usize,
    pub notes: usize,
    pub result: Option<Span>,
    pub outcome: Option<Outcome>,
    pub resigned: bool,
}

/// What was met since the last row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    /// Empty lines since the last line that is not.
    pub blanks: usize,
    /// Whether anything stands between, an empty line too.
    pub any: bool,
    /// Whether the line before is prose.
    pub prose: bool,
    /// Parentheses that were opened in prose and not closed.
    pub open: usize,
    /// Whether a title was met, as no page in the middle of a game has it.
    pub title: bool,
    /// Whether the columns have a new heading.
    pub heads: bool,
    /// Whether a line begins with the label of a player: `White: A   Black: B`.
    pub labels: bool,
    /// Where the next record begins by its layout: a title, or more than one empty line.
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
