//! Groups findings with the same cause, in each file and over all files of a run. The first findings of a cause are
//! shown, and later ones only counted. Not for printing.

use std::collections::HashMap;

use partie_record::finding::{Finding, Severity, push_kind};
use partie_record::{format_thousands, plural};

/// Maximum findings of a cause that are shown in one file.
const MAX_SHOWN: u64 = 5;
/// Maximum files in which findings of a cause are shown; higher for errors, which must be fixed one by one.
const MAX_FILES: u64 = 5;
const MAX_ERROR_FILES: u64 = 20;
/// Maximum places that are listed for hidden findings.
const MAX_PLACES: usize = 10;
/// Maximum causes that are grouped in a run; findings of later causes are all shown.
const MAX_CAUSES: usize = 10_000;

/// Counts the findings of a run by cause.
#[derive(Debug, Default)]
pub struct Repeats {
    /// The causes in the order of their first findings.
    causes: Vec<Cause>,
    known: HashMap<String, usize>,
    /// Indexes of the causes in the current file.
    of_file: Vec<usize>,
    kind: String,
}

/// Counts of the findings with the same code and the same kind of message.
#[derive(Debug)]
struct Cause {
    what: String,
    /// Findings in the current file.
    found: u64,
    /// Hidden findings of the current file.
    hidden: Places,
    /// Number of files in which findings were shown; at most `most`.
    files: u64,
    most: u64,
    /// Findings in files in which no finding of this cause was shown.
    elsewhere: Places,
    other_files: u64,
}

/// Number of hidden findings, and the places of the first ones.
#[derive(Debug, Default)]
struct Places {
    number: u64,
    named: Vec<String>,
}

impl Places {
    fn add(&mut self, name: impl FnOnce() -> String) {
        self.number += 1;
        if self.named.len() < MAX_PLACES && self.named.len() as u64 + 1 == self.number {
            self.named.push(name());
        }
    }

    /// Formats `line 7 (game 2), line 9 (game 3), and 12 more places`.
    fn words(&self, all: u64, (one, many): (&str, &str)) -> String {
        let mut words = self.named.join(", ");
        if let Some(rest @ 1..) = all.checked_sub(self.named.len() as u64) {
            words.push_str(&format!(", and {} more {}", format_thousands(rest), plural(rest, one, many)));
        }
        words
    }
}

impl Repeats {
    /// Counts a finding; returns true if it must be hidden. `token` is the text of the finding, and `place` formats its
    /// place. If `shows` is false, no new cause is added.
    pub fn hides(&mut self, finding: &Finding, token: &[u8], place: impl FnOnce() -> String, shows: bool) -> bool {
        self.kind.clear();
        self.kind.push_str(finding.code.as_str());
        self.kind.push_str(finding.severity.name());
        let message = finding.message.to_string();
        push_kind(&mut self.kind, &message, token);
        let number = match self.known.get(&self.kind) {
            Some(number) => *number,
            None if !shows || self.causes.len() >= MAX_CAUSES => return false,
            None => {
                let (hidden, elsewhere) = (Places::default(), Places::default());
                let what = format!("{} {message}", finding.code.as_str());
                let most = if finding.severity == Severity::Error { MAX_ERROR_FILES } else { MAX_FILES };
                self.causes.push(Cause { what, found: 0, hidden, files: 0, most, elsewhere, other_files: 0 });
                self.known.insert(self.kind.clone(), self.causes.len() - 1);
                self.causes.len() - 1
            }
        };
        let Some(cause) = self.causes.get_mut(number) else { return false };
        cause.found += 1;
        if cause.found == 1 {
            self.of_file.push(number);
        }
        if cause.found > MAX_SHOWN || cause.files >= cause.most {
            cause.hidden.add(place);
            return true;
        }
        false
    }

    /// Ends the current file and returns a line for each cause with hidden findings.
    pub fn end_file(&mut self, path: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for number in self.of_file.drain(..) {
            let Some(cause) = self.causes.get_mut(number) else { continue };
            let hidden = std::mem::take(&mut cause.hidden);
            let found = std::mem::take(&mut cause.found);
            if cause.files >= cause.most {
                cause.other_files += 1;
                cause.elsewhere.number += found;
                if cause.elsewhere.named.len() < MAX_PLACES {
                    cause.elsewhere.named.push(path.to_owned());
                }
                continue;
            }
            cause.files += 1;
            if hidden.number > 0 {
                let (number, places) =
                    (format_thousands(hidden.number), hidden.words(hidden.number, ("place", "places")));
                let what = &cause.what;
                lines
                    .push(format!("note: {path}: and {number} more like {what}: {places}; --max-findings 0 shows all"));
            }
        }
        lines
    }

    /// Returns a line for each cause with files in which none of its findings was shown.
    pub fn end(&self) -> impl Iterator<Item = String> {
        let folded = self.causes.iter().filter(|cause| cause.other_files > 0);
        folded.map(|Cause { what, elsewhere, other_files, .. }| {
            let (number, files) =
                (format_thousands(elsewhere.number), elsewhere.words(*other_files, ("file", "files")));
            format!("note: {number} more like {what} in other files: {files}; --max-findings 0 shows all")
        })
    }
}
