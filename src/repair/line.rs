//! A line with a fault in it: what stands in the record, and what of it was played.

use std::borrow::Cow;
use std::sync::Arc;

use super::known::KnownPositions;
use super::medium::Medium;
use super::repairable::Repairable;
use super::signs::Evidence;
use partie_notation::moves::{MoveOf, Node};

/// Hypotheses that are kept of a line.
pub(super) const KEPT: usize = 8;

/// A place of a line where a move stands.
#[derive(Clone, Debug)]
pub struct Slot<'a> {
    /// What is written there; nothing for a null move.
    pub bytes: &'a [u8],
    pub text: Cow<'a, str>,
    /// The ply that a number before it gives it, from any beginning.
    pub number: Option<i64>,
}

/// A main line that cannot be played to its end.
#[derive(Debug)]
pub struct DamagedLine<'a, N: Repairable> {
    /// How its moves are written.
    pub notation: &'a N,
    pub start: &'a Node<N>,
    /// The moves of its first slots, one each; the slot behind them is the first that cannot be played.
    pub played: &'a [MoveOf<N>],
    pub slots: &'a [Slot<'a>],
    pub known: Option<&'a Arc<KnownPositions>>,
    pub medium: Medium,
}

impl<N: Repairable> DamagedLine<'_, N> {
    /// The number of the first ply, as the record counts.
    pub fn numbered_from(&self) -> Option<i64> {
        self.slots.iter().enumerate().find_map(|(index, slot)| Some(slot.number? - index as i64))
    }
}

/// What a repair does to a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<M> {
    Replace(M),
    /// A move stood before it.
    Insert(M),
    /// Nothing stands there, in so many slots.
    Delete(usize),
    /// Two moves stand there, without a blank between them.
    Split(M, M),
    /// What stands there changes places with what stands so many slots behind it.
    Swap(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeAt<M> {
    pub slot: usize,
    pub change: Change<M>,
}

impl<M> Hypothesis<M> {
    /// What speaks against it among others: least against a line that is played to its end, then against one that goes far.
    pub(super) fn against(&self) -> f32 {
        let gone = if self.whole { 0.0 } else { 100.0 - 0.15 * (self.moves.len() as f32) };
        self.cost + gone
    }
}

/// A hypothesis of what stood in the line.
#[derive(Clone, Debug)]
pub struct Hypothesis<M> {
    /// What is changed, in the order of the line.
    pub changes: Vec<ChangeAt<M>>,
    /// What speaks for and against it.
    pub evidence: Evidence,
    /// The same, weighed: how little speaks for it, in edits of one character.
    pub cost: f32,
    /// Whether the line then replays to its end.
    pub whole: bool,
    /// The moves that then replay.
    pub moves: Vec<M>,
    /// Moves before the first text for none of whose readings the line goes to its end; more than all where there is none.
    pub settled: usize,
    /// Plies that replay behind the last change.
    pub follow: u32,
    /// Whether the search went on from it, so that others stand for it.
    pub is_gone_on: bool,
}
