//! Findings of one game, collected: what is shown is kept, the rest only counted.

use crate::finding::{CATALOGUE, Code, Finding, Selection, Severity};

/// What to keep.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Codes that count at all.
    pub selection: Selection,
    /// Whether infos are kept, not only counted.
    pub infos: bool,
}

/// Findings by code and severity, for the summary and the exit status.
#[derive(Clone, Debug)]
pub struct Counts {
    by_code: Vec<u64>,
    by_severity: [u64; 3],
}

impl Default for Counts {
    fn default() -> Self {
        Self { by_code: vec![0; CATALOGUE.len()], by_severity: [0; 3] }
    }
}

impl Counts {
    /// Counts one finding.
    #[inline]
    pub fn add(&mut self, code: Code, severity: Severity) {
        self.by_code[code as usize] += 1;
        self.by_severity[severity as usize] += 1;
    }

    /// Adds another count and empties it.
    pub fn absorb(&mut self, other: &mut Self) {
        for (sum, part) in self.by_code.iter_mut().zip(&mut other.by_code) {
            *sum += std::mem::take(part);
        }
        for (sum, part) in self.by_severity.iter_mut().zip(&mut other.by_severity) {
            *sum += std::mem::take(part);
        }
    }

    /// Findings of a code.
    pub fn of(&self, code: Code) -> u64 {
        self.by_code[code as usize]
    }

    /// Findings of a severity.
    pub const fn of_severity(&self, severity: Severity) -> u64 {
        self.by_severity[severity as usize]
    }
}

/// Collects the findings of one game after the other.
#[derive(Debug, Default)]
pub struct Collector {
    wanted: Wanted,
    /// What is kept of the current game.
    pub findings: Vec<Finding>,
    /// Everything up to the game before, kept or not.
    pub counts: Counts,
    /// The current game's, so that they can be taken back.
    game: Vec<(Code, Severity)>,
    /// Codes seen in this game, one bit each.
    seen: [u64; WORDS],
    /// Where the finding stands that [`Collector::once`] counted last, so that a code that is repeated a million
    /// times is not sought as often.
    counted: usize,
    errors: u32,
}

/// Words of the set of codes.
const WORDS: usize = CATALOGUE.len().div_ceil(64);

impl Collector {
    /// Collects what is wanted.
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Makes it ready for the next game.
    pub fn begin(&mut self) {
        self.findings.clear();
        self.game.clear();
        self.seen = [0; WORDS];
        self.errors = 0;
    }

    /// Counts what the current game gave.
    pub fn commit(&mut self) {
        for (code, severity) in self.game.drain(..) {
            self.counts.add(code, severity);
        }
    }

    /// Whether a finding of that code and severity would be kept, so that it must be written.
    #[inline]
    pub fn keeps(&self, code: Code, severity: Severity) -> bool {
        (severity > Severity::Info || self.wanted.infos) && self.wanted.selection.counts(code)
    }

    /// Errors of the current game.
    pub const fn errors(&self) -> u32 {
        self.errors
    }

    /// Whether the current game has a finding of that code.
    pub const fn has(&self, code: Code) -> bool {
        self.seen[code as usize / 64] & (1 << (code as usize % 64)) != 0
    }

    /// Adds a finding; it is written only if it is kept.
    pub fn add(&mut self, code: Code, severity: Severity, write: impl FnOnce() -> Finding) {
        self.seen[code as usize / 64] |= 1 << (code as usize % 64);
        if severity == Severity::Error {
            self.errors += 1;
        }
        if !self.wanted.selection.counts(code) {
            return;
        }
        self.game.push((code, severity));
        if self.keeps(code, severity) {
            self.findings.push(write().severity(severity));
        }
    }

    /// Adds a finding that is given once a game, with a count.
    pub fn once(&mut self, code: Code, severity: Severity, write: impl FnOnce() -> Finding) {
        if !self.has(code) {
            return self.add(code, severity, write);
        }
        let is_first = |finding: &Finding| finding.code == code;
        if !self.findings.get(self.counted).is_some_and(is_first) {
            self.counted = self.findings.iter().position(is_first).unwrap_or(0);
        }
        if let Some(first) = self.findings.get_mut(self.counted).filter(|finding| is_first(finding)) {
            first.count += 1;
        }
    }
}
