//! Collects the fingerprints of all games in input order, then groups the duplicates.

use std::io;

use super::fingerprint::{FINGERPRINT, FieldWriter, GameFingerprint, Get, RANK};
use super::groups::{self, Duplicates};
use super::log::Log;
use super::prefixes;
use super::relations::Pairs;
use super::sort::{SortLimits, Sorted, Sorter};
use super::worker::SliceFingerprints;
use partie_replay::game_worker::SliceOut;

/// Number of steps in which [`DuplicateIndex::finish`] groups duplicates.
pub const STEPS: u64 = 3;

/// Collects fingerprints of games, and groups duplicates.
#[derive(Debug)]
pub struct DuplicateIndex {
    limits: SortLimits,
    fingerprints: Sorter<FINGERPRINT>,
    log: Log,
    sources: Vec<String>,
    /// Games of earlier files. `games` and `lines` count those of the current file before the current slice.
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

    /// Starts a file; `source` is its displayed path.
    pub fn begin(&mut self, source: String) {
        self.sources.push(source);
        (self.games, self.lines) = (0, 0);
    }

    pub const fn all_games(&self) -> u64 {
        self.place + self.games
    }

    /// Adds the next slice of the file.
    ///
    /// # Errors
    /// If temporary files cannot be written.
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

    /// Ends the current file.
    pub const fn end(&mut self) {
        self.place += self.games;
        self.games = 0;
    }

    /// Groups the duplicates; calls `at` with the number of finished steps.
    ///
    /// # Errors
    /// If temporary files cannot be read or written.
    pub fn finish(mut self, mut at: impl FnMut(u64)) -> io::Result<Duplicates> {
        self.end();
        at(0);
        let mut fingerprints = self.fingerprints.finish()?;
        at(1);
        let pairs = find(&mut fingerprints, &self.limits)?;
        let relations = prefixes::find(&mut fingerprints, &mut self.log, pairs, &self.limits)?;
        drop(self.log);
        at(2);
        groups::find(&mut fingerprints, relations, (self.sources, self.place), &self.limits)
    }
}

/// Bytes of a record: meeting hash, rank, hash of the moves.
const MEETING: usize = 8 + RANK + 16;

/// Finds all games that differ only in the order of moves. The best of them comes first and is kept.
pub(super) fn find(fingerprints: &mut Sorted<FINGERPRINT>, limits: &SortLimits) -> io::Result<Pairs> {
    let mut meetings = Sorter::new(&limits.folder, limits.other());
    let mut merge = fingerprints.merge()?;
    let mut before = None;
    while let Some(bytes) = merge.pop()? {
        let fingerprint = GameFingerprint::get(&bytes);
        // Takes one game of each sequence of moves.
        if fingerprint.meeting != 0 && before.replace(fingerprint.whole) != Some(fingerprint.whole) {
            let meeting = FieldWriter::<MEETING>::new()
                .bytes(&fingerprint.meeting.to_be_bytes())
                .bytes(&fingerprint.rank.put())
                .bytes(&fingerprint.whole.to_be_bytes());
            meetings.push(meeting.done())?;
        }
    }
    drop(merge);
    let mut pairs = Pairs::new(&limits.folder, limits.other());
    let mut meetings = meetings.finish()?;
    let mut merge = meetings.merge()?;
    let mut kept = None;
    while let Some(bytes) = merge.pop()? {
        let mut get = Get(&bytes);
        let (meeting, _, whole) = (get.u64(), get.bytes::<RANK>(), get.u128());
        match kept {
            Some((known, kept)) if known == meeting => pairs.push_order(whole, kept)?,
            _ => kept = Some((meeting, whole)),
        }
    }
    drop(merge);
    Ok(pairs)
}
