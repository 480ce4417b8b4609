//! Descriptive notation: findings on moves whose words have no legal reading, or several.
//!
//! The notation finds the possible readings of a text. This module chooses one by the rest of the record.

mod explain;

use super::judge_move::JudgeMove;
use crate::context::MoveContext;
use crate::line_replayer::LineReplayer;
use partie_notation::descriptive::DescriptiveMove;
use partie_notation::moves::Descriptive;
use partie_record::finding::Finding;
use partie_rules::chess::Move;

impl JudgeMove for Descriptive {
    fn illegal(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>, token: &DescriptiveMove) -> Finding {
        explain::illegal(replayer, at, token)
    }

    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        token: &DescriptiveMove,
        _: &[Move],
    ) -> Option<Move> {
        explain::resolve_ambiguity(replayer, at, token)
    }
}
