//! Finds where printed scores begin, for cutting a file into slices and for detecting the format.

use super::layout::{self, TableSearch};
use super::prose::is_rank;
use super::row_part::PartKind;
use super::table_cell::blanks;
use super::table_row::{self, Braces, Row};
use super::{fraction_table, prose, read_record, running, sheet};
use crate::{ReadOutcome, pgn, san};
use partie_record::span::{self, Span};
use partie_record::{ItemKind, Movetext, Record};

/// Number of ranks of a board.
const RANKS: usize = 8;

/// The last offset in `bytes` at a line start where one record ends and the next begins. Text after a table determines
/// its end, so all records are read from the start.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    let mut record = Record::default();
    let (mut at, mut last) = (0, 0);
    while let ReadOutcome::Game(end) = read_record(bytes, at, false, &mut record) {
        if end <= at {
            break;
        }
        at = end;
        // A record in a right column needs the bytes before it.
        let line = span::line_start(bytes, end);
        if bytes[line..end].trim_ascii().is_empty() {
            last = end;
        }
    }
    (last > 0).then_some(last)
}

/// Offset of the first line after the start of `bytes` that begins with row 1, for resuming after an oversized record.
pub fn next(bytes: &[u8]) -> Option<usize> {
    let starts = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|end| end + 1);
    starts.filter(|at| *at < bytes.len()).find(|at| {
        let text = &bytes[*at..span::line_end(bytes, *at)];
        let text = &text[blanks(text)..];
        text.starts_with(b"1.") && !text.starts_with(b"1..") || text.starts_with(b"1 ")
    })
}

/// True if a file that begins with `head` is a printed score. It needs two rows of descriptive moves, a row in Kober's
/// style, a fraction table, running text, or rows of SAN below a heading. SAN without a heading is PGN.
pub fn looks_like(head: &[u8]) -> bool {
    let mut row = Row::default();
    let (mut at, mut rows, mut ranks) = (0, 0, 0);
    while at < head.len() {
        let end = span::line_end(head, at);
        let from = at + blanks(&head[at..end]);
        if is_rank(head[from..end].trim_ascii_end()) {
            ranks += 1;
            at = end + 1;
            continue;
        }
        let digit = head.get(from).is_some_and(u8::is_ascii_digit) && end - from < 512;
        if digit {
            if fraction_table::is_table(head, at) {
                return true;
            }
            if is_movetext(head, from, end) {
                at = end + 1;
                continue;
            }
            let mut braces = Braces::default();
            table_row::cut(head, at..end, table_row::State::default(), &mut braces, &mut row);
            let score = score_of(head, &row);
            // Below a drawn board, row 1 alone is enough.
            let is_of_board = score > 0 && ranks >= RANKS && row.number().is_some_and(|(value, ..)| value == 1);
            rows += score + usize::from(is_of_board);
            if rows > 1 {
                return true;
            }
        }
        if running::begins(head, from..end) {
            return true;
        }
        at = end + 1;
    }
    prose::is_written(head) || (sheet::begins(head) || is_page(head)) && !pgn::has_tag_line(head)
}

/// True if the geometry of the page shows a table in a notation that PGN does not use.
fn is_page(head: &[u8]) -> bool {
    let TableSearch::Table(table) = layout::find(head, 0, head.len(), true) else { return false };
    matches!(table.movetext, Movetext::Descriptive(_)) || table.is_foreign
}

/// True if a numbered row begins with a SAN move of fewer than five bytes. Such rows are usually PGN, so they prove
/// nothing.
fn is_movetext(head: &[u8], from: usize, end: usize) -> bool {
    let number = head[from..end].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let from = from + number + blanks(&head[from + number..end]);
    let length = head[from..end].iter().take(5).take_while(|byte| !byte.is_ascii_whitespace()).count();
    length < 5 && san::parse_fast(head, Span::new(from, from + length)).is_some()
}

/// True if a file that begins with a bracket is a printed score. Its Notation tag names a notation of books, or the
/// bracket begins no tag: it is `[Illustration]` or a footnote.
pub fn begins_with_bracket(head: &[u8]) -> bool {
    let start = memchr::memchr(b'[', head).unwrap_or(0);
    prose::is_written(head) || !pgn::is_tag_start(&head[start..]) && looks_like(head)
}

/// Strength of the evidence in a row for a printed score: 0 none, 1 weak, 2 conclusive.
fn score_of(head: &[u8], row: &Row) -> usize {
    let moves = row.parts.iter().filter(|part| part.kind.is_move());
    let whole = row.rest == row.end || row.parts.len() > 2 && row.rest_gap > 1;
    let (Some((value, ..)), Some(first)) = (row.number(), moves.clone().next()) else { return 0 };
    if !whole || row.is_sentence(head) {
        return 0;
    }
    match super::table_cell::movetext(&head[first.span.from as usize..]) {
        Some(Movetext::Descriptive(_)) => 1 + usize::from(value == 1 && moves.count() == 2),
        Some(Movetext::Kober) => {
            let bar = row
                .parts
                .iter()
                .any(|part| part.kind == PartKind::Other(ItemKind::Comment) && part.span.of(head) == b"|");
            let pair =
                row.numbers().count() == 2 && row.parts.last().is_some_and(|part| part.kind.is_move() && part.gap > 0);
            let printed = moves.clone().any(|part| {
                let text = part.span.of(head);
                text.first().is_some_and(|letter| b"JVDTL".contains(letter))
                    || text.windows(2).any(|pair| pair == b"\xe2\x80")
            });
            let same = pair && {
                let mut values = row.numbers();
                values.next() == values.next()
            };
            if bar || same || printed { 2 } else { 0 }
        }
        _ => 0,
    }
}
