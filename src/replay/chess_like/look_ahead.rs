//! How far a line can be played after each reading of a move, within a budget for a game.
//!
//! The readings of the moves that follow form a tree. Results are kept by position, so that a later move of the line that is
//! looked at reuses the result of an earlier one.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::game::{ChessDialect, ChessLike as _};
use super::resolve::{close_of, read};
use crate::context::GameContext;
use partie_notation::moves::{Marks, MoveOf, Node};
use partie_notation::san::{CheckMark, Form};
use partie_record::ItemKind;
use partie_rules::{Resolution, Rules as _};

/// How far a line goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Plies that could be played.
    pub(super) plies: u32,
    /// Whether the line ended there, with nothing left to play.
    pub(super) whole: bool,
    /// Capture and check marks on the way that were not true.
    pub(super) dropped: u32,
    /// Pawns on the way that bore a letter.
    pub(super) lettered: u32,
    /// Whether the budget ended before the line did, so that it may go farther.
    pub(super) cut: bool,
}

impl Reach {
    /// The order in which readings are preferred.
    pub(super) const fn rank(&self) -> (bool, u32, Reverse<u32>) {
        (self.whole, self.plies, Reverse(self.dropped))
    }

    /// No other reading of the same moves can go farther or keep more marks true.
    const fn is_best(&self) -> bool {
        self.whole && self.dropped == 0
    }
}

/// Whether the first of ranked readings beats the others: it alone lets the line be played
/// to its end, or it alone keeps all marks true.
pub(super) fn settles<M>(ranked: &[(M, Reach)]) -> bool {
    match ranked {
        [(_, first), (_, second), ..] => first.whole && (!second.whole || first.dropped < second.dropped),
        _ => true,
    }
}

/// Plays the moves of a line from an item on as far as they are legal; where several fit, each of them is tried.
pub(super) fn reach<N: ChessDialect>(
    context: &GameContext<'_, N>,
    notation: &N,
    position: Node<N>,
    from: usize,
) -> Reach {
    LookAhead::of_one().reach(context, notation, position, from)
}

/// Plies that are tried for one reading, unless the first way through the rest of the line is longer.
const MAX_PLIES: u32 = 4000;
/// Plies that are tried in one game: for each of its first items, and for each of the others.
const PLIES_PER_ITEM: u32 = 64;
const FIRST_ITEMS: u32 = 1000;
const PLIES_PER_LATER_ITEM: u32 = 4;
/// Plies that are tried for one reading once the budget of the game is used up.
const MIN_PLIES: u32 = 4;
/// Moves with several readings on one way whose other readings are tried.
const MAX_BRANCHES: usize = 500;
/// Positions of one game for which results are kept.
const MAX_KNOWN: usize = 1 << 16;

/// The budget of a game, and the results so far.
#[derive(Debug, Default)]
pub(crate) struct LookAhead {
    /// Plies that are left for the game.
    left: u32,
    /// Plies that are left for the reading at hand.
    reading: u32,
    /// Whether the first way of the reading at hand goes on; it is cut by the game's budget only.
    is_first: bool,
    /// Moves with several readings on one way whose other readings are tried.
    branches: usize,
    /// Results from a move with several readings on, by its item and the position before it.
    known: HashMap<(u32, u64), Reach>,
}

/// A way through a line, and how much of it was played.
struct Way<N: ChessDialect> {
    position: Node<N>,
    /// The item that comes next.
    at: usize,
    reach: Reach,
}

/// A move with several readings, which are followed one after the other.
struct Branch<N: ChessDialect> {
    /// The position before it; `at` is the item behind it.
    before: Way<N>,
    marks: Marks,
    readings: Vec<MoveOf<N>>,
    /// Readings that were followed.
    followed: usize,
    best: Option<Reach>,
    /// Whether the result of a reading is not final.
    is_open: bool,
    key: (u32, u64),
}

impl<N: ChessDialect> Branch<N> {
    /// The way after the next reading.
    fn next_way(&mut self) -> Option<Way<N>> {
        let mv = *self.readings.get(self.followed)?;
        self.followed += 1;
        let mut position = self.before.position.clone();
        position.play(mv);
        let dropped = untrue::<N>(&self.marks, mv, &position);
        let reach = Reach { plies: 1, dropped, ..Reach::default() };
        Some(Way { position, at: self.before.at, reach })
    }

    /// Takes in how far a reading goes, from this branch on.
    fn take(&mut self, found: Reach, is_open: bool) {
        self.is_open |= is_open;
        if self.best.is_none_or(|best| found.rank() > best.rank()) {
            self.best = Some(found);
        }
    }
}

/// Where a way ends for the time being.
enum Stop<N: ChessDialect> {
    /// How far it goes; `true` if that is not final.
    End(Reach, bool),
    Branch(Box<Branch<N>>),
}

/// The marks of a move that do not hold.
fn untrue<N: ChessDialect>(marks: &Marks, mv: MoveOf<N>, after: &Node<N>) -> u32 {
    let captures = marks.form == Form::San && marks.captures && <N::Rules>::components(mv).captured.is_none();
    let checks = matches!(marks.check, CheckMark::Check | CheckMark::Mate) && !after.in_check();
    u32::from(captures) + u32::from(checks)
}

/// The reach of a way and of its continuation together.
const fn joined(way: Reach, rest: Reach) -> Reach {
    Reach {
        plies: way.plies + rest.plies,
        dropped: way.dropped + rest.dropped,
        lettered: way.lettered + rest.lettered,
        ..rest
    }
}

impl LookAhead {
    /// One for a single question, which only the length of the line limits.
    pub(super) fn of_one() -> Self {
        Self { left: u32::MAX, branches: MAX_BRANCHES, ..Self::default() }
    }

    /// One that plays a few plies of each reading.
    fn of_few_plies() -> Self {
        Self { left: MIN_PLIES, ..Self::default() }
    }

    /// Begins a game of so many items.
    pub(super) fn begin(&mut self, items: usize) {
        let items = u32::try_from(items).unwrap_or(u32::MAX);
        let (first, later) = (items.min(FIRST_ITEMS), items.saturating_sub(FIRST_ITEMS));
        self.left = (PLIES_PER_ITEM * first).saturating_add(PLIES_PER_LATER_ITEM.saturating_mul(later));
        self.branches = MAX_BRANCHES;
        self.known.clear();
    }

    /// Whether the budget of the game is used up.
    pub(super) const fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Plays the moves of a line from an item on as far as they are legal; where several fit, each of them is tried.
    pub(super) fn reach<N: ChessDialect>(
        &mut self,
        context: &GameContext<'_, N>,
        notation: &N,
        position: Node<N>,
        from: usize,
    ) -> Reach {
        let line = context.record.items.get(from).map_or(0, |item| item.line);
        (self.reading, self.is_first) = (MAX_PLIES, true);
        let mut branches: Vec<Branch<N>> = Vec::new();
        let mut way = Way { position, at: from, reach: Reach::default() };
        loop {
            let has_room = branches.len() < self.branches;
            let (mut found, mut is_open) = match self.follow(context, notation, way, (line, has_room)) {
                Stop::End(found, is_open) => (found, is_open),
                Stop::Branch(mut branch) => match branch.next_way() {
                    Some(next) => {
                        branches.push(*branch);
                        way = next;
                        continue;
                    }
                    None => (branch.before.reach, false),
                },
            };
            self.is_first = false;
            // Back to the last branch that has readings left.
            way = loop {
                let Some(mut branch) = branches.pop() else { return found };
                branch.take(found, is_open);
                let best = branch.best.unwrap_or(found);
                let may_go_on = !best.is_best() && self.reading > 0 && self.left > 0;
                if may_go_on && let Some(next) = branch.next_way() {
                    branches.push(branch);
                    break next;
                }
                is_open = !best.is_best() && (branch.is_open || branch.followed < branch.readings.len());
                if !is_open && self.known.len() < MAX_KNOWN {
                    self.known.insert(branch.key, best);
                }
                found = joined(branch.before.reach, best);
            };
        }
    }

    /// Follows a way to its end, or to a move with several readings.
    fn follow<N: ChessDialect>(
        &mut self,
        context: &GameContext<'_, N>,
        notation: &N,
        mut way: Way<N>,
        (line, has_room): (u32, bool),
    ) -> Stop<N> {
        let record = context.record;
        let mut is_open = false;
        while let Some(item) = record.items.get(way.at) {
            way.at += 1;
            match item.kind {
                ItemKind::Open => way.at = close_of(record, way.at - 1),
                ItemKind::Close => break,
                ItemKind::Null if item.line == line => {
                    if way.position.in_check() {
                        return Stop::End(way.reach, is_open);
                    }
                    way.position.play_null_move();
                    way.reach.plies += 1;
                }
                ItemKind::Move if item.line == line => {
                    if self.left == 0 || self.reading == 0 && !self.is_first {
                        return Stop::End(Reach { cut: self.left == 0, ..way.reach }, true);
                    }
                    (self.left, self.reading) = (self.left - 1, self.reading.saturating_sub(1));
                    let Some(token) = read(notation, item.span.of(context.text.bytes), &way.position.memory) else {
                        return Stop::End(way.reach, is_open);
                    };
                    let marks = N::marks(&token);
                    way.reach.lettered += u32::from(marks.pawn_letter);
                    let mv = match N::candidates(&token, &way.position) {
                        Resolution::None => return Stop::End(way.reach, is_open),
                        Resolution::Unique(mv) => mv,
                        Resolution::Ambiguous(readings) => {
                            let key = (way.at as u32, key(&way.position));
                            if let Some(known) = self.known.get(&key) {
                                return Stop::End(joined(way.reach, *known), is_open);
                            }
                            if has_room {
                                let branch =
                                    Branch { before: way, marks, readings, followed: 0, best: None, is_open, key };
                                return Stop::Branch(Box::new(branch));
                            }
                            let Some(first) = readings.first() else { return Stop::End(way.reach, is_open) };
                            is_open = true;
                            *first
                        }
                    };
                    way.position.play(mv);
                    way.reach.plies += 1;
                    way.reach.dropped += untrue::<N>(&marks, mv, &way.position);
                }
                _ => {}
            }
        }
        Stop::End(Reach { whole: true, ..way.reach }, is_open)
    }

    /// Several moves of a position, ranked by how far the rest of the line goes after each.
    pub(super) fn farthest<N: ChessDialect>(
        &mut self,
        context: &GameContext<'_, N>,
        notation: &N,
        (position, moves): (&Node<N>, &[MoveOf<N>]),
        next: usize,
    ) -> Vec<(MoveOf<N>, Reach)> {
        let after = |mv: MoveOf<N>| {
            let mut after = position.clone();
            after.play(mv);
            after
        };
        let mut ranked: Vec<(MoveOf<N>, Reach)> = Vec::with_capacity(moves.len());
        if !self.is_used_up() {
            ranked.extend(moves.iter().map(|mv| (*mv, self.reach(context, notation, after(*mv), next))));
        }
        if self.is_used_up() {
            // The same few plies for each reading, as the last ones may have got less than the first.
            let reach = |mv: MoveOf<N>| Self::of_few_plies().reach(context, notation, after(mv), next);
            ranked = moves.iter().map(|mv| (*mv, reach(*mv))).collect();
        }
        // Stable: among equals the order of `moves` stays.
        ranked.sort_by_cached_key(|(_, reach)| (!reach.whole, Reverse(reach.plies), reach.dropped));
        ranked
    }
}

/// A position and the memory of the notation, which together decide the meaning of later moves.
fn key<N: ChessDialect>(position: &Node<N>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (position.board.zobrist(), &position.memory).hash(&mut hasher);
    hasher.finish()
}
