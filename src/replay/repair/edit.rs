//! Edits of a record, and a repair: edits that belong together.

use partie_record::finding::Grade;
use partie_record::message::Message;
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

/// Edits that belong together: with all of them the main line replays.
#[derive(Clone, Debug)]
pub struct ProposedRepair {
    /// In the order of the text; their spans do not overlap.
    pub edits: Vec<ProposedEdit>,
    /// The lowest grade of its edits.
    pub grade: Grade,
    /// Whether the main line then replays to its end.
    pub whole: bool,
    /// Plies that then replay, from the start of the game.
    pub reach: u32,
    /// How much more speaks for it than for the next one, in edits of one character; nothing if there is no other.
    pub margin: Option<f32>,
    /// The evidence for it and against it: a sign and its amount, each.
    pub evidence: Vec<String>,
    /// The same in words.
    pub reasons: Vec<Message>,
    /// What a reader should know of it: what another record of the game has.
    pub remarks: Vec<String>,
    /// Whether the search was cut short, so that a likelier one may be missing.
    pub capped: bool,
    /// The main line after it, in coordinates, blanks between them.
    pub moves: String,
}
