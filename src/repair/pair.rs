//! Compares two records of one game: finds the moves that were played where one record is wrong, and the differences
//! between both records.
//!
//! This is a beam search over legal games. Each ply costs its distance from the moves of both records. The caller
//! selects records of one game.

use std::collections::{BTreeMap, HashSet};

use super::attempt::Place;
use super::by_cost::sort_by_cost;
use super::grade::{ANOTHER, SearchResult, Several, StepOfPair};
use super::line::{Change, ChangeAt, DamagedLine, Hypothesis, KEPT};
use super::repairable::{PlayedMove, Repairable};
use super::sense;
use super::signs::{Evidence, Sign};
use super::slot_replayer::{FAR, SlotReplayer};
use partie_notation::moves::{MoveOf, Node};
use partie_rules::Rules as _;

/// Maximum number of states of a layer from which the search continues.
const MAX_STATES: usize = 24;
/// Maximum extra cost of a state over the cheapest state that has gone at least as far.
const MAX_EXTRA_COST: f32 = 3.0;
/// Maximum distance of a miswritten text from the move that was played.
const MAX_SLIP_DISTANCE: f32 = 2.0;
/// Cost of a text that denotes another move.
const OTHER_MOVE: f32 = 2.4;
/// Costs of a slot that was not played, of a slot that is written twice, and of a move that a record omits.
const NOT_PLAYED: f32 = 2.2;
const TWICE: f32 = 0.4;
const LEFT_OUT: f32 = 1.8;
/// Maximum distance of a text from a move that the other record omits.
const MAX_CLEAR_DISTANCE: f32 = 1.0;
/// Additional cost of any wrong text, as most texts are right.
const WRONG: f32 = 0.6;
/// Costs of a contradictory number, and of a mark that the board contradicts.
const NUMBER: f32 = 0.3;
const MARK: f32 = 0.3;
/// Cost of each pawn given away by a move that is not in both records, and the maximum number of such pawns.
const LOST: f32 = 0.12;
const MAX_LOST_PAWNS: f32 = 6.0;
/// Value of a ply that a record has exactly, and of any other ply. A line continues as long as its plies cost less than
/// their value.
const WORTH: f32 = 2.0;
const WORTH_OF_GUESS: f32 = 0.6;
/// Maximum number of steps of one search. Only records of different games need more.
const MAX_STEPS: usize = 300_000;

/// A place where the records have different moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<M> {
    pub slots: [usize; 2],
    pub plies: usize,
    /// The move of the other record.
    pub other: M,
}

/// The result of comparing two records of one game.
#[derive(Clone, Debug)]
pub struct Pairing<M> {
    /// Hypotheses of the first record, the likeliest first.
    pub found: SearchResult<M>,
    /// Places where the records differ although both moves can be played.
    pub differences: Vec<Difference<M>>,
    /// The moves of the other record beyond the end of the first record, if the first record is played to its end.
    pub rest: Vec<M>,
    /// The slots of both records at the first change of the likeliest line.
    pub first: Option<[usize; 2]>,
    /// Cost of the likeliest line.
    pub cost: f32,
}

/// The use of the next slots.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Take<M> {
    /// A move, and which records have it.
    Move(M, [bool; 2]),
    /// A slot of one record that was not played.
    Skip(usize),
}

/// A step of a line, with a link to the step before it.
#[derive(Clone, Copy, Debug)]
struct Step<M> {
    before: usize,
    take: Option<Take<M>>,
    /// The next slot of each record.
    at: [usize; 2],
    cost: f32,
    /// Distances of the texts of both records from the move.
    texts: [f32; 2],
    plies: usize,
    /// True if another step continues from this one. `is_merged`: a cheaper step leads to the same state.
    is_gone_on: bool,
    is_merged: bool,
}

/// A state from which the search continues: the position, and the step that led to it.
struct State<N: Repairable> {
    node: Node<N>,
    step: usize,
}

struct Search<'a, N: Repairable> {
    records: [&'a DamagedLine<'a, N>; 2],
    replayers: [SlotReplayer<'a, N>; 2],
    /// Number of the first ply, as each record counts.
    numbered: [Option<i64>; 2],
    steps: Vec<Step<MoveOf<N>>>,
    open: BTreeMap<usize, Vec<State<N>>>,
    /// The lowest cost of a state in each layer so far.
    least: BTreeMap<usize, f32>,
    ends: Vec<usize>,
    /// True if the first record can be played, and is only compared.
    is_sound: bool,
}

/// Compares two records of one game. If `line` can be played to its end, it is not changed. `None` if the search takes
/// too many steps.
pub fn pair<N: Repairable>(line: &DamagedLine<'_, N>, other: &DamagedLine<'_, N>) -> Option<Pairing<MoveOf<N>>> {
    let is_sound = line.played.len() >= line.slots.len();
    let records = [line, other];
    let mut search = Search {
        records,
        replayers: records.map(|record| SlotReplayer::new(record, u32::MAX)),
        numbered: records.map(DamagedLine::numbered_from),
        steps: Vec::new(),
        open: BTreeMap::new(),
        least: BTreeMap::new(),
        ends: Vec::new(),
        is_sound,
    };
    search.run().then(|| search.pairing())
}

impl<N: Repairable> Search<'_, N> {
    /// Runs the search. Returns false if it takes more than `MAX_STEPS`.
    fn run(&mut self) -> bool {
        let first = Step {
            before: 0,
            take: None,
            at: [0, 0],
            cost: 0.0,
            texts: [0.0; 2],
            plies: 0,
            is_gone_on: false,
            is_merged: false,
        };
        self.steps.push(first);
        self.open.insert(0, vec![State { node: self.records[0].start.clone(), step: 0 }]);
        while let Some((layer, mut states)) = self.open.pop_first() {
            if self.steps.len() > MAX_STEPS {
                return false;
            }
            sort_by_cost(&mut states, |state| self.steps[state.step].cost);
            let mut seen = HashSet::new();
            let mut taken = 0;
            for state in states {
                let Step { at, cost, take, .. } = self.steps[state.step];
                if !seen.insert((state.node.zobrist(), at)) {
                    self.steps[state.step].is_merged = true;
                    continue;
                }
                if taken >= MAX_STATES || self.room(layer, cost) < 0.0 {
                    continue;
                }
                taken += 1;
                if at[0] >= self.records[0].slots.len() {
                    // Surplus moves of the other record must be playable from here.
                    let is_in_step = !matches!(take, Some(Take::Move(_, [true, false])));
                    let goes_on =
                        at[1] >= self.records[1].slots.len() || is_in_step && !self.readings(&state, 1).is_empty();
                    self.steps[state.step].cost += if goes_on { 0.0 } else { NOT_PLAYED };
                    self.ends.push(state.step);
                } else {
                    self.steps[state.step].is_gone_on = true;
                    self.go_on(&state);
                }
            }
        }
        true
    }

    /// Adds all steps from a state.
    fn go_on(&mut self, state: &State<N>) {
        let at = self.steps[state.step].at;
        let is_left = [0, 1].map(|of| at[of] < self.records[of].slots.len());
        let readings = [0, 1].map(|of| self.readings(state, of));
        if let ([own], [other]) = (readings[0].as_slice(), readings[1].as_slice())
            && own == other
        {
            return self.play(state, (*own, [true; 2]), [0.0; 2]);
        }
        let (layer, cost) = (at[0] + at[1], self.steps[state.step].cost);
        let limit = MAX_SLIP_DISTANCE.min(self.room(layer + 1, cost).max(self.room(layer + 2, cost)));
        if limit <= 0.0 {
            return;
        }
        let legal = state.node.legal();
        let far = |is_left: bool| if is_left { OTHER_MOVE } else { 0.0 };
        let near = [0, 1].map(|of| self.distances(state, of, (&legal, limit)));
        let distance = |of: usize, mv: MoveOf<N>| {
            let found = near[of].iter().find(|(other, _)| *other == mv).map(|(_, distance)| *distance);
            found.unwrap_or_else(|| far(is_left[of]))
        };
        // If neither record is near a legal move, any legal move may have been played.
        let nowhere = near.iter().all(Vec::is_empty) && !self.is_sound;
        let mut tried: Vec<MoveOf<N>> = Vec::new();
        for (mv, _) in near[0].iter().chain(&near[1]) {
            if tried.contains(mv) || self.is_sound && !readings[0].contains(mv) {
                continue;
            }
            tried.push(*mv);
            self.play(state, (*mv, [true, is_left[1]]), [distance(0, *mv), distance(1, *mv)]);
        }
        if nowhere {
            for mv in &legal {
                self.play(state, (*mv, [true, is_left[1]]), [FAR, far(is_left[1])]);
            }
        }
        if !is_left[1] && self.is_sound {
            return;
        }
        for of in [0, 1].into_iter().filter(|of| is_left[*of]) {
            if of == 0 || !self.is_sound {
                let clear = near[of].iter().filter(|(_, distance)| *distance <= MAX_CLEAR_DISTANCE && is_left[1]);
                for (mv, distance) in clear {
                    let mut texts = [0.0; 2];
                    texts[of] = *distance;
                    self.play(state, (*mv, [of == 0, of == 1]), texts);
                }
            }
            if of == 1 || !self.is_sound {
                self.skip(state, of);
            }
        }
    }

    /// Returns the moves that the next text of a record denotes at a state.
    fn readings(&self, state: &State<N>, of: usize) -> Vec<MoveOf<N>> {
        let at = self.steps[state.step].at[of];
        let record = self.records[of];
        if of == 0 && self.is_sound {
            return record.played.get(at).copied().into_iter().collect();
        }
        if at < record.slots.len() { self.replayers[of].readings(&state.node, at) } else { Vec::new() }
    }

    /// Returns the maximum cost of a step from a state of this cost to a layer; the search drops costlier steps.
    fn room(&self, layer: usize, cost: f32) -> f32 {
        // Cheaper states that have gone farther also limit the cost.
        self.least.range(layer..).map(|(_, least)| least + MAX_EXTRA_COST - cost).fold(f32::INFINITY, f32::min)
    }

    /// Returns the legal moves near the text of a record, with their distances.
    fn distances(&mut self, state: &State<N>, of: usize, (legal, limit): (&[MoveOf<N>], f32)) -> Vec<(MoveOf<N>, f32)> {
        let at = self.steps[state.step].at[of];
        if at >= self.records[of].slots.len() {
            return Vec::new();
        }
        if of == 0 && self.is_sound {
            return self.readings(state, 0).into_iter().map(|mv| (mv, 0.0)).collect();
        }
        self.replayers[of].distances(&state.node, at, legal, limit)
    }

    /// Adds a step that plays a move of the marked records.
    fn play(&mut self, state: &State<N>, (mv, of): (MoveOf<N>, [bool; 2]), texts: [f32; 2]) {
        let Step { at, cost, plies, .. } = self.steps[state.step];
        let next = [at[0] + usize::from(of[0]), at[1] + usize::from(of[1])];
        let mut more = texts[0] + texts[1];
        for record in [0, 1] {
            if of[record] {
                more += if texts[record] > 0.0 { WRONG } else { 0.0 };
            } else {
                // If a record is sound, a different move in the other one is as likely as a missing one.
                let left_out = if self.is_sound { OTHER_MOVE + WRONG } else { LEFT_OUT };
                more += if at[record] < self.records[record].slots.len() { left_out } else { 0.0 };
            }
        }
        // All further costs only increase the sum, and are expensive to compute.
        if more > self.room(next[0] + next[1], cost) {
            return;
        }
        let mut node = state.node.clone();
        node.play_listed(mv);
        for record in [0, 1].into_iter().filter(|record| of[*record]) {
            let slot = &self.records[record].slots[at[record]];
            let counts = slot.number.zip(self.numbered[record]);
            if counts.is_some_and(|(number, first)| number - first != plies as i64) {
                more += NUMBER;
            }
            let played = PlayedMove { before: &state.node, mv, after: &node };
            let marks = self.replayers[record].contradictions(at[record], played);
            more += MARK * (marks.of(Sign::Captures) + marks.of(Sign::Checks));
        }
        if texts != [0.0; 2] && !self.is_sound {
            more += LOST * sense::lost(&state.node.board, mv, MAX_LOST_PAWNS);
        }
        let take = Some(Take::Move(mv, of));
        self.add(
            Step {
                before: state.step,
                take,
                at: next,
                cost: cost + more,
                texts,
                plies: plies + 1,
                is_gone_on: false,
                is_merged: false,
            },
            node,
        );
    }

    /// Adds a step that skips a slot of a record.
    fn skip(&mut self, state: &State<N>, of: usize) {
        let Step { at, cost, plies, .. } = self.steps[state.step];
        let mut next = at;
        next[of] += 1;
        let cost = cost + if self.is_twice(&state.node, of, at[of]) { TWICE } else { NOT_PLAYED };
        // After the last slot of the other record, a move of the first record costs nothing: its cost is added here.
        let is_last = of == 1 && next[1] == self.records[1].slots.len();
        let cost = cost + if is_last { LEFT_OUT } else { 0.0 };
        let take = Some(Take::Skip(of));
        self.add(
            Step {
                before: state.step,
                take,
                at: next,
                cost,
                texts: [0.0; 2],
                plies,
                is_gone_on: false,
                is_merged: false,
            },
            state.node.clone(),
        );
    }

    /// True if a slot repeats the text before it and is not a legal move: two captures on one square are written alike.
    fn is_twice(&self, node: &Node<N>, of: usize, slot: usize) -> bool {
        let slots = self.records[of].slots;
        let same = slot > 0 && slots[slot].bytes == slots[slot - 1].bytes;
        same && self.replayers[of].readings(node, slot).is_empty()
    }

    fn add(&mut self, step: Step<MoveOf<N>>, node: Node<N>) {
        let layer = step.at[0] + step.at[1];
        if step.cost > self.room(layer, 0.0) {
            return;
        }
        let least = self.least.entry(layer).or_insert(f32::INFINITY);
        *least = least.min(step.cost);
        self.open.entry(layer).or_default().push(State { node, step: self.steps.len() });
        self.steps.push(step);
    }

    /// Returns the steps that lead to `step`, without the initial one.
    fn path(&self, mut step: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while step != 0 {
            path.push(step);
            step = self.steps[step].before;
        }
        path.reverse();
        path
    }

    fn moves(&self, path: &[usize]) -> Vec<MoveOf<N>> {
        let mv = |step: &usize| match self.steps[*step].take {
            Some(Take::Move(mv, _)) => Some(mv),
            _ => None,
        };
        path.iter().filter_map(mv).collect()
    }

    fn pairing(mut self) -> Pairing<MoveOf<N>> {
        let mut ends = std::mem::take(&mut self.ends);
        sort_by_cost(&mut ends, |end| self.steps[*end].cost);
        let mut hypotheses: Vec<Hypothesis<MoveOf<N>>> = Vec::new();
        let (mut several, mut differences, mut rest, mut cost) = (None, Vec::new(), Vec::new(), f32::INFINITY);
        let mut first = None;
        for end in ends {
            let mut path = self.path(end);
            let whole = self.cut(&mut path);
            let hypothesis = self.hypothesis(&path, whole);
            if hypotheses.is_empty() {
                several = (!self.is_sound).then(|| self.grades(&path, whole));
                differences = self.differences(&path);
                first = self.first_change(&path);
                rest = if whole { self.rest(&path) } else { Vec::new() };
                cost = hypothesis.cost + if whole { 0.0 } else { MAX_EXTRA_COST };
            }
            if hypotheses.iter().all(|other| other.moves != hypothesis.moves) {
                hypotheses.push(hypothesis);
            }
            if hypotheses.len() == KEPT {
                break;
            }
        }
        Pairing {
            found: SearchResult { hypotheses, capped: false, several, is_doubted: false },
            differences,
            rest,
            first,
            cost,
        }
    }

    /// Cuts off the end of a line whose plies cost more than their value. Returns true if the line stays whole.
    fn cut(&self, path: &mut Vec<usize>) -> bool {
        let (mut all, mut best, mut length) = (0.0, 0.0, 0);
        for (index, step) in path.iter().enumerate() {
            let step = &self.steps[*step];
            if let Some(Take::Move(_, of)) = step.take {
                let is_read = (0..2).any(|record| of[record] && step.texts[record] == 0.0);
                all += if is_read { WORTH } else { WORTH_OF_GUESS };
            }
            if all - step.cost >= best {
                (best, length) = (all - step.cost, index + 1);
            }
        }
        // Up to two costly slots at the end are tolerated.
        let whole = length + 2 >= path.len();
        if !whole {
            path.truncate(length);
        }
        whole
    }

    /// Returns the change that a step makes in the first record.
    fn change(&self, node: &Node<N>, step: &Step<MoveOf<N>>) -> Option<ChangeAt<MoveOf<N>>> {
        let slot = self.steps[step.before].at[0];
        let change = match step.take? {
            Take::Move(mv, [true, _]) => {
                let reads = self.is_sound || self.replayers[0].readings(node, slot) == [mv];
                (!reads).then_some(Change::Replace(mv))?
            }
            Take::Move(mv, [false, _]) => Change::Insert(mv),
            Take::Skip(0) => Change::Delete(1),
            Take::Skip(_) => return None,
        };
        Some(ChangeAt { slot, change })
    }

    /// Visits each step of a path with the position before it.
    fn walk(&self, path: &[usize], mut each: impl FnMut(&Node<N>, usize)) {
        let mut node = self.records[0].start.clone();
        for index in path {
            each(&node, *index);
            if let Some(Take::Move(mv, _)) = self.steps[*index].take {
                node.play_listed(mv);
            }
        }
    }

    fn hypothesis(&self, path: &[usize], whole: bool) -> Hypothesis<MoveOf<N>> {
        let (mut changes, mut evidence, mut last) = (Vec::new(), Evidence::default(), 0);
        self.walk(path, |node, index| {
            let step = &self.steps[index];
            let Some(change) = self.change(node, step) else { return };
            let sign = match change.change {
                Change::Insert(_) => Sign::Inserted,
                Change::Delete(_) => Sign::Deleted,
                _ => Sign::Text,
            };
            evidence.add(sign, if sign == Sign::Text { step.texts[0] } else { 1.0 });
            evidence.add(Sign::Copy, step.texts[1]);
            changes.push(change);
            last = step.plies;
        });
        let moves = self.moves(path);
        let cost = path.last().map_or(0.0, |step| self.steps[*step].cost);
        let follow = (moves.len() - last) as u32;
        Hypothesis { changes, evidence, cost, whole, settled: usize::MAX, is_gone_on: false, follow, moves }
    }

    /// Grades the changes of the likeliest line, one after the other.
    fn grades(&self, path: &[usize], whole: bool) -> Several<MoveOf<N>> {
        let best = self.moves(path);
        let rivals = self.rivals(path, &best);
        let lead = |plies: usize| {
            let margins = rivals.iter().filter(|(parts, _)| *parts < plies).map(|(_, margin)| *margin);
            margins.fold(f32::INFINITY, f32::min)
        };
        let mut steps: Vec<StepOfPair> = Vec::new();
        self.walk(path, |node, index| {
            let step = &self.steps[index];
            let Some(change) = self.change(node, step) else { return };
            let other = self.steps[step.before].at[1];
            let is_backed = match step.take {
                Some(Take::Move(mv, [_, true])) => self.replayers[1].readings(node, other) == [mv],
                Some(Take::Skip(of)) => self.is_twice(node, of, self.steps[step.before].at[of]),
                _ => false,
            };
            let is_close = matches!(change.change, Change::Replace(_)) && step.texts[0] + step.texts[1] < OTHER_MOVE;
            steps.push(StepOfPair { plies: step.plies, is_backed, is_close, margin: lead(step.plies) });
        });
        Several::of_pair(&self.hypothesis(path, whole), &steps, lead(best.len()))
    }

    /// Returns, for each line that differs from the likeliest one, the ply of the first difference and the extra cost.
    fn rivals(&self, path: &[usize], best: &[MoveOf<N>]) -> Vec<(usize, f32)> {
        let by_then = |layer: usize| {
            let at = |step: &usize| self.steps[*step].at[0] + self.steps[*step].at[1];
            let then = path.iter().find(|step| at(step) >= layer).or(path.last());
            then.map_or(0.0, |step| self.steps[*step].cost)
        };
        let mut rivals = Vec::new();
        for (index, step) in self.steps.iter().enumerate().filter(|(_, step)| !step.is_gone_on) {
            let is_end = step.is_merged || step.at[0] >= self.records[0].slots.len();
            let margin = step.cost - by_then(step.at[0] + step.at[1]) + if is_end { 0.0 } else { ANOTHER };
            if margin > MAX_EXTRA_COST {
                continue;
            }
            let moves = self.moves(&self.path(index));
            if let Some(parts) = moves.iter().zip(best).position(|(one, other)| one != other) {
                rivals.push((parts, margin));
            }
        }
        rivals
    }

    /// Returns the slots at which a path first changes the first record.
    fn first_change(&self, path: &[usize]) -> Option<[usize; 2]> {
        let mut first = None;
        self.walk(path, |node, index| {
            let step = &self.steps[index];
            if first.is_none() && self.change(node, step).is_some() {
                first = Some(self.steps[step.before].at);
            }
        });
        first
    }

    /// Returns the moves of the other record from the end of a path on.
    fn rest(&mut self, path: &[usize]) -> Vec<MoveOf<N>> {
        let end = path.last().map_or([0, 0], |step| self.steps[*step].at);
        let node = self.records[0].start.after_moves(&self.moves(path));
        let places: Vec<Place<MoveOf<N>>> = (0..self.records[1].slots.len()).map(Place::Slot).collect();
        let mut rest = Vec::new();
        self.replayers[1].follow(node, &places, end[1], &mut rest);
        rest
    }

    fn differences(&self, path: &[usize]) -> Vec<Difference<MoveOf<N>>> {
        let mut differences = Vec::new();
        self.walk(path, |node, index| {
            let step = &self.steps[index];
            let Some(Take::Move(mv, [true, true])) = step.take else { return };
            let slots = self.steps[step.before].at;
            if self.change(node, step).is_some() {
                return;
            }
            if let [other] = self.replayers[1].readings(node, slots[1])[..]
                && other != mv
            {
                differences.push(Difference { slots, plies: step.plies - 1, other });
            }
        });
        differences
    }
}
