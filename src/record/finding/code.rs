//! Severities, and how a code is written and read.

use super::{CATALOGUE, Code, Entry, Severity};

impl Code {
    /// The code's row of the catalogue.
    pub fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// Whether a finding of the code may be so grave.
    pub fn may_be(self, severity: Severity) -> bool {
        let entry = self.entry();
        entry.severity == severity || entry.also.contains(&severity)
    }

    /// The code as it is written: a letter and three digits.
    pub fn as_str(self) -> &'static str {
        self.entry().text
    }

    /// The code written as `text`, in any case, or the one of that name.
    pub fn find(text: &str) -> Option<Self> {
        CATALOGUE
            .iter()
            .find(|entry| entry.text.eq_ignore_ascii_case(text) || entry.name.eq_ignore_ascii_case(text))
            .map(|entry| entry.code)
    }
}
