//! The trait of output forms, and the properties of each form.

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
    /// True if the form is for programs, so that it contains all findings.
    pub is_complete: bool,
    /// The lowest severity that the form shows by default.
    pub least: Severity,
    /// True if the form suggests repairs of broken lines by default.
    pub suggests: bool,
    /// True if the form is for a terminal, so that a progress bar may appear below the output.
    pub draws: bool,
    /// True if the lines of the form are commands for a CI runner, which must not be escaped.
    pub writes_commands: bool,
    /// True if the form also contains findings that records allow, marked as allowed.
    pub shows_allowed: bool,
    /// When the form contains all games, even those without findings.
    pub games: GamesShown,
    pub start: fn(TerminalStyle) -> Box<dyn Reporter>,
}

/// When an output form contains games.
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

/// Builds a report of findings: each call appends whole lines to the text.
pub trait Reporter {
    fn begin(&mut self, _text: &mut String) {}
    fn file(&mut self, _path: &str, _text: &mut String) {}
    /// Appends a finding; `rules` is the rule book of its game.
    fn finding(&mut self, placed: &Placed<'_>, rules: &'static str, text: &mut String);
    /// Appends a game after its findings, if the form contains games.
    fn game(&mut self, _game: &JudgedGame<'_>, _text: &mut String) {}
    /// Appends an issue of a conversion.
    fn issue(&mut self, issue: &Issue<'_>, text: &mut String);
    fn end(&mut self, _totals: &Totals, _text: &mut String) {}
}
