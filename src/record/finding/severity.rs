//! Severities of findings.

use crate::Choices;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; counted, and shown on request.
    Info,
    /// The record is doubtful or badly written.
    Warning,
    Error,
}

impl Severity {
    /// All severities, the most severe first.
    pub const NAMED: Choices<Self> = &[
        ("error", Self::Error, "The record is wrong"),
        ("warning", Self::Warning, "The record is doubtful or badly written"),
        ("info", Self::Info, "Anything worth knowing; also shows infos"),
    ];

    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
