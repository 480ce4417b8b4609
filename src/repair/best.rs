//! Keeps the best hypotheses of a search.

use super::attempt::Attempt;
use super::line::{Hypothesis, KEPT};

/// A hypothesis, and the line from which the search may continue.
pub(super) type Weighed<M> = (Hypothesis<M>, Attempt<M>);

/// The cost of a hypothesis or a trial. It does not depend on the type of moves, so that sorting is compiled once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost(pub(super) f32);

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cost {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cost {}

/// Returns the cost of a hypothesis for comparing hypotheses.
pub(super) fn cost<M>(hypothesis: &Hypothesis<M>) -> Cost {
    Cost(hypothesis.against())
}

/// Adds a hypothesis to the best hypotheses so far, which are ordered and have different lines. The result is the same
/// as that of [`keep_different`].
pub(super) fn keep_better<M: PartialEq>(best: &mut Vec<Weighed<M>>, new: Weighed<M>) {
    if let Some(same) = best.iter().position(|(other, _)| other.moves == new.0.moves) {
        if cost(&best[same].0) <= cost(&new.0) {
            return;
        }
        best.remove(same);
    }
    let place = best.partition_point(|(other, _)| cost(other) <= cost(&new.0));
    best.insert(place, new);
    best.truncate(KEPT);
}

/// Keeps the first hypothesis of each line, at most `KEPT` of them.
pub(super) fn keep_different<M: PartialEq>(all: &mut Vec<Hypothesis<M>>) {
    let mut kept: Vec<Hypothesis<M>> = Vec::new();
    for hypothesis in all.drain(..) {
        if kept.len() < KEPT && kept.iter().all(|other| other.moves != hypothesis.moves) {
            kept.push(hypothesis);
        }
    }
    *all = kept;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signs::Evidence;
    use proptest::prelude::*;

    /// A hypothesis of two plies that ends with the move `last`.
    fn weighed(cost: u8, last: u8, whole: bool) -> Weighed<u8> {
        let (changes, evidence, cost) = (Vec::new(), Evidence::default(), f32::from(cost) / 4.0);
        let (settled, follow, is_gone_on) = (usize::MAX, 0, false);
        let hypothesis =
            Hypothesis { changes, evidence, cost, whole, moves: vec![0, last], settled, follow, is_gone_on };
        (hypothesis, Attempt { places: Vec::new(), first: 0, changes: Vec::new(), evidence })
    }

    proptest! {
        #[test]
        fn one_after_the_other_are_kept_as_all_together(
            all in prop::collection::vec((0..12u8, 0..16u8, any::<bool>()), 0..40)
        ) {
            let mut best = Vec::new();
            for (cost, last, whole) in &all {
                keep_better(&mut best, weighed(*cost, *last, *whole));
            }
            let mut together: Vec<Hypothesis<u8>> =
                all.iter().map(|(cost, last, whole)| weighed(*cost, *last, *whole).0).collect();
            together.sort_by_cached_key(cost);
            keep_different(&mut together);
            let shown = |hypothesis: &Hypothesis<u8>| (hypothesis.moves.clone(), cost(hypothesis));
            let best: Vec<_> = best.iter().map(|(hypothesis, _)| shown(hypothesis)).collect();
            prop_assert_eq!(best, together.iter().map(shown).collect::<Vec<_>>());
        }
    }
}
