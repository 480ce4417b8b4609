//! Lines from which a search may go on, by the slot at which they break.

use std::collections::BTreeMap;

use super::attempt::Attempt;
use super::by_cost::sort_by_cost;

/// How much worse than one that goes as far a line may be and still be gone on from.
const HOPELESS: f32 = 2.5;

/// A line: the number of its hypothesis, what that costs, and what is changed in it.
pub(super) struct OpenLine<M> {
    pub(super) number: usize,
    pub(super) cost: f32,
    pub(super) attempt: Attempt<M>,
}

/// The lines that are open, those that break first before the others: what breaks at one slot has been asked the same questions,
/// so that the costs can be compared.
pub(super) struct Frontier<M> {
    open: BTreeMap<usize, Vec<OpenLine<M>>>,
    /// The least that a line costs which breaks at a slot.
    least: BTreeMap<usize, f32>,
}

impl<M> Frontier<M> {
    pub(super) const fn new() -> Self {
        Self { open: BTreeMap::new(), least: BTreeMap::new() }
    }

    /// Adds a line that breaks at a slot.
    pub(super) fn add(&mut self, broken: usize, line: OpenLine<M>) {
        let least = self.least.entry(broken).or_insert(f32::INFINITY);
        *least = least.min(line.cost);
        self.open.entry(broken).or_default().push(line);
    }

    /// Takes the lines that break first, the cheapest one first, without those that are much dearer than one that goes farther.
    pub(super) fn take(&mut self) -> Option<Vec<OpenLine<M>>> {
        let (slot, mut lines) = self.open.pop_first()?;
        let least = self.least.range(slot..).map(|(_, cost)| *cost).fold(f32::INFINITY, f32::min);
        lines.retain(|line| line.cost <= least + HOPELESS);
        sort_by_cost(&mut lines, |line| line.cost);
        Some(lines)
    }
}
