//! Games that are kept until all are known: drawn by lot, or sorted. Not for games that are written at once.

mod lot;
mod sorted;

use std::io;

use lot::Lot;
use sorted::Waiting;

#[derive(Debug)]
pub enum Kept {
    /// Those that are drawn by lot.
    Drawn(Lot),
    /// All of them, until they can be sorted.
    Sorted(Waiting),
}

impl Kept {
    /// So many games that are drawn by lot: the same for the same seed.
    pub fn drawn(size: usize, seed: u64) -> Self {
        Self::Drawn(Lot::new(size, seed))
    }

    /// Games that are sorted with so many MiB of memory.
    ///
    /// # Errors
    /// What making a temporary file says.
    pub fn sorted(memory: u64) -> io::Result<Self> {
        Waiting::new(memory).map(Self::Sorted)
    }

    /// Adds a game, with the bytes by whose order it is sorted and the value by which games are split.
    ///
    /// # Errors
    /// What writing a temporary file says.
    pub fn add(&mut self, text: &[u8], order: Vec<u8>, value: String) -> io::Result<()> {
        match self {
            Self::Drawn(lot) => lot.add(text, value),
            Self::Sorted(waiting) => waiting.add(order, text, value)?,
        }
        Ok(())
    }

    /// Adds what belongs to the last game.
    ///
    /// # Errors
    /// What writing a temporary file says.
    pub fn rest_of_last(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Self::Drawn(lot) => lot.rest_of_last(text),
            Self::Sorted(waiting) => waiting.rest_of_last(text)?,
        }
        Ok(())
    }

    /// Gives the games in their order, some of them from one on, until that is enough; how many were given.
    ///
    /// # Errors
    /// What reading a temporary file says.
    pub fn each(self, skip: u64, most: Option<u64>, mut give: impl FnMut(&[u8], String) -> bool) -> io::Result<u64> {
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
