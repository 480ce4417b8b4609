//! Texts to moves, and nothing else: for looking ahead, and for finding the piece letters.

use super::game::ChessDialect;
use super::look_ahead::LookAhead;
pub(super) use super::look_ahead::Reach;
use crate::context::GameContext;
use partie_notation::lookalike;
use partie_notation::moves::Node;
use partie_record::Record;

/// Whether the first of ranked readings beats the others: it alone lets the line be played
/// to its end, or it alone keeps all marks true.
pub(super) fn settles<M>(ranked: &[(M, Reach)]) -> bool {
    match ranked {
        [(_, first), (_, second), ..] => first.whole && (!second.whole || first.dropped < second.dropped),
        _ => true,
    }
}

/// Reads a token as replay does it in the end: with the signs of type between its squares, too.
pub(super) fn read<N: ChessDialect>(notation: &N, token: &[u8], memory: &N::Memory) -> Option<N::Token> {
    notation.parse(token, memory).or_else(|| notation.parse(&lookalike::with_plain_signs(token)?, memory))
}

/// Plays the moves of a line from an item on as far as they are legal; where several fit, each of
/// them is tried.
pub(super) fn reach<N: ChessDialect>(
    context: &GameContext<'_, N>,
    notation: &N,
    position: Node<N>,
    from: usize,
) -> Reach {
    LookAhead::of_one().reach(context, notation, position, from)
}

/// Index after the variation that the item at `open` opens.
pub(super) fn close_of(record: &Record, open: usize) -> usize {
    let child = record.items[open].line as usize;
    (record.lines[child].end as usize).max(open + 1)
}
