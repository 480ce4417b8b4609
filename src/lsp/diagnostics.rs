//! Findings as diagnostics, with what explains them beside. They carry no repair: those are sought when they are asked for.

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};
use partie_core::{GameFinding, Severity};

use super::document::{Document, span};

const fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
    }
}

/// The diagnostic of a finding; nothing where the record allows it.
pub(crate) fn of(document: &Document, finding: &GameFinding<'_>) -> Option<Diagnostic> {
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
