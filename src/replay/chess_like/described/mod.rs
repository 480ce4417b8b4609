//! Descriptive notation: what is said of moves whose words have no legal reading, or several.
//!
//! What a text means on the board is asked of the notation; which of several meanings is the
//! right one is decided here, by the rest of the record.

mod explain;

use super::game::ChessDialect;
use super::judge_move::JudgeMove;
use crate::finding::Finding;
use crate::notation::descriptive::DescriptiveMove;
use crate::notation::moves::{Descriptive, Node};
use crate::replay::context::{GameContext, LineState, TokenRef};
use crate::replay::line_replayer::LineReplayer;
use crate::rules::chess::Move;

impl ChessDialect for Descriptive {
    fn similar_moves(&self, node: &Node<Self>, token: &str) -> Vec<Move> {
        explain::similar_moves(node, token, self.language())
    }
}

impl JudgeMove for Descriptive {
    fn illegal(
        replayer: &LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        frame: &LineState<Self>,
        place: TokenRef,
        token: &DescriptiveMove,
    ) -> Finding {
        explain::illegal(replayer, context, frame, place, token)
    }

    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        context: &GameContext<'_, Self>,
        frame: &LineState<Self>,
        place: TokenRef,
        token: &DescriptiveMove,
        _: &[Move],
    ) -> Option<Move> {
        explain::settle(replayer, context, frame, place, token)
    }
}
