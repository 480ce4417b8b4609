//! Collects the cards of all games in input order, then finds what belongs together.

use std::io;

use super::card::CARD;
use super::groups::{self, Duplicates};
use super::log::Log;
use super::prefixes;
use super::sort::{SortLimits, Sorter};
use super::spotter::Spotted;

/// The games that were seen so far.
#[derive(Debug)]
pub struct Gather {
    limits: SortLimits,
    cards: Sorter<CARD>,
    log: Log,
    sources: Vec<String>,
    /// Games in all, and games and lines of the file at hand up to the slice at hand.
    place: u64,
    games: u64,
    lines: u64,
}

impl Gather {
    /// Nothing is seen yet.
    pub fn new(limits: SortLimits) -> Self {
        let cards = Sorter::new(&limits.folder, limits.cards());
        let log = Log::new(&limits.folder);
        Self { limits, cards, log, sources: Vec::new(), place: 0, games: 0, lines: 0 }
    }

    /// A file begins, of which that is shown.
    pub fn begin(&mut self, source: String) {
        self.sources.push(source);
        (self.games, self.lines) = (0, 0);
    }

    /// Games of the file at hand.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Games of all files.
    pub const fn all_games(&self) -> u64 {
        self.place + self.games
    }

    /// The next slice of it.
    ///
    /// # Errors
    /// What writing temporary files says.
    pub fn slice(&mut self, spotted: &Spotted) -> io::Result<()> {
        let source = u32::try_from(self.sources.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let add = |number: u32, before: u64| u32::try_from(u64::from(number) + before + 1).unwrap_or(u32::MAX);
        let mut from = 0;
        for card in &spotted.cards {
            let mut card = *card;
            let length = card.log as usize;
            card.log = self.log.end();
            self.log.push(spotted.moves.get(from..from + length).unwrap_or_default())?;
            from += length;
            card.rank.place = self.place + self.games + u64::from(card.place.game);
            card.place.source = source;
            card.place.game = add(card.place.game, self.games);
            card.place.line = add(card.place.line, self.lines);
            self.cards.push(card.put())?;
        }
        self.games += spotted.games;
        self.lines += spotted.lines;
        Ok(())
    }

    /// The file at hand ends.
    pub const fn end(&mut self) {
        self.place += self.games;
        self.games = 0;
    }

    /// Finds what belongs together.
    ///
    /// # Errors
    /// What reading and writing temporary files says.
    pub fn finish(mut self) -> io::Result<Duplicates> {
        self.end();
        let mut cards = self.cards.finish()?;
        let relations = prefixes::find(&mut cards, &mut self.log, &self.limits)?;
        drop(self.log);
        groups::find(&mut cards, relations, (self.sources, self.place), &self.limits)
    }
}
