//! Findings that have one cause: the first ones are shown, the others counted, in each file and over all files of a run.
//! Not for showing them.

use std::collections::HashMap;

use partie_record::finding::{Finding, Severity, push_kind};
use partie_record::{format_thousands, plural};

/// Findings of a cause that are shown of a file.
const SHOWN: u64 = 5;
/// Files of which some of a cause are shown: of an error more, as each of them must be put right by itself.
const FILES: u64 = 5;
const FILES_OF_ERRORS: u64 = 20;
/// Places that are named of those that are not shown.
const PLACES: usize = 10;
/// Causes that are told apart in a run.
const CAUSES: usize = 10_000;

/// What was found so far.
#[derive(Debug, Default)]
pub struct Repeats {
    /// The causes in the order in which they were found first.
    causes: Vec<Cause>,
    known: HashMap<String, usize>,
    /// Those of the file at hand.
    of_file: Vec<usize>,
    kind: String,
}

/// Findings of one code and kind of message.
#[derive(Debug)]
struct Cause {
    what: String,
    /// Findings of the file at hand.
    found: u64,
    /// Those of them that were not shown.
    hidden: Places,
    /// Files of which some were shown, and of how many they may be.
    files: u64,
    most: u64,
    /// Findings in files of which none was shown.
    elsewhere: Places,
    other_files: u64,
}

/// Findings that were not shown, and where the first of them stand.
#[derive(Debug, Default)]
struct Places {
    number: u64,
    named: Vec<String>,
}

impl Places {
    fn add(&mut self, name: impl FnOnce() -> String) {
        self.number += 1;
        if self.named.len() < PLACES && self.named.len() as u64 + 1 == self.number {
            self.named.push(name());
        }
    }

    /// `line 7 (game 2), line 9 (game 3) and 12 more places`
    fn words(&self, all: u64, (one, many): (&str, &str)) -> String {
        let mut words = self.named.join(", ");
        if let Some(rest @ 1..) = all.checked_sub(self.named.len() as u64) {
            words.push_str(&format!(", and {} more {}", format_thousands(rest), plural(rest, one, many)));
        }
        words
    }
}

impl Repeats {
    /// Counts a finding with the text that it is about; whether it is only counted. `place` says where it stands; where no
    /// more are shown, a new cause is not kept.
    pub fn hides(&mut self, finding: &Finding, token: &[u8], place: impl FnOnce() -> String, shows: bool) -> bool {
        self.kind.clear();
        self.kind.push_str(finding.code.as_str());
        self.kind.push_str(finding.severity.name());
        let message = finding.message.to_string();
        push_kind(&mut self.kind, &message, token);
        let number = match self.known.get(&self.kind) {
            Some(number) => *number,
            None if !shows || self.causes.len() >= CAUSES => return false,
            None => {
                let (hidden, elsewhere) = (Places::default(), Places::default());
                let what = format!("{} {message}", finding.code.as_str());
                let most = if finding.severity == Severity::Error { FILES_OF_ERRORS } else { FILES };
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
        if cause.found > SHOWN || cause.files >= cause.most {
            cause.hidden.add(place);
            return true;
        }
        false
    }

    /// The file at hand ended: a line for each cause of which not all was shown.
    pub fn end_file(&mut self, path: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for number in self.of_file.drain(..) {
            let Some(cause) = self.causes.get_mut(number) else { continue };
            let hidden = std::mem::take(&mut cause.hidden);
            let found = std::mem::take(&mut cause.found);
            if cause.files >= cause.most {
                cause.other_files += 1;
                cause.elsewhere.number += found;
                if cause.elsewhere.named.len() < PLACES {
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

    /// A line for each cause that other files have of which none was shown.
    pub fn end(&self) -> impl Iterator<Item = String> {
        let folded = self.causes.iter().filter(|cause| cause.other_files > 0);
        folded.map(|Cause { what, elsewhere, other_files, .. }| {
            let (number, files) =
                (format_thousands(elsewhere.number), elsewhere.words(*other_files, ("file", "files")));
            format!("note: {number} more like {what} in other files: {files}; --max-findings 0 shows all")
        })
    }
}
