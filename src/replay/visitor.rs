//! Visiting a replay: for what is made of a record beside findings.

use super::Text;
use super::repetition::PositionRecord;
use partie_record::{Clock, Item, Record};
use partie_rules::{Rules, chess, hex, shogi};

/// A main line that was replayed, as far as that went.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a, G: Rules> {
    /// The position in which it begins.
    pub start: &'a G,
    /// The position at its end.
    pub last: &'a G,
    /// The moves, with what stands for null moves and for moves that were taken back.
    pub moves: &'a [G::Move],
    /// The positions from the start on, one more than moves; only the start if nothing but moves was asked for.
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
    /// Its number in plies, from 1.
    pub ply: u32,
    /// Whether the text names the type of piece and the target only, and no other piece of that type can go there.
    pub unambiguous: bool,
}

/// Visits the tokens of a record in reading order, with the moves that they mean; every method does nothing by default.
///
/// A record may be begun twice, when its piece letters had to be found: a second `begin` discards what came before.
pub trait ReplayVisitor<G: Rules> {
    /// A record begins, from that position.
    fn begin_game(&mut self, _text: Text<'_>, _record: &Record, _start: &G) {}
    /// An item that is neither a move nor its number.
    fn token(&mut self, _text: Text<'_>, _item: Item) {}
    /// A comment or a cell with a time that stands in the main line, as long as that goes on, after so many plies;
    /// called after [`ReplayVisitor::token`]. `clock` is the time at the end of a comment in the form that servers write.
    fn clock(&mut self, _text: Text<'_>, _item: Item, _ply: u32, _clock: Option<Clock>) {}
    /// The text of the move that is played next leaves it open: it was chosen among several, or assumed.
    fn open_move(&mut self) {}
    /// The move that is played next is illegal, and kept as it is written.
    fn illegal_move(&mut self) {}
    /// A move, about to be played.
    fn move_(&mut self, _event: MoveEvent<'_, G>) {}
    /// A null move, about to be played.
    fn null_move(&mut self, _text: Text<'_>, _item: Item, _before: &G) {}
    /// The last move or null move is played, and this is the position after it.
    fn after_move(&mut self, _after: &G) {}
    /// A move or null move that is not played: its line stopped, here or before.
    fn unplayed(&mut self, _text: Text<'_>, _item: Item) {}
    /// The illegal move by which the record says that it ends, about to be visited as one that is not played.
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
