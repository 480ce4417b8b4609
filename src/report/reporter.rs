//! The trait of output forms, and the rows of their table.

use partie_record::finding::Severity;
use partie_replay::Placed;
use partie_table::shown::{Issue, JudgedGame};
use partie_table::totals::Totals;

#[derive(Debug)]
pub struct OutputForm {
    /// The name given to `--format`.
    pub name: &'static str,
    /// Description in one line.
    pub description: &'static str,
    /// True if a program reads it, so that it has all findings.
    pub is_complete: bool,
    /// The lowest severity that it shows by default.
    pub least: Severity,
    /// True if it suggests repairs of broken lines by default.
    pub suggests: bool,
    /// True if it is for a terminal that draws, so that a progress bar may be shown below it.
    pub draws: bool,
    /// True if its lines are commands for a CI runner, and may begin like commands.
    pub writes_commands: bool,
    /// True if it also has findings that records allow, marked as allowed.
    pub shows_allowed: bool,
    /// Whether it has games, with or without findings.
    pub games: GamesShown,
    pub start: fn(TerminalStyle) -> Box<dyn Reporter>,
}

/// When a form shows games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesShown {
    Never,
    /// Only if games are requested.
    Asked,
    Always,
}

/// The appearance of a report on the terminal.
#[derive(Clone, Copy, Debug)]
pub struct TerminalStyle {
    pub colour: bool,
    pub width: usize,
}

/// Builds a report: each call appends whole lines to the text.
pub trait Reporter {
    fn begin(&mut self, _text: &mut String) {}
    fn file(&mut self, _path: &str, _text: &mut String) {}
    /// Appends a finding; `rules` is the rule book of its game.
    fn finding(&mut self, placed: &Placed<'_>, rules: &'static str, text: &mut String);
    /// Appends a game after its findings, if the form has games.
    fn game(&mut self, _game: &JudgedGame<'_>, _text: &mut String) {}
    /// Appends an issue of a conversion.
    fn issue(&mut self, issue: &Issue<'_>, text: &mut String);
    fn end(&mut self, _totals: &Totals, _text: &mut String) {}
}
