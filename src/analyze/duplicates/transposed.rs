//! Finds a game in two orders of moves, as archives took it from different score sheets, often with the colors swapped.
//!
//! Two sound games are one if they have the same two players (in any colors), year, number of plies and final position.
//! No chance match is known from [`BEGINNING`](super::BEGINNING) plies on.

use std::io;

use super::fingerprint::{FINGERPRINT, FieldWriter, GameFingerprint, Get, RANK};
use super::relations::Pairs;
use super::sort::{SortLimits, Sorted, Sorter};

/// Meeting hash, rank, hash of the moves.
const MEETING: usize = 8 + RANK + 16;

/// Finds all reordered games. The best game of each meeting comes first and is kept.
pub(super) fn find(fingerprints: &mut Sorted<FINGERPRINT>, limits: &SortLimits) -> io::Result<Pairs> {
    let mut meetings = Sorter::new(&limits.folder, limits.other());
    let mut merge = fingerprints.merge()?;
    let mut before = None;
    while let Some(bytes) = merge.pop()? {
        let fingerprint = GameFingerprint::get(&bytes);
        // One game suffices for each sequence of moves.
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
