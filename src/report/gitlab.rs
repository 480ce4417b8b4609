//! The form `gitlab`: a Code Quality report, with a stable fingerprint for each finding.

use serde_json::json;

use super::reporter::{GamesShown, OutputForm, Reporter};
use super::spot::{Fingerprints, JsonRows, advice, repository_path};
use partie_record::finding::Severity;
use partie_replay::Placed;
use partie_table::shown::{Issue, IssueOf};
use partie_table::totals::Totals;

pub(super) const FORM: OutputForm = OutputForm {
    name: "gitlab",
    description: "Code Quality report of GitLab",
    is_complete: true,
    least: Severity::Warning,
    suggests: true,
    draws: true,
    writes_commands: false,
    shows_allowed: false,
    games: GamesShown::Never,
    start: |_| Box::<Gitlab>::default(),
};

#[derive(Default)]
struct Gitlab {
    rows: JsonRows,
    fingerprints: Fingerprints,
}

const fn grade(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info => "info",
    }
}

impl Reporter for Gitlab {
    fn begin(&mut self, text: &mut String) {
        text.push('[');
    }

    fn finding(&mut self, placed: &Placed<'_>, _: &'static str, text: &mut String) {
        let Placed { game, finding, line, .. } = placed;
        let row = json!({
            "description": advice(placed),
            "check_name": format!("{} {}", finding.code.as_str(), finding.code.entry().name),
            "fingerprint": self.fingerprints.of(placed),
            "severity": grade(finding.severity),
            "location": { "path": repository_path(game.path), "lines": { "begin": line } },
        });
        self.rows.add(&row, text);
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        let (path, line) = match issue.of {
            IssueOf::Game { path, place, .. } => (path, place.line),
            IssueOf::File(path) => (path, 1),
            IssueOf::All(..) => return,
        };
        let row = json!({
            "description": issue.message.to_string(),
            "check_name": issue.code.as_str(),
            "fingerprint": format!("{path}:{line}:{}", issue.code.as_str()),
            "severity": grade(issue.severity),
            "location": { "path": repository_path(path), "lines": { "begin": line } },
        });
        self.rows.add(&row, text);
    }

    fn end(&mut self, _: &Totals, text: &mut String) {
        text.push_str("\n]\n");
    }
}
