//! The data that output shows besides findings: judged games, and issues of a run. Not for formatting.

use partie_input::LineIndex;
use partie_record::finding::{Code, Severity};
use partie_record::message::Message;
use partie_record::span::Span;
use partie_replay::{GamePlace, Played, Replayed};

/// A judged game.
#[derive(Clone, Copy, Debug)]
pub struct JudgedGame<'a> {
    pub place: GamePlace<'a>,
    pub span: Span,
    /// The result of the replay.
    pub replayed: &'a Replayed,
    /// The moves of the main line.
    pub played: &'a Played,
    pub moves: bool,
}

/// A problem other than a finding: data that a conversion lost or left out, or an unreadable file.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    pub code: Code,
    pub severity: Severity,
    pub message: &'a Message,
    /// The target format of the conversion; empty without a conversion.
    pub target: &'static str,
    /// The subject: a game, all games, or a file.
    pub of: IssueOf<'a>,
}

/// A place in a file, with line and column from 1.
#[derive(Clone, Copy, Debug)]
pub struct IssuePlace<'a> {
    pub line: u64,
    /// Column in characters.
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

    /// The column in UTF-16 units, from 1.
    pub fn utf16(&self) -> u64 {
        self.lines.units(self.at, |text| text.encode_utf16().count()) + 1
    }

    /// The column in UTF-8 bytes, from 1.
    pub fn utf8(&self) -> u64 {
        self.lines.units(self.at, str::len) + 1
    }
}

/// The subject of an issue.
#[derive(Clone, Copy, Debug)]
pub enum IssueOf<'a> {
    /// A place in a game, with the game's path and number.
    Game { path: &'a str, game: u64, place: IssuePlace<'a> },
    /// All games: the kind of loss, and the number of losses.
    All(&'a str, u64),
    /// The path of a file that cannot be read, or not to its end.
    File(&'a str),
}
