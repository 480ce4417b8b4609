//! Colors single words on a terminal by severity or grade. Not for deciding whether to use colors.

use partie_record::finding::{Grade, Severity};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tint(pub(super) bool);

impl Tint {
    /// Colors a text by severity.
    pub(super) fn severity(self, severity: Severity, text: &str) -> String {
        self.paint(
            match severity {
                Severity::Error => "1;91",
                Severity::Warning => "1;33",
                Severity::Info => "1;94",
            },
            text,
        )
    }

    /// Returns the colored name of a grade.
    pub(super) fn grade(self, grade: Grade) -> String {
        self.paint(
            match grade {
                Grade::Certain => "1;32",
                Grade::Likely => "1;36",
                Grade::Guess => "1;33",
            },
            grade.name(),
        )
    }

    fn paint(self, style: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
