//! What is said of a move that no legal move fits, or several: for each notation of chess in its own way.

use super::explain;
use super::game::ChessDialect;
use crate::context::MoveContext;
use crate::line_replayer::LineReplayer;
use partie_notation::moves::MoveOf;
use partie_record::finding::Finding;

/// Findings for moves that are not played as they stand.
pub(crate) trait JudgeMove: ChessDialect {
    /// The finding for a move that no legal move fits.
    fn illegal(replayer: &LineReplayer<Self>, at: MoveContext<'_, Self>, written: &Self::Token) -> Finding {
        explain::illegal(replayer, at, written)
    }
    /// Several moves fit, or one by more than its words: adds the finding, and gives the one that is meant.
    fn ambiguous(
        replayer: &mut LineReplayer<Self>,
        at: MoveContext<'_, Self>,
        _: &Self::Token,
        moves: &[MoveOf<Self>],
    ) -> Option<MoveOf<Self>> {
        explain::resolve_ambiguity(replayer, at, moves)
    }
}
