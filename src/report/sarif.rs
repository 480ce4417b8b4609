//! The form `sarif`: SARIF 2.1.0 (OASIS, 27 March 2020) for GitHub code scanning. Columns are in UTF-16 units.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::reporter::{GamesShown, OutputForm, Reporter};
use super::spot::{Fingerprints, JsonRows, Spot, fixes, json_text, region, repository_path, spot, uri};
use partie_record::finding::{Code, Severity};
use partie_replay::Placed;
use partie_table::shown::{Issue, IssueOf};
use partie_table::totals::Totals;

pub(super) const FORM: OutputForm = OutputForm {
    name: "sarif",
    description: "SARIF 2.1.0, for code scanning",
    is_complete: true,
    least: Severity::Warning,
    suggests: true,
    draws: true,
    writes_commands: false,
    shows_allowed: true,
    games: GamesShown::Never,
    start: |_| Box::<Sarif>::default(),
};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Default)]
struct Sarif {
    codes: BTreeSet<Code>,
    results: JsonRows,
    fingerprints: Fingerprints,
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// Describes the rule of a code, with its page.
fn rule(code: Code) -> Value {
    let entry = code.entry();
    json!({
        "id": entry.text,
        "name": entry.name,
        "shortDescription": { "text": entry.title },
        "help": { "text": format!("partie explain {}", entry.text), "markdown": entry.page() },
        "defaultConfiguration": { "level": level(entry.severity) },
    })
}

fn span((from, to): (Spot, Spot)) -> Value {
    json!({ "startLine": from.line, "startColumn": from.utf16, "endLine": to.line, "endColumn": to.utf16 })
}

fn location(path: &str, region: Option<Value>) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&repository_path(path)) } });
    if let Some(region) = region {
        physical["region"] = region;
    }
    json!({ "physicalLocation": physical })
}

impl Sarif {
    fn result(&mut self, (code, severity): (Code, Severity), message: String, locations: Vec<Value>) -> Value {
        self.codes.insert(code);
        json!({
            "ruleId": code.as_str(),
            "level": level(severity),
            "message": { "text": message },
            "locations": locations,
        })
    }
}

impl Reporter for Sarif {
    fn begin(&mut self, text: &mut String) {
        text.push_str(&format!(
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"columnKind\":\"utf16CodeUnits\",\"results\":["
        ));
    }

    fn finding(&mut self, placed: &Placed<'_>, rules: &'static str, text: &mut String) {
        let Placed { game, finding, .. } = placed;
        // A finding about a whole file has no region.
        let region = (game.game > 0).then(|| span(region(placed)));
        let mut message = placed.message();
        // A cause without a span has no region, so the message contains it.
        for cause in finding.causes.iter().filter(|cause| cause.span.is_none()) {
            let sign = cause.square.as_deref().unwrap_or("also");
            message.push_str(&format!("\n{sign}: {}", cause.message));
        }
        for help in &finding.help {
            message.push_str(&format!("\n{help}"));
        }
        let at = location(game.path, region.clone());
        let mut result = self.result((finding.code, finding.severity), message, vec![at]);
        let own_places = finding.causes.iter().filter_map(|cause| Some((cause, cause.span?)));
        let related = own_places.zip(0..).map(|((cause, place), id)| {
            let square = cause.square.as_ref().map(|square| format!("{square}: ")).unwrap_or_default();
            let place = span((spot(placed, place.from), spot(placed, place.to)));
            let mut related = location(game.path, Some(place));
            related["id"] = json!(id);
            related["message"] = json!({ "text": format!("{square}{}", cause.message) });
            related
        });
        let related: Vec<Value> = related.collect();
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        let fixes = fixes(placed).filter(|_| finding.allowed.is_none()).filter_map(|(token, what)| {
            let replacement = json!({ "deletedRegion": region.clone()?, "insertedContent": { "text": token } });
            let change = json!({ "artifactLocation": { "uri": uri(&repository_path(game.path)) }, "replacements": [replacement] });
            Some(json!({ "description": { "text": what }, "artifactChanges": [change] }))
        });
        let fixes: Vec<Value> = fixes.collect();
        if !fixes.is_empty() {
            result["fixes"] = fixes.into();
        }
        result["partialFingerprints"] = json!({ "gameCodeToken/v1": self.fingerprints.of(placed) });
        if let Some(reason) = &finding.allowed {
            result["suppressions"] = json!([{ "kind": "inSource", "justification": reason }]);
        }
        let mut properties = json!({ "rules": rules, "basis": finding.basis });
        if game.game > 0 {
            properties["game"] = game.game.into();
        }
        if let Some(ply) = finding.ply {
            properties["ply"] = ply.into();
        }
        result["properties"] = properties;
        self.results.add(&result, text);
    }

    fn issue(&mut self, issue: &Issue<'_>, text: &mut String) {
        let locations = match issue.of {
            IssueOf::Game { path, place, .. } => {
                vec![location(path, Some(json!({ "startLine": place.line, "startColumn": place.utf16() })))]
            }
            IssueOf::File(path) => vec![location(path, None)],
            IssueOf::All(..) => Vec::new(),
        };
        let result = self.result((issue.code, issue.severity), issue.message.to_string(), locations);
        self.results.add(&result, text);
    }

    fn end(&mut self, totals: &Totals, text: &mut String) {
        let rules: Vec<Value> = self.codes.iter().map(|code| rule(*code)).collect();
        let driver = json!({
            "name": "partie",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_HOMEPAGE"),
            "rules": rules,
        });
        text.push_str(&format!("\n],\"tool\":{{\"driver\":{}}}", json_text(&driver)));
        if let Some(silenced) = totals.silenced() {
            let notification = json!({ "level": "warning", "message": { "text": silenced } });
            let invocation = json!([{ "executionSuccessful": true, "toolConfigurationNotifications": [notification] }]);
            text.push_str(&format!(",\"invocations\":{}", json_text(&invocation)));
        }
        text.push_str("}]}\n");
    }
}
