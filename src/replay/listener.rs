//! Hearing a replay: for what is made of a record beside findings.

use super::Text;
use crate::record::{Item, Record};
use crate::rules::{Game, chess, hex, shogi};

/// Hears the items of a record in reading order, with the moves that they mean.
///
/// A record may be begun twice, when its piece letters had to be found: what was heard before
/// the second beginning counts no more.
pub trait Listener<G: Game> {
    /// A record begins, from that position.
    fn begin(&mut self, text: Text<'_>, record: &Record, start: &G);
    /// An item that is no move, or a null move.
    fn item(&mut self, text: Text<'_>, item: Item);
    /// A move, about to be played in `before`; `ply` counts from 1.
    fn moved(&mut self, item: Item, before: &G, mv: G::Move, ply: u32);
    /// A move that is not played: its line stopped, here or before.
    fn skipped(&mut self, text: Text<'_>, item: Item);
}

/// Hears nothing.
impl<G: Game> Listener<G> for () {
    #[inline(always)]
    fn begin(&mut self, _: Text<'_>, _: &Record, _: &G) {}
    #[inline(always)]
    fn item(&mut self, _: Text<'_>, _: Item) {}
    #[inline(always)]
    fn moved(&mut self, _: Item, _: &G, _: G::Move, _: u32) {}
    #[inline(always)]
    fn skipped(&mut self, _: Text<'_>, _: Item) {}
}

/// Hears every kind of game.
pub trait Listens: Listener<chess::Position> + Listener<hex::Position> + Listener<shogi::Position> {}

impl<L> Listens for L where L: Listener<chess::Position> + Listener<hex::Position> + Listener<shogi::Position> {}
