//! Finds games that are the beginning of others: their hash equals that of the longer game after as many plies.
//!
//! Games with equal half hashes after 20, 40 or 60 plies are candidates. Only their moves are read again, and hashed at
//! the plies at which candidates end. Half hashes only group; full hashes decide.

use std::io;

use xxhash_rust::xxh3::Xxh3;

use super::BEGINNING;
use super::fingerprint::{FINGERPRINT, FieldWriter, GameFingerprint, Get, RANK, Rank};
use super::log::Log;
use super::relations::{Pairs, Relations};
use super::sort::{SortLimits, Sorted, Sorter};
use super::worker::LEVELS;
use partie_table::identity::{HEAD, PLY};

/// Bytes of a candidate: level, half hash, plies; hash, rank, offset in the log.
const CANDIDATE: usize = 1 + 8 + 4 + 16 + RANK + 8;
/// Bytes of a request: offset in the log; range in the list of plies to hash at; rank, hash.
const REQUEST: usize = 8 + 4 + 4 + RANK + 16;
/// Bytes of a probe: hash after some ply; [`ENDS`] or [`GOES_ON`]; rank, hash of the whole game.
const PROBE: usize = 16 + 1 + RANK + 16;

/// The kinds of probes: a game ends at the hashed ply, or continues.
const ENDS: u8 = 0;
const GOES_ON: u8 = 1;

/// Finds all beginnings of other games, and adds them to the known pairs.
pub(super) fn find(
    fingerprints: &mut Sorted<FINGERPRINT>,
    log: &mut Log,
    mut pairs: Pairs,
    limits: &SortLimits,
) -> io::Result<Relations> {
    let mut candidates = candidates(fingerprints, limits)?;
    let mut probes = Sorter::new(&limits.folder, limits.other());
    let (mut requests, plies) = requests(&mut candidates, &mut probes, limits)?;
    drop(candidates);
    hash(&mut requests, &plies, log, &mut probes)?;
    drop(requests);
    let mut probes = probes.finish()?;
    let mut merge = probes.merge()?;
    // The game that ends with the current hash, until its best continuation is found.
    let mut ends: Option<(u128, Rank)> = None;
    while let Some(probe) = merge.pop()? {
        let mut get = Get(&probe);
        let (hash, what, rank, whole) = (get.u128(), get.u8(), Rank::get(get.bytes()), get.u128());
        if what == ENDS {
            ends = Some((hash, rank));
        } else if let Some((short, best)) =
            ends.filter(|(short, best)| *short == hash && best.may_be_of_the_same(&rank))
        {
            pairs.push((short, best.legal), (whole, rank.legal))?;
            ends = None;
        }
    }
    pairs.finish()
}

/// Collects one game of each sequence of moves, once for each level (20, 40 or 60 plies) that it reaches.
fn candidates(fingerprints: &mut Sorted<FINGERPRINT>, limits: &SortLimits) -> io::Result<Sorted<CANDIDATE>> {
    let mut candidates = Sorter::new(&limits.folder, limits.other());
    let mut merge = fingerprints.merge()?;
    let mut before = None;
    while let Some(fingerprint) = merge.pop()? {
        let fingerprint = GameFingerprint::get(&fingerprint);
        if fingerprint.rank.plies < BEGINNING || before.replace(fingerprint.whole) == Some(fingerprint.whole) {
            continue;
        }
        for (level, at) in (0_u8..).zip(fingerprint.at) {
            if fingerprint.rank.plies >= LEVELS[usize::from(level)] {
                let bytes = FieldWriter::<CANDIDATE>::new()
                    .bytes(&[level])
                    .bytes(&at.to_be_bytes())
                    .bytes(&fingerprint.rank.plies.to_be_bytes())
                    .bytes(&fingerprint.whole.to_be_bytes())
                    .bytes(&fingerprint.rank.put())
                    .bytes(&fingerprint.log.to_be_bytes());
                candidates.push(bytes.done())?;
            }
        }
    }
    candidates.finish()
}

/// A game in a group of candidates with equal half hashes.
struct Candidate {
    level: u8,
    at: u64,
    plies: u32,
    whole: u128,
    rank: [u8; RANK],
    log: u64,
}

impl Candidate {
    fn get(bytes: &[u8; CANDIDATE]) -> Self {
        let mut get = Get(bytes);
        Self { level: get.u8(), at: get.u64(), plies: get.u32(), whole: get.u128(), rank: get.bytes(), log: get.u64() }
    }

    /// True if the game ends before the next level. Then its group contains all its continuations.
    fn is_short(&self) -> bool {
        LEVELS.get(usize::from(self.level) + 1).is_none_or(|next| self.plies < *next)
    }

    fn ends(&self, probes: &mut Sorter<PROBE>) -> io::Result<()> {
        probes.push(probe(self.whole, ENDS, &self.rank, self.whole))
    }
}

fn probe(hash: u128, what: u8, rank: &[u8; RANK], whole: u128) -> [u8; PROBE] {
    FieldWriter::<PROBE>::new().bytes(&hash.to_be_bytes()).bytes(&[what]).bytes(rank).bytes(&whole.to_be_bytes()).done()
}

/// Collects the games to hash, each with the plies to hash at. Adds a probe for the end of each possible beginning.
fn requests(
    candidates: &mut Sorted<CANDIDATE>,
    probes: &mut Sorter<PROBE>,
    limits: &SortLimits,
) -> io::Result<(Sorted<REQUEST>, Vec<u32>)> {
    let mut requests = Sorter::new(&limits.folder, limits.other());
    // The plies at which games of a group end, concatenated for all groups.
    let mut plies: Vec<u32> = Vec::new();
    let mut merge = candidates.merge()?;
    let mut group = (u8::MAX, 0);
    let (mut from, mut asked) = (0, false);
    // The first game of the current group, until a second one comes.
    let mut first: Option<Candidate> = None;
    while let Some(bytes) = merge.pop()? {
        let candidate = Candidate::get(&bytes);
        if group != (candidate.level, candidate.at) {
            group = (candidate.level, candidate.at);
            if !asked {
                plies.truncate(from);
            }
            (from, asked) = (plies.len(), false);
            if candidate.is_short() {
                plies.push(candidate.plies);
            }
            first = Some(candidate);
            continue;
        }
        if let Some(first) = first.take().filter(Candidate::is_short) {
            first.ends(probes)?;
        }
        // The candidates of a group are sorted by plies, and so is the list of their ends.
        let below = plies[from..].partition_point(|ply| *ply < candidate.plies);
        if below > 0 {
            asked = true;
            let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            let request = FieldWriter::<REQUEST>::new()
                .bytes(&candidate.log.to_be_bytes())
                .bytes(&narrow(from).to_be_bytes())
                .bytes(&narrow(below).to_be_bytes())
                .bytes(&candidate.rank)
                .bytes(&candidate.whole.to_be_bytes());
            requests.push(request.done())?;
        }
        if candidate.is_short() {
            candidate.ends(probes)?;
            if plies[from..].last() != Some(&candidate.plies) {
                plies.push(candidate.plies);
            }
        }
    }
    Ok((requests.finish()?, plies))
}

/// Reads the moves of the requested games and hashes them at the requested plies.
fn hash(requests: &mut Sorted<REQUEST>, plies: &[u32], log: &mut Log, probes: &mut Sorter<PROBE>) -> io::Result<()> {
    let mut merge = requests.merge()?;
    while let Some(request) = merge.pop()? {
        let mut get = Get(&request);
        let (at, from, count) = (get.u64(), get.u32() as usize, get.u32() as usize);
        let (rank, whole) = (get.bytes(), get.u128());
        let asked = plies.get(from..from + count).unwrap_or_default();
        let most = asked.last().copied().unwrap_or(0) as usize;
        let moves = log.read_at(at, HEAD + most * PLY)?;
        let mut hasher = Xxh3::new();
        let mut done = 0;
        for ply in asked {
            let end = HEAD + *ply as usize * PLY;
            hasher.update(moves.get(done..end).unwrap_or_default());
            done = end;
            probes.push(probe(hasher.digest128(), GOES_ON, &rank, whole))?;
        }
    }
    Ok(())
}
