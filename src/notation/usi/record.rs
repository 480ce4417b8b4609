//! Records of USI, one per line.

use super::grammar::{Keyword, Word, keyword, usi_word};
use super::moves::read_move;
use crate::ReadOutcome;
use crate::line_format::{LineFormat, RecordLine};
use crate::text::{Recovered, recover, whole};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, Record, limits};

/// Framing of records, for [`LineFormat::read_record`].
const LINES: LineFormat = LineFormat { format: Format::Usi, comment: Some(b'#'), head, line };

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// The SFEN of a record, from the board to the last field, is the only span of [`Record::setup`]. Without an SFEN, the
/// start is the initial position. The words `position`, `startpos`, `sfen` and `moves` produce no items. Unknown words
/// between moves are junk with S015.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    LINES.read_record(bytes, at, last, record)
}

/// The first word of a move list after `position`; `None` if the line is not a record.
fn head(bytes: &[u8], line: Span) -> Option<Span> {
    let mut words = Words { bytes, at: line.from as usize, end: line.to as usize };
    let mut word = words.next()?;
    if whole(word.of(bytes), keyword) == Some(Keyword::Position) {
        word = words.next()?;
    }
    let text = word.of(bytes);
    let known = matches!(whole(text, keyword), Some(Keyword::Startpos | Keyword::Moves | Keyword::Sfen));
    (known || text.contains(&b'/') || read_move(text).is_ok()).then_some(word)
}

/// Reads the move list that begins with `head`.
fn line(bytes: &[u8], RecordLine { span, head }: RecordLine, record: &mut Record) {
    let words = Words { bytes, at: head.to as usize, end: span.to as usize };
    Reader { bytes, words, record }.line(head);
}

#[derive(Clone)]
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl Iterator for Words<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let rest = &self.bytes[self.at..self.end];
        let from = self.at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.bytes[from..self.end];
        self.at = from + rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        Some(Span::new(from, self.at))
    }
}

impl Words<'_> {
    /// The next word if it has the length of a move and one blank before it, as nearly all words have.
    #[inline(always)]
    fn next_move(&mut self) -> Option<Span> {
        let word = self.bytes[self.at..self.end].strip_prefix(b" ")?;
        let from = self.at + 1;
        self.at = from + length_of_move(word)?;
        Some(Span::new(from, self.at))
    }
}

/// Length of a word with four or five bytes, as moves have; `None` if the slow path must decide.
#[inline(always)]
fn length_of_move(text: &[u8]) -> Option<usize> {
    let &[a, b, c, d, e, f] = text.first_chunk()?;
    let is_one = [a, b, c, d].iter().all(|byte| *byte > b' ');
    match (e, f) {
        (b' ', _) if is_one => Some(4),
        (b'!'.., b' ') if is_one => Some(5),
        _ => None,
    }
}

/// The state of reading one line.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    words: Words<'a>,
    record: &'r mut Record,
}

impl Reader<'_, '_> {
    /// Reads the move list that begins with this word.
    fn line(&mut self, word: Span) {
        let text = word.of(self.bytes);
        match whole(text, keyword) {
            Some(Keyword::Startpos | Keyword::Moves) => {}
            Some(Keyword::Sfen) => match self.words.next() {
                Some(board) if board.of(self.bytes) != b"moves" => self.fields(board),
                _ => {
                    self.record.note(Code::H010, word);
                    self.words.at = word.to as usize;
                }
            },
            _ if text.contains(&b'/') => self.fields(word),
            _ => self.words.at = word.from as usize,
        }
        self.moves();
    }

    /// Reads the fields after the board; they end where moves begin.
    fn fields(&mut self, board: Span) {
        let mut span = board;
        for _ in 0..3 {
            let before = self.words.clone();
            match self.words.next() {
                Some(word) if word.of(self.bytes) != b"moves" && read_move(word.of(self.bytes)).is_err() => {
                    span.to = word.to;
                }
                _ => {
                    self.words = before;
                    break;
                }
            }
        }
        if span.len() > limits::TOKEN {
            self.record.note(Code::B002, span);
            self.push(ItemKind::Skipped, span);
        } else {
            self.record.setup.push(span);
        }
    }

    fn moves(&mut self) {
        let mut named = false;
        while let Some(span) = self.words.next_move().or_else(|| self.words.next()) {
            match recover(span.of(self.bytes), usi_word, <[u8]>::len) {
                Recovered::Token(Word::Move, []) => {
                    self.record.has_moves = true;
                    self.push(ItemKind::Move, span);
                }
                Recovered::Token(Word::End, []) => {
                    self.push(ItemKind::Result, span);
                    if self.record.result.is_none() {
                        self.record.result = Some(span);
                    }
                }
                Recovered::Token(Word::Keyword(Keyword::Moves), []) if !named && !self.record.has_moves => named = true,
                _ => self.junk(span),
            }
        }
    }

    /// Adds an unknown word; adjacent unknown words are merged into one junk item.
    fn junk(&mut self, span: Span) {
        let junk = self.record.items.last().filter(|item| item.kind == ItemKind::Junk);
        let noted = self.record.notes.last().is_some_and(|note| note.code == Code::S015);
        let from = junk.filter(|_| noted).map_or(span.from, |item| item.span.to);
        self.record.push_junk(Code::S015, Span { from, ..span }, 0);
    }

    fn push(&mut self, kind: ItemKind, span: Span) {
        self.record.push_bounded(Item { span, line: 0, kind });
    }
}

/// True if the first line that is neither blank nor a comment is a move list of shogi.
pub fn looks_like(bytes: &[u8]) -> bool {
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii).take(1000);
    let mut lines = lines.filter(|line| !matches!(line.first(), None | Some(b'#'))).peekable();
    // A line without a move may be of chess, so a later line decides.
    let is_bare = |line: &&[u8]| matches!(*line, b"position startpos" | b"startpos" | b"position startpos moves");
    let Some(first) = lines.peek().copied() else { return false };
    let line = lines.find(|line| !is_bare(line)).unwrap_or(first);
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    words.next_if_eq(&b"position".as_slice());
    let is_named = words.next_if_eq(&b"sfen".as_slice()).is_some();
    let played = |word: Option<&[u8]>| word.is_some_and(|word| read_move(word).is_ok());
    match words.next() {
        Some(b"startpos") => match words.next() {
            None => true,
            Some(b"moves") => words.next().is_none_or(|word| played(Some(word))),
            other => played(other),
        },
        Some(board) if board.contains(&b'/') => {
            let ranks = board.iter().filter(|byte| **byte == b'/').count() + 1;
            // A board after `sfen` may belong to another shogi variant.
            (ranks == 9 || is_named) && matches!(words.next(), Some(b"b" | b"w"))
        }
        first => played(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usi::cut;

    fn kinds(text: &str) -> (Vec<(ItemKind, String)>, Vec<Code>, Vec<String>) {
        let mut record = Record::default();
        assert_eq!(read_record(text.as_bytes(), 0, true, &mut record), ReadOutcome::Game(text.len()));
        let word = |span: &Span| text[span.from as usize..span.to as usize].to_owned();
        let items = record.items.iter().map(|item| (item.kind, word(&item.span))).collect();
        let codes = record.notes.iter().map(|note| note.code).collect();
        (items, codes, record.setup.iter().map(word).collect())
    }

    proptest::proptest! {
        #[test]
        fn words_are_what_stands_between_blanks(text in "[ 7a\t\r\x0b\x0c*+]{0,40}") {
            let bytes = text.as_bytes();
            let mut words = Words { bytes, at: 0, end: bytes.len() };
            let words = std::iter::from_fn(|| words.next_move().or_else(|| words.next())).map(|span| span.of(bytes));
            let parts = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            proptest::prop_assert!(words.eq(parts), "{text:?}");
        }
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
        assert_eq!(read_record(text, 0, true, &mut record), ReadOutcome::Game(34));
        assert_eq!(read_record(text, 34, true, &mut record), ReadOutcome::Game(54));
        assert_eq!(read_record(text, 54, true, &mut record), ReadOutcome::Text(64));
        assert_eq!(read_record(b" \n\n", 0, true, &mut record), ReadOutcome::End);
        assert_eq!(read_record(b"startpos moves 7g", 0, false, &mut record), ReadOutcome::Incomplete);
        assert_eq!(cut(text), Some(54));
        assert_eq!(cut(b"startpos\r\n"), None);
    }

    #[test]
    fn known_by_its_content() {
        assert!(looks_like(b"# x\nposition startpos moves 7g7f"));
        assert!(looks_like(b"\n7g7f 3c3d\n"));
        assert!(looks_like(b"4k4/9/9/9/9/9/9/9/4K4 b - 1"));
        assert!(!looks_like(b"position startpos moves e2e4"));
        assert!(looks_like(b"position startpos\nposition startpos moves 7g7f"));
        assert!(!looks_like(b"position startpos\ne2e4 e7e5"));
        assert!(!looks_like(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(!looks_like(b"1. e4 e5") && !looks_like(b"") && !looks_like(b"V2.2\n"));
    }
}
