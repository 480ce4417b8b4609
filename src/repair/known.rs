//! Positions of other games: evidence for a move that leads to one of them. The caller reads the other games.

use std::sync::Arc;

use super::repairable::Material;
use partie_rules::{GameKind, Rules};

/// Maximum number of plies of a game whose positions count.
pub const DEPTH: usize = 24;
/// Maximum number of positions in the set.
const MAX_POSITIONS: usize = 16 << 20;
/// Minimum number of new keys before a sort.
const MIN_NEW_KEYS: usize = 1 << 20;

/// Zobrist keys of positions.
#[derive(Clone, Debug, Default)]
pub struct KnownPositions {
    keys: Vec<u64>,
    gathered: Vec<u64>,
    most: Option<usize>,
}

/// Returns the key of a position. Positions of different games must not have the same key.
fn key<G: Rules>(position: &G) -> u64 {
    let game = match G::KIND {
        GameKind::Chess => 0,
        GameKind::Hex => 0x9e37_79b9_7f4a_7c15,
        GameKind::Shogi => 0xc2b2_ae3d_27d4_eb4f,
    };
    position.zobrist() ^ game
}

/// Appends the keys of the first positions of a line, including its start.
pub fn keys_of_line<G: Rules>(start: &G, moves: &[G::Move], keys: &mut Vec<u64>) {
    let mut position = start.clone();
    keys.push(key(&position));
    for mv in moves.iter().take(DEPTH) {
        position.play_listed(*mv);
        keys.push(key(&position));
    }
}

impl KnownPositions {
    /// Creates an empty set of at most `most` positions.
    #[cfg(test)]
    fn at_most(most: usize) -> Self {
        Self { most: Some(most), ..Self::default() }
    }

    fn most(&self) -> usize {
        self.most.unwrap_or(MAX_POSITIONS)
    }

    /// Adds positions, unless the limit is reached.
    pub fn add(&mut self, keys: &[u64]) {
        if self.is_full() {
            return;
        }
        self.gathered.extend_from_slice(keys);
        // A sort takes longer as the set grows.
        if self.gathered.len() >= MIN_NEW_KEYS.max(self.keys.len() / 4).min(self.most()) {
            self.settle();
        }
    }

    /// Merges the new keys into the sorted ones; required before positions are looked up.
    pub fn settle(&mut self) {
        self.keys.append(&mut self.gathered);
        self.keys.sort_unstable();
        self.keys.dedup();
        self.keys.truncate(self.most());
        self.keys.shrink_to_fit();
        self.gathered.clear();
    }

    /// True if no more positions are added.
    pub fn is_full(&self) -> bool {
        self.keys.len() >= self.most()
    }

    pub fn count(&self) -> usize {
        self.keys.len()
    }

    fn contains<G: Rules>(&self, position: &G) -> bool {
        self.keys.binary_search(&key(position)).is_ok()
    }
}

/// True if a position belongs to a known opening or to `games`.
pub(super) fn is_known<G: Material>(position: &G, games: Option<&Arc<KnownPositions>>) -> bool {
    position.is_known() || games.is_some_and(|games| games.contains(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_rules::{chess, hex, shogi};

    #[test]
    fn positions_are_those_of_one_game() {
        let mut known = KnownPositions::default();
        let mut keys = Vec::new();
        keys_of_line(&hex::Position::start(), &[], &mut keys);
        known.add(&keys);
        known.settle();
        assert!(known.contains(&hex::Position::start()));
        assert!(!known.contains(&chess::Position::start()) && !known.contains(&shogi::Position::start()));
    }

    #[test]
    fn only_so_many_are_kept() {
        let mut known = KnownPositions::at_most(5);
        for keys in [[1, 2, 1], [3, 4, 4], [5, 6, 7], [8, 9, 10]] {
            known.add(&keys);
        }
        known.settle();
        assert!(known.is_full() && known.count() == 5);
    }
}
