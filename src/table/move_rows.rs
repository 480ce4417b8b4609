//! The rows of a game's plies, created lazily.

use std::iter::Enumerate;
use std::slice;

use super::labels;
use super::plies::{Plies, Ply};
use super::times::{Times, moves_to_mate};
use super::value::{Digest, List};
use super::{GameRow, MoveRow};

/// An iterator over the rows of a game's plies. If a caller uses one column, the compiler removes the others.
#[derive(Clone, Debug)]
pub struct MoveRows<'a> {
    source: &'a str,
    game: i64,
    game_key: i64,
    /// The increment of a move in milliseconds.
    increment: i32,
    times: &'a Times,
    /// The texts of the plies, if a text column is requested.
    texts: Option<&'a Plies>,
    plies: Enumerate<slice::Iter<'a, Ply>>,
}

impl<'a> MoveRows<'a> {
    pub(super) fn new(game: &GameRow<'a>, times: &'a Times, plies: Option<&'a Plies>) -> Self {
        Self {
            source: game.source,
            game: game.game,
            game_key: game.game_key,
            increment: game.time_inc_s.unwrap_or(0).saturating_mul(1000),
            times,
            texts: plies.filter(|plies| plies.has_texts()),
            plies: plies.map(Plies::all).unwrap_or_default().iter().enumerate(),
        }
    }

    /// The time spent on a ply: from the record, or else computed from two clocks and the increment.
    #[inline(always)]
    fn spent(&self, index: usize) -> Option<i32> {
        known(&self.times.spent, index).or_else(|| {
            let before = known(&self.times.clocks, index.checked_sub(2)?)?;
            let after = known(&self.times.clocks, index)?;
            let spent = before.saturating_add(self.increment).saturating_sub(after);
            (spent >= 0).then_some(spent)
        })
    }
}

#[inline(always)]
fn known(list: &[i32], index: usize) -> Option<i32> {
    list.get(index).copied().filter(|value| *value != List::UNKNOWN)
}

impl<'a> Iterator for MoveRows<'a> {
    type Item = MoveRow<'a>;

    // Inlining lets the compiler remove unused values.
    #[inline(always)]
    fn next(&mut self) -> Option<MoveRow<'a>> {
        let (at, ply) = self.plies.next()?;
        let [san, fen] = self.texts.map(|texts| texts.texts(at)).unwrap_or_default();
        let index = ply.ply as usize - 1;
        Some(MoveRow {
            source: self.source,
            game: self.game,
            game_key: self.game_key,
            ply: ply.ply as i32,
            side: labels::side(ply.side),
            coordinates: ply.coordinates,
            from_sq: ply.from,
            to_sq: ply.to,
            piece: ply.piece,
            captured: ply.captured,
            promotion: ply.promotion,
            flags: ply.flags,
            position_hash: Digest(ply.key),
            clock_ms: known(&self.times.clocks, index),
            think_ms: self.spent(index),
            eval_cp: known(&self.times.evals, index).and_then(|eval| i16::try_from(eval).ok()),
            eval_mate: known(&self.times.evals, index).and_then(moves_to_mate),
            depth: known(&self.times.depths, index).and_then(|depth| i16::try_from(depth).ok()),
            san,
            fen,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.plies.size_hint()
    }

    fn count(self) -> usize {
        self.plies.count()
    }
}
