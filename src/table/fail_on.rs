//! The conditions under which a run fails: findings of a severity, or unjudged games. Not for setting the exit code.

use super::summary::Summary;
use super::totals::Totals;
use partie_record::Choices;
use partie_record::finding::Severity;

/// A condition under which a run fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailOn {
    /// Findings of at least this severity.
    Findings(Severity),
    /// Errors, games that are not judged, and game files that cannot be read.
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
        ("unjudged", Self::Unjudged, "Errors, games that are not judged, and game files in an unsupported format"),
    ];

    /// True if infos can make the run fail, so that they must be collected.
    pub fn counts_infos(self) -> bool {
        self == Self::Findings(Severity::Info)
    }

    /// True if the totals of a run meet the condition.
    pub fn is_in(self, totals: &Totals) -> bool {
        let found =
            [Severity::Error, Severity::Warning, Severity::Info].map(|severity| totals.counts.of_severity(severity));
        self.is_met(found, totals.unjudged.any())
    }

    /// True if the summary of a run meets the condition.
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
