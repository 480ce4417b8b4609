//! What is shown of a game beside its findings, and of a run beside its games. Not for how it is shown.

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
    /// Path, game and line; or of all games what was lost and how often.
    pub of: IssueOf<'a>,
}

/// What an issue is about.
#[derive(Clone, Copy, Debug)]
pub enum IssueOf<'a> {
    /// A game: its path, number and line.
    Game(&'a str, u64, u64),
    /// All games: what was lost, and how many of it.
    All(&'a str, u64),
    /// A file, by its path: nothing of it can be read, or no more.
    File(&'a str),
}
