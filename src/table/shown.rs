//! What is shown of a game beside its findings, and of a run beside its games. Not for how it is shown.

use partie_input::LineIndex;
use partie_record::finding::{Code, Severity};
use partie_record::message::Message;
use partie_record::span::Span;
use partie_replay::{GamePlace, Played, Replayed};

/// A game that was judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedGame<'a> {
    pub place: GamePlace<'a>,
    pub span: Span,
    /// What replay made of it.
    pub replayed: &'a Replayed,
    /// The moves of its main line.
    pub played: &'a Played,
    pub moves: bool,
}

/// Something that is no finding in a game: what was lost or left out when a record was converted, or a file that cannot be
/// read.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    pub code: Code,
    pub severity: Severity,
    pub message: &'a Message,
    /// The target of a conversion; empty where nothing is converted.
    pub target: &'static str,
    /// A place in a game; or a loss in all games, with its number.
    pub of: IssueOf<'a>,
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct IssuePlace<'a> {
    pub line: u64,
    /// In characters.
    pub column: u64,
    lines: &'a LineIndex<'a>,
    at: usize,
}

impl<'a> IssuePlace<'a> {
    /// The place of a byte of the slice.
    pub fn new(lines: &'a LineIndex<'a>, at: usize) -> Self {
        let (line, column) = lines.line_column(at);
        Self { line, column, lines, at }
    }

    /// The column in units of UTF-16.
    pub fn utf16(&self) -> u64 {
        self.lines.units(self.at, |text| text.encode_utf16().count()) + 1
    }

    /// The column in bytes of UTF-8.
    pub fn utf8(&self) -> u64 {
        self.lines.units(self.at, str::len) + 1
    }
}

/// What an issue is about.
#[derive(Clone, Copy, Debug)]
pub enum IssueOf<'a> {
    /// A game: its path and number, and the place in it.
    Game { path: &'a str, game: u64, place: IssuePlace<'a> },
    /// All games: what was lost, and how many of it.
    All(&'a str, u64),
    /// A file, by its path: nothing of it can be read, or no more.
    File(&'a str),
}
