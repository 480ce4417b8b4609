//! KIF in the table of formats.

use super::setup::{board_rows, hand_place};
use super::{cut, looks_like, read_record, setup, terminal_of, time_cell};
use crate::japanese::{self, Unread};
use crate::record_format::{Evidence, Prose, RecordFormat, Sniff, encoding, open_line};
use crate::shogi_format::{MoveForm, Numbers, ShogiFormat, ShogiToken, StartRead, UnreadMove};
use crate::shogi_names::kif;
use crate::shogi_writer::Start;
use partie_record::{Encoding, Record};
use partie_rules::shogi::{Handicap, Square};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    extensions: &["kif"],
    utf8_extensions: &["kifu"],
    sniff: Sniff::new(3, looks_like),
    read_record,
    cut,
    next: cut,
    open_construct: open_line,
    encoding,
    comment_sign: "*",
    bare_comment: |comment| comment.strip_prefix(b"*").unwrap_or(comment),
    evidence: Evidence::Form,
    prose: Prose::Lines,
    shogi: ShogiFormat {
        read_move,
        write_move: |_, mv, previous| kif(mv, previous),
        moves: MoveForm::Origins,
        numbers: Numbers::EveryMove,
        time: time_cell,
        terminal: |word| Some((terminal_of(word)?, None)),
        setup: start,
        board_rows,
        hand_place,
        about_start,
        ..ShogiFormat::BASE
    },
    ..RecordFormat::BASE
};

#[inline]
fn read_move(token: &[u8], previous: Option<Square>) -> Result<ShogiToken, UnreadMove> {
    match japanese::read_move(token, previous) {
        Ok(token) => Ok(ShogiToken { pattern: token.pattern, side: token.side }),
        Err(Unread::NoPrevious) => Err(UnreadMove::NoPrevious),
        Err(Unread::Expected(_)) => Err(UnreadMove::Other),
    }
}

fn start(bytes: &[u8], record: &Record, _: Encoding) -> StartRead {
    let read = setup(bytes, record);
    let usual = record.setup.is_empty() && read.faults.is_empty() && read.handicap == Some(Handicap::Even);
    (!usual).then_some((read.setup, read.faults))
}

/// Reads the number of a diagram's last move, and whether the board is rotated.
fn about_start(bytes: &[u8], record: &Record, encoding: Encoding, start: &mut Start) {
    if !record.setup.is_empty() {
        start.plies = setup(bytes, record).plies.unwrap_or(0);
        start.turned = record.setup.iter().any(|span| encoding.decode(span.of(bytes)).starts_with("盤面"));
    }
}
