//! Records of USI: one a line.

use super::grammar::{Keyword, Word, keyword, usi_word};
use super::moves::read_move;
use crate::finding::Code;
use crate::notation::ReadOutcome;
use crate::notation::text::{Recovered, recover, whole};
use crate::record::{Format, Item, ItemKind, Line, ParseNote, Record, limits};
use crate::span::{Span, line_end};

/// Bytes of lines that are no move lists from which on they are another record.
const LONGEST_JUNK: usize = 64 << 10;

/// Reads the record that begins at `at` into `record`. `last` says that the file ends with `bytes`.
///
/// The first line that is neither blank nor begins with `#` is the record. Its SFEN, from the board to
/// the last field, is the one span of [`Record::setup`]; without one it starts from the initial position.
/// The words `position`, `startpos`, `sfen` and `moves` belong to nothing. Lines that are no move lists
/// are a record of junk, with the note S017; words between moves are junk with S015.
pub fn read(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    record.clear();
    record.format = Format::Usi;
    record.lines.push(Line { parent: 0, first: 0, end: 0 });
    let mut from = at;
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(b"\xef\xbb\xbf")) {
        record.note(Code::S006, Span::new(at, at + 3));
        from += 3;
    }
    loop {
        let rest = bytes.get(from..).unwrap_or_default();
        let Some(blank) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) else {
            return match (record.items.is_empty(), last) {
                (true, _) => ReadOutcome::End,
                (false, false) => ReadOutcome::Incomplete,
                (false, true) if record.notes.iter().any(is_no_list) => end_record(record, at, bytes.len()),
                (false, true) => ReadOutcome::Text(bytes.len()),
            };
        };
        from += blank;
        let end = line_end(bytes, from);
        if end == bytes.len() && !last {
            return ReadOutcome::Incomplete;
        }
        let mut reader = Reader { bytes, at: from, end, record };
        if bytes[from] == b'#' {
            reader.push(ItemKind::LineComment, from, end);
            from = end;
            continue;
        }
        let list = reader.list();
        match list {
            Some(_) if reader.record.notes.last().is_some_and(is_no_list) => return end_record(record, at, from),
            Some(word) => reader.line(word),
            None => {
                let text = bytes[from..end].trim_ascii_end();
                record.push_junk(Code::S017, Span::new(from, from + text.len()), 0);
            }
        }
        // The line's end belongs to it.
        let feed = match bytes.get(end..end + 2) {
            Some(b"\r\n") => 2,
            _ => 1,
        };
        from = (end + feed).min(bytes.len());
        if list.is_some() || from - at > LONGEST_JUNK {
            return end_record(record, at, from);
        }
    }
}

/// Whether lines were no move lists.
fn is_no_list(note: &ParseNote) -> bool {
    note.code == Code::S017
}

fn end_record(record: &mut Record, from: usize, to: usize) -> ReadOutcome {
    record.lines[0].end = record.items.len() as u32;
    record.span = Span::new(from, to);
    ReadOutcome::Game(to)
}

/// The state while one line is read.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    record: &'r mut Record,
}

impl<'a> Reader<'a, '_> {
    /// The first word of a move list behind `position`; nothing if the line is none.
    fn list(&mut self) -> Option<Span> {
        let mut word = self.next()?;
        if whole(word.of(self.bytes), keyword) == Some(Keyword::Position) {
            word = self.next()?;
        }
        let text = word.of(self.bytes);
        let known = matches!(whole(text, keyword), Some(Keyword::Startpos | Keyword::Moves | Keyword::Sfen));
        (known || text.contains(&b'/') || read_move(text).is_ok()).then_some(word)
    }

    /// The move list that begins with this word.
    fn line(&mut self, word: Span) {
        let text = word.of(self.bytes);
        match whole(text, keyword) {
            Some(Keyword::Startpos | Keyword::Moves) => {}
            Some(Keyword::Sfen) => match self.next() {
                Some(board) if board.of(self.bytes) != b"moves" => self.fields(board),
                _ => {
                    self.record.note(Code::H010, word);
                    self.at = word.to as usize;
                }
            },
            _ if text.contains(&b'/') => self.fields(word),
            _ => self.at = word.from as usize,
        }
        self.moves();
    }

    /// The fields after the board, as far as they are no moves.
    fn fields(&mut self, board: Span) {
        let mut span = board;
        for _ in 0..3 {
            let before = self.at;
            match self.next() {
                Some(word) if word.of(self.bytes) != b"moves" && read_move(word.of(self.bytes)).is_err() => {
                    span.to = word.to;
                }
                _ => {
                    self.at = before;
                    break;
                }
            }
        }
        if span.len() > limits::TOKEN {
            self.record.note(Code::B002, span);
            self.push(ItemKind::Skipped, span.from as usize, span.to as usize);
        } else {
            self.record.setup.push(span);
        }
    }

    fn moves(&mut self) {
        let mut named = false;
        while let Some(span) = self.next() {
            let (from, to) = (span.from as usize, span.to as usize);
            match recover(span.of(self.bytes), usi_word, <[u8]>::len) {
                Recovered::Token(Word::Move, []) => {
                    self.record.has_moves = true;
                    self.push(ItemKind::Move, from, to);
                }
                Recovered::Token(Word::End, []) => {
                    self.push(ItemKind::Result, from, to);
                    if self.record.result.is_none() {
                        self.record.result = Some(span);
                    }
                }
                Recovered::Token(Word::Keyword(Keyword::Moves), []) if !named && !self.record.has_moves => named = true,
                _ => self.junk(span),
            }
        }
    }

    /// Words one after the other that mean nothing are one piece of junk.
    fn junk(&mut self, span: Span) {
        let junk = self.record.items.last().filter(|item| item.kind == ItemKind::Junk);
        let noted = self.record.notes.last().is_some_and(|note| note.code == Code::S015);
        let from = junk.filter(|_| noted).map_or(span.from, |item| item.span.to);
        self.record.push_junk(Code::S015, Span { from, ..span }, 0);
    }

    fn push(&mut self, kind: ItemKind, from: usize, to: usize) {
        let span = Span::new(from, to);
        let kind = if span.len() > limits::TOKEN {
            self.record.note(Code::B002, span);
            ItemKind::Skipped
        } else {
            kind
        };
        self.record.items.push(Item { span, line: 0, kind });
    }

    /// The next word of the line.
    fn next(&mut self) -> Option<Span> {
        let rest = &self.bytes[self.at..self.end];
        let from = self.at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.bytes[from..self.end];
        self.at = from + rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        Some(Span::new(from, self.at))
    }
}

/// The last place in `bytes` where a record may begin: the last line.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    let lines = bytes.trim_ascii_end();
    memchr::memrchr2(b'\n', b'\r', lines).map(|end| end + 1)
}

/// Whether the first line that is neither blank nor a comment is a move list of shogi.
pub fn looks_like(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii).take(1000);
    let Some(line) = lines.find(|line| !matches!(line.first(), None | Some(b'#'))) else { return false };
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    words.next_if_eq(&b"position".as_slice());
    words.next_if_eq(&b"sfen".as_slice());
    let played = |word: Option<&[u8]>| word.is_some_and(|word| read_move(word).is_ok());
    match words.next() {
        Some(b"startpos") => match words.next() {
            None => true,
            Some(b"moves") => words.next().is_none_or(|word| played(Some(word))),
            other => played(other),
        },
        Some(board) if board.contains(&b'/') => {
            let ranks = board.iter().filter(|byte| **byte == b'/').count() + 1;
            ranks == 9 && matches!(words.next(), Some(b"b" | b"w"))
        }
        first => played(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Vec<(ItemKind, String)>, Vec<Code>, Vec<String>) {
        let mut record = Record::default();
        assert_eq!(read(text.as_bytes(), 0, true, &mut record), ReadOutcome::Game(text.len()));
        let word = |span: &Span| text[span.from as usize..span.to as usize].to_owned();
        let items = record.items.iter().map(|item| (item.kind, word(&item.span))).collect();
        let codes = record.notes.iter().map(|note| note.code).collect();
        (items, codes, record.setup.iter().map(word).collect())
    }

    #[test]
    fn every_form_of_a_line() {
        let moves = [(ItemKind::Move, "7g7f".to_owned()), (ItemKind::Move, "P*5e".to_owned())];
        for text in ["position startpos moves 7g7f P*5e", "startpos 7g7f P*5e\n", "7g7f P*5e\r\n", "\nmoves 7g7f P*5e"]
        {
            assert_eq!(kinds(text), (moves.to_vec(), vec![], vec![]), "{text}");
        }
        let board = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
        for text in [format!("position sfen {board} moves 7g7f P*5e"), format!("{board} 7g7f P*5e")] {
            assert_eq!(kinds(&text), (moves.to_vec(), vec![], vec![board.to_owned()]), "{text}");
        }
        let short = "sfen 4k4/9/9/9/9/9/9/9/4K4 b - moves 7g7f resign";
        let (items, codes, setup) = kinds(short);
        assert_eq!((items.len(), items[1].0, codes.len()), (2, ItemKind::Result, 0));
        assert_eq!(setup, ["4k4/9/9/9/9/9/9/9/4K4 b -"]);
    }

    #[test]
    fn odd_lines_and_words() {
        let (items, codes, _) = kinds("info string hello  \n");
        assert_eq!((items, codes), (vec![(ItemKind::Junk, "info string hello".to_owned())], vec![Code::S017]));
        let (items, codes, _) = kinds("startpos moves 7g7f what is this 3c3d");
        assert_eq!((items.len(), items[1].1.as_str(), codes), (3, "what is this", vec![Code::S015]));
        assert_eq!(kinds("position sfen").1, [Code::H010]);
    }

    #[test]
    fn one_record_a_line() {
        let text = b"# two games\n\nstartpos moves 7g7f\r\nstartpos moves 2g2f\n# the end\n";
        let mut record = Record::default();
        assert_eq!(read(text, 0, true, &mut record), ReadOutcome::Game(34));
        assert_eq!(read(text, 34, true, &mut record), ReadOutcome::Game(54));
        assert_eq!(read(text, 54, true, &mut record), ReadOutcome::Text(64));
        assert_eq!(read(b" \n\n", 0, true, &mut record), ReadOutcome::End);
        assert_eq!(read(b"startpos moves 7g", 0, false, &mut record), ReadOutcome::Incomplete);
        assert_eq!(cut(text), Some(54));
        assert_eq!(cut(b"startpos\r\n"), None);
    }

    #[test]
    fn known_by_its_content() {
        assert!(looks_like(b"# x\nposition startpos moves 7g7f"));
        assert!(looks_like(b"\n7g7f 3c3d\n"));
        assert!(looks_like(b"4k4/9/9/9/9/9/9/9/4K4 b - 1"));
        assert!(!looks_like(b"position startpos moves e2e4"));
        assert!(!looks_like(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(!looks_like(b"1. e4 e5") && !looks_like(b"") && !looks_like(b"V2.2\n"));
    }
}
