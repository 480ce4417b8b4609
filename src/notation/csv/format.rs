//! Tables with games in the table of formats.

use super::grammar::DELIMITERS;
use super::row::{GameCell, row_end, row_start};
use super::sniff::looks_like;
use crate::line_format::cut;
use crate::record_format::{Evidence, RecordFormat, Sniff, open_line};
use crate::{ReadOutcome, pgn};
use partie_record::finding::Code;
use partie_record::span::{Span, after_line};
use partie_record::{Format, Item, ItemKind, ParseNote, Record, byte_order_mark, limits};

pub(crate) const FORMAT: RecordFormat = RecordFormat {
    sniff: Sniff::new(8, looks_like),
    read_record,
    cut,
    next: cut,
    open_construct: open_line,
    evidence: Evidence::Moves,
    ..RecordFormat::BASE
};

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// Rows without a game are comments of the record below them.
pub(super) fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let first = at + byte_order_mark::length_at(bytes, at);
    let mut from = first;
    loop {
        from = row_start(bytes, from);
        if from == bytes.len() {
            record.clear();
            return match (bytes[first..].trim_ascii().is_empty(), last) {
                (true, _) => ReadOutcome::End,
                (false, false) => ReadOutcome::Incomplete,
                (false, true) => ReadOutcome::Text(bytes.len()),
            };
        }
        let Some(end) = row_end(bytes, from, last) else {
            record.clear();
            return ReadOutcome::Incomplete;
        };
        let next = after_line(bytes, end);
        if let Some(game) = GameCell::of(bytes, Span::new(from, end)) {
            let cell = game.span;
            let text = &bytes[..cell.to as usize];
            let outcome = pgn::read_part(text, cell.from as usize, true, record, |_| Ok(Some(text.len())));
            if let ReadOutcome::Game(read) = outcome {
                keep_beside(bytes, Span::new(first, end), Span::new(cell.from as usize, read), record);
                record.format = Format::Csv;
                record.span = Span::new(at, next);
                return ReadOutcome::Game(next);
            }
        }
        from = next;
    }
}

/// Adds the text of a row before and after its game as comments.
fn keep_beside(bytes: &[u8], whole: Span, game: Span, record: &mut Record) {
    let before = comment(bytes, Span { from: whole.from, to: game.from });
    let after = comment(bytes, Span { from: game.to, to: whole.to });
    if let Some(item) = before {
        record.items.insert(0, item);
        for line in record.lines.iter_mut().skip(1) {
            line.first += 1;
            line.end += 1;
        }
    }
    record.items.extend(after);
    if let Some(main) = record.lines.first_mut() {
        main.end = record.items.len() as u32;
    }
    let skipped = before.into_iter().chain(after).filter(|item| item.kind == ItemKind::Skipped);
    record.notes.extend(skipped.map(|item| ParseNote { code: Code::B002, span: item.span, other: None }));
}

/// A comment with the text between delimiters and quotes; `None` if it is empty.
fn comment(bytes: &[u8], place: Span) -> Option<Item> {
    let is_edge = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"' || DELIMITERS.contains(byte);
    let text = place.of(bytes);
    let begin = text.iter().position(|byte| !is_edge(byte))?;
    let end = text.iter().rposition(|byte| !is_edge(byte))? + 1;
    let span = Span::new(place.from as usize + begin, place.from as usize + end);
    let kind = if span.len() > limits::TOKEN { ItemKind::Skipped } else { ItemKind::Comment };
    Some(Item { span, line: 0, kind })
}

#[cfg(test)]
mod tests {
    use super::super::sniff::looks_like;
    use super::*;

    /// The moves of each game, and where the last one ends.
    fn games(text: &str) -> (Vec<String>, usize) {
        let mut record = Record::default();
        let (mut at, mut games) = (0, Vec::new());
        while let ReadOutcome::Game(end) = read_record(text.as_bytes(), at, true, &mut record) {
            let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move);
            let moves = moves.map(|item| String::from_utf8_lossy(item.span.of(text.as_bytes())).into_owned());
            games.push(moves.collect::<Vec<_>>().join(" "));
            at = end;
        }
        (games, at)
    }

    #[test]
    fn each_row_is_a_game() {
        for text in [
            "id,moves,winner\n1,e4 e5 Nf3 Nc6,white\n2,d4 d5 c4 e6,draw\n",
            "id;moves\r\n1;\"1. e4 e5 2. Nf3 Nc6\"\r\n2;1. d4 d5 2. c4 e6\r\n",
            "\"1. e4 e5 2. Nf3 Nc6\"\n\"1. d4 d5\n2. c4 e6\"\n",
            "1. e4 e5 2. Nf3 Nc6\tx\n1. d4 d5 2. c4 e6\ty \"z\"\n",
            "id;moves\n1;1. e4 {yes, ok} e5 2. Nf3 Nc6\n2;1. d4 d5 {no, not 1... e5} 2. c4 e6\n",
        ] {
            assert!(looks_like(text.as_bytes()), "{text}");
            assert_eq!(games(text), (vec!["e4 e5 Nf3 Nc6".to_owned(), "d4 d5 c4 e6".to_owned()], text.len()), "{text}");
        }
    }

    #[test]
    fn rows_of_few_plies_are_games_and_rows_without_one_are_text() {
        let text = "id,white,moves\n7,Kim,1. d4 d5\n8,Lee,\n9,Roe,e4\n";
        assert_eq!(games(text), (vec!["d4 d5".to_owned(), "e4".to_owned()], text.len()));
        let mut record = Record::default();
        let from = text.find("8,Lee").unwrap();
        assert_eq!(read_record(text.as_bytes(), from, true, &mut record), ReadOutcome::Game(text.len()));
        assert_eq!(record.items[0].span.of(text.as_bytes()), b"8,Lee,\n9,Roe");
    }

    #[test]
    fn an_open_quote_takes_in_its_line_at_the_end() {
        let text = "id,moves\n1,\"1. e4 e5\n2. Nf3 Nc6\"\n2,\"1. d4 d5\n3,1. c4 e5\n";
        let (found, end) = games(text);
        assert_eq!((found, end), (["e4 e5 Nf3 Nc6", "d4 d5", "c4 e5"].map(str::to_owned).to_vec(), text.len()));
        let cut = text.find("2. Nf3").unwrap();
        let outcome = read_record(&text.as_bytes()[..cut], 0, false, &mut Record::default());
        assert_eq!(outcome, ReadOutcome::Incomplete);
    }
}
