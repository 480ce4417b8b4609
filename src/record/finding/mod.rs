//! Findings: what is wrong with a record, in data.
//!
//! Holds the one catalogue of codes and the type that every check produces. Not
//! for rendering: how a finding looks is decided in `report`, from these fields.

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

/// Something worth saying about one game, or about the bytes it is written in.
#[derive(Clone, Debug)]
pub struct Finding {
    pub code: Code,
    /// How grave it is here; the catalogue's severity unless the book or the date lowers it.
    pub severity: Severity,
    /// Plies from 1; for claims and positions the number of plies played; 0 is before the first move.
    pub ply: Option<u32>,
    /// 0 is the main line, others count in the order in which they open.
    pub line: u32,
    /// Where it stands, in bytes of the slice.
    pub span: Span,
    /// One sentence: what is wrong and why.
    pub message: Message,
    pub help: Vec<Message>,
    /// The paragraph of the rule book, or empty where the record format decides.
    pub basis: &'static str,
    /// Where the reason stands: in the text, on the board, or both.
    pub causes: Vec<Cause>,
    /// Texts that would replace the token.
    pub fixes: Vec<Fix>,
    /// Position before the move, as FEN, SFEN or hexagonal FEN.
    pub position: Option<String>,
    /// Squares to mark on that board.
    pub marks: Vec<Mark>,
    /// What the opponent may choose between, where the book leaves it to him.
    pub remedies: Vec<Remedy>,
    /// How often it occurs in this game, where it is given once with a count.
    pub count: u32,
    /// Whether it holds only if what was assumed before it in the game is so.
    pub assuming: bool,
    /// Whether a line ends here for which nobody has asked yet what it may have meant.
    pub unsearched: bool,
    /// Why the record allows it, if it does.
    pub allowed: Option<Box<str>>,
}

/// Bytes of a list with its unused places.
const fn room<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

impl Finding {
    /// Gives back what its lists do not use, as there may be many of them.
    pub fn shrink(&mut self) {
        self.help.shrink_to_fit();
        self.causes.shrink_to_fit();
        self.fixes.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.remedies.shrink_to_fit();
    }

    /// Bytes that it takes, but for its seldom parts.
    pub fn bytes(&self) -> usize {
        let texts = [&self.message].into_iter().chain(&self.help).chain(self.causes.iter().map(|cause| &cause.message));
        let lists = room(&self.help) + room(&self.causes) + room(&self.marks) + room(&self.fixes);
        let position = self.position.as_ref().map_or(0, String::capacity);
        // What the allocator adds to each of them.
        const EACH: usize = 24;
        size_of::<Self>() + lists + position + texts.map(Message::bytes).sum::<usize>() + 4 * EACH
    }

    /// Whether a reading was taken that nothing in the record decides for: several are left, each only a guess.
    pub fn is_assumption(&self) -> bool {
        let settled = self.fixes.iter().any(|fix| fix.grade != Grade::Guess);
        matches!(self.code, Code::L036 | Code::L081) && self.severity == Severity::Warning && !settled
    }
}

/// What may follow an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// `void`, `touched`, `taken`, `king`, `interpose`, `capture`, `restore`, `stand` or `nothing`.
    pub kind: &'static str,
    /// The moves that it leaves, as they are written; none where there is nothing to play.
    pub moves: Vec<String>,
}

/// A second place that explains a finding.
#[derive(Clone, Debug)]
pub struct Cause {
    pub message: Message,
    /// The square, if it is one on the board.
    pub square: Option<String>,
    /// The ply, from 1, if it is a move of the game.
    pub ply: Option<u32>,
    /// The place in the text, in bytes of the slice.
    pub span: Option<Span>,
}

/// A square to mark on a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub square: String,
    /// Whether the marked piece belongs to the side that explains the fault (drawn in round brackets).
    pub against: bool,
    /// A few words beside the board's row.
    pub note: Option<Message>,
}

/// A text to put in the token's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub grade: Grade,
    pub token: String,
}

/// How sure a fix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Only the writing changes, not the game.
    Certain,
    /// The game changes, and everything that follows agrees.
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
    /// A finding of the catalogue's severity and basis, with nothing else known yet.
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

    /// The same at a ply.
    pub fn at_ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// Adds a line of help.
    pub fn add_help(&mut self, help: Message) {
        self.help.push(help);
    }

    /// Texts that put it right where they take the place of its span: of some codes they say what is missing, and where it goes is
    /// known to who mends.
    pub fn replacements(&self) -> impl Iterator<Item = &Fix> {
        let elsewhere =
            matches!(self.code, Code::H019 | Code::N020 | Code::N041 | Code::R011 | Code::S007 | Code::S016);
        self.fixes.iter().filter(move |_| !elsewhere)
    }

    /// All help on one line.
    pub fn help_line(&self) -> String {
        self.help.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    /// The same with a line of help.
    pub fn help(mut self, help: Message) -> Self {
        self.add_help(help);
        self
    }

    /// The same with a replacement for the token.
    pub fn fix(mut self, grade: Grade, token: impl Into<String>) -> Self {
        self.fixes.push(Fix { grade, token: token.into() });
        self
    }

    /// The same under another severity.
    pub const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same resting on another paragraph.
    pub const fn basis(mut self, basis: &'static str) -> Self {
        self.basis = basis;
        self
    }
}
