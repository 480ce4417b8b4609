//! Shogi in PGN, in the table of formats: like PSN except for its moves, and for White, who moves first.

use std::borrow::Cow;

use super::{looks_like, read_move, read_record, setup};
use crate::psn;
use crate::record_format::{RecordFormat, Sniff};
use crate::shogi_format::{ShogiFormat, ShogiToken, UnreadMove};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &[],
    sniff: None,
    sniff_bracket: Sniff::new(0, looks_like),
    read_record,
    shogi: ShogiFormat {
        read_move: |token, _| {
            let pattern = read_move(token).ok_or(UnreadMove::Other)?;
            Ok(ShogiToken { pattern, side: None })
        },
        field: |name| psn::field(as_in_psn(name)),
        header: |name, value, handicap| {
            let name = match std::str::from_utf8(as_in_psn(name.as_bytes())) {
                Ok(known) if known != name => Cow::Owned(known.to_owned()),
                _ => name,
            };
            psn::header(name, value, handicap)
        },
        setup: |bytes, record, _| {
            let read = setup(bytes, record);
            Some((read.setup, read.faults))
        },
        about_start: |bytes, record, _, start| start.plies = setup(bytes, record).plies,
        ..psn::FORMAT.shogi
    },
    ..psn::FORMAT
};

/// Converts a tag name of PyChess, where the first player is White, to that of PSN.
fn as_in_psn(name: &[u8]) -> &[u8] {
    match name {
        b"White" => b"Sente",
        b"Black" => b"Gote",
        name => name,
    }
}
