//! What is played for a move that cannot be played, where the rest of the record says what was: the illegal move itself,
//! which nobody noticed, or what should have been written.

use super::context::MoveContext;
use super::line_replayer::LineReplayer;
use super::repairs;
use super::replay_rules::ReplayRules;
use crate::finding::Grade;
use crate::notation::moves::MoveOf;
use crate::repair::{self, Change, ChangeAt, DamagedLine, Slot};

/// Moves that are assumed in one game at most.
const MOST: u32 = 8;
/// Plies that must follow an illegal move that was played on from.
const FOLLOW: usize = 6;

/// What is assumed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Assumed<M> {
    /// The move was played although no rule allows it.
    Played(M),
    /// Another move was meant.
    Meant(M),
}

/// What to play for a token of the main line that cannot be played; `written` is what it says, if it can be read.
#[cold]
pub(super) fn assumed_move<N: ReplayRules>(
    replayer: &LineReplayer<N>,
    at: MoveContext<'_, N>,
    written: Option<&N::Token>,
) -> Option<Assumed<MoveOf<N>>> {
    let MoveContext { context, line, .. } = at;
    if !replayer.options.assume || replayer.options.moves_only || line.number != 0 || replayer.collector.assumed >= MOST
    {
        return None;
    }
    let slots: Vec<Slot<'_>> = repairs::slots(context).into_iter().map(|(slot, _)| slot).collect();
    let slot = replayer.moves.len();
    let damaged = DamagedLine {
        notation: &replayer.notation,
        start: context.start,
        played: &replayer.moves,
        slots: &slots,
        known: replayer.options.known.as_ref(),
    };
    let forced = written.and_then(|written| {
        let mut node = line.position.clone();
        let mv = node.force(&N::stated_pattern(written, line))?;
        Some((mv, repair::reach(&damaged, node, slot + 1)))
    });
    let hypotheses = repair::search(&damaged).hypotheses;
    let meant = hypotheses.first().and_then(|best| {
        let margin = hypotheses.get(1).map(|next| repairs::margin(best, next));
        let [ChangeAt { slot: changed, change: Change::Replace(mv) }] = best.changes.as_slice() else { return None };
        (*changed == slot && repairs::grade(best, margin) == Grade::Likely).then_some(*mv)
    });
    match (forced, meant) {
        // That goes to the end of the record.
        (_, Some(mv)) => Some(Assumed::Meant(mv)),
        (Some((mv, reach)), None) if reach >= slots.len().min(slot + 1 + FOLLOW) && reach > slot + 1 => {
            Some(Assumed::Played(mv))
        }
        _ => None,
    }
}
