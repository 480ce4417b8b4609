//! Lines from which a search may continue, by the slot at which they break.

use std::collections::BTreeMap;

use super::attempt::Attempt;
use super::by_cost::sort_by_cost;

/// Maximum extra cost of a line over the cheapest line that goes at least as far.
const MAX_EXTRA_COST: f32 = 2.5;

/// A line: the number of its hypothesis, its cost, and its changes.
pub(super) struct OpenLine<M> {
    pub(super) number: usize,
    pub(super) cost: f32,
    pub(super) attempt: Attempt<M>,
}

/// Open lines, ordered by the slot at which they break. Lines that break at the same slot have passed the same tests,
/// so that their costs can be compared.
pub(super) struct Frontier<M> {
    open: BTreeMap<usize, Vec<OpenLine<M>>>,
    /// The lowest cost of a line that breaks at each slot.
    least: BTreeMap<usize, f32>,
}

impl<M> Frontier<M> {
    pub(super) const fn new() -> Self {
        Self { open: BTreeMap::new(), least: BTreeMap::new() }
    }

    /// Adds a line that breaks at slot `broken`.
    pub(super) fn add(&mut self, broken: usize, line: OpenLine<M>) {
        let least = self.least.entry(broken).or_insert(f32::INFINITY);
        *least = least.min(line.cost);
        self.open.entry(broken).or_default().push(line);
    }

    /// Takes the lines that break at the first slot, the cheapest line first. Drops lines that exceed
    /// [`MAX_EXTRA_COST`].
    pub(super) fn take(&mut self) -> Option<Vec<OpenLine<M>>> {
        let (slot, mut lines) = self.open.pop_first()?;
        let least = self.least.range(slot..).map(|(_, cost)| *cost).fold(f32::INFINITY, f32::min);
        lines.retain(|line| line.cost <= least + MAX_EXTRA_COST);
        sort_by_cost(&mut lines, |line| line.cost);
        Some(lines)
    }
}
