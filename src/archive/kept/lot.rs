//! A random sample of games. Not for games in order.

use std::collections::BTreeMap;

/// The `size` games with the lowest hashes so far; the hash of a game depends only on the seed and the game's index.
#[derive(Debug, Default)]
pub struct Lot {
    size: usize,
    seed: u64,
    asked: u64,
    drawn: BTreeMap<(u64, u64), (Vec<u8>, String)>,
    /// The hash and the index of the last game.
    last: (u64, u64),
}

impl Lot {
    pub(super) fn new(size: usize, seed: u64) -> Self {
        Self { size, seed, ..Self::default() }
    }

    pub(super) fn add(&mut self, text: &[u8], value: String) {
        let number = xxhash_rust::xxh3::xxh3_64_with_seed(&self.asked.to_le_bytes(), self.seed);
        self.last = (number, self.asked);
        self.asked += 1;
        if self.drawn.len() == self.size {
            match self.drawn.last_entry() {
                Some(last) if *last.key() > self.last => drop(last.remove()),
                _ => return,
            }
        }
        self.drawn.insert(self.last, (text.to_vec(), value));
    }

    /// Appends text to the last game, if it was drawn.
    pub(super) fn rest_of_last(&mut self, rest: &[u8]) {
        if let Some((text, _)) = self.drawn.get_mut(&self.last) {
            text.extend_from_slice(rest);
        }
    }

    /// Returns the drawn games in input order, each with its split value.
    pub(super) fn in_order(self) -> impl Iterator<Item = (Vec<u8>, String)> {
        let mut drawn: Vec<_> = self.drawn.into_iter().map(|((_, asked), game)| (asked, game)).collect();
        drawn.sort_unstable_by_key(|(asked, _)| *asked);
        drawn.into_iter().map(|(_, game)| game)
    }
}
