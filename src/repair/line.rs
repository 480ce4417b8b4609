//! A line with a fault in it: what stands in the record, and what of it was played.

use std::borrow::Cow;

use super::repairable::Repairable;
use crate::notation::moves::{MoveOf, Node};

/// A place of a line where a move stands.
#[derive(Clone, Debug)]
pub struct Slot<'a> {
    /// What is written there; nothing for a null move.
    pub bytes: &'a [u8],
    /// The same as text.
    pub text: Cow<'a, str>,
    /// The ply that a number before it gives it, from any beginning.
    pub number: Option<i64>,
}

/// A main line that cannot be played to its end.
#[derive(Debug)]
pub struct DamagedLine<'a, N: Repairable> {
    /// How its moves are written.
    pub notation: &'a N,
    /// Where it begins.
    pub start: &'a Node<N>,
    /// The moves of its first slots, one each; the slot behind them is the first that cannot be played.
    pub played: &'a [MoveOf<N>],
    /// All of its slots.
    pub slots: &'a [Slot<'a>],
}

/// What a repair does to a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<M> {
    /// Another move stands there.
    Replace(M),
    /// A move stood before it.
    Insert(M),
    /// Nothing stands there.
    Delete,
    /// What stands there changes places with what stands so many slots behind it.
    Swap(usize),
}

/// A change, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeAt<M> {
    /// The slot.
    pub slot: usize,
    /// What becomes of it.
    pub change: Change<M>,
}

/// What speaks against a hypothesis, in edits of one character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// How far what stands there is from what should.
    pub text: f32,
    /// How far the fault is from where it shows.
    pub distance: f32,
    /// Marks of the rest that the board contradicts.
    pub marks: f32,
    /// Numbers of the rest that count otherwise.
    pub numbers: f32,
    /// Material that is given away.
    pub material: f32,
}

impl Cost {
    /// All of it.
    pub fn total(self) -> f32 {
        self.text + self.distance + self.marks + self.numbers + self.material
    }

    /// With that of another change of the same line.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            text: self.text + other.text,
            distance: self.distance + other.distance,
            marks: self.marks + other.marks,
            numbers: self.numbers + other.numbers,
            material: self.material + other.material,
        }
    }
}

/// A hypothesis of what stood in the line.
#[derive(Clone, Debug)]
pub struct Hypothesis<M> {
    /// What is changed, in the order of the line.
    pub changes: Vec<ChangeAt<M>>,
    /// What speaks against it.
    pub cost: Cost,
    /// Whether the line then replays to its end.
    pub whole: bool,
    /// The moves that then replay.
    pub moves: Vec<M>,
    /// Plies that replay behind the last change.
    pub follow: u32,
}
