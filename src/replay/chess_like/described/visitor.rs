//! The visitor of a game in descriptive notation: it sees chess.

use super::position::Described;
use crate::record::{Clock, Item, Record};
use crate::replay::text::Text;
use crate::replay::visitor::{Line, ReplayVisitor};
use crate::rules::chess;

/// Visits chess that is replayed with the names of its pieces as chess without them.
pub(in crate::replay) struct WithoutNames<'l, L>(pub(in crate::replay) &'l mut L);

impl<L: ReplayVisitor<chess::Position>> ReplayVisitor<Described> for WithoutNames<'_, L> {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &Described) {
        self.0.begin_game(text, record, &start.position);
    }

    fn token(&mut self, text: Text<'_>, item: Item) {
        self.0.token(text, item);
    }

    fn clock(&mut self, text: Text<'_>, item: Item, ply: u32, clock: Option<Clock>) {
        self.0.clock(text, item, ply, clock);
    }

    fn move_(&mut self, text: Text<'_>, item: Item, before: &Described, mv: chess::Move, ply: u32) {
        self.0.move_(text, item, &before.position, mv, ply);
    }

    fn null_move(&mut self, text: Text<'_>, item: Item, before: &Described) {
        self.0.null_move(text, item, &before.position);
    }

    fn after_move(&mut self, after: &Described) {
        self.0.after_move(&after.position);
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        self.0.unplayed(text, item);
    }

    fn end_game(&mut self, main: &Line<'_, Described>) {
        let Line { start, last, moves, stood } = *main;
        self.0.end_game(&Line { start: &start.position, last: &last.position, moves, stood });
    }
}
