//! An index of game records for finding all records of one game.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::copy::{CopyPlace, GameCopy};

/// Maximum number of records with the same feature; a more common feature is no evidence.
const MAX_RECORDS_PER_FEATURE: usize = 100;
/// Maximum number of records returned for one game.
const MAX_CANDIDATES: usize = 8;
/// Approximate maximum size of the index, in bytes.
const MAX_BYTES: usize = 512 << 20;

#[derive(Debug, Default)]
pub struct CopyIndex {
    copies: Vec<GameCopy>,
    /// Features, and the records that have them, sorted.
    features: Vec<(u64, u32)>,
    bytes: usize,
    /// True for records that were recognized as another record of a replayed game.
    paired: Vec<AtomicBool>,
}

impl CopyIndex {
    /// Adds a record, unless the index is full.
    pub fn add(&mut self, mut copy: GameCopy) {
        let Ok(number) = u32::try_from(self.copies.len()) else { return };
        if self.is_full() {
            return;
        }
        self.bytes += copy.bytes();
        self.features.extend(std::mem::take(&mut copy.features).into_iter().map(|feature| (feature, number)));
        self.copies.push(copy);
    }

    /// True if no more records are accepted.
    pub const fn is_full(&self) -> bool {
        self.bytes >= MAX_BYTES
    }

    pub fn count(&self) -> usize {
        self.copies.len()
    }

    /// Sorts the features; required before records are looked up.
    pub fn settle(&mut self) {
        self.features.sort_unstable();
        self.paired = self.copies.iter().map(|_| AtomicBool::new(false)).collect();
    }

    /// Marks a record as another record of a replayed game.
    pub(crate) fn pair(&self, number: usize) {
        self.paired.iter().skip(number).take(1).for_each(|paired| paired.store(true, Ordering::Relaxed));
    }

    /// Returns the places of the records that match no replayed game.
    pub fn unpaired(&self) -> impl Iterator<Item = &CopyPlace> {
        let unpaired = self.copies.iter().zip(&self.paired).filter(|(_, paired)| !paired.load(Ordering::Relaxed));
        unpaired.map(|(copy, _)| &copy.place)
    }

    /// Returns the records that may be of a game with these features, with their numbers; records that share the rarest
    /// features come first.
    pub(crate) fn alike(&self, features: &[u64]) -> Vec<(usize, &GameCopy)> {
        let mut shared: HashMap<u32, f32> = HashMap::new();
        for feature in features {
            let from = self.features.partition_point(|(other, _)| other < feature);
            let with: usize = self.features[from..]
                .iter()
                .take(MAX_RECORDS_PER_FEATURE + 1)
                .take_while(|(other, _)| other == feature)
                .count();
            if with > MAX_RECORDS_PER_FEATURE {
                continue;
            }
            for (_, number) in &self.features[from..from + with] {
                *shared.entry(*number).or_default() += 1.0 / with as f32;
            }
        }
        let mut alike: Vec<(u32, f32)> = shared.into_iter().collect();
        alike.sort_by(|(one, first), (other, second)| second.total_cmp(first).then(one.cmp(other)));
        let copy = |number: usize| Some((number, self.copies.get(number)?));
        alike.iter().take(MAX_CANDIDATES).filter_map(|(number, _)| copy(*number as usize)).collect()
    }
}
