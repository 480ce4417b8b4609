//! Findings: problems of a record, as data.
//!
//! Contains the one catalogue of codes and the type that every check produces. `report` renders findings from these
//! fields.

mod catalogue;
mod code;
mod fitting;
mod kind;
mod select;
mod severity;

pub use catalogue::{CATALOGUE, Code, Entry, FAMILIES};
pub use fitting::{family, fitting};
pub use kind::push_kind;
pub use select::{Selection, UnknownCode};
pub use severity::Severity;

use crate::message::Message;
use crate::span::Span;

/// A problem or a remark, on one game or on its bytes.
#[derive(Clone, Debug)]
pub struct Finding {
    pub code: Code,
    /// The severity of this finding: that of the catalogue, unless the book or the date lowers it.
    pub severity: Severity,
    /// Plies from 1; for claims and positions the number of plies played; 0 is before the first move.
    pub ply: Option<u32>,
    /// 0 is the main line; variations are numbered in the order in which they open.
    pub line: u32,
    /// The place in the text, in bytes of the slice.
    pub span: Span,
    /// One sentence: the problem and its reason.
    pub message: Message,
    pub help: Vec<Message>,
    /// The paragraph of the rule book or of the format standard; empty if there is none.
    pub basis: &'static str,
    /// Further places that explain the finding: in the text, on the board, or both.
    pub causes: Vec<Cause>,
    /// Replacements for the token.
    pub fixes: Vec<Fix>,
    /// Position before the move, as FEN, SFEN or hexagonal FEN.
    pub position: Option<String>,
    /// Squares to mark on the board of `position`.
    pub marks: Vec<Mark>,
    /// The opponent's options, if the book leaves the choice to the opponent.
    pub remedies: Vec<Remedy>,
    /// Number of occurrences in this game, if they are reported once.
    pub count: u32,
    /// True if the finding depends on an assumption made earlier in the game.
    pub assuming: bool,
    /// True if a line ends here and suggestions have not been searched yet.
    pub unsearched: bool,
    /// The reason in the record's allowance of this finding, if there is one.
    pub allowed: Option<Box<str>>,
}

/// Allocated bytes of a list.
const fn room<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

impl Finding {
    /// Frees unused capacity of all lists, as there may be many findings.
    pub fn shrink(&mut self) {
        self.help.shrink_to_fit();
        self.causes.shrink_to_fit();
        self.fixes.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.remedies.shrink_to_fit();
    }

    /// Size in bytes, without its rare parts.
    pub fn bytes(&self) -> usize {
        let texts = [&self.message].into_iter().chain(&self.help).chain(self.causes.iter().map(|cause| &cause.message));
        let lists = room(&self.help) + room(&self.causes) + room(&self.marks) + room(&self.fixes);
        let position = self.position.as_ref().map_or(0, String::capacity);
        // Overhead of the allocator for each list.
        const LIST_OVERHEAD_BYTES: usize = 24;
        size_of::<Self>() + lists + position + texts.map(Message::bytes).sum::<usize>() + 4 * LIST_OVERHEAD_BYTES
    }

    /// True if one of several readings was assumed and the record does not decide: each is only a guess.
    pub fn is_assumption(&self) -> bool {
        let settled = self.fixes.iter().any(|fix| fix.grade != Grade::Guess);
        matches!(self.code, Code::L036 | Code::L081) && self.severity == Severity::Warning && !settled
    }
}

/// An option of the opponent after an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// `void`, `touched`, `taken`, `king`, `interpose`, `capture`, `restore`, `stand` or `nothing`.
    pub kind: &'static str,
    /// The moves that the option leaves, as written; empty if it has no moves.
    pub moves: Vec<String>,
}

/// A second place that explains a finding.
#[derive(Clone, Debug)]
pub struct Cause {
    pub message: Message,
    /// The square, if the place is on the board.
    pub square: Option<String>,
    /// The ply, from 1, if the place is a move of the game.
    pub ply: Option<u32>,
    /// The place in the text, in bytes of the slice.
    pub span: Option<Span>,
}

/// A square to mark on a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub square: String,
    /// True if the marked piece belongs to the side that explains the fault (drawn in round brackets).
    pub against: bool,
    /// A few words beside the board's row.
    pub note: Option<Message>,
}

/// A replacement for the token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub grade: Grade,
    pub token: String,
}

/// Confidence in a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Only the notation changes, not the game.
    Certain,
    /// The game changes, and the rest of the record agrees.
    Likely,
    Guess,
}

impl Grade {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Likely => "likely",
            Self::Guess => "guess",
        }
    }
}

impl Finding {
    /// Creates a finding with the severity and basis of the catalogue; other fields are empty.
    pub fn new(code: Code, span: Span, message: Message) -> Self {
        let entry = code.entry();
        Self {
            code,
            severity: entry.severity,
            ply: None,
            line: 0,
            span,
            message,
            help: Vec::new(),
            basis: entry.basis,
            causes: Vec::new(),
            fixes: Vec::new(),
            position: None,
            marks: Vec::new(),
            remedies: Vec::new(),
            count: 1,
            assuming: false,
            unsearched: false,
            allowed: None,
        }
    }

    pub fn at_ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    pub fn add_help(&mut self, help: Message) {
        self.help.push(help);
    }

    /// Fixes that replace the finding's span. Excludes codes whose fix inserts missing text: the fixer finds the place
    /// for that text.
    pub fn replacements(&self) -> impl Iterator<Item = &Fix> {
        let elsewhere =
            matches!(self.code, Code::H019 | Code::N020 | Code::N041 | Code::R011 | Code::S007 | Code::S016);
        self.fixes.iter().filter(move |_| !elsewhere)
    }

    /// Joins all help into one line.
    pub fn help_line(&self) -> String {
        self.help.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    pub fn help(mut self, help: Message) -> Self {
        self.add_help(help);
        self
    }

    /// Adds a replacement for the token.
    pub fn fix(mut self, grade: Grade, token: impl Into<String>) -> Self {
        self.fixes.push(Fix { grade, token: token.into() });
        self
    }

    pub const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    pub const fn basis(mut self, basis: &'static str) -> Self {
        self.basis = basis;
        self
    }
}
