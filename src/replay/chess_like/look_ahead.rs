//! How far a line can be played after each reading of a move, within a budget for a game.
//!
//! The readings of the following moves form a tree. Results are cached by position, so that a later ambiguous move
//! of the line reuses the result of an earlier one.

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

/// Result of playing a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Number of plies that could be played.
    pub(super) plies: u32,
    /// True if the line could be played to its end.
    pub(super) whole: bool,
    /// Number of untrue capture and check marks on the way.
    pub(super) dropped: u32,
    /// Number of pawn moves with a letter on the way.
    pub(super) lettered: u32,
    /// True if the budget ended before the line did, so that the line may go farther.
    pub(super) cut: bool,
}

impl Reach {
    /// Sort key: the reading with the greater key is preferred.
    pub(super) const fn rank(&self) -> (bool, u32, Reverse<u32>) {
        (self.whole, self.plies, Reverse(self.dropped))
    }

    /// True if no other reading of the same moves can go farther or keep more marks true.
    const fn is_best(&self) -> bool {
        self.whole && self.dropped == 0
    }
}

/// True if the first of the ranked readings beats the second. Either only the first can be played to its end, or fewer
/// of its marks are untrue.
pub(super) fn settles<M>(ranked: &[(M, Reach)]) -> bool {
    match ranked {
        [(_, first), (_, second), ..] => first.whole && (!second.whole || first.dropped < second.dropped),
        _ => true,
    }
}

/// Plays the moves of a line from an item on while they are legal; tries each reading of an ambiguous move.
pub(super) fn reach<N: ChessDialect>(
    context: &GameContext<'_, N>,
    notation: &N,
    position: Node<N>,
    from: usize,
) -> Reach {
    LookAhead::of_one().reach(context, notation, position, from)
}

/// Maximum number of plies tried for one reading. Its first path through the rest of the line may be longer.
const MAX_PLIES: u32 = 4000;
/// Maximum number of plies tried in one game: for each of its first items, and for each later item.
const PLIES_PER_ITEM: u32 = 64;
const MAX_FIRST_ITEMS: u32 = 1000;
const PLIES_PER_LATER_ITEM: u32 = 4;
/// Number of plies tried for one reading once the budget of the game is used up.
const MIN_PLIES: u32 = 4;
/// Maximum number of ambiguous moves on one path whose other readings are tried.
const MAX_BRANCHES: usize = 500;
/// Maximum number of cached positions of one game.
const MAX_KNOWN: usize = 1 << 16;

/// The budget of a game, and cached results.
#[derive(Debug, Default)]
pub(crate) struct LookAhead {
    /// Plies left in the budget of the game.
    left: u32,
    /// Plies left for the current reading.
    reading: u32,
    /// True while the first path of the current reading is followed; only the game's budget limits it.
    is_first: bool,
    /// Maximum number of ambiguous moves on one path whose other readings are tried.
    branches: usize,
    /// Results from an ambiguous move on, by the item of the move and the position before the move.
    known: HashMap<(u32, u64), Reach>,
}

/// A path through a line, and the result of the plies played so far.
struct Way<N: ChessDialect> {
    position: Node<N>,
    /// Index of the next item.
    at: usize,
    reach: Reach,
}

/// An ambiguous move, whose readings are followed one after the other.
struct Branch<N: ChessDialect> {
    /// The path up to the move; `at` is the item after the move.
    before: Way<N>,
    marks: Marks,
    readings: Vec<MoveOf<N>>,
    /// Number of readings followed so far.
    followed: usize,
    best: Option<Reach>,
    /// True if the result of a reading is not final.
    is_open: bool,
    key: (u32, u64),
}

impl<N: ChessDialect> Branch<N> {
    /// The path after the next reading; `None` if all readings were followed.
    fn next_way(&mut self) -> Option<Way<N>> {
        let mv = *self.readings.get(self.followed)?;
        self.followed += 1;
        let mut position = self.before.position.clone();
        position.play(mv);
        let dropped = untrue::<N>(&self.marks, mv, &position);
        let reach = Reach { plies: 1, dropped, ..Reach::default() };
        Some(Way { position, at: self.before.at, reach })
    }

    /// Records the result of one reading, counted from this branch on.
    fn take(&mut self, found: Reach, is_open: bool) {
        self.is_open |= is_open;
        if self.best.is_none_or(|best| found.rank() > best.rank()) {
            self.best = Some(found);
        }
    }
}

/// The point where a path stops.
enum Stop<N: ChessDialect> {
    /// The result; `true` if it is not final.
    End(Reach, bool),
    Branch(Box<Branch<N>>),
}

/// Number of untrue marks of a move.
fn untrue<N: ChessDialect>(marks: &Marks, mv: MoveOf<N>, after: &Node<N>) -> u32 {
    let captures = marks.form == Form::San && marks.captures && <N::Rules>::components(mv).captured.is_none();
    let checks = matches!(marks.check, CheckMark::Check | CheckMark::Mate) && !after.in_check();
    u32::from(captures) + u32::from(checks)
}

/// The combined reach of a path and its continuation.
const fn joined(way: Reach, rest: Reach) -> Reach {
    Reach {
        plies: way.plies + rest.plies,
        dropped: way.dropped + rest.dropped,
        lettered: way.lettered + rest.lettered,
        ..rest
    }
}

impl LookAhead {
    /// A look-ahead for a single call, without the budget of a game.
    pub(super) fn of_one() -> Self {
        Self { left: u32::MAX, branches: MAX_BRANCHES, ..Self::default() }
    }

    /// A look-ahead that plays a few plies of each reading.
    fn of_few_plies() -> Self {
        Self { left: MIN_PLIES, ..Self::default() }
    }

    /// Resets the budget for a game with `items` items.
    pub(super) fn begin(&mut self, items: usize) {
        let items = u32::try_from(items).unwrap_or(u32::MAX);
        let (first, later) = (items.min(MAX_FIRST_ITEMS), items.saturating_sub(MAX_FIRST_ITEMS));
        self.left = (PLIES_PER_ITEM * first).saturating_add(PLIES_PER_LATER_ITEM.saturating_mul(later));
        self.branches = MAX_BRANCHES;
        self.known.clear();
    }

    /// True if the budget of the game is used up.
    pub(super) const fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Plays the moves of a line from an item on while they are legal; tries each reading of an ambiguous move.
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
            // Backtracks to the last branch with readings left.
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

    /// Follows a path to its end, or to an ambiguous move.
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

    /// Ranks several moves of a position by how far the rest of the line goes after each.
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
            // The budget ran out, so the last readings got fewer plies than the first. All readings now get the same
            // few plies.
            let reach = |mv: MoveOf<N>| Self::of_few_plies().reach(context, notation, after(mv), next);
            ranked = moves.iter().map(|mv| (*mv, reach(*mv))).collect();
        }
        // The sort is stable: equal moves keep the order of `moves`.
        ranked.sort_by_cached_key(|(_, reach)| (!reach.whole, Reverse(reach.plies), reach.dropped));
        ranked
    }
}

/// Hash of a position and the memory of the notation, which together decide the meaning of later moves.
fn key<N: ChessDialect>(position: &Node<N>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (position.board.zobrist(), &position.memory).hash(&mut hasher);
    hasher.finish()
}
