//! Visiting a replay: for what is made of a record beside findings.

use super::repetition::PositionRecord;
use super::{Text, western};
use crate::record::{Clock, Item, Record};
use crate::rules::{Game, chess, hex, shogi};

/// A main line that was replayed, as far as that went.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a, G: Game> {
    /// The position in which it begins.
    pub start: &'a G,
    /// The position at its end.
    pub last: &'a G,
    /// The moves, with what stands for null moves and for moves that were taken back.
    pub moves: &'a [G::Move],
    /// The positions from the start on, one more than moves; only the start if nothing but moves was asked for.
    pub stood: &'a [PositionRecord],
}

/// Visits the tokens of a record in reading order, with the moves that they mean; every method does nothing by default.
///
/// A record may be begun twice, when its piece letters had to be found: a second `begin` discards what came before.
pub trait ReplayVisitor<G: Game> {
    /// A record begins, from that position.
    fn begin(&mut self, _text: Text<'_>, _record: &Record, _start: &G) {}
    /// An item that is no move.
    fn item(&mut self, _text: Text<'_>, _item: Item) {}
    /// A comment or a cell with a time that stands in the main line, as long as that goes on, after so many plies;
    /// called after [`ReplayVisitor::item`]. `clock` is the time at the end of a comment in the form that servers write.
    fn timed(&mut self, _text: Text<'_>, _item: Item, _ply: u32, _clock: Option<Clock>) {}
    /// A move, about to be played in `before`; `ply` counts from 1.
    fn moved(&mut self, _text: Text<'_>, _item: Item, _before: &G, _mv: G::Move, _ply: u32) {}
    /// The same; `brief` says that the text names the kind of man and the target only, and that no other man of
    /// that kind can go there.
    #[inline(always)]
    fn moved_so(&mut self, text: Text<'_>, item: Item, before: &G, mv: G::Move, ply: u32, _brief: bool) {
        self.moved(text, item, before, mv, ply);
    }
    /// A null move, about to be played.
    fn passed(&mut self, _text: Text<'_>, _item: Item, _before: &G) {}
    /// The last move or null move is played, and this is the position after it.
    fn played(&mut self, _after: &G) {}
    /// A move or null move that is not played: its line stopped, here or before.
    fn skipped(&mut self, _text: Text<'_>, _item: Item) {}
    /// All tokens were visited.
    fn ended(&mut self, _main: &Line<'_, G>) {}
}

/// Hears nothing.
impl<G: Game> ReplayVisitor<G> for () {}

/// Hears chess that is replayed with the names of its pieces.
pub(super) struct Described<'l, L>(pub(super) &'l mut L);

impl<L: ReplayVisitor<chess::Position>> ReplayVisitor<western::Described> for Described<'_, L> {
    fn begin(&mut self, text: Text<'_>, record: &Record, start: &western::Described) {
        self.0.begin(text, record, &start.position);
    }

    fn item(&mut self, text: Text<'_>, item: Item) {
        self.0.item(text, item);
    }

    fn timed(&mut self, text: Text<'_>, item: Item, ply: u32, clock: Option<Clock>) {
        self.0.timed(text, item, ply, clock);
    }

    fn moved(&mut self, text: Text<'_>, item: Item, before: &western::Described, mv: chess::Move, ply: u32) {
        self.0.moved(text, item, &before.position, mv, ply);
    }

    fn passed(&mut self, text: Text<'_>, item: Item, before: &western::Described) {
        self.0.passed(text, item, &before.position);
    }

    fn played(&mut self, after: &western::Described) {
        self.0.played(&after.position);
    }

    fn skipped(&mut self, text: Text<'_>, item: Item) {
        self.0.skipped(text, item);
    }

    fn ended(&mut self, main: &Line<'_, western::Described>) {
        let Line { start, last, moves, stood } = *main;
        self.0.ended(&Line { start: &start.position, last: &last.position, moves, stood });
    }
}

/// Hears every kind of game.
pub trait AnyGameVisitor:
    ReplayVisitor<chess::Position> + ReplayVisitor<hex::Position> + ReplayVisitor<shogi::Position>
{
}

impl<L> AnyGameVisitor for L where
    L: ReplayVisitor<chess::Position> + ReplayVisitor<hex::Position> + ReplayVisitor<shogi::Position>
{
}
