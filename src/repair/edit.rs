//! Edits of a record.

use partie_record::finding::Grade;
use partie_record::span::Span;

/// The effect of an edit on the moves of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Gives a move another text.
    Replace,
    /// Adds a missing move.
    Insert,
    /// Removes a surplus move.
    Delete,
    /// Exchanges two moves; each of them is a separate edit.
    Swap,
}

impl Operation {
    /// Returns the name used in every output format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Insert => "insert",
            Self::Delete => "delete",
            Self::Swap => "swap",
        }
    }
}

/// A span of a record, and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedEdit {
    pub operation: Operation,
    /// Ply of the move, from 1, in the record before the edit; `None` if the edit concerns no move.
    pub ply: Option<u32>,
    /// Bytes to replace; empty for an insertion.
    pub span: Span,
    /// The new text, with the blanks that an insertion needs. Its lines end in LF, whatever the line ends of the file
    /// are.
    pub text: String,
    pub grade: Grade,
}
