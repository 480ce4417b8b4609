//! Findings on tokens that fit no legal move, or several; notations of chess may override them.

use super::explain;
use super::game::ChessDialect;
use crate::context::MoveContext;
use crate::line_replayer::LineReplayer;
use partie_notation::moves::MoveOf;
use partie_record::finding::Finding;

/// Findings on moves that cannot be played as written.
pub(crate) trait JudgeMove: ChessDialect {
    /// The finding on a move that no legal move fits.
    fn illegal(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>, written: &Self::Token) -> Finding {
        explain::illegal(replayer, at, written)
    }
    /// Handles a token that fits several moves, or one without determining it: adds the finding and returns the
    /// intended move.
    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        _: &Self::Token,
        moves: &[MoveOf<Self>],
    ) -> Option<MoveOf<Self>> {
        explain::resolve_ambiguity(replayer, at, moves)
    }
}
