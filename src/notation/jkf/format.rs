//! JKF in the table of formats.

use super::{NO_PREVIOUS, looks_like, read_move, read_record, setup, spell, terminal, time};
use crate::kif::TimeCell;
use crate::record_format::{Evidence, RecordFormat, Sniff};
use crate::shogi_format::{ShogiFormat, ShogiToken, UnreadMove};
use partie_record::Encoding;

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["jkf"],
    sniff: Sniff::new(1, looks_like),
    read_record,
    encoding: |_, _| Some(Encoding::Utf8),
    evidence: Evidence::AnyMove,
    is_json: true,
    is_utf8: true,
    is_single: true,
    shogi: ShogiFormat {
        write_move: |before, mv, previous| {
            let mut text = String::new();
            spell(&mut text, before, mv, previous);
            text
        },
        read_move: |token, previous| match read_move(token, previous) {
            Ok(token) => Ok(ShogiToken { pattern: token.pattern, side: token.side }),
            Err(error) if error.what == NO_PREVIOUS => Err(UnreadMove::NoPrevious),
            Err(_) => Err(UnreadMove::Other),
        },
        time: |cell| time(cell).map(|time| TimeCell { spent_ms: time.spent_ms, total_ms: time.total_ms }),
        terminal,
        setup: |bytes, record, _| {
            let read = setup(bytes, record);
            Some((read.setup, read.faults))
        },
        ..ShogiFormat::BASE
    },
    ..RecordFormat::BASE
};
