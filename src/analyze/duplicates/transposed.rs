//! One game in two orders of moves: two archives had it from different sheets, often with the colours exchanged in the tags.
//!
//! Two sound games of the same two people, whatever their colours, in the same year, that have as many plies and end in the
//! same position are one game; that this is chance nobody has seen from [`BEGINNING`](super::BEGINNING) plies on.

use std::io;

use super::fingerprint::{FINGERPRINT, FieldWriter, GameFingerprint, Get, RANK};
use super::relations::Pairs;
use super::sort::{SortLimits, Sorted, Sorter};

/// Hash of who met, rank, hash of the moves.
const MEETING: usize = 8 + RANK + 16;

/// Finds all of them; the best comes first in each meeting, and is kept.
pub(super) fn find(fingerprints: &mut Sorted<FINGERPRINT>, limits: &SortLimits) -> io::Result<Pairs> {
    let mut meetings = Sorter::new(&limits.folder, limits.other());
    let mut merge = fingerprints.merge()?;
    let mut before = None;
    while let Some(bytes) = merge.pop()? {
        let fingerprint = GameFingerprint::get(&bytes);
        // Of the same moves one is enough.
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
