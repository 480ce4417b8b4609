//! Reading of tokens and variations, for look-ahead and for the detection of piece letters.

use super::game::ChessDialect;
use partie_notation::lookalike;
use partie_record::Record;

/// Parses a token, also with typographic dashes and crosses: replay accepts these after its other attempts.
pub(super) fn read<N: ChessDialect>(notation: &N, token: &[u8], memory: &N::Memory) -> Option<N::Token> {
    notation.parse(token, memory).or_else(|| notation.parse(&lookalike::with_plain_signs(token)?, memory))
}

/// Index after the variation opened by the item at `open`.
pub(super) fn close_of(record: &Record, open: usize) -> usize {
    let child = record.items[open].line as usize;
    (record.lines[child].end as usize).max(open + 1)
}
