//! Converts findings to diagnostics with explanations. Not for repairs, which are searched on request.

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};
use partie_core::{Code, GameFinding, Severity};

use super::document::{Document, span};

/// Maximum diagnostics of a text, and maximum bytes of the message that publishes them; editors fail on more.
const MAX_DIAGNOSTICS: usize = 10_000;
const MAX_BYTES: usize = 3_500_000;

/// Collects the diagnostics of a text: keeps the most severe, and counts the others.
#[derive(Default)]
pub(crate) struct Diagnostics {
    /// Errors, warnings and infos, each with its size as JSON in bytes.
    kept: [Vec<(usize, Diagnostic)>; 3],
    left_out: usize,
}

impl Diagnostics {
    /// Adds a finding, unless the record allows it.
    pub(crate) fn add(&mut self, document: &Document, finding: &GameFinding<'_>) {
        let kept = &mut self.kept[match finding.severity() {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Info => 2,
        }];
        if kept.len() >= MAX_DIAGNOSTICS && finding.allowed().is_none() {
            self.left_out += 1;
        } else if let Some(diagnostic) = of(document, finding) {
            let bytes = serde_json::to_vec(&diagnostic).map_or(0, |json| json.len() + 1);
            kept.push((bytes, diagnostic));
        }
    }

    /// The diagnostics that fit into a message, in the order of the text; the last one counts those that are left out.
    pub(crate) fn published(self) -> Vec<Diagnostic> {
        let all = self.kept.iter().map(Vec::len).sum::<usize>() + self.left_out;
        let mut room = MAX_BYTES;
        let fits = |(bytes, _): &(usize, Diagnostic)| {
            room = room.saturating_sub(*bytes);
            room > 0
        };
        let most = if all > MAX_DIAGNOSTICS { MAX_DIAGNOSTICS - 1 } else { all };
        let fitting = self.kept.into_iter().flatten().take(most).take_while(fits);
        let mut published: Vec<Diagnostic> = fitting.map(|(_, diagnostic)| diagnostic).collect();
        published.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
        let more = all - published.len();
        published.extend((more > 0).then(|| Diagnostic {
            severity: Some(DiagnosticSeverity::WARNING),
            code: Some(NumberOrString::String(Code::B006.as_str().to_owned())),
            source: Some("partie".to_owned()),
            message: format!("findings that are not shown here: {more}; partie validate counts them"),
            ..Diagnostic::default()
        }));
        published
    }
}

const fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
    }
}

/// The diagnostic of a finding; `None` if the record allows it.
fn of(document: &Document, finding: &GameFinding<'_>) -> Option<Diagnostic> {
    if finding.allowed().is_some() {
        return None;
    }
    let range = match finding.game() {
        0 => Range::new(Position::new(0, 0), Position::new(0, 0)),
        _ => document.range(&span(&finding.span())),
    };
    let mut message = finding.message();
    for help in finding.help() {
        message.push_str(&format!("\n{help}"));
    }
    let causes = finding.causes().into_iter().map(|cause| {
        let place = cause.place.and_then(|place| usize::try_from(place.offset).ok());
        let square = cause.square.map(|square| format!("{square}: ")).unwrap_or_default();
        DiagnosticRelatedInformation {
            location: Location::new(document.uri.clone(), place.map_or(range, |at| document.range(&(at..at)))),
            message: format!("{square}{}", cause.message),
        }
    });
    let causes: Vec<_> = causes.collect();
    Some(Diagnostic {
        range,
        severity: Some(severity(finding.severity())),
        code: Some(NumberOrString::String(finding.code().as_str().to_owned())),
        source: Some("partie".to_owned()),
        message,
        related_information: (!causes.is_empty()).then_some(causes),
        ..Diagnostic::default()
    })
}
