//! Many records of games, from which those of one game are found.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::copy::{CopyPlace, GameCopy};

/// Records that share a feature at most, if it is to say something.
const COMMON: usize = 100;
/// Records that are looked at for one game.
const LOOKED_AT: usize = 8;
/// Bytes that are kept, about.
const MOST: usize = 512 << 20;

#[derive(Debug, Default)]
pub struct CopyIndex {
    copies: Vec<GameCopy>,
    /// Features, and the records that have them, in order.
    features: Vec<(u64, u32)>,
    bytes: usize,
    /// Which of them were found to be of a game.
    paired: Vec<AtomicBool>,
}

impl CopyIndex {
    /// Adds a record, unless there are as many as may be.
    pub fn add(&mut self, mut copy: GameCopy) {
        let Ok(number) = u32::try_from(self.copies.len()) else { return };
        if self.is_full() {
            return;
        }
        self.bytes += copy.bytes();
        self.features.extend(std::mem::take(&mut copy.features).into_iter().map(|feature| (feature, number)));
        self.copies.push(copy);
    }

    /// Whether no more are taken.
    pub const fn is_full(&self) -> bool {
        self.bytes >= MOST
    }

    pub fn count(&self) -> usize {
        self.copies.len()
    }

    /// Puts the features in order; needed before records are looked up.
    pub fn settle(&mut self) {
        self.features.sort_unstable();
        self.paired = self.copies.iter().map(|_| AtomicBool::new(false)).collect();
    }

    /// Notes that a record is one of a game.
    pub(crate) fn pair(&self, number: usize) {
        self.paired.iter().skip(number).take(1).for_each(|paired| paired.store(true, Ordering::Relaxed));
    }

    /// Where the records stand that were found to be of no game.
    pub fn unpaired(&self) -> impl Iterator<Item = &CopyPlace> {
        let unpaired = self.copies.iter().zip(&self.paired).filter(|(_, paired)| !paired.load(Ordering::Relaxed));
        unpaired.map(|(copy, _)| &copy.place)
    }

    /// Records that may be of a game with these features, those that share the rarest ones first, by their numbers.
    pub(crate) fn alike(&self, features: &[u64]) -> Vec<(usize, &GameCopy)> {
        let mut shared: HashMap<u32, f32> = HashMap::new();
        for feature in features {
            let from = self.features.partition_point(|(other, _)| other < feature);
            let with: usize =
                self.features[from..].iter().take(COMMON + 1).take_while(|(other, _)| other == feature).count();
            if with > COMMON {
                continue;
            }
            for (_, number) in &self.features[from..from + with] {
                *shared.entry(*number).or_default() += 1.0 / with as f32;
            }
        }
        let mut alike: Vec<(u32, f32)> = shared.into_iter().collect();
        alike.sort_by(|(one, first), (other, second)| second.total_cmp(first).then(one.cmp(other)));
        let copy = |number: usize| Some((number, self.copies.get(number)?));
        alike.iter().take(LOOKED_AT).filter_map(|(number, _)| copy(*number as usize)).collect()
    }
}
