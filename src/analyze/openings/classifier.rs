//! Which opening a game has, found while it is replayed.

use super::{DEPTH, Opening, OpeningBook};
use crate::replay::Stood;
use crate::rules::Game as _;
use crate::rules::chess::Position;

/// Remembers the last named position of a game; one for all games of a thread.
///
/// It is told the positions of the main line only, in their order.
#[derive(Clone, Debug)]
pub struct Classifier<'a> {
    book: &'a OpeningBook,
    last: Option<(&'a Opening, u32)>,
}

impl<'a> Classifier<'a> {
    /// A classifier by that book.
    pub const fn new(book: &'a OpeningBook) -> Self {
        Self { book, last: None }
    }

    /// A game begins: forgets the one before.
    #[inline]
    pub const fn begin(&mut self) {
        self.last = None;
    }

    /// The position after so many plies, 0 for the start. Later than [`DEPTH`] nothing counts.
    #[inline(always)]
    pub fn moved(&mut self, after: &Position, ply: u32) {
        self.met(after.key(), ply);
    }

    /// The same by the position's key (see [`crate::rules::Game::key`]).
    #[inline(always)]
    pub fn met(&mut self, key: u64, ply: u32) {
        if ply <= DEPTH && self.book.may_hold(key) {
            self.look_up(key, ply);
        }
    }

    /// All positions of a game from the start on: the same as [`Classifier::met`] with each in
    /// turn, but sought from the end, where the first hit is the last.
    pub fn line(&mut self, positions: &[Stood]) {
        self.last = None;
        let positions = positions.get(..=DEPTH as usize).unwrap_or(positions);
        let mut ply = positions.len() as u32;
        for stood in positions.iter().rev() {
            ply -= 1;
            if self.book.may_hold(stood.key)
                && let Some(opening) = self.book.find(stood.key)
            {
                self.last = Some((opening, ply));
                return;
            }
        }
    }

    #[inline(never)]
    fn look_up(&mut self, key: u64, ply: u32) {
        if let Some(opening) = self.book.find(key) {
            self.last = Some((opening, ply));
        }
    }

    /// The opening so far.
    pub fn opening(&self) -> Option<&'a Opening> {
        self.last.map(|(opening, _)| opening)
    }

    /// Plies of the game up to the position that names its opening.
    pub fn ply(&self) -> Option<u32> {
        self.last.map(|(_, ply)| ply)
    }
}
