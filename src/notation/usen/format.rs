//! USEN in the table of formats.

use super::{grammar, looks_like, read_move, read_record, text};
use crate::line_format::cut;
use crate::record_format::{Evidence, RecordFormat, Sniff, encoding, open_line};
use crate::sfen;
use crate::shogi_format::{ShogiFormat, ShogiToken, StartRead, UnreadMove};
use crate::text::whole;
use partie_record::{Encoding, Record};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["usen"],
    sniff: Sniff::new(5, looks_like),
    read_record,
    cut,
    next: cut,
    open_construct: open_line,
    encoding,
    evidence: Evidence::AnyMove,
    shogi: ShogiFormat {
        write_move: |_, mv, _| text(mv),
        read_move: |token, _| {
            let pattern = read_move(token).map_err(|_| UnreadMove::Other)?;
            Ok(ShogiToken { pattern, side: None })
        },
        terminal: |word| Some((whole(word, grammar::usen_end)?, None)),
        setup: start,
        ..ShogiFormat::BASE
    },
    ..RecordFormat::BASE
};

fn start(bytes: &[u8], record: &Record, _: Encoding) -> StartRead {
    let span = *record.setup.first()?;
    let sfen = whole(span.of(bytes), grammar::usen_start)?;
    Some(sfen::read_sfen(&sfen.collect::<String>()).at(span))
}
