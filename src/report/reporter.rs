//! What every output form does, and its row in the table of forms.

use super::{GamePlace, Placed, Totals};
use partie_record::finding::{Code, Severity};
use partie_record::message::Message;
use partie_record::span::Span;
use partie_replay::Replayed;

/// An output form.
#[derive(Debug)]
pub struct OutputForm {
    /// The name given to `--format`.
    pub name: &'static str,
    /// What it is, in a line.
    pub description: &'static str,
    /// Whether a program reads it: it has all findings, infos too, and may have an object for each game.
    pub is_complete: bool,
    /// Whether it says of a broken line what it may have meant, without being asked.
    pub suggests: bool,
    /// Starts a report.
    pub start: fn(TerminalStyle) -> Box<dyn Reporter>,
}

/// How a report looks on the terminal.
#[derive(Clone, Copy, Debug)]
pub struct TerminalStyle {
    /// Whether it has colours.
    pub colour: bool,
    /// Columns.
    pub width: usize,
}

/// A game that was judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedGame<'a> {
    /// Where it stands.
    pub place: GamePlace<'a>,
    /// Its bytes.
    pub span: Span,
    /// What replay made of it.
    pub replayed: &'a Replayed,
    /// Whether its moves are wanted.
    pub moves: bool,
}

/// Something that is no finding in a game: what was lost or left out when a record was converted, or a file that cannot be
/// read.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    /// What.
    pub code: Code,
    /// How grave it is.
    pub severity: Severity,
    /// What is said.
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

/// Puts a report together: each call adds its lines, with their ends, to the text.
pub trait Reporter {
    /// The run begins.
    fn begin(&mut self, _text: &mut String) {}
    /// A file begins.
    fn file(&mut self, _path: &str, _text: &mut String) {}
    /// A finding; `rules` is the book it was judged under.
    fn finding(&mut self, placed: &Placed<'_>, rules: &'static str, text: &mut String);
    /// A game, after its findings, if games are asked for.
    fn game(&mut self, _game: &JudgedGame<'_>, _text: &mut String) {}
    /// An issue of a conversion.
    fn issue(&mut self, issue: &Issue<'_>, text: &mut String);
    /// The run ends.
    fn end(&mut self, _totals: &Totals, _text: &mut String) {}
}
