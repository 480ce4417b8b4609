//! Games that are kept until all are known: drawn by lot, or sorted. Not for games that are written at once.

use std::io;

use super::select_lot::Lot;
use super::select_sort::Waiting;
use partie_query::SortValues;

/// The games so far.
pub(super) enum Kept {
    Drawn(Lot),
    Sorted(Waiting),
}

impl Kept {
    /// Adds a game, with the values by which it is sorted and split.
    pub(super) fn add(&mut self, text: &[u8], keys: Option<SortValues>, value: String) -> io::Result<()> {
        match self {
            Self::Drawn(lot) => lot.add(text, value),
            Self::Sorted(waiting) => waiting.add(keys.unwrap_or_default(), text, value)?,
        }
        Ok(())
    }

    /// Adds what belongs to the last game.
    pub(super) fn rest_of_last(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Self::Drawn(lot) => lot.rest_of_last(text),
            Self::Sorted(waiting) => waiting.rest_of_last(text)?,
        }
        Ok(())
    }

    /// Gives the games in their order, some of them from one on, until that is enough; how many were given.
    pub(super) fn each(
        self,
        skip: u64,
        most: Option<u64>,
        mut give: impl FnMut(&[u8], String) -> bool,
    ) -> io::Result<u64> {
        let limit = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (skip, most) = (limit(skip), most.map_or(usize::MAX, limit));
        let mut given = 0;
        let mut give = |text: &[u8], value| {
            given += 1;
            give(text, value)
        };
        match self {
            Self::Drawn(lot) => {
                lot.in_order().skip(skip).take(most).all(|(text, value)| give(&text, value));
            }
            Self::Sorted(waiting) => waiting.each(skip, most, give)?,
        }
        Ok(given)
    }
}
