//! The form `jsonl`: one JSON object per line, for programs.

use super::reporter::{GamesShown, OutputForm, Reporter};
use partie_record::finding::Severity;
use partie_replay::Placed;
use partie_table::jsonl;
use partie_table::shown::{Issue, JudgedGame};
use partie_table::totals::Totals;

pub(super) const FORM: OutputForm = OutputForm {
    name: "jsonl",
    description: "One JSON object per line",
    is_complete: true,
    least: Severity::Info,
    suggests: false,
    draws: true,
    writes_commands: false,
    shows_allowed: true,
    games: GamesShown::Asked,
    start: |_| Box::new(Jsonl),
};

struct Jsonl;

impl Reporter for Jsonl {
    fn finding(&mut self, placed: &Placed<'_>, rules: &'static str, text: &mut String) {
        line(&jsonl::finding(placed, rules), text);
    }

    fn game(&mut self, judged: &JudgedGame<'_>, text: &mut String) {
        line(&jsonl::game(judged), text);
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        line(&jsonl::issue(issue), text);
    }

    fn end(&mut self, totals: &Totals, text: &mut String) {
        line(&jsonl::summary(totals), text);
    }
}

fn line(object: &str, text: &mut String) {
    text.push_str(object);
    text.push('\n');
}
