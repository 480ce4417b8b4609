//! One line per finding, for grep and editors.

use super::reporter::{GamesShown, OutputForm, Reporter, TerminalStyle};
use partie_record::finding::Severity;
use partie_replay::Placed;
use partie_table::shown::{Issue, IssueOf, IssuePlace};

pub(super) const FORM: OutputForm = OutputForm {
    name: "concise",
    description: "One line per finding",
    is_complete: false,
    least: Severity::Warning,
    suggests: false,
    draws: true,
    writes_commands: false,
    shows_allowed: false,
    games: GamesShown::Never,
    start: |_: TerminalStyle| Box::new(Concise),
};

struct Concise;

impl Reporter for Concise {
    fn finding(&mut self, placed: &Placed<'_>, _: &'static str, text: &mut String) {
        text.push_str(&line(placed));
        text.push('\n');
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        let Issue { code, severity, message, .. } = issue;
        let (severity, code) = (severity.name(), code.as_str());
        text.push_str(&match issue.of {
            IssueOf::Game { path, game, place: IssuePlace { line, column, .. } } => {
                format!("{path}:{line}:{column}: {severity} {code} {message} [game {game}]\n")
            }
            IssueOf::All(..) | IssueOf::File(_) => format!("{severity} {code} {message}\n"),
        });
    }
}

/// Formats `path:line:column: severity CODE message [game 41, ply 20; help]`.
fn line(placed: &Placed<'_>) -> String {
    let Placed { game, finding, line, column } = placed;
    let mut at = if game.game > 0 { format!("game {}", game.game) } else { "whole file".to_owned() };
    if let Some(ply) = finding.ply {
        at.push_str(&format!(", ply {ply}"));
    }
    if finding.line > 0 {
        at.push_str(", in a variation");
    }
    let mut text = format!(
        "{}:{line}:{column}: {} {} {} [{at}]",
        game.path,
        finding.severity.name(),
        finding.code.as_str(),
        placed.message()
    );
    if let Some(help) = finding.help.first() {
        text.push_str(&format!(" help: {help}"));
    }
    text
}
