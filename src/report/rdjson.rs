//! The form `rdjson`: the Diagnostic Format of reviewdog. Columns are in UTF-8 bytes, from 1.

use serde_json::{Value, json};

use super::reporter::{GamesShown, OutputForm, Reporter};
use super::spot::{JsonRows, Spot, advice, fixes, region, repository_path};
use partie_record::finding::Severity;
use partie_replay::Placed;
use partie_table::shown::{Issue, IssueOf};
use partie_table::totals::Totals;

pub(super) const FORM: OutputForm = OutputForm {
    name: "rdjson",
    description: "Diagnostics of reviewdog",
    is_complete: true,
    least: Severity::Warning,
    suggests: true,
    draws: true,
    writes_commands: false,
    shows_allowed: false,
    games: GamesShown::Never,
    start: |_| Box::<Rdjson>::default(),
};

#[derive(Default)]
struct Rdjson {
    rows: JsonRows,
}

const fn severity_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info => "INFO",
    }
}

fn range((from, to): (Spot, Spot)) -> Value {
    let spot = |spot: Spot| json!({ "line": spot.line, "column": spot.utf8 });
    json!({ "start": spot(from), "end": spot(to) })
}

impl Reporter for Rdjson {
    fn begin(&mut self, text: &mut String) {
        let source = json!({ "name": "partie", "url": env!("CARGO_PKG_HOMEPAGE") });
        text.push_str(&format!("{{\"source\":{source},\"diagnostics\":["));
    }

    fn finding(&mut self, placed: &Placed<'_>, _: &'static str, text: &mut String) {
        let Placed { game, finding, .. } = placed;
        let mut location = json!({ "path": repository_path(game.path) });
        let is_placed = game.game > 0;
        if is_placed {
            location["range"] = range(region(placed));
        }
        let mut row = json!({
            "message": advice(placed),
            "location": location,
            "severity": severity_of(finding.severity),
            "code": { "value": finding.code.as_str() },
        });
        let suggestions: Vec<Value> = fixes(placed)
            .filter(|_| is_placed)
            .map(|(token, _)| json!({ "range": range(region(placed)), "text": token }))
            .collect();
        if !suggestions.is_empty() {
            row["suggestions"] = suggestions.into();
        }
        self.rows.add(&row, text);
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        let location = match issue.of {
            IssueOf::Game { path, place, .. } => {
                json!({ "path": repository_path(path), "range": { "start": { "line": place.line, "column": place.utf8() } } })
            }
            IssueOf::File(path) => json!({ "path": repository_path(path) }),
            IssueOf::All(..) => return,
        };
        let row = json!({
            "message": issue.message.to_string(),
            "location": location,
            "severity": severity_of(issue.severity),
            "code": { "value": issue.code.as_str() },
        });
        self.rows.add(&row, text);
    }

    fn end(&mut self, _: &Totals, text: &mut String) {
        text.push_str("\n]}\n");
    }
}
