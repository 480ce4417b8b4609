//! A line with the changes of a search.

use super::line::ChangeAt;
use super::signs::Evidence;

/// A place of the line that is searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<M> {
    /// A slot with its written text.
    Slot(usize),
    /// A move that an earlier change put at this place.
    Move(M),
}

/// A line that is searched.
#[derive(Clone)]
pub(super) struct Attempt<M> {
    pub(super) places: Vec<Place<M>>,
    /// Index of the first place that may still change.
    pub(super) first: usize,
    pub(super) changes: Vec<ChangeAt<M>>,
    pub(super) evidence: Evidence,
}

impl<M> Attempt<M> {
    /// Returns the slot at a place; `None` if a change put a move there.
    pub(super) fn slot(&self, at: usize) -> Option<usize> {
        if let Some(Place::Slot(slot)) = self.places.get(at) { Some(*slot) } else { None }
    }

    /// Returns the slot at a place, or the next slot after it; `slots` after the last one.
    pub(super) fn slot_at(&self, at: usize, slots: usize) -> usize {
        let places = self.places.get(at..).unwrap_or_default().iter();
        let mut slot = places.filter_map(|place| if let Place::Slot(slot) = place { Some(*slot) } else { None });
        slot.next().unwrap_or(slots)
    }
}
