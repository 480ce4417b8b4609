//! The evidence for a hypothesis: what the rest of the record says of it.

use super::line::{Change, Hypothesis};
use super::repairable::Repairable;
use super::search::{Attempt, Place, Search, play};
use super::sense;
use crate::notation::moves::{MoveOf, Node};

/// A number that counts otherwise, and all of them.
const NUMBER: f32 = 0.15;
const NUMBERS: f32 = 1.2;
/// Marks of the rest that are contradicted, at most.
const MARKS: f32 = 3.0;
/// A pawn that is given away, and everything.
const PAWN: f32 = 0.2;
const MATERIAL: f32 = 1.2;

/// A place of the line at which something was changed: its index, the position before it, the moves up to it.
pub(super) struct ChangedPlace<'a, N: Repairable> {
    pub(super) at: usize,
    pub(super) before: &'a Node<N>,
    pub(super) moves: &'a [MoveOf<N>],
}

/// Plays the changed line, and weighs what it says.
pub(super) fn weigh<N: Repairable>(
    search: &mut Search<'_, N>,
    attempt: &Attempt<MoveOf<N>>,
    place: &ChangedPlace<'_, N>,
) -> Hypothesis<MoveOf<N>> {
    let ChangedPlace { at, before, moves } = *place;
    let mut moves = moves.to_vec();
    let reach = search.follow(before.clone(), &attempt.places, at, &mut moves);
    let mut cost = attempt.cost;
    let last = attempt.changes.last();
    let replaced = last.filter(|change| matches!(change.change, Change::Replace(_))).map(|change| change.slot);
    let put = last.is_some_and(|change| matches!(change.change, Change::Replace(_) | Change::Insert(_)));
    if put && let Some(mv) = moves.get(at) {
        let lost = -sense::worth(&before.board, *mv);
        cost.material += (PAWN * lost as f32 / 100.0).clamp(0.0, MATERIAL);
    }
    let base = numbered_from(search);
    let (mut marks, mut numbers) = (0.0, 0.0);
    let mut node = before.clone();
    for (index, mv) in moves.iter().enumerate().skip(at) {
        let earlier = node.clone();
        play(&mut node, *mv);
        let slot = match attempt.places.get(index) {
            Some(Place::Slot(slot)) => Some(*slot),
            _ => replaced.filter(|_| index == at),
        };
        let Some(slot) = slot.map(|slot| &search.line.slots[slot]) else { continue };
        marks += search.line.notation.contradictions(slot.bytes, &earlier, *mv, &node);
        if let (Some(number), Some(base)) = (slot.number, base)
            && number - index as i64 != base
        {
            numbers += NUMBER;
        }
    }
    cost.marks += marks.min(MARKS);
    cost.numbers += numbers.min(NUMBERS);
    Hypothesis {
        changes: attempt.changes.clone(),
        cost,
        whole: reach >= attempt.places.len(),
        follow: moves.len().saturating_sub(attempt.first) as u32,
        moves,
    }
}

/// The number of the first ply, as the record counts.
fn numbered_from<N: Repairable>(search: &Search<'_, N>) -> Option<i64> {
    let mut numbered = search.line.slots.iter().enumerate();
    numbered.find_map(|(index, slot)| Some(slot.number? - index as i64))
}
