//! Keeps games until all inputs are read: a random sample, or sorted games. Not for games that are written at once.

mod lot;
mod sorted;

use std::io;

use lot::Lot;
use sorted::Waiting;

#[derive(Debug)]
pub enum Kept {
    /// A random sample.
    Drawn(Lot),
    /// All games; they are sorted when all are known.
    Sorted(Waiting),
}

impl Kept {
    /// Keeps a random sample of `size` games; the same seed draws the same sample.
    pub fn drawn(size: usize, seed: u64) -> Self {
        Self::Drawn(Lot::new(size, seed))
    }

    /// Keeps and sorts all games; sorting uses at most about `memory` MiB.
    ///
    /// # Errors
    /// A temporary file cannot be created.
    pub fn sorted(memory: u64) -> io::Result<Self> {
        Waiting::new(memory).map(Self::Sorted)
    }

    /// Adds a game, with its sort key `order` and the value by which games are split.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn add(&mut self, text: &[u8], order: Vec<u8>, value: String) -> io::Result<()> {
        match self {
            Self::Drawn(lot) => lot.add(text, value),
            Self::Sorted(waiting) => waiting.add(order, text, value)?,
        }
        Ok(())
    }

    /// Appends text to the last game.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn rest_of_last(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Self::Drawn(lot) => lot.rest_of_last(text),
            Self::Sorted(waiting) => waiting.rest_of_last(text)?,
        }
        Ok(())
    }

    /// Passes the games in order to `give`, at most `most` after the first `skip`, until `give` returns false. Returns
    /// the number passed.
    ///
    /// # Errors
    /// A temporary file cannot be read.
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
