//! What a run fails on: findings of a severity, or what was not judged. Not for how it ends then.

use super::summary::Summary;
use super::totals::Totals;
use partie_record::Choices;
use partie_record::finding::Severity;

/// What a run fails on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailOn {
    /// Findings of this severity or a higher one.
    Findings(Severity),
    /// Errors, games that are not judged, and files of games that are not read.
    Unjudged,
}

impl Default for FailOn {
    fn default() -> Self {
        Self::Findings(Severity::Error)
    }
}

impl FailOn {
    pub const NAMED: Choices<Self> = &[
        ("error", Self::Findings(Severity::Error), "Errors"),
        ("warning", Self::Findings(Severity::Warning), "Errors and warnings"),
        ("info", Self::Findings(Severity::Info), "Any finding; also shows infos"),
        (
            "unjudged",
            Self::Unjudged,
            "Errors, games that are not judged, and files in a form of games that is not read",
        ),
    ];

    /// Whether infos count, so that they are found.
    pub fn counts_infos(self) -> bool {
        self == Self::Findings(Severity::Info)
    }

    /// Whether it is among what was found in files.
    pub fn is_in(self, totals: &Totals) -> bool {
        let found =
            [Severity::Error, Severity::Warning, Severity::Info].map(|severity| totals.counts.of_severity(severity));
        self.is_met(found, totals.unjudged.any())
    }

    /// Whether it is among what was found in the games of a summary.
    pub fn is_in_games(self, summary: &Summary) -> bool {
        let unjudged = summary.statuses.get("unsupported").is_some_and(|games| *games > 0);
        self.is_met([summary.errors, summary.warnings, summary.infos], unjudged)
    }

    fn is_met(self, [errors, warnings, infos]: [u64; 3], unjudged: bool) -> bool {
        match self {
            Self::Findings(Severity::Error) => errors > 0,
            Self::Findings(Severity::Warning) => errors + warnings > 0,
            Self::Findings(Severity::Info) => errors + warnings + infos > 0,
            Self::Unjudged => errors > 0 || unjudged,
        }
    }
}
