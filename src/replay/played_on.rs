//! Illegal moves that were really played: the piece moves correctly, only the safety of a king was overlooked, and the
//! record continues from there.

use super::context::LineState;
use super::damaged::LineSlots;
use super::line_replayer::LineReplayer;
use super::replay_rules::ReplayRules;
use partie_notation::moves::{MoveOf, Node};
use partie_repair::DamagedLine;
use partie_rules::{IllegalReason, Rules as _};

/// Maximum number of moves in one line that leave their own king in check.
const MAX_OVERLOOKED: usize = 8;
/// Minimum number of plies that must fit after an illegal move, for it to count as played.
const MIN_FOLLOW: usize = 1;

/// Returns the move of a token that is illegal only for the safety of a king, and the node after it.
pub(super) fn overlooked<N: ReplayRules>(node: &Node<N>, token: &N::Token) -> Option<(MoveOf<N>, Node<N>)> {
    let line = LineState::new(node.clone(), 0, 0);
    let pattern = N::stated_pattern(token, &line);
    let reasons = node.illegal_reasons(&pattern);
    let is_of_king = |reason: &_| {
        matches!(
            reason,
            IllegalReason::Pinned { .. }
                | IllegalReason::CheckNotParried { .. }
                | IllegalReason::KingIntoCheck { .. }
                | IllegalReason::CastlingThroughCheck { .. }
                | IllegalReason::CastlingOutOfCheck { .. }
                | IllegalReason::CastlingRightLost { .. }
        )
    };
    let is_harmless = |reason: &_| is_of_king(reason) || matches!(reason, IllegalReason::OtherSide);
    if !reasons.iter().any(is_of_king) || !reasons.iter().all(is_harmless) {
        return None;
    }
    let mut after = line.position;
    let mv = after.force(&pattern)?;
    Some((mv, after))
}

/// Follows a line from `slot` and `node`, past further overlooked checks, and returns the slot at which it breaks.
pub(super) fn reach<N: ReplayRules>(damaged: &DamagedLine<'_, N>, mut node: Node<N>, mut slot: usize) -> usize {
    for _ in 0..MAX_OVERLOOKED {
        let (reached, moves) = partie_repair::follow(damaged, node.clone(), slot);
        let Some(stopped) = damaged.slots.get(reached) else { return reached };
        node = node.after_moves(&moves);
        let token = damaged.notation.parse(stopped.bytes, &node.memory);
        let Some((_, after)) = token.and_then(|token| overlooked(&node, &token)) else { return reached };
        (node, slot) = (after, reached + 1);
    }
    slot
}

/// True if the illegal move at which a line breaks was played as written: then all later moves fit the board.
pub(super) fn was_played<N: ReplayRules>(
    replayer: &LineReplayer<N>,
    slots: &LineSlots<'_>,
    damaged: &DamagedLine<'_, N>,
) -> bool {
    let broken = damaged.played.len();
    let Some(stopped) = slots.slots.get(broken) else { return false };
    if slots.slots.len() < broken + 1 + MIN_FOLLOW || slots.slots.len() > partie_repair::LONGEST {
        return false;
    }
    let node = damaged.start.after_moves(damaged.played);
    let token = replayer.notation.parse(stopped.bytes, &node.memory);
    let after = token.and_then(|token| overlooked(&node, &token)).map(|(_, after)| after);
    after.is_some_and(|after| reach(damaged, after, broken + 1) >= slots.slots.len())
}
