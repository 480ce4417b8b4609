//! The evidence for a hypothesis: what the rest of the record says of it.

use super::known::is_known;
use super::line::{Change, Hypothesis};
use super::repairable::{Material as _, PlayedMove, Repairable};
use super::search::{Attempt, Place, Search, play};
use super::sense;
use super::signs::{Evidence, Sign};
use crate::notation::moves::{MoveOf, Node};

/// What is counted of contradictions of a kind, numbers and pawns at most.
const MOST_MARKS: f32 = 5.0;
const MOST_NUMBERS: f32 = 8.0;
const MOST_PAWNS: f32 = 6.0;

/// Plies from a change on that are looked up among openings.
const OPENING: usize = 4;

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
    let rest = rest_of_line(search, attempt, place, &moves);
    let mut evidence = attempt.evidence.and(rest);
    let change = attempt.changes.last().map(|change| change.change);
    if matches!(change, Some(Change::Replace(_) | Change::Insert(_)))
        && let [mv, after @ ..] = &moves[at.min(moves.len())..]
    {
        sense_of_move(&mut evidence, before, *mv, after);
        familiarity(search, &mut evidence, before, &moves[at.min(moves.len())..]);
    }
    Hypothesis {
        changes: attempt.changes.clone(),
        evidence,
        cost: evidence.cost(&N::WEIGHTS),
        whole: reach >= attempt.places.len(),
        follow: moves.len().saturating_sub(attempt.first) as u32,
        moves,
    }
}

/// What marks and numbers say from a change on.
fn rest_of_line<N: Repairable>(
    search: &Search<'_, N>,
    attempt: &Attempt<MoveOf<N>>,
    place: &ChangedPlace<'_, N>,
    moves: &[MoveOf<N>],
) -> Evidence {
    let ChangedPlace { at, before, .. } = *place;
    let line = search.line;
    let (change, slot) = attempt.changes.last().map(|change| (change.change, change.slot)).unzip();
    let base = numbered_from(search);
    let mut evidence = Evidence::default();
    let mut node = before.clone();
    for (index, mv) in moves.iter().enumerate().skip(at) {
        let earlier = node.clone();
        play(&mut node, *mv);
        let written = match attempt.places.get(index) {
            Some(Place::Slot(slot)) => Some(*slot),
            _ if index == at && matches!(change, Some(Change::Replace(_))) => slot,
            _ => None,
        };
        if let Some(written) = written {
            let played = PlayedMove { before: &earlier, mv: *mv, after: &node };
            evidence = evidence.and(line.notation.contradictions(line.slots[written].bytes, played));
        }
        // Numbers stay where they are when texts change places, and the first of a pair has that of the pair.
        let numbered = match (change, attempt.places.get(index)) {
            (Some(Change::Swap(apart)), _) if index == at => attempt.places.get(at + apart),
            (Some(Change::Swap(apart)), _) if index == at + apart => attempt.places.get(at),
            (Some(Change::Insert(_)), _) if index == at => attempt.places.get(at + 1),
            (Some(Change::Insert(_)), _) if index == at + 1 => None,
            (_, place) => place,
        };
        let number = match numbered {
            Some(Place::Slot(slot)) => line.slots[*slot].number,
            _ => None,
        };
        if let (Some(number), Some(base)) = (number, base)
            && number - index as i64 != base
        {
            evidence.add(Sign::Numbers, 1.0);
        }
    }
    evidence.at_most(&[
        (Sign::Captures, MOST_MARKS),
        (Sign::Checks, MOST_MARKS),
        (Sign::Origins, MOST_MARKS),
        (Sign::Numbers, MOST_NUMBERS),
    ])
}

/// What a move that is put in wins and loses, and where it leads.
fn sense_of_move<N: Repairable>(evidence: &mut Evidence, before: &Node<N>, mv: MoveOf<N>, rest: &[MoveOf<N>]) {
    let worth = sense::worth(&before.board, mv) as f32 / 100.0;
    let lost = (-worth).clamp(0.0, MOST_PAWNS);
    evidence.add(Sign::Lost, lost);
    evidence.add(Sign::Won, worth.clamp(0.0, MOST_PAWNS));
    if rest.first().is_some_and(|reply| !N::Rules::takes_back(*reply, mv)) {
        evidence.add(Sign::Untaken, lost);
    }
    evidence.add(Sign::Placed, N::Rules::placement(&before.board, mv) as f32 / 100.0);
}

/// Whether a line that begins with a move that is put in leads from known positions to others.
fn familiarity<N: Repairable>(search: &Search<'_, N>, evidence: &mut Evidence, before: &Node<N>, moves: &[MoveOf<N>]) {
    let known = search.line.known;
    if !is_known(&before.board, known) {
        return;
    }
    let mut after = before.clone();
    for mv in moves.iter().take(OPENING) {
        play(&mut after, *mv);
        evidence.add(Sign::Unknown, f32::from(u8::from(!is_known(&after.board, known))));
    }
}

/// The number of the first ply, as the record counts.
fn numbered_from<N: Repairable>(search: &Search<'_, N>) -> Option<i64> {
    let mut numbered = search.line.slots.iter().enumerate();
    numbered.find_map(|(index, slot)| Some(slot.number? - index as i64))
}
