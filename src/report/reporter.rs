//! What every output form does, and its row in the table of forms.

use partie_record::finding::Severity;
use partie_replay::Placed;
use partie_table::shown::{Issue, JudgedGame};
use partie_table::totals::Totals;

#[derive(Debug)]
pub struct OutputForm {
    /// The name given to `--format`.
    pub name: &'static str,
    /// What it is, in a line.
    pub description: &'static str,
    /// Whether a program reads it: it has all findings.
    pub is_complete: bool,
    /// The lowest severity of what it shows without being asked for more.
    pub least: Severity,
    /// Whether it says of a broken line what it may have meant, without being asked.
    pub suggests: bool,
    /// Whether it is made for a terminal that draws, so that a bar may stand below it.
    pub draws: bool,
    /// Whether its lines are commands to what runs it, so that they may begin as such.
    pub writes_commands: bool,
    /// Whether it has what records allow, too, and says that it is allowed.
    pub shows_allowed: bool,
    /// What it has of games, with findings or not.
    pub games: GamesShown,
    pub start: fn(TerminalStyle) -> Box<dyn Reporter>,
}

/// What a form has of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesShown {
    Never,
    /// Something, if games are asked for.
    Asked,
    Always,
}

/// How a report looks on the terminal.
#[derive(Clone, Copy, Debug)]
pub struct TerminalStyle {
    pub colour: bool,
    pub width: usize,
}

/// Puts a report together: each call adds its lines, with their ends, to the text.
pub trait Reporter {
    fn begin(&mut self, _text: &mut String) {}
    fn file(&mut self, _path: &str, _text: &mut String) {}
    /// A finding; `rules` is the book it was judged under.
    fn finding(&mut self, placed: &Placed<'_>, rules: &'static str, text: &mut String);
    /// A game, after its findings, if the form has games.
    fn game(&mut self, _game: &JudgedGame<'_>, _text: &mut String) {}
    /// An issue of a conversion.
    fn issue(&mut self, issue: &Issue<'_>, text: &mut String);
    fn end(&mut self, _totals: &Totals, _text: &mut String) {}
}
