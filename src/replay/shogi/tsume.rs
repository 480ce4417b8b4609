//! Judges the solutions of mating problems (詰将棋).

use super::header::is_problem;
use crate::collect::Collector;
use crate::context::{GameContext, LineState};
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use partie_notation::moves::ShogiNotation;
use partie_notation::shogi_names;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Arg, Message, moved};
use partie_record::say;
use partie_rules::Rules as _;
use partie_rules::shogi::{MateSearch, Move, Position};

/// Maximum length in plies of a solution that is compared with a search: longer ones mostly reach `MAX_POSITIONS`.
const MAX_PLIES: u32 = 9;
/// Maximum number of positions searched for one problem: about a tenth of a second. Most problems of up to seven plies
/// take less.
const MAX_POSITIONS: u32 = 100_000;
/// Maximum number of positions searched to find whether drops only delay a mate.
const MAX_IN_VAIN: u32 = 10_000;

/// True if the side to move is mated by the rules of problems: an interposed drop that is captured at once with mate is
/// no defense.
pub(super) fn is_mated(context: &GameContext<'_, ShogiNotation>, position: &Position) -> bool {
    is_problem(context.text, context.record) && MateSearch::new(MAX_IN_VAIN).is_mated(position) == Some(true)
}

/// Judges the solution of a mating problem. No finding if the search reaches its limit or the line has no end. 手合割 is
/// also 詰将棋 for a 必至, whose moves need not give check.
pub(super) fn judge(
    replayer: &mut LineReplayer<ShogiNotation>,
    context: &GameContext<'_, ShogiNotation>,
    main: &LineState<ShogiNotation>,
) {
    let ends = || context.record.result.is_some() || main.position.in_check() && !main.position.has_legal_move();
    if replayer.moves.is_empty() || !is_problem(context.text, context.record) || !ends() {
        return;
    }
    let moves = std::mem::take(&mut replayer.moves);
    let solution = Solution { context, start: &context.start.board, moves: &moves };
    if !solution.gives_checks(&mut replayer.collector) && main.alive {
        solution.compare_with_search(&main.position.board, &mut replayer.collector);
    }
    replayer.moves = moves;
}

/// The moves of the main line of a problem, the attacker's first.
struct Solution<'a, 't> {
    context: &'a GameContext<'t, ShogiNotation>,
    start: &'a Position,
    moves: &'a [Move],
}

impl Solution<'_, '_> {
    /// Reports the first move of the attacker that gives no check; true if there is one.
    fn gives_checks(&self, collector: &mut Collector) -> bool {
        let mut position = self.start.clone();
        for (ply, mv) in (1..).zip(self.moves) {
            position.play_listed(*mv);
            if ply % 2 == 1 && !position.in_check() {
                self.report(ply, say!("tsume-no-check", mv = written(*mv)), collector);
                return true;
            }
        }
        false
    }

    /// Compares a solution that ends with mate with all lines of the same length.
    fn compare_with_search(&self, last: &Position, collector: &mut Collector) {
        let Ok(length) = u32::try_from(self.moves.len()) else { return };
        if length > MAX_PLIES || length.is_multiple_of(2) {
            return;
        }
        let mut search = MateSearch::new(MAX_POSITIONS);
        if search.is_mated(last) == Some(true) {
            let _ = self.faults(length, &mut search, collector);
        }
    }

    /// Reports a shorter mate, a defense that holds out longer, or another first move that mates; `None` if the search
    /// reached its limit.
    fn faults(&self, length: u32, search: &mut MateSearch, collector: &mut Collector) -> Option<()> {
        let first = *self.moves.first()?;
        for plies in (1..length).step_by(2) {
            if let Some(mv) = search.first_move(self.start, plies)? {
                let message = say!("tsume-shorter", mv = written(mv), plies = plies, length = length);
                self.report(1, message, collector);
                return Some(());
            }
        }
        let after = self.start.after_moves(&[first]);
        // A drop may be futile in other ways than by being captured with mate at once.
        if let Some(defence) = search.refutation(&after, length - 1)?.filter(|mv| !mv.is_drop()) {
            let message = say!("tsume-not-forced", mv = written(first), defence = written(defence), length = length);
            self.report(1, message, collector);
            return Some(());
        }
        // The same move with another choice of promotion is not another solution.
        let is_other = |mv: &Move| (mv.from(), mv.to(), mv.kind()) != (first.from(), first.to(), first.kind());
        for mv in self.start.checks().into_iter().filter(is_other) {
            let after = self.start.after_moves(&[mv]);
            if search.is_forced(&after, length - 1)? {
                let message = say!("tsume-second", mv = written(mv), other = written(first), length = length);
                self.report(1, message, collector);
                return Some(());
            }
        }
        Some(())
    }

    fn report(&self, ply: u32, message: Message, collector: &mut Collector) {
        let record = self.context.record;
        let span = ply_span(record, record.items.len(), ply).unwrap_or(record.span);
        collector.add(Code::R004, Severity::Warning, || {
            Finding::new(Code::R004, span, message).at_ply(ply).help(say!("compare-problem"))
        });
    }
}

fn written(mv: Move) -> Arg {
    moved(shogi_names::kif(mv, None))
}
