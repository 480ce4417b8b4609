//! Collects the findings of one game: findings to be shown are kept, all others are only counted.

use std::sync::Arc;

use super::odd_tags::{OddTag, OddTags};
use partie_record::finding::{CATALOGUE, Code, Finding, Selection, Severity};
use partie_record::span::Span;
use partie_record::{limits, say};

#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Codes whose findings count at all.
    pub selection: Selection,
    /// Keeps infos; otherwise they are only counted.
    pub infos: bool,
    /// Codes whose infos are kept in any case, because the caller fixes them.
    pub also: &'static [Code],
    /// Severities that override the codes' own.
    pub severities: Severities,
    /// Codes that a configuration hides. Their findings have their own count if `selection` excludes them.
    pub hidden: Option<Selection>,
    /// Excludes findings that a record allows, with a reason, from the counts.
    pub allows: bool,
    /// Reports a finding at each occurrence instead of once per game with a count, for callers that apply fixes.
    pub each: bool,
    /// Reports each tag that is not in PGN's notation instead of a count per file, for callers that apply fixes.
    pub odd_tags: bool,
}

impl Wanted {
    /// True if a finding that counts is also kept.
    #[inline]
    fn keeps(&self, code: Code, severity: Severity) -> bool {
        self.severities.of(code, severity) > Severity::Info || self.infos || self.also.contains(&code)
    }
}

/// Severities that override the catalog's, even if a rule book or a date determines the severity.
#[derive(Clone, Debug, Default)]
pub struct Severities(Option<Arc<[Option<Severity>]>>);

impl Severities {
    /// Collects the overrides; for a repeated code, the last one applies.
    pub fn new(given: impl IntoIterator<Item = (Code, Severity)>) -> Self {
        let mut all = vec![None; CATALOGUE.len()];
        let mut any = false;
        for (code, severity) in given {
            all[code as usize] = Some(severity);
            any = true;
        }
        Self(any.then(|| all.into()))
    }

    /// Returns the override of a code; `severity` if it has none.
    #[inline]
    pub fn of(&self, code: Code, severity: Severity) -> Severity {
        self.0.as_ref().and_then(|all| all[code as usize]).unwrap_or(severity)
    }
}

/// Findings by code and severity, for the summary and the exit status.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Counts of each code by severity, as a code may have several. Empty until the first finding.
    by_code: Vec<[u64; 3]>,
    by_severity: [u64; 3],
    /// Number of findings that records allow; not in the other counts.
    allowed: u64,
    /// Number of findings of the baseline; not in the other counts.
    known: u64,
    /// Number of findings that a configuration hides; not in the other counts.
    hidden: u64,
    /// Findings whose severity a configuration lowers.
    lowered: u64,
}

impl Counts {
    #[inline]
    pub fn add(&mut self, code: Code, severity: Severity) {
        if self.by_code.is_empty() {
            self.by_code = vec![[0; 3]; CATALOGUE.len()];
        }
        self.by_code[code as usize][severity as usize] += 1;
        self.by_severity[severity as usize] += 1;
    }

    /// Adds `other` to these counts and resets it.
    pub fn absorb(&mut self, other: &mut Self) {
        if self.by_code.is_empty() {
            std::mem::swap(&mut self.by_code, &mut other.by_code);
        }
        let parts = other.by_code.as_flattened_mut();
        self.by_code.as_flattened_mut().iter_mut().zip(&*parts).for_each(|(sum, part)| *sum += part);
        parts.fill(0);
        for (sum, part) in self.by_severity.iter_mut().zip(&mut other.by_severity) {
            *sum += std::mem::take(part);
        }
        self.allowed += std::mem::take(&mut other.allowed);
        self.known += std::mem::take(&mut other.known);
        self.hidden += std::mem::take(&mut other.hidden);
        self.lowered += std::mem::take(&mut other.lowered);
    }

    /// Moves a finding of the baseline from the other counts to the known ones.
    pub fn take_known(&mut self, code: Code, severity: Severity) {
        if let Some(counts) = self.by_code.get_mut(code as usize) {
            counts[severity as usize] = counts[severity as usize].saturating_sub(1);
        }
        self.by_severity[severity as usize] = self.by_severity[severity as usize].saturating_sub(1);
        self.known += 1;
    }

    /// Findings of the baseline.
    pub const fn known(&self) -> u64 {
        self.known
    }

    /// Findings whose severity a configuration lowers.
    pub const fn lowered(&self) -> u64 {
        self.lowered
    }

    /// Findings that a configuration hides.
    pub const fn hidden(&self) -> u64 {
        self.hidden
    }

    pub const fn allowed(&self) -> u64 {
        self.allowed
    }

    pub fn of(&self, code: Code) -> u64 {
        self.by_code.get(code as usize).map_or(0, |counts| counts.iter().sum())
    }

    /// Returns the counts of a code by severity, the gravest first, without zeros.
    pub fn severities_of(&self, code: Code) -> impl Iterator<Item = (Severity, u64)> {
        let counts = self.by_code.get(code as usize).copied().unwrap_or_default();
        let all = [Severity::Error, Severity::Warning, Severity::Info];
        all.into_iter().map(move |severity| (severity, counts[severity as usize])).filter(|(_, count)| *count > 0)
    }

    pub const fn of_severity(&self, severity: Severity) -> u64 {
        self.by_severity[severity as usize]
    }
}

/// Collects the findings of games, one after another.
#[derive(Debug)]
pub struct Collector {
    wanted: Wanted,
    /// Kept findings of the current game.
    pub findings: Vec<Finding>,
    /// Counts of all earlier games, kept findings or not.
    pub counts: Counts,
    /// Counted findings of the current game, which may still be taken back.
    game: Vec<(Code, Severity)>,
    /// Codes seen in this game by severity, one bit each.
    seen: [[u64; WORDS]; 3],
    /// Index of each code's first finding of its gravest severity: a code repeated a million times needs no search. An
    /// entry may date from an earlier game, so its code is checked. Boxed, as collectors are swapped for each game.
    first: Box<[usize]>,
    errors: u32,
    /// Findings of the current game that were counted, but not kept.
    dropped: u64,
    /// Findings of the current game that a configuration hides.
    hidden: u64,
    /// Moves of the current game that were assumed.
    pub assumed: u32,
    /// Moves of the current game that were chosen among several readings.
    pub chosen: u32,
    /// Lines of the current game that were searched for repairs.
    pub searched: u32,
    /// Tags of the current game that are not in PGN's notation.
    pub otherwise: OddTags,
}

/// Number of `u64` words in a set of codes.
const WORDS: usize = CATALOGUE.len().div_ceil(64);

impl Default for Collector {
    fn default() -> Self {
        Self::new(Wanted::default())
    }
}

impl Collector {
    pub fn new(wanted: Wanted) -> Self {
        Self {
            wanted,
            findings: Vec::new(),
            counts: Counts::default(),
            game: Vec::new(),
            seen: [[0; WORDS]; 3],
            first: vec![0; CATALOGUE.len()].into(),
            errors: 0,
            dropped: 0,
            hidden: 0,
            assumed: 0,
            chosen: 0,
            searched: 0,
            otherwise: OddTags::default(),
        }
    }

    /// Takes the kept findings of the current game, in text order.
    pub fn take_sorted(&mut self) -> Vec<Finding> {
        let mut findings = std::mem::take(&mut self.findings);
        for finding in &mut findings {
            finding.severity = self.wanted.severities.of(finding.code, finding.severity);
        }
        findings.sort_by_key(|finding| (finding.span.from, finding.code));
        findings
    }

    /// Resets the collector for the next game.
    pub fn begin(&mut self) {
        self.findings.clear();
        self.game.clear();
        self.seen = [[0; WORDS]; 3];
        self.errors = 0;
        self.dropped = 0;
        self.hidden = 0;
        self.assumed = 0;
        self.chosen = 0;
        self.searched = 0;
        self.otherwise = OddTags::default();
    }

    /// Adds the current game's findings to the counts, and reports how many were dropped.
    pub fn commit(&mut self) {
        if self.dropped > 0 {
            let span = self.findings.last().map(|finding| finding.span).unwrap_or_default();
            let message = say!("more-findings", number = self.dropped);
            let finding = Finding::new(Code::B006, span, message);
            self.findings.push(finding.help(say!("repair-the-first")));
            self.game.push((Code::B006, Severity::Warning));
            self.dropped = 0;
        }
        self.counts.hidden += std::mem::take(&mut self.hidden);
        for (code, severity) in self.game.drain(..) {
            let given = self.wanted.severities.of(code, severity);
            self.counts.lowered += u64::from(given < severity);
            self.counts.add(code, given);
        }
    }

    /// Counts a tag that is not in PGN's notation; true if a finding is wanted for it.
    pub(super) const fn is_odd(&mut self, tag: OddTag, value: Span) -> bool {
        self.otherwise.add(tag, value);
        self.wanted.odd_tags
    }

    /// True if each tag that is not in PGN's notation is reported.
    pub(super) const fn wants_odd_tags(&self) -> bool {
        self.wanted.odd_tags
    }

    /// True if allowances of records are applied.
    pub const fn allows(&self) -> bool {
        self.wanted.allows
    }

    /// Marks findings of the current game as allowed if `reason` returns a reason; they do not count.
    #[cold]
    pub fn allow(&mut self, mut reason: impl FnMut(&Finding) -> Option<String>) {
        for finding in &mut self.findings {
            let Some(reason) = reason(finding) else { continue };
            finding.allowed = Some(reason.into());
            if let Some(at) = self.game.iter().rposition(|counted| *counted == (finding.code, finding.severity)) {
                self.game.remove(at);
            }
            self.counts.allowed += 1;
        }
    }

    /// True if findings of that code and severity are kept, so that their text is needed.
    #[inline]
    pub fn wants(&self, code: Code, severity: Severity) -> bool {
        self.wanted.keeps(code, severity) && self.wanted.selection.counts(code)
    }

    /// True if a finding would be kept if it were added now.
    pub fn keeps(&self, code: Code, severity: Severity) -> bool {
        self.wants(code, severity) && !self.is_full()
    }

    /// True if the current game has the maximum number of kept findings.
    pub const fn is_full(&self) -> bool {
        self.findings.len() >= limits::FINDINGS
    }

    /// Errors of the current game.
    pub const fn errors(&self) -> u32 {
        self.errors
    }

    /// True if the current game has a finding of that code.
    pub fn has(&self, code: Code) -> bool {
        self.has_from(code, Severity::Info)
    }

    /// True if the current game has a finding of that code and at least that severity.
    pub fn has_from(&self, code: Code, severity: Severity) -> bool {
        let (word, bit) = (code as usize / 64, code as usize % 64);
        self.seen[severity as usize..].iter().any(|seen| seen[word] & (1 << bit) != 0)
    }

    /// Adds a finding; `write` is called only if it is kept.
    #[inline]
    pub fn add(&mut self, code: Code, severity: Severity, write: impl FnOnce() -> Finding) {
        if !self.note(code, severity) {
            return;
        }
        if self.is_full() {
            self.dropped += 1;
        } else {
            self.keep(write().severity(severity));
        }
    }

    /// Adds a finding that the caller creates only if [`Collector::keeps`] is true; otherwise it is only counted.
    pub fn add_made(&mut self, code: Code, severity: Severity, made: Option<Finding>) {
        if !self.note(code, severity) {
            return;
        }
        match made.filter(|_| !self.is_full()) {
            Some(finding) => self.keep(finding.severity(severity)),
            None => self.dropped += 1,
        }
    }

    /// Counts a finding; true if it is to be kept.
    pub fn note(&mut self, code: Code, severity: Severity) -> bool {
        debug_assert!(code.may_be(severity), "the catalogue does not know that {code:?} may be {severity:?}");
        self.seen[severity as usize][code as usize / 64] |= 1 << (code as usize % 64);
        if severity == Severity::Error {
            self.errors += 1;
        }
        if !self.wanted.selection.counts(code) {
            let is_hidden = self.wanted.hidden.as_ref().is_some_and(|hidden| hidden.counts(code));
            // A finding that is both lowered and ignored is hidden.
            let is_kept = severity > Severity::Info || self.wanted.keeps(code, severity);
            self.hidden += u64::from(is_hidden && is_kept);
            return false;
        }
        self.game.push((code, severity));
        self.wanted.keeps(code, severity)
    }

    fn keep(&mut self, mut finding: Finding) {
        finding.shrink();
        finding.assuming = self.assumed > 0;
        let first = &mut self.first[finding.code as usize];
        let known = self.findings.get(*first);
        if known.is_none_or(|known| known.code != finding.code || known.severity < finding.severity) {
            *first = self.findings.len();
        }
        self.findings.push(finding);
    }

    /// Takes back the findings from index `from` on for which `is` is true, and their counts.
    #[cold]
    pub fn take_back(&mut self, from: usize, is: impl Fn(&Finding) -> bool) -> Vec<Finding> {
        let from = from.min(self.findings.len());
        let taken: Vec<Finding> = self.findings.extract_if(from.., |finding| is(finding)).collect();
        for finding in &taken {
            if let Some(at) = self.game.iter().rposition(|counted| *counted == (finding.code, finding.severity)) {
                self.game.remove(at);
            }
            self.first[finding.code as usize] = usize::MAX;
        }
        // The removal has shifted the later findings, so `first` needs their new indices.
        for index in from..self.findings.len() {
            let Finding { code, severity, .. } = self.findings[index];
            let known = self.findings.get(self.first[code as usize]);
            if known.is_none_or(|known| known.code != code || known.severity < severity) {
                self.first[code as usize] = index;
            }
        }
        taken
    }

    /// Adds a finding once per game, and again if it is graver; otherwise increases the count of the kept one.
    pub fn add_once_per_game(&mut self, code: Code, severity: Severity, write: impl FnOnce() -> Finding) {
        // Later move numbers continue from a wrong one, so they are not each reported.
        let each = self.wanted.each && code != Code::N020;
        if each || !self.has_from(code, severity) {
            return self.add(code, severity, write);
        }
        let first = self.findings.get_mut(self.first[code as usize]);
        if let Some(first) = first.filter(|first| first.code == code) {
            first.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_counted_where_it_stood_first() {
        let mut collector = Collector::new(Wanted::default());
        let (other, code) = (Code::L001, Code::N024);
        let write = |code| move || Finding::new(code, Span::default(), say!("no-such-move"));
        // Indices left from one game must not affect the next.
        for others in [2, 0, 3] {
            collector.begin();
            for _ in 0..others {
                collector.add(other, Severity::Error, write(other));
            }
            collector.add_once_per_game(code, Severity::Error, write(code));
            collector.add(code, Severity::Error, write(code));
            collector.add_once_per_game(code, Severity::Error, write(code));
            let counts: Vec<_> = collector.findings.iter().map(|finding| finding.count).collect();
            assert_eq!(counts, [vec![1; others], vec![2, 1]].concat());
            collector.begin();
            collector.add_once_per_game(code, Severity::Info, write(code));
            collector.add_once_per_game(code, Severity::Info, write(code));
            collector.add(other, Severity::Error, write(other));
            assert!(collector.has(code) && collector.findings.iter().all(|finding| finding.count == 1));
        }
    }

    #[test]
    fn what_is_taken_back_is_not_counted() {
        let mut collector = Collector::new(Wanted::default());
        let write = |code, ply| move || Finding::new(code, Span::default(), say!("no-such-move")).at_ply(ply);
        collector.begin();
        for (ply, code) in [(1, Code::N020), (2, Code::N022), (3, Code::N020)] {
            collector.add(code, Severity::Warning, write(code, ply));
        }
        let taken = collector.take_back(0, |finding| finding.ply == Some(1));
        assert_eq!(taken.iter().map(|finding| finding.ply).collect::<Vec<_>>(), [Some(1)]);
        // The first remaining finding of a code counts the later ones, even after it moved up.
        collector.add_once_per_game(Code::N020, Severity::Warning, write(Code::N020, 4));
        collector.add_once_per_game(Code::N022, Severity::Warning, write(Code::N022, 5));
        let left: Vec<_> = collector.findings.iter().map(|finding| (finding.ply, finding.count)).collect();
        assert_eq!(left, [(Some(2), 2), (Some(3), 2)]);
        collector.commit();
        assert_eq!((collector.counts.of(Code::N020), collector.counts.of(Code::N022)), (1, 1));
    }

    #[test]
    fn what_is_graver_is_given_again() {
        for infos in [false, true] {
            let mut collector = Collector::new(Wanted { infos, ..Wanted::default() });
            let write = || Finding::new(Code::N024, Span::default(), say!("no-such-move"));
            let severities = [Severity::Info, Severity::Info, Severity::Error, Severity::Info, Severity::Error];
            severities.into_iter().for_each(|severity| collector.add_once_per_game(Code::N024, severity, write));
            let found: Vec<_> = collector.findings.iter().map(|finding| (finding.severity, finding.count)).collect();
            let all = [(Severity::Info, 2), (Severity::Error, 3)];
            assert_eq!(found, all[usize::from(!infos)..]);
            assert_eq!(collector.errors(), 1);
        }
    }
}
