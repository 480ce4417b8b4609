//! A row with a game in one of its cells as a record: the movetext is read as PGN, the text beside it is kept as comments.

use super::grammar::{DELIMITERS, row};
use crate::ReadOutcome;
use crate::list::count_words;
use crate::pgn;
use partie_record::byte_order_mark;
use partie_record::finding::Code;
use partie_record::span::{Span, after_line};
use partie_record::{Format, Item, ItemKind, ParseNote, Record, limits};

/// Words of movetext in a cell that is a game, at least.
const MIN_WORDS: usize = 4;
/// Rows by which a table is known.
const MAX_ROWS: usize = 64;

/// A row, and the cell of it that is a game.
struct GameRow {
    cell: Option<Span>,
    /// Where its line ends.
    end: usize,
    /// Whether it has several cells, or quotes around its only one.
    is_table: bool,
}

impl GameRow {
    fn at(bytes: &[u8], from: usize) -> Self {
        let text = &bytes[from..];
        let rows = DELIMITERS.iter().filter_map(|delimiter| row(*delimiter)(text).ok());
        let place = |cell: &[u8]| {
            let from = cell.as_ptr() as usize - bytes.as_ptr() as usize;
            Span::new(from, from + cell.len())
        };
        let is_end = |rest: &[u8]| rest.first().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        let mut best = Self { cell: None, end: partie_record::span::line_end(bytes, from), is_table: false };
        for (rest, cells) in rows.filter(|(rest, _)| is_end(rest)) {
            let is_table = cells.len() > 1 || text.starts_with(b"\"");
            let cell = cells.into_iter().filter(|cell| is_game(cell)).max_by_key(|cell| cell.len()).map(place);
            if best.cell.is_none() && (cell.is_some() || !best.is_table) {
                best = Self { cell, end: bytes.len() - rest.len(), is_table };
            }
        }
        best
    }
}

fn is_game(cell: &[u8]) -> bool {
    let (movetext, other) = count_words(cell);
    movetext >= MIN_WORDS && other * 8 <= movetext
}

/// Whether most rows that a file begins with have a game in one of several cells.
pub(super) fn looks_like(head: &[u8]) -> bool {
    let (mut at, mut games, mut others) = (byte_order_mark::length_at(head, 0), 0, 0);
    for _ in 0..MAX_ROWS {
        at += head[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if at >= head.len() {
            break;
        }
        let row = GameRow::at(head, at);
        // The last one may be cut, and the first one is a header.
        let is_game = row.is_table && row.cell.is_some();
        others += usize::from(!is_game && row.end < head.len());
        games += usize::from(is_game);
        at = after_line(head, row.end);
    }
    games >= 2 && others <= 1 + games / 4
}

/// Reads the record that begins at `at` into `record`. `last` says that the file ends with `bytes`.
///
/// Rows without a game belong to the record below them, as comments.
pub(super) fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let mut from = at + byte_order_mark::length_at(bytes, at);
    let first = from;
    loop {
        from += bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if from == bytes.len() {
            record.clear();
            return match (last, bytes[first..].trim_ascii().is_empty()) {
                (false, _) => ReadOutcome::Incomplete,
                (true, true) => ReadOutcome::End,
                (true, false) => ReadOutcome::Text(bytes.len()),
            };
        }
        let row = GameRow::at(bytes, from);
        if row.end == bytes.len() && !last {
            return ReadOutcome::Incomplete;
        }
        let next = after_line(bytes, row.end);
        let Some(cell) = row.cell else {
            from = next;
            continue;
        };
        pgn::read_part(&bytes[..cell.to as usize], cell.from as usize, true, record, |_| Ok(Some(cell.to as usize)));
        beside(bytes, Span::new(first, row.end), cell, record);
        record.format = Format::Csv;
        record.span = Span::new(at, next);
        return ReadOutcome::Game(next);
    }
}

/// Keeps the text before and behind the cell of the game as comments.
fn beside(bytes: &[u8], whole: Span, cell: Span, record: &mut Record) {
    let is_edge = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"' || DELIMITERS.contains(byte);
    let comment = |from: u32, to: u32| {
        let text = Span { from, to }.of(bytes);
        let begin = text.iter().take_while(|byte| is_edge(byte)).count();
        let end = text.iter().rposition(|byte| !is_edge(byte)).map_or(begin, |last| last + 1);
        let span = Span::new(from as usize + begin, from as usize + end);
        (!span.of(bytes).is_empty()).then_some(span)
    };
    let kind = |span: Span| if span.len() > limits::TOKEN { ItemKind::Skipped } else { ItemKind::Comment };
    let item = |span: Span| Item { span, line: 0, kind: kind(span) };
    if let Some(before) = comment(whole.from, cell.from) {
        record.items.insert(0, item(before));
        for line in &mut record.lines[1..] {
            line.first += 1;
            line.end += 1;
        }
    }
    if let Some(after) = comment(cell.to, whole.to) {
        record.items.push(item(after));
    }
    record.lines[0].end = record.items.len() as u32;
    let skipped: Vec<Span> =
        record.items.iter().filter(|item| item.kind == ItemKind::Skipped).map(|item| item.span).collect();
    record.notes.extend(skipped.into_iter().map(|span| ParseNote { code: Code::B002, span, other: None }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_a_game() {
        for text in [
            "id,moves,winner\n1,e4 e5 Nf3 Nc6,white\n2,d4 d5 c4 e6,draw\n",
            "id;moves\r\n1;\"1. e4 e5 2. Nf3 Nc6\"\r\n2;1. d4 d5 2. c4 e6\r\n",
            "\"1. e4 e5 2. Nf3 Nc6\"\n\"1. d4 d5\n2. c4 e6\"\n",
            "1. e4 e5 2. Nf3 Nc6\tx\n1. d4 d5 2. c4 e6\ty \"z\"\n",
        ] {
            assert!(looks_like(text.as_bytes()), "{text}");
            let mut record = Record::default();
            let (mut at, mut games) = (0, Vec::new());
            while let ReadOutcome::Game(end) = read_record(text.as_bytes(), at, true, &mut record) {
                let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move);
                games.push(moves.map(|item| item.span.of(text.as_bytes())).collect::<Vec<_>>());
                at = end;
            }
            assert_eq!(games, [[b"e4".as_slice(), b"e5", b"Nf3", b"Nc6"], [b"d4", b"d5", b"c4", b"e6"]], "{text}");
            assert_eq!(at, text.len());
        }
        for text in ["1. e4 e5 2. Nf3 Nc6\n1. d4 d5 2. c4 e6\n", "name,value\na,b\nc,d\n", "e4 e5, Nf3 Nc6, Bb5 a6\n"] {
            assert!(!looks_like(text.as_bytes()), "{text}");
        }
    }
}
