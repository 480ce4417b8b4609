//! CSA in the table of formats.

use std::borrow::Cow;

use super::header::{KIF, max_moves};
use super::setup::hand_place;
use super::{cut, field, looks_like, read_move, read_record, server_says, setup, spell, terminal, time};
use crate::kif::TimeCell;
use crate::record_format::{Evidence, RecordFormat, Sniff, encoding, open_line};
use crate::shogi_format::{HeaderRead, MoveForm, NameAndValue, ShogiFormat, ShogiToken, UnreadMove};
use partie_record::book;
use partie_rules::Rules as _;

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["csa"],
    sniff: Sniff::new(2, looks_like),
    read_record,
    cut,
    next: cut,
    open_construct: open_line,
    encoding,
    comment_sign: "'",
    bare_comment: |comment| {
        let text = comment.strip_prefix(b"'").unwrap_or(comment);
        text.strip_prefix(b"*").unwrap_or(text)
    },
    evidence: Evidence::AnyMove,
    shogi: ShogiFormat {
        write_move: |before, mv, _| {
            let mut text = String::new();
            spell(&mut text, before.turn(), mv.from(), mv.to(), mv.after());
            text
        },
        read_move: |token, _| {
            let token = read_move(token).map_err(|_| UnreadMove::Other)?;
            Ok(ShogiToken { pattern: token.pattern, side: Some(token.side) })
        },
        moves: MoveForm::Signed,
        time: |cell| Some(TimeCell { spent_ms: time(cell)?, total_ms: None }),
        terminal,
        setup: |bytes, record, _| {
            let read = setup(bytes, record);
            Some((read.setup, read.faults))
        },
        hand_place,
        own_field: |name| field(std::str::from_utf8(name).ok()?),
        header,
        header_in_comment,
        limit_in_comment: max_moves,
        server: server_says,
        book: Some(book::default_csa),
        ..ShogiFormat::BASE
    },
    ..RecordFormat::BASE
};

fn header<'a>(name: Cow<'a, str>, value: Cow<'a, str>, handicap: bool) -> Option<HeaderRead<'a>> {
    if name == "V" || name.starts_with('\'') {
        return None;
    }
    Some(HeaderRead::translated(field(&name), name, value, handicap))
}

/// Parses a comment that contains a KIF header: `'KIF name=value`.
fn header_in_comment(comment: &[u8]) -> Option<NameAndValue<'_>> {
    let header = comment.strip_prefix(KIF.as_bytes())?;
    let (name, value) = header.split_at(memchr::memchr(b'=', header)?);
    Some((name, &value[1..]))
}
