//! Collects the cards of all games in input order, then finds what belongs together.

use std::io;

use super::fingerprint::FINGERPRINT;
use super::groups::{self, Duplicates};
use super::log::Log;
use super::prefixes;
use super::sort::{SortLimits, Sorter};
use super::transposed;
use super::worker::SliceFingerprints;
use partie_replay::game_worker::SliceOut;

/// Steps in which games are compared.
pub const STEPS: u64 = 3;

/// The games that were seen so far.
#[derive(Debug)]
pub struct DuplicateIndex {
    limits: SortLimits,
    fingerprints: Sorter<FINGERPRINT>,
    log: Log,
    sources: Vec<String>,
    /// Games in all, and games and lines of the file at hand up to the slice at hand.
    place: u64,
    games: u64,
    lines: u64,
}

impl DuplicateIndex {
    pub fn new(limits: SortLimits) -> Self {
        let fingerprints = Sorter::new(&limits.folder, limits.fingerprints());
        let log = Log::new(&limits.folder);
        Self { limits, fingerprints, log, sources: Vec::new(), place: 0, games: 0, lines: 0 }
    }

    /// A file begins, of which that is shown.
    pub fn begin(&mut self, source: String) {
        self.sources.push(source);
        (self.games, self.lines) = (0, 0);
    }

    pub const fn all_games(&self) -> u64 {
        self.place + self.games
    }

    /// The next slice of it.
    ///
    /// # Errors
    /// What writing temporary files says.
    pub fn slice(&mut self, out: &SliceOut<SliceFingerprints>) -> io::Result<()> {
        let spotted = &out.made;
        let source = u32::try_from(self.sources.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let mut from = 0;
        for fingerprint in &spotted.fingerprints {
            let mut fingerprint = *fingerprint;
            let length = fingerprint.log as usize;
            fingerprint.log = self.log.end();
            self.log.push(spotted.moves.get(from..from + length).unwrap_or_default())?;
            from += length;
            fingerprint.rank.place = self.place + self.games + fingerprint.place.game;
            fingerprint.place.source = source;
            fingerprint.place.game += self.games + 1;
            fingerprint.place.line += self.lines + 1;
            self.fingerprints.push(fingerprint.put())?;
        }
        self.games += out.games;
        self.lines += spotted.lines;
        Ok(())
    }

    /// The file at hand ends.
    pub const fn end(&mut self) {
        self.place += self.games;
        self.games = 0;
    }

    /// Finds what belongs together; `at` is told how many steps are done.
    ///
    /// # Errors
    /// What reading and writing temporary files says.
    pub fn finish(mut self, mut at: impl FnMut(u64)) -> io::Result<Duplicates> {
        self.end();
        at(0);
        let mut fingerprints = self.fingerprints.finish()?;
        at(1);
        let pairs = transposed::find(&mut fingerprints, &self.limits)?;
        let relations = prefixes::find(&mut fingerprints, &mut self.log, pairs, &self.limits)?;
        drop(self.log);
        at(2);
        groups::find(&mut fingerprints, relations, (self.sources, self.place), &self.limits)
    }
}
