//! Tokens and variations as replay reads them: for looking ahead, and for finding the piece letters.

use super::game::ChessDialect;
use partie_notation::lookalike;
use partie_record::Record;

/// Reads a token as replay does it in the end: with the signs of type between its squares, too.
pub(super) fn read<N: ChessDialect>(notation: &N, token: &[u8], memory: &N::Memory) -> Option<N::Token> {
    notation.parse(token, memory).or_else(|| notation.parse(&lookalike::with_plain_signs(token)?, memory))
}

/// Index after the variation that the item at `open` opens.
pub(super) fn close_of(record: &Record, open: usize) -> usize {
    let child = record.items[open].line as usize;
    (record.lines[child].end as usize).max(open + 1)
}
