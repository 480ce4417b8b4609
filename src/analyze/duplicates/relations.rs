//! Pairs of game hashes, sorted by the first: a game and its continuation, or two move orders of one game.
//!
//! A beginning points to its best legal continuation, or else to its best broken one. So a legal game may have
//! beginnings, and itself be the beginning of a broken game. Then all of them belong to the group of the broken game.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use super::fingerprint::{FieldWriter, Get};
use super::sort::{Merge, Sorted, Sorter};

const PAIR: usize = 32;
/// Maximum games with another move order that are kept in memory, about 16 MB.
const MAX_ORDERS: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct Pairs {
    pairs: Sorter<PAIR>,
    /// Maps legal games to broken continuations, and reordered games to their continuations. Both are rare.
    further: HashMap<u128, u128>,
    /// Maps reordered games to the kept game, and the kept game to itself.
    orders: HashMap<u128, u128>,
}

impl Pairs {
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        Self { pairs: Sorter::new(folder, memory), further: HashMap::new(), orders: HashMap::new() }
    }

    /// Adds a pair: `short` is the beginning of `long`. The flags are true for legal games.
    pub(super) fn push(&mut self, (short, legal): (u128, bool), (long, whole): (u128, bool)) -> io::Result<()> {
        let order = self.orders.get(&short).copied();
        let short = order.unwrap_or(short);
        if legal && !whole || order.is_some() {
            self.further.insert(short, long);
        }
        self.pair(short, long)?;
        self.pair(long, long)
    }

    /// Adds a pair: `other` is the game `kept` in another move order.
    pub(super) fn push_order(&mut self, other: u128, kept: u128) -> io::Result<()> {
        // Keeps at most `MAX_ORDERS` games; later pairs are dropped.
        if self.orders.len() < MAX_ORDERS {
            self.orders.insert(other, kept);
            self.orders.insert(kept, kept);
            self.pair(other, kept)?;
            self.pair(kept, kept)?;
        }
        Ok(())
    }

    fn pair(&mut self, from: u128, to: u128) -> io::Result<()> {
        self.pairs.push(FieldWriter::<PAIR>::new().bytes(&from.to_be_bytes()).bytes(&to.to_be_bytes()).done())
    }

    pub(super) fn finish(self) -> io::Result<Relations> {
        Ok(Relations { pairs: self.pairs.finish()?, further: self.further })
    }
}

#[derive(Debug)]
pub(super) struct Relations {
    pairs: Sorted<PAIR>,
    further: HashMap<u128, u128>,
}

impl Relations {
    /// Starts a walk over the pairs in the order of their first hashes.
    pub(super) fn walk(&mut self) -> io::Result<Walk<'_>> {
        let Self { pairs, further } = self;
        let mut merge = pairs.merge()?;
        let next = merge.pop()?.map(pair);
        Ok(Walk { merge, further, next })
    }
}

fn pair(bytes: [u8; PAIR]) -> (u128, u128) {
    let mut get = Get(&bytes);
    (get.u128(), get.u128())
}

#[derive(Debug)]
pub(super) struct Walk<'a> {
    merge: Merge<'a, PAIR>,
    further: &'a HashMap<u128, u128>,
    next: Option<(u128, u128)>,
}

impl Walk<'_> {
    /// The hash of the longest game in a game's group; `None` if the game has neither beginnings nor continuations.
    /// Calls must be in the order of hashes.
    pub(super) fn root(&mut self, whole: u128) -> io::Result<Option<u128>> {
        let mut found = None;
        while let Some((from, to)) = self.next {
            if from > whole {
                break;
            }
            if from == whole {
                let root = self.further.get(&to).copied().unwrap_or(to);
                // A game with a continuation also points to itself if it has beginnings.
                if found.is_none() || root != whole {
                    found = Some(root);
                }
            }
            self.next = self.merge.pop()?.map(pair);
        }
        Ok(found)
    }
}
