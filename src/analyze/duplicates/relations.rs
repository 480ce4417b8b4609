//! Which game is the beginning of which, or the same with its moves in another order: pairs of hashes, sorted by the first.
//!
//! A beginning points to the best legal game that goes on after it, or else to the best broken one. A legal game may so
//! be the beginning of a broken one, and have beginnings itself; then all of them belong to the broken one's group.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use super::fingerprint::{FieldWriter, Get};
use super::sort::{Merge, Sorted, Sorter};

const PAIR: usize = 32;
/// Games in other orders of moves that are kept in memory, 16 MB.
const MOST_ORDERS: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct Pairs {
    pairs: Sorter<PAIR>,
    /// From legal games to broken ones, and from a game in one order of moves to what it begins; both are few.
    further: HashMap<u128, u128>,
    /// From games to the one that is kept of the same in other orders of moves; that one points to itself.
    orders: HashMap<u128, u128>,
}

impl Pairs {
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        Self { pairs: Sorter::new(folder, memory), further: HashMap::new(), orders: HashMap::new() }
    }

    /// The first is the beginning of the second.
    pub(super) fn push(&mut self, (short, legal): (u128, bool), (long, whole): (u128, bool)) -> io::Result<()> {
        let order = self.orders.get(&short).copied();
        let short = order.unwrap_or(short);
        if legal && !whole || order.is_some() {
            self.further.insert(short, long);
        }
        self.pair(short, long)?;
        self.pair(long, long)
    }

    /// The first is the second with its moves in another order.
    pub(super) fn push_order(&mut self, other: u128, kept: u128) -> io::Result<()> {
        // Who holds more of them than fit learns of the first ones.
        if self.orders.len() < MOST_ORDERS {
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
    /// A way through them in the order of hashes.
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
    /// The longest game of the group of a game; nothing if that has neither beginnings nor goes on anywhere. Hashes must
    /// be asked for in order.
    pub(super) fn root(&mut self, whole: u128) -> io::Result<Option<u128>> {
        let mut found = None;
        while let Some((from, to)) = self.next {
            if from > whole {
                break;
            }
            if from == whole {
                let root = self.further.get(&to).copied().unwrap_or(to);
                // A game that goes on elsewhere also points to itself where it has beginnings.
                if found.is_none() || root != whole {
                    found = Some(root);
                }
            }
            self.next = self.merge.pop()?.map(pair);
        }
        Ok(found)
    }
}
