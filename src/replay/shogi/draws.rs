//! 千日手, perpetual check, and the limit of moves.

use crate::context::{GameContext, LineState};
use crate::draw::{DrawEvent, DrawKind, How};
use crate::line_replayer::LineReplayer;
use partie_notation::moves::ShogiNotation;
use partie_rules::shogi::{Move, Position};
use partie_rules::{Rules as _, Side};

/// Number of occurrences of a position that ends a game.
pub(super) const FOUR: u32 = 4;

/// Repetitions and checks of one main line.
#[derive(Debug, Default)]
pub(super) struct Draws {
    pub(super) events: Vec<DrawEvent>,
    /// For each ply of the main line, true if it gave check.
    pub(super) checks: Vec<bool>,
    pub(super) ended: Option<DrawEvent>,
    /// Number of occurrences of the last position.
    pub(super) count: u32,
}

impl Draws {
    pub(super) fn begin(&mut self) {
        self.events.clear();
        self.checks.clear();
        self.ended = None;
        self.count = 1;
    }

    fn end(&mut self, event: DrawEvent) {
        if self.ended.is_none() {
            self.events.push(event);
            self.ended = Some(event);
        }
    }

    /// Ends the game at the limit of moves, unless the last move gives check.
    pub(super) fn limit(&mut self, ply: u32, turn: Side, check: bool, basis: &'static str) {
        if !check {
            self.end(DrawEvent { kind: DrawKind::Limit, ply, how: How::Automatic, by: turn, basis });
        }
    }

    /// Returns the side that gave check with all its moves after ply `first`; `None` if both did, or neither.
    fn checker(&self, first: u32, ply: u32, turn: Side) -> Option<Side> {
        let all = |side: Side| {
            // The opponent made the last ply, so the last ply of the side to move is one earlier.
            let back = usize::from(side == turn);
            (first as usize..ply as usize - back).rev().step_by(2).all(|index| self.checks[index])
        };
        match (all(Side::First), all(Side::Second)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        }
    }
}

/// Ends the game if a position of the main line occurs for the fourth time.
#[cold]
pub(super) fn repeated(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    line: &LineState<ShogiNotation>,
    count: u32,
) {
    let rules = &context.book.rules;
    let Some(sennichite) = rules.sennichite.filter(|_| count == FOUR && replayer.state.draws.ended.is_none()) else {
        return;
    };
    let (ply, turn) = (line.ply, line.position.turn());
    let Some(first) = replayer.repetition.first(line.position.zobrist()) else { return };
    let (kind, by, basis) = match (replayer.state.draws.checker(first, ply, turn), rules.perpetual) {
        (Some(side), partie_record::book::Perpetual::Loses(basis)) => (DrawKind::Perpetual, side, basis),
        _ => (DrawKind::Sennichite, turn, sennichite),
    };
    replayer.state.draws.end(DrawEvent { kind, ply, how: How::Automatic, by, basis });
}

/// Returns the ply of the first occurrence, if a check repeats a position for the fourth time. Since then, the side
/// must have given check with each move.
pub(super) fn repeats_by_check(replayer: &LineReplayer<ShogiNotation>, position: &Position, mv: Move) -> Option<u32> {
    let mut after = position.clone();
    after.play(mv);
    if !after.in_check() {
        return None;
    }
    let count = replayer.repetition.count_of(after.zobrist());
    if count + 1 < FOUR {
        return None;
    }
    let first = replayer.repetition.first(after.zobrist())?;
    let checks = &replayer.state.draws.checks;
    let ply = checks.len();
    let all = (first as usize..ply.saturating_sub(1)).rev().step_by(2).all(|index| checks[index]);
    all.then_some(first)
}
