//! Weighs a hypothesis by the evidence in the rest of the record.

use super::attempt::{Attempt, Place};
use super::known::is_known;
use super::line::{Change, DamagedLine, Hypothesis};
use super::repairable::{Material as _, PlayedMove, Repairable};
use super::sense;
use super::signs::{Evidence, Sign, Weights};
use super::slot_replayer::SlotReplayer;
use partie_notation::moves::{MoveOf, Node};
use partie_rules::Rules as _;

/// Maximum amounts of contradictory marks of a kind, of contradictory numbers, and of pawns.
const MAX_MARKS: f32 = 5.0;
const MAX_NUMBERS: f32 = 8.0;
const MAX_PAWNS: f32 = 6.0;
/// Maximum rounding error of a sum of evidence.
const MAX_ROUNDING_ERROR: f32 = 0.01;

/// Number of deleted moves that the deletion of the last move counts for in addition.
const OF_LAST: f32 = 2.0;

/// Maximum number of plies, from a change on, that are examined and looked up among openings.
const MAX_OPENING_PLIES: usize = 4;

/// A line with a change: the place of the last change, the position before it, and the place where the line breaks.
pub(super) struct ChangedLine<'a, N: Repairable> {
    pub(super) attempt: &'a Attempt<MoveOf<N>>,
    pub(super) at: usize,
    pub(super) before: &'a Node<N>,
    pub(super) reach: usize,
}

/// Weighs the evidence of a changed line with these moves; `None` if its cost exceeds `most`.
pub(super) fn weigh<N: Repairable>(
    replayer: &SlotReplayer<'_, N>,
    changed: &ChangedLine<'_, N>,
    moves: Vec<MoveOf<N>>,
    (weights, most): (&Weights, f32),
) -> Option<Hypothesis<MoveOf<N>>> {
    let ChangedLine { attempt, at, before, reach } = *changed;
    let mut evidence = attempt.evidence.and(rest_of_line(replayer, changed, &moves));
    let change = attempt.changes.last().map(|change| change.change);
    let puts_in = matches!(change, Some(Change::Replace(_) | Change::Insert(_))) && at < moves.len();
    // Every line can be played to its end without its last move, which proves nothing.
    if matches!(change, Some(Change::Delete(_))) && at >= moves.len() && evidence.of(Sign::Doubled) == 0.0 {
        evidence.add(Sign::Deleted, OF_LAST);
    }
    if puts_in {
        evidence.add(Sign::Placed, pawns(N::Rules::placement(&before.board, moves[at])));
    }
    let mut hypothesis = Hypothesis {
        changes: attempt.changes.clone(),
        evidence,
        cost: evidence.cost(weights),
        whole: reach >= attempt.places.len(),
        settled: usize::MAX,
        is_gone_on: false,
        follow: moves.len().saturating_sub(attempt.first) as u32,
        moves,
    };
    let limit = CostLimit { weights, most };
    limit.left(&mut hypothesis, &[PATH_SIGNS, WORTH_SIGNS, LATER_SIGNS])?;
    if puts_in {
        paths_of_move::<N>(&mut hypothesis, at);
        familiarity(replayer.line, &mut hypothesis, before, at);
        sense_of_move::<N>(&mut hypothesis, before, at, &limit)?;
    }
    Some(hypothesis)
}

/// Signs from the squares of a move, from its gains and losses, and from the moves after it, each with its maximum
/// amount. They are examined in this order, the cheapest to compute first.
const PATH_SIGNS: &[(Sign, f32)] =
    &[(Sign::Unknown, MAX_OPENING_PLIES as f32), (Sign::Again, 2.0), (Sign::Undone, 2.0)];
const WORTH_SIGNS: &[(Sign, f32)] = &[(Sign::Lost, MAX_PAWNS), (Sign::Won, MAX_PAWNS), (Sign::Untaken, MAX_PAWNS)];
const LATER_SIGNS: &[(Sign, f32)] = &[(Sign::Later, MAX_OPENING_PLIES as f32 * MAX_PAWNS)];

/// The weights of signs, and the maximum cost of a line that is kept.
struct CostLimit<'a> {
    weights: &'a Weights,
    most: f32,
}

impl CostLimit<'_> {
    /// Updates the cost of the hypothesis, and returns by how much it may still grow. The `open` signs have not been
    /// examined. `None` if the cost is too high even if these signs are as favorable as possible.
    fn left<M>(&self, hypothesis: &mut Hypothesis<M>, open: &[&[(Sign, f32)]]) -> Option<f32> {
        hypothesis.cost = hypothesis.evidence.cost(self.weights);
        let signs = open.iter().copied().flatten();
        let least: f32 = signs.map(|(sign, most)| self.weights[*sign as usize].min(0.0) * most).sum();
        let left = self.most - (hypothesis.against() + least) + MAX_ROUNDING_ERROR;
        (left >= 0.0).then_some(left)
    }

    /// Returns the number of lost pawns that makes the line too costly to keep. The search for more losses can stop
    /// there.
    fn pawns(&self, left: f32, sign: Sign) -> f32 {
        let weight = self.weights[sign as usize];
        if weight > 0.0 { ((left + 2.0 * MAX_ROUNDING_ERROR) / weight).min(MAX_PAWNS) } else { MAX_PAWNS }
    }
}

/// Collects the evidence of marks and numbers from a change on.
fn rest_of_line<N: Repairable>(
    replayer: &SlotReplayer<'_, N>,
    changed: &ChangedLine<'_, N>,
    moves: &[MoveOf<N>],
) -> Evidence {
    let line = replayer.line;
    let ChangedLine { attempt, at, before, reach } = *changed;
    let (change, slot) = attempt.changes.last().map(|change| (change.change, change.slot)).unzip();
    let base = line.numbered_from();
    let mut evidence = Evidence::default();
    let mut node = before.clone();
    for (index, mv) in moves.iter().enumerate().skip(at) {
        let earlier = node.clone();
        node.play_listed(*mv);
        let written = match attempt.places.get(index) {
            Some(Place::Slot(slot)) => Some(*slot),
            _ if index == at && matches!(change, Some(Change::Replace(_))) => slot,
            _ => None,
        };
        if let Some(written) = written {
            let played = PlayedMove { before: &earlier, mv: *mv, after: &node };
            evidence = evidence.and(replayer.contradictions(written, played));
        }
        // Numbers keep their place if texts are exchanged, unless whole rows were exchanged with their numbers. The
        // first move of a pair has the number of the pair.
        let numbered = match (change, attempt.places.get(index)) {
            (Some(Change::Swap(_)), Some(Place::Slot(slot))) if is_due(line, *slot, (index, base)) => continue,
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
    if reach >= attempt.places.len() && node.in_check() && !node.has_legal_move() {
        evidence.add(Sign::Mates, 1.0);
    }
    evidence.at_most(&[
        (Sign::Captures, MAX_MARKS),
        (Sign::Checks, MAX_MARKS),
        (Sign::Origins, MAX_MARKS),
        (Sign::Numbers, MAX_NUMBERS),
    ])
}

/// True if the move number of a slot is right for its place in the record.
fn is_due<N: Repairable>(line: &DamagedLine<'_, N>, slot: usize, (index, base): (usize, Option<i64>)) -> bool {
    line.slots[slot].number.zip(base).is_some_and(|(number, base)| number - index as i64 == base)
}

/// Compares the squares of a new move with the other moves of its side.
fn paths_of_move<N: Repairable>(hypothesis: &mut Hypothesis<MoveOf<N>>, at: usize) {
    let Hypothesis { evidence, moves, .. } = hypothesis;
    let (mv, rest) = (moves[at], &moves[at + 1..]);
    let (from, to) = N::Rules::way(mv);
    let earlier = at.checked_sub(2).map(|at| N::Rules::way(moves[at]));
    let later = rest.get(1).map(|mv| N::Rules::way(*mv));
    let again =
        [from.is_some() && earlier.is_some_and(|way| Some(way.1) == from), later.is_some_and(|way| way.0 == Some(to))];
    evidence.add(Sign::Again, again.iter().filter(|again| **again).count() as f32);
    let undone = [
        again[0] && earlier.is_some_and(|way| way.0 == Some(to)),
        again[1] && later.is_some_and(|way| Some(way.1) == from),
    ];
    evidence.add(Sign::Undone, undone.iter().filter(|undone| **undone).count() as f32);
}

/// Adds the gains and losses of a new move, and the losses of the moves after it; `None` if the cost gets too high.
fn sense_of_move<N: Repairable>(
    hypothesis: &mut Hypothesis<MoveOf<N>>,
    before: &Node<N>,
    at: usize,
    limit: &CostLimit<'_>,
) -> Option<()> {
    let left = limit.left(hypothesis, &[WORTH_SIGNS, LATER_SIGNS])?;
    let Hypothesis { evidence, moves, .. } = hypothesis;
    let (mv, rest) = (moves[at], &moves[at + 1..]);
    let worth = sense::worth(&before.board, mv, (limit.pawns(left, Sign::Lost), MAX_PAWNS));
    let lost = (-worth).max(0.0);
    evidence.add(Sign::Lost, lost);
    evidence.add(Sign::Won, worth.max(0.0));
    let to = N::Rules::way(mv).1;
    if rest.first().is_some_and(|reply| !N::Rules::captures(*reply) || N::Rules::way(*reply).1 != to) {
        evidence.add(Sign::Untaken, lost);
    }
    let mut left = limit.left(hypothesis, &[LATER_SIGNS])?;
    let mut after = before.clone();
    after.play_listed(mv);
    for index in at + 1..hypothesis.moves.len().min(at + MAX_OPENING_PLIES) {
        let mv = hypothesis.moves[index];
        hypothesis.evidence.add(Sign::Later, sense::lost(&after.board, mv, limit.pawns(left, Sign::Later)));
        left = limit.left(hypothesis, &[LATER_SIGNS])?;
        after.play_listed(mv);
    }
    Some(())
}

/// Counts the unknown positions from a new move on, if the position before it is known.
fn familiarity<N: Repairable>(
    line: &DamagedLine<'_, N>,
    hypothesis: &mut Hypothesis<MoveOf<N>>,
    before: &Node<N>,
    at: usize,
) {
    let Hypothesis { evidence, moves, .. } = hypothesis;
    let known = line.known;
    if !is_known(&before.board, known) {
        return;
    }
    let mut after = before.clone();
    for mv in moves[at..].iter().take(MAX_OPENING_PLIES) {
        after.play_listed(*mv);
        evidence.add(Sign::Unknown, f32::from(u8::from(!is_known(&after.board, known))));
    }
}

fn pawns(hundredths: i32) -> f32 {
    hundredths as f32 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{ChangeAt, Slot};
    use partie_notation::letters::Letters;
    use partie_notation::moves::Algebraic;
    use partie_rules::chess::Position;

    const LINE: &str = "e4 e5 Nf3 Nc6 Bb5 Nd4 Nxd4 exd4 O-O Bc5 d3 c6 Ba4 d6 f4 Ne7 f5 f6 Kh1 d5 exd5 Nxd5 Qh5+ Kf8";

    /// Visits lines in which each legal move replaces each slot in turn. Each line is weighed to its end or up to a
    /// limit.
    fn visit_weighed(visit: impl Fn(&dyn Fn(f32) -> Option<Hypothesis<MoveOf<Algebraic>>>)) {
        let notation = Algebraic::new(Letters::ENGLISH);
        let slots: Vec<Slot<'_>> =
            LINE.split(' ').map(|text| Slot { bytes: text.as_bytes(), text: text.into(), number: None }).collect();
        let start = Node::new(&notation, Position::start());
        let line = DamagedLine {
            notation: &notation,
            start: &start,
            played: &[],
            slots: &slots,
            known: None,
            medium: crate::Medium::Auto,
        };
        let mut replayer = SlotReplayer::new(&line, u32::MAX);
        let weights = line.medium.weights(&<Algebraic as Repairable>::WEIGHTS);
        let (mut node, mut played) = (start.clone(), Vec::new());
        for at in 0..slots.len() {
            for mv in node.legal() {
                let mut places: Vec<Place<_>> = (0..slots.len()).map(Place::Slot).collect();
                places[at] = Place::Move(mv);
                let changes = vec![ChangeAt { slot: at, change: Change::Replace(mv) }];
                let attempt = Attempt { places, first: at + 1, changes, evidence: Evidence::default() };
                let mut moves: Vec<_> = played.clone();
                let reach = replayer.follow(node.clone(), &attempt.places, at, &mut moves);
                let changed = ChangedLine { attempt: &attempt, at, before: &node, reach };
                visit(&|most| weigh(&replayer, &changed, moves.clone(), (&weights, most)));
            }
            let mv = replayer.readings(&node, at)[0];
            played.push(mv);
            node.play_listed(mv);
        }
    }

    #[test]
    fn what_is_not_weighed_to_its_end_is_too_dear() {
        visit_weighed(|weighed| {
            let full = weighed(f32::INFINITY).expect("nothing is too much");
            let against = full.against();
            for more in [-3.0, -1.0, -0.3, -0.05, 0.0, 0.05, 0.3, 1.0, 3.0] {
                let cut = weighed(against + more);
                if more >= 0.0 {
                    let cut = cut.expect("it is no dearer than that");
                    assert_eq!((cut.evidence, cut.cost), (full.evidence, full.cost));
                } else {
                    assert!(cut.is_none_or(|cut| cut.against() > against + more));
                }
            }
        });
    }
}
