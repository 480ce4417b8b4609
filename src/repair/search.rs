//! The search: tries every small change of a line up to its break, and plays the rest.
//!
//! A change replaces, inserts, deletes, splits or swaps moves. If no single change lets the line be played to its end,
//! the search continues from the best changes. The number of plies that the search plays is limited.

use std::collections::VecDeque;

use super::attempt::{Attempt, Place};
use super::best::{Cost, Weighed, cost, keep_better, keep_different};
use super::captures::close_captures;
use super::evidence::{self, ChangedLine};
use super::frontier::{Frontier, OpenLine};
use super::grade::{SearchResult, Several};
use super::guess_medium::guess_medium;
use super::line::{Change, ChangeAt, DamagedLine, Hypothesis, KEPT};
use super::repairable::{Material, PlayedMove, Repairable};
use super::signs::{Evidence, Sign, Weights};
use super::slot_replayer::{FAR, SlotReplayer};
use partie_notation::Packed;
use partie_notation::moves::{MoveOf, Node};
use partie_rules::Rules as _;

/// Maximum number of slots in a line. The results of a search and the cost of its evidence grow with this number.
pub const LONGEST: usize = 2000;
/// Maximum number of slots between the error and the break.
const MAX_SLOTS_BACK: usize = 60;
/// Limits of a search; by default there is no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Maximum number of SAN plies that are read and played.
    plies: u32,
    /// Maximum number of changes in one line.
    changes: usize,
}
impl Effort {
    pub const NONE: Self = Self { plies: 0, changes: 0 };
    /// For a hint beside a finding.
    pub const BRIEF: Self = Self { plies: 100_000, changes: 1 };
    /// For deciding whether a line begins from the initial position.
    pub const OF_START: Self = Self { plies: 100_000, changes: 6 };
    /// For an assumed move: as far as for a line to repair, but with one change.
    pub const OF_ONE_MOVE: Self = Self { changes: 1, ..Self::THOROUGH };
    /// For a line to repair.
    pub const THOROUGH: Self = Self { plies: 200_000, changes: 24 };
}

impl Default for Effort {
    fn default() -> Self {
        Self::NONE
    }
}
/// Minimum number of plies for each further line, even if fewer are left.
const MIN_PLIES_PER_LINE: u32 = 20_000;
/// Maximum number of plies for weighing evidence in one search. With ambiguous texts, each trial is played many times.
const MAX_PLIES_WEIGHED: u32 = 4_000_000;
/// Maximum number of hypotheses whose evidence is weighed.
const MAX_WEIGHED: usize = 40;
/// Maximum number of lines, breaking at the same slot, from which the search continues.
const MAX_LINES_PER_SLOT: usize = 4;
/// Maximum number of lines, at all slots, from which a search with several changes continues.
const MAX_LINES_CONTINUED: usize = 160;

/// Minimum cost of a changed text.
const MIN_TEXT_COST: f32 = 0.4;
/// Maximum distance of a new text from a text that can be played as written.
const MAX_TEXT_DISTANCE: f32 = 1.7;
/// Maximum extra cost of a hypothesis over the best hypothesis.
const MAX_EXTRA_COST: f32 = 2.0;
/// Maximum number of lines with another move where a capture mark contradicts the board.
const MAX_MARKED_LINES: usize = 2;
/// Cost of exchanging two moves of the same side, as a multiple of exchanging adjacent moves.
const FAR_SWAP: f32 = 1.5;
/// Cost of a missing blank between two moves.
const BLANK: f32 = 0.3;
/// Minimum number of slots of a line in which moves may be missing, surplus or exchanged.
const MIN_SLOTS: usize = 3;

/// A change that was tried.
#[derive(Clone, Copy, Debug)]
struct Trial<M> {
    /// The place of the change in the line that is searched.
    at: usize,
    change: Change<M>,
    evidence: Evidence,
    cost: f32,
    /// The place at which the changed line breaks; its length if it does not break.
    reach: usize,
}

impl<M> Trial<M> {
    /// Returns the cost before the evidence is weighed. It is lower if the changed line goes farther.
    fn rank(&self, broken: usize, whole: bool) -> Cost {
        let gone = if whole { 0.0 } else { 10.0 - 0.15 * self.reach.saturating_sub(broken).min(40) as f32 };
        Cost(self.cost + gone)
    }
}

/// Searches for hypotheses of the original line.
pub fn search<N: Repairable>(line: &DamagedLine<'_, N>, effort: Effort) -> SearchResult<MoveOf<N>> {
    if line.slots.len() > LONGEST {
        return SearchResult { hypotheses: Vec::new(), capped: true, several: None, is_doubted: false };
    }
    let mut search = Search::new(line, effort);
    search.run(effort.changes)
}

/// The part of a line that is played before it breaks.
struct Prefix<N: Repairable> {
    /// The positions before the last places, including the place that cannot be played.
    nodes: Vec<Node<N>>,
    /// The first of these places.
    from: usize,
    moves: Vec<MoveOf<N>>,
    /// Contradictions of marks between the last change and each place of `nodes`.
    marks: Vec<Evidence>,
}

struct Search<'a, N: Repairable> {
    line: &'a DamagedLine<'a, N>,
    replayer: SlotReplayer<'a, N>,
    /// The moves of a trial; only their number matters.
    tried: Vec<MoveOf<N>>,
    /// Plies left for weighing evidence.
    weighing: u32,
    /// True if some changes were not tried.
    capped: bool,
    /// Weights of the signs, for one error or for several.
    weights: Weights,
}

impl<'a, N: Repairable> Search<'a, N> {
    fn new(line: &'a DamagedLine<'a, N>, effort: Effort) -> Self {
        let weights = line.medium.weights(&N::WEIGHTS);
        let replayer = SlotReplayer::new(line, effort.plies);
        Self { line, replayer, tried: Vec::new(), weighing: MAX_PLIES_WEIGHED, capped: false, weights }
    }

    fn run(&mut self, changes: usize) -> SearchResult<MoveOf<N>> {
        let places = (0..self.line.slots.len()).map(Place::Slot).collect();
        let unchanged = Attempt { places, first: 0, changes: Vec::new(), evidence: Evidence::default() };
        let mut next = self.level(&unchanged);
        let is_enough = next.iter().any(|(hypothesis, _)| hypothesis.whole);
        let is_broken = !next.is_empty() && !is_enough;
        let (mut all, mut several) = (Vec::new(), None);
        if changes > 1 && !self.capped && is_broken {
            let medium = guess_medium(self.line);
            self.weights = medium.weights(&N::OF_SEVERAL);
            if medium != self.line.medium {
                self.replayer.confusions = medium.confusions();
                next = self.level(&unchanged);
            }
            for marked in self.doubtful_marks(&unchanged) {
                next.extend(self.level(&marked));
            }
            for (hypothesis, _) in &mut next {
                hypothesis.cost = hypothesis.evidence.cost(&self.weights);
            }
            all = self.go_on(next, changes);
            all.sort_by_cached_key(cost);
            several = Several::of(&all, self.line.played.len());
            self.show_other_start(&mut all);
        } else {
            all.extend(next.into_iter().map(|(hypothesis, _)| hypothesis));
            all.sort_by_cached_key(cost);
        }
        keep_different(&mut all);
        // Users of the record cannot play past an unresolved ambiguous text, so it ends the line.
        let sure = several.iter_mut().filter_map(Several::sure_mut);
        for hypothesis in all.iter_mut().chain(sure).filter(|hypothesis| !hypothesis.whole) {
            hypothesis.moves.truncate(hypothesis.settled);
        }
        SearchResult { hypotheses: all, capped: self.capped, several, is_doubted: false }
    }

    /// Continues from hypotheses that are not played to their end; returns all hypotheses, old and new.
    fn go_on(&mut self, first: Vec<Weighed<MoveOf<N>>>, changes: usize) -> Vec<Hypothesis<MoveOf<N>>> {
        let mut all: Vec<Hypothesis<MoveOf<N>>> = Vec::new();
        let mut frontier = Frontier::new();
        let slots = self.line.slots.len();
        let add = |found: Vec<Weighed<MoveOf<N>>>, all: &mut Vec<_>, frontier: &mut Frontier<_>| {
            for (hypothesis, attempt) in found {
                if !hypothesis.whole && attempt.changes.len() < changes {
                    let broken = attempt.slot_at(hypothesis.moves.len(), slots);
                    frontier.add(broken, OpenLine { number: all.len(), cost: hypothesis.cost, attempt });
                }
                all.push(hypothesis);
            }
        };
        add(first, &mut all, &mut frontier);
        let mut left = MAX_LINES_CONTINUED;
        while let Some(lines) = frontier.take() {
            let mut taken: Vec<usize> = Vec::new();
            for OpenLine { number, attempt, .. } in lines {
                if taken.len() >= MAX_LINES_PER_SLOT {
                    break;
                }
                if taken.iter().any(|other| all[*other].moves == all[number].moves) {
                    continue;
                }
                if left == 0 {
                    self.capped = true;
                    return all;
                }
                left -= 1;
                self.replayer.left = self.replayer.left.max(MIN_PLIES_PER_LINE);
                taken.push(number);
                all[number].is_gone_on = true;
                add(self.level(&attempt), &mut all, &mut frontier);
            }
        }
        all
    }

    /// Returns lines that have a capture where a capture mark contradicts the board. The text of the capture must be
    /// near, and the line must go as far as before. The mark shows that the text is damaged, although it can be played.
    fn doubtful_marks(&mut self, attempt: &Attempt<MoveOf<N>>) -> Vec<Attempt<MoveOf<N>>> {
        let Prefix { nodes, from, moves, .. } = self.prefix(attempt);
        let broken = from + nodes.len() - 1;
        let mut marked = Vec::new();
        for at in from..broken {
            let [before, after] = [&nodes[at - from], &nodes[at - from + 1]];
            let slot = &self.line.slots[at];
            let played = PlayedMove { before, mv: moves[at], after };
            let contradicted = self.replayer.contradictions(at, played);
            if <N::Rules as Material>::captures(moves[at]) || contradicted.of(Sign::Captures) == 0.0 {
                continue;
            }
            for (mv, text) in close_captures(self.line.notation, before, &slot.text) {
                let change = Change::Replace(mv);
                if self.try_change(attempt, before, at, change) >= broken {
                    let evidence = Evidence::default().with(Sign::Text, text).with(Sign::Captures, -1.0);
                    marked.push(Trial { at, change, evidence, cost: evidence.cost(&self.weights), reach: broken });
                }
            }
        }
        marked.sort_by_cached_key(|trial| Cost(trial.cost));
        marked.truncate(MAX_MARKED_LINES);
        marked.iter().map(|trial| self.changed(attempt, trial)).collect()
    }

    /// Moves a hypothesis that differs at the first break to the first three, as users look for alternatives at that
    /// break.
    fn show_other_start(&self, all: &mut Vec<Hypothesis<MoveOf<N>>>) {
        let head = |hypothesis: &Hypothesis<MoveOf<N>>| {
            hypothesis.moves[..hypothesis.moves.len().min(self.line.played.len() + 1)].to_vec()
        };
        let Some(first) = all.first().map(head) else { return };
        if let Some(other) = all.iter().position(|hypothesis| head(hypothesis) != first).filter(|at| *at > 2) {
            let other = all.remove(other);
            all.insert(2, other);
        }
    }

    /// Returns the hypotheses with one more change.
    fn level(&mut self, attempt: &Attempt<MoveOf<N>>) -> Vec<Weighed<MoveOf<N>>> {
        let Prefix { nodes, from, moves, marks } = self.prefix(attempt);
        let broken = from + nodes.len() - 1;
        if broken >= attempt.places.len() {
            return Vec::new();
        }
        let mut trials = self.trials(attempt, &nodes, from);
        let whole = |trial: &Trial<MoveOf<N>>| trial.reach >= self.length(attempt, trial);
        trials.sort_by_cached_key(|trial| trial.rank(broken, whole(trial)));
        trials.truncate(MAX_WEIGHED);
        let is_enough = attempt.changes.is_empty() && trials.iter().any(whole);
        let mut found: Vec<Weighed<MoveOf<N>>> = Vec::new();
        let left = std::mem::replace(&mut self.replayer.left, self.weighing);
        for trial in trials {
            let at = trial.at;
            let mut next = self.changed(attempt, &trial);
            next.evidence = next.evidence.and(marks[at - from]);
            let mut played = moves[..at].to_vec();
            self.replayer.open = usize::MAX;
            let reach = self.replayer.follow(nodes[at - from].clone(), &next.places, at, &mut played);
            if self.replayer.left == 0 {
                self.capped = true;
                break;
            }
            let changed = ChangedLine { attempt: &next, at, before: &nodes[at - from], reach };
            let worst = found.last().filter(|_| is_enough && found.len() == KEPT);
            let most = worst.map_or(f32::INFINITY, |(worst, _)| worst.against());
            let weighed = evidence::weigh(&self.replayer, &changed, played, (&self.weights, most));
            let Some(mut hypothesis) = weighed else { continue };
            hypothesis.settled = self.replayer.open;
            next.evidence = next.evidence.with_sense(hypothesis.evidence);
            if is_enough {
                keep_better(&mut found, (hypothesis, next));
            } else {
                found.push((hypothesis, next));
            }
        }
        self.weighing = std::mem::replace(&mut self.replayer.left, left);
        found.sort_by_cached_key(|(hypothesis, _)| cost(hypothesis));
        found
    }

    /// Returns the number of places of the changed line.
    fn length(&self, attempt: &Attempt<MoveOf<N>>, trial: &Trial<MoveOf<N>>) -> usize {
        let length = attempt.places.len();
        match trial.change {
            Change::Insert(_) | Change::Split(..) => length + 1,
            Change::Delete(count) => length - count,
            Change::Replace(_) | Change::Swap(_) => length,
        }
    }

    fn changed(&self, attempt: &Attempt<MoveOf<N>>, trial: &Trial<MoveOf<N>>) -> Attempt<MoveOf<N>> {
        let mut next = attempt.clone();
        let slot = attempt.places[trial.at..]
            .iter()
            .find_map(|place| if let Place::Slot(slot) = place { Some(*slot) } else { None })
            .unwrap_or(self.line.slots.len());
        match trial.change {
            Change::Replace(mv) => next.places[trial.at] = Place::Move(mv),
            Change::Insert(mv) => next.places.insert(trial.at, Place::Move(mv)),
            Change::Delete(count) => {
                next.places.drain(trial.at..trial.at + count);
            }
            Change::Split(first, second) => {
                next.places[trial.at] = Place::Move(first);
                next.places.insert(trial.at + 1, Place::Move(second));
            }
            Change::Swap(distance) => next.places.swap(trial.at, trial.at + distance),
        }
        next.first = match trial.change {
            Change::Swap(distance) => trial.at + distance + 1,
            Change::Delete(_) => trial.at,
            Change::Replace(_) | Change::Insert(_) => trial.at + 1,
            Change::Split(..) => trial.at + 2,
        };
        next.changes.push(ChangeAt { slot, change: trial.change });
        next.evidence = attempt.evidence.and(trial.evidence);
        next
    }

    /// Plays a line up to the place that cannot be played, with the positions before the last places.
    fn prefix(&mut self, attempt: &Attempt<MoveOf<N>>) -> Prefix<N> {
        let mut moves = Vec::with_capacity(self.line.played.len());
        let mut node = self.line.start.clone();
        let mut nodes = VecDeque::with_capacity(MAX_SLOTS_BACK + 1);
        let mut marks = VecDeque::with_capacity(MAX_SLOTS_BACK + 1);
        let mut contradicted = Evidence::default();
        let mut at = 0;
        loop {
            if at >= attempt.first {
                nodes.push_back(node.clone());
                marks.push_back(contradicted);
                if nodes.len() > MAX_SLOTS_BACK + 1 {
                    nodes.pop_front();
                    marks.pop_front();
                }
            }
            let played = self.line.played.get(at).filter(|_| attempt.changes.is_empty()).copied();
            let mv = match attempt.places.get(at) {
                _ if played.is_some() => played,
                Some(Place::Move(mv)) => Some(*mv),
                // This is the slot that cannot be played.
                Some(Place::Slot(_)) if attempt.changes.is_empty() => None,
                Some(Place::Slot(slot)) => self.replayer.readings(&node, *slot).first().copied(),
                None => None,
            };
            let Some(mv) = mv else { break };
            moves.push(mv);
            let before = (!attempt.changes.is_empty() && at >= attempt.first).then(|| node.clone());
            node.play_listed(mv);
            if let (Some(before), Some(Place::Slot(slot))) = (before, attempt.places.get(at)) {
                let played = PlayedMove { before: &before, mv, after: &node };
                contradicted = contradicted.and(self.replayer.contradictions(*slot, played));
            }
            at += 1;
        }
        if nodes.is_empty() {
            nodes.push_back(node);
            marks.push_back(contradicted);
        }
        Prefix { from: at + 1 - nodes.len(), nodes: nodes.into(), moves, marks: marks.into() }
    }

    /// Returns every change that lets the line continue.
    fn trials(&mut self, attempt: &Attempt<MoveOf<N>>, nodes: &[Node<N>], from: usize) -> Vec<Trial<MoveOf<N>>> {
        let broken = from + nodes.len() - 1;
        let mut trials = Vec::new();
        let mut best = f32::INFINITY;
        for at in (from..=broken).rev() {
            let far = Evidence::default().with(Sign::Distance, (broken - at) as f32);
            if MIN_TEXT_COST + far.cost(&self.weights) > best + MAX_EXTRA_COST {
                break;
            }
            if self.replayer.left == 0 {
                self.capped = true;
                break;
            }
            let node = &nodes[at - from];
            let legal = node.legal();
            let mut keep = |search: &mut Self, change: Change<MoveOf<N>>, sign: Sign, amount: f32| {
                let reach = search.try_change(attempt, node, at, change);
                let evidence = far.with(sign, amount);
                let trial = Trial { at, change, evidence, cost: evidence.cost(&search.weights), reach };
                // The line must continue past the text at the break, which must be played, too.
                let least = match change {
                    Change::Insert(_) | Change::Split(..) => broken + 2,
                    Change::Delete(count) if at + count <= broken => broken + 1 - count,
                    Change::Delete(_) => at + 1,
                    _ => broken + 1,
                };
                let whole = reach >= search.length(attempt, &trial);
                if whole {
                    best = best.min(trial.cost);
                }
                if whole || reach >= least {
                    trials.push(trial);
                }
            };
            if let Place::Slot(slot) = attempt.places[at] {
                if at == broken
                    && let Some((first, second)) = self.replayer.split_in_two(node, slot)
                {
                    keep(self, Change::Split(first, second), Sign::Text, BLANK);
                }
                for (mv, text) in
                    self.replayer.near(node, slot, &legal, if at == broken { FAR } else { MAX_TEXT_DISTANCE })
                {
                    keep(self, Change::Replace(mv), Sign::Text, text);
                }
            }
            // Insertions, deletions and exchanges need the other moves of the line as evidence.
            if self.line.slots.len() < MIN_SLOTS {
                continue;
            }
            if let Place::Slot(_) = attempt.places[at] {
                let twice = self.is_doubled(attempt, at, 1);
                keep(self, Change::Delete(1), if twice { Sign::Doubled } else { Sign::Deleted }, 1.0);
                if self.is_doubled(attempt, at, 2) {
                    keep(self, Change::Delete(2), Sign::Doubled, 1.0);
                }
                for (apart, amount) in [(1, 1.0), (2, FAR_SWAP)] {
                    if matches!(attempt.places.get(at + apart), Some(Place::Slot(_))) {
                        keep(self, Change::Swap(apart), Sign::Swapped, amount);
                    }
                }
            }
            if let Place::Slot(slot) = attempt.places[at]
                && !self.replayer.may_follow(node, slot, legal.len())
            {
                continue;
            }
            for mv in legal {
                keep(self, Change::Insert(mv), Sign::Inserted, 1.0);
            }
        }
        trials
    }

    /// True if `count` slots repeat the texts of the slots before them.
    fn is_doubled(&self, attempt: &Attempt<MoveOf<N>>, at: usize, count: usize) -> bool {
        let text = |at: usize| attempt.slot(at).map(|slot| self.line.slots[slot].bytes);
        at >= count && (at..at + count).all(|at| text(at).is_some() && text(at) == text(at - count))
    }

    /// Returns the place at which a changed line breaks.
    fn try_change(
        &mut self,
        attempt: &Attempt<MoveOf<N>>,
        node: &Node<N>,
        at: usize,
        change: Change<MoveOf<N>>,
    ) -> usize {
        let mut node = node.clone();
        // The first place after the change, and the numbers of places that the line gains and loses.
        let (next, more, fewer) = match change {
            Change::Replace(mv) => {
                node.play_listed(mv);
                (at + 1, 0, 0)
            }
            Change::Insert(mv) => {
                node.play_listed(mv);
                (at, 1, 0)
            }
            Change::Delete(count) => (at + count, 0, count),
            Change::Split(first, second) => {
                node.play_listed(first);
                node.play_listed(second);
                (at + 1, 1, 0)
            }
            Change::Swap(apart) => {
                for step in 0..=apart {
                    // Only the first and the last place are exchanged.
                    let from = at
                        + if step == 0 {
                            apart
                        } else if step == apart {
                            0
                        } else {
                            step
                        };
                    let Some(mv) = self.first_reading(&node, attempt.places[from]) else { return at };
                    node.play_listed(mv);
                }
                (at + apart + 1, 0, 0)
            }
        };
        self.tried.clear();
        let reach = self.replayer.follow(node, &attempt.places, next, &mut self.tried);
        (reach + more).saturating_sub(fewer)
    }

    fn first_reading(&mut self, node: &Node<N>, place: Place<MoveOf<N>>) -> Option<MoveOf<N>> {
        match place {
            Place::Slot(slot) => self.replayer.readings(node, slot).first().copied(),
            Place::Move(mv) => Some(mv),
        }
    }
}

/// Plays a line from a slot and a position. Returns the slot at which it breaks, and the moves up to it.
pub fn follow<N: Repairable>(line: &DamagedLine<'_, N>, node: Node<N>, slot: usize) -> (usize, Vec<MoveOf<N>>) {
    let places: Vec<Place<MoveOf<N>>> = (0..line.slots.len()).map(Place::Slot).collect();
    let mut moves = Vec::new();
    let reach = SlotReplayer::new(line, Effort::THOROUGH.plies).follow(node, &places, slot, &mut moves);
    (reach, moves)
}

pub fn coordinates<N: Repairable>(moves: &[MoveOf<N>], chess960: bool) -> String {
    Packed::join(moves.iter().map(|mv| N::Rules::coordinates(*mv, chess960)))
}
