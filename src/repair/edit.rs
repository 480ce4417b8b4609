//! Edits of a record.

use partie_record::finding::Grade;
use partie_record::span::Span;

/// What an edit does to the moves of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Another text for a move.
    Replace,
    /// A move that was left out.
    Insert,
    /// A move that stands there once too often.
    Delete,
    /// Two moves change places; each is an edit of its own.
    Swap,
}

impl Operation {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Insert => "insert",
            Self::Delete => "delete",
            Self::Swap => "swap",
        }
    }
}

/// Another text for some bytes of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedEdit {
    pub operation: Operation,
    /// The ply of the move, from 1, in the record as it stands; `None` where no move is meant.
    pub ply: Option<u32>,
    /// The bytes that change; empty where something is put in.
    pub span: Span,
    /// What takes their place, with the blanks that an insertion needs; a line ends in LF, whatever ends those of the file.
    pub text: String,
    pub grade: Grade,
}
