//! Methods of codes: catalogue entry, severities, text form.

use super::{CATALOGUE, Code, Entry, Severity};

impl Code {
    pub fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// True if a finding of the code can have this severity.
    pub fn may_be(self, severity: Severity) -> bool {
        let entry = self.entry();
        entry.severity == severity || entry.also.contains(&severity)
    }

    /// The code as text: a letter and three digits.
    pub fn as_str(self) -> &'static str {
        self.entry().text
    }

    /// Finds a code by its text or its name, ignoring case.
    pub fn find(text: &str) -> Option<Self> {
        CATALOGUE
            .iter()
            .find(|entry| entry.text.eq_ignore_ascii_case(text) || entry.name.eq_ignore_ascii_case(text))
            .map(|entry| entry.code)
    }
}
