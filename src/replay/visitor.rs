//! Visitors of a replay, which produce output other than findings.

use super::Text;
use super::repetition::PositionRecord;
use partie_record::{Clock, Item, Record};
use partie_rules::{Rules, chess, hex, shogi};

/// A main line, as far as it was replayed.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a, G: Rules> {
    /// The position at the start.
    pub start: &'a G,
    /// The position at the end.
    pub last: &'a G,
    /// The moves, with placeholders for null moves and for moves that were taken back.
    pub moves: &'a [G::Move],
    /// The positions from the start on, one more than moves; only the start if only moves were requested.
    pub positions: &'a [PositionRecord],
}

/// A move of a record.
#[derive(Clone, Copy, Debug)]
pub struct MoveEvent<'a, G: Rules> {
    /// The bytes of the record.
    pub text: Text<'a>,
    pub item: Item,
    /// The position before the move.
    pub before: &'a G,
    pub mv: G::Move,
    /// The ply of the move, from 1.
    pub ply: u32,
    /// True if the text gives only piece type and target, and no other piece of that type can go to the target.
    pub unambiguous: bool,
}

/// Visits the tokens of a record in reading order, with the moves that they denote; every method defaults to a no-op.
///
/// A record may begin twice, if its piece letters had to be found: a second `begin_game` discards all earlier events.
pub trait ReplayVisitor<G: Rules> {
    /// A record begins from its start position.
    fn begin_game(&mut self, _text: Text<'_>, _record: &Record, _start: &G) {}
    /// An item that is neither a move nor its number.
    fn token(&mut self, _text: Text<'_>, _item: Item) {}
    /// A comment or time cell of the main line after `_ply` plies, as long as the line continues. Called after
    /// [`ReplayVisitor::token`]. `clock` is the time at the end of a comment in the form that servers write.
    fn clock(&mut self, _text: Text<'_>, _item: Item, _ply: u32, _clock: Option<Clock>) {}
    /// The next move is not determined by its text: it was chosen among several, or assumed.
    fn open_move(&mut self) {}
    /// The next move is illegal, and kept as written.
    fn illegal_move(&mut self) {}
    /// A move, about to be played.
    fn move_(&mut self, _event: MoveEvent<'_, G>) {}
    /// A null move, about to be played.
    fn null_move(&mut self, _text: Text<'_>, _item: Item, _before: &G) {}
    /// The last move or null move was played; this is the position after it.
    fn after_move(&mut self, _after: &G) {}
    /// A move or null move that is not played, as its line stopped here or before.
    fn unplayed(&mut self, _text: Text<'_>, _item: Item) {}
    /// The illegal move by which the record ends according to its own words. The next call is `unplayed` for this move.
    fn foul(&mut self, _item: Item, _before: &G, _pattern: &G::Pattern) {}
    fn end_game(&mut self, _main: &Line<'_, G>) {}
}

impl<G: Rules> ReplayVisitor<G> for () {}

/// Visits every kind of game.
pub trait AnyGameVisitor:
    ReplayVisitor<chess::Position> + ReplayVisitor<hex::Position> + ReplayVisitor<shogi::Position>
{
}

impl<L: ?Sized> AnyGameVisitor for L where
    L: ReplayVisitor<chess::Position> + ReplayVisitor<hex::Position> + ReplayVisitor<shogi::Position>
{
}
