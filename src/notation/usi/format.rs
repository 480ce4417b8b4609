//! USI in the table of formats.

use super::{cut, looks_like, read_move, read_record, terminal, text};
use crate::record_format::{Evidence, RecordFormat, Sniff, encoding, open_line};
use crate::sfen;
use crate::shogi_format::{MoveForm, ShogiFormat, ShogiToken, StartRead, UnreadMove};
use partie_record::{Encoding, Record};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["usi", "sfen"],
    sniff: Sniff::new(5, looks_like),
    read_record,
    cut,
    next: cut,
    open_construct: open_line,
    encoding,
    comment_sign: "#",
    evidence: Evidence::AnyMove,
    shogi: ShogiFormat {
        moves: MoveForm::Coordinates,
        write_move: |_, mv, _| text(mv),
        read_move: |token, _| {
            let pattern = read_move(token).map_err(|_| UnreadMove::Other)?;
            Ok(ShogiToken { pattern, side: None })
        },
        terminal: |word| Some((terminal(word)?, None)),
        setup: start,
        board_rows: |bytes, record| record.setup.first().map_or(Vec::new(), |span| sfen::row_widths(span.of(bytes))),
        about_start: |bytes, record, encoding, start| {
            let read = record.setup.first().map(|span| sfen::read_sfen(&encoding.decode(span.of(bytes))));
            start.plies = read.map_or(0, |read| read.ply.saturating_sub(1));
        },
        ..ShogiFormat::BASE
    },
    ..RecordFormat::BASE
};

fn start(bytes: &[u8], record: &Record, encoding: Encoding) -> StartRead {
    let span = *record.setup.first()?;
    Some(sfen::read_sfen(&encoding.decode(span.of(bytes))).at(span))
}
