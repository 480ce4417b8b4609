//! A line with an error: its written texts, and the moves that were played.

use std::borrow::Cow;
use std::sync::Arc;

use super::known::KnownPositions;
use super::medium::Medium;
use super::repairable::Repairable;
use super::signs::Evidence;
use partie_notation::moves::{MoveOf, Node};

/// Maximum number of hypotheses for a line.
pub(super) const KEPT: usize = 8;

/// A place of a line with a move.
#[derive(Clone, Debug)]
pub struct Slot<'a> {
    /// The written text; empty for a null move.
    pub bytes: &'a [u8],
    pub text: Cow<'a, str>,
    /// Ply according to the move number before the slot, up to a constant offset.
    pub number: Option<i64>,
}

/// A main line that cannot be played to its end.
#[derive(Debug)]
pub struct DamagedLine<'a, N: Repairable> {
    /// Notation of the moves.
    pub notation: &'a N,
    pub start: &'a Node<N>,
    /// The moves of the first slots, one each. The next slot is the first that cannot be played.
    pub played: &'a [MoveOf<N>],
    pub slots: &'a [Slot<'a>],
    pub known: Option<&'a Arc<KnownPositions>>,
    pub medium: Medium,
}

impl<N: Repairable> DamagedLine<'_, N> {
    /// Returns the number of the first ply, as the record counts.
    pub fn numbered_from(&self) -> Option<i64> {
        self.slots.iter().enumerate().find_map(|(index, slot)| Some(slot.number? - index as i64))
    }
}

/// The effect of a repair on a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<M> {
    Replace(M),
    /// A move is missing before the slot.
    Insert(M),
    /// This number of slots is surplus.
    Delete(usize),
    /// The slot contains two moves without a blank between them.
    Split(M, M),
    /// The slot changes places with the slot that is this number of slots later.
    Swap(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeAt<M> {
    pub slot: usize,
    pub change: Change<M>,
}

impl<M> Hypothesis<M> {
    /// Returns the cost for comparing hypotheses. A line that is played to its end costs least, then one that goes far.
    pub(super) fn against(&self) -> f32 {
        let gone = if self.whole { 0.0 } else { 100.0 - 0.15 * (self.moves.len() as f32) };
        self.cost + gone
    }
}

/// A hypothesis of the original line.
#[derive(Clone, Debug)]
pub struct Hypothesis<M> {
    /// Changes in the order of the line.
    pub changes: Vec<ChangeAt<M>>,
    /// Evidence for and against the hypothesis.
    pub evidence: Evidence,
    /// The weighted evidence, in edits of one character: the lower, the likelier.
    pub cost: f32,
    /// True if the changed line replays to its end.
    pub whole: bool,
    /// The moves of the changed line that replay.
    pub moves: Vec<M>,
    /// Number of moves before the first ambiguous text of which no reading leads to the end of the line; `usize::MAX`
    /// without such a text.
    pub settled: usize,
    /// Number of plies that replay after the last change.
    pub follow: u32,
    /// True if the search continued from this hypothesis, so that others replace it.
    pub is_gone_on: bool,
}
