//! Many records of games, from which those of one game are found.

use std::collections::HashMap;

use super::copy::GameCopy;

/// Records that share a feature at most, if it is to say something.
const COMMON: usize = 100;
/// Records that are looked at for one game.
const LOOKED_AT: usize = 8;
/// Bytes that are kept, about.
const MOST: usize = 512 << 20;

/// Records of games.
#[derive(Debug, Default)]
pub struct CopyIndex {
    copies: Vec<GameCopy>,
    /// Features, and the records that have them, in order.
    features: Vec<(u64, u32)>,
    bytes: usize,
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.copies.len()
    }

    /// Puts the features in order; needed before records are looked up.
    pub fn settle(&mut self) {
        self.features.sort_unstable();
    }

    /// Records that may be of a game with these features, those that share the rarest ones first.
    pub(crate) fn alike(&self, features: &[u64]) -> Vec<&GameCopy> {
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
        alike.iter().take(LOOKED_AT).filter_map(|(number, _)| self.copies.get(*number as usize)).collect()
    }
}
