//! Reads a record from text: the tags of PGN, and movetext whose first bytes determine the kind of a token.

use memchr::memchr;
use nom::Parser;
use nom::branch::alt;

use super::grammar::{psn_glyphs, psn_moved, psn_word, signs_behind};
use super::tokens::{terminal, time};
use crate::pgn;
use crate::pgn::grammar::{dots, nag, number};
use crate::text::whole;
use crate::{Parsed, ReadOutcome, san};
use partie_record::finding::Code;
use partie_record::span::{Span, line_end};
use partie_record::{Format, ItemKind, Outcome, Record, limits};

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// A record ends where the next tag section begins. It also ends after a closing word or result outside of variations,
/// unless a comment or a variation follows. A comment with only the time of a move, or a time cell of KIF, is of kind
/// `Time`. A comment with only a result that ends the record is of kind `Result`. Annotators' signs after a move are
/// separate items.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let start = record.begin(Format::Psn, bytes, at);
    let mut reader = Reader { pgn: pgn::Reader::new(bytes, start, last, record), closing: None };
    reader.pgn.tag_section();
    // The empty line before the moves is required in PGN and optional here.
    reader.pgn.record.notes.retain(|note| note.code != Code::S016);
    reader.movetext();
    let pgn = &mut reader.pgn;
    let goes_on = pgn.at >= bytes.len() && (!pgn.open.is_empty() || !pgn.ended);
    if !last && (pgn.unfinished || goes_on) {
        return ReadOutcome::Incomplete;
    }
    pgn.close_lines();
    let end = pgn.at;
    reader.end_by_closing();
    if record.items.is_empty() && record.tags.is_empty() {
        let nothing = bytes.get(start..).unwrap_or_default().iter().all(u8::is_ascii_whitespace);
        return if nothing { ReadOutcome::End } else { ReadOutcome::Text(bytes.len()) };
    }
    record.span = Span::new(at, end);
    ReadOutcome::Game(end)
}

/// True if the content of a text is PSN: tags of shogi players, or moves that only shogi has.
pub fn looks_like(head: &[u8]) -> bool {
    let mut rest = head;
    let (mut moves, mut named, mut western) = (0, false, false);
    // Each token is at least a byte long, so the loop ends.
    for _ in 0..2000 {
        rest = rest.trim_ascii_start();
        match rest.first() {
            None => return moves > 0 || named,
            Some(b'[') => {
                let name = rest[1..].trim_ascii_start();
                // A game of chess may have one of these tags besides its own.
                western |= name.starts_with(b"White");
                if !western && [&b"Sente"[..], b"Gote"].iter().any(|known| name.starts_with(known)) {
                    return true;
                }
                let line = &rest[..line_end(rest, 0)];
                named |= name.starts_with(b"Variant") && line.to_ascii_lowercase().ends_with(b"\"shogi\"]");
                rest = &rest[line.len()..];
            }
            Some(b';' | b'%') => rest = &rest[line_end(rest, 0)..],
            Some(b'{') => rest = memchr(b'}', rest).map_or(&[][..], |close| &rest[close + 1..]),
            Some(b'0'..=b'9' | b'.') => rest = alt((number, dots)).parse(rest).map_or(&[][..], |(after, _)| after),
            // Variations and times do not count as evidence.
            Some(b'(') => {
                let cell = memchr(b')', &rest[..rest.len().min(MAX_CELL_BYTES)]).map_or(1, |close| close + 1);
                rest = &rest[if time(&rest[..cell]).is_some() { cell } else { 1 }..];
            }
            Some(b')' | b'!' | b'?' | b'$') if moves > 0 => rest = &rest[1..],
            Some(_) => {
                let word = &rest[..word_end(rest, 0)];
                if named && (word == b"*" || rest[0] == b'*' || terminal(word).is_some()) {
                    return true;
                }
                let is_shogi = |(_, signs): &(_, usize)| san::read_move(&word[..word.len() - signs]).is_err();
                let Some((written, _)) = whole(word, psn_moved).filter(is_shogi) else { return false };
                // Lowercase words and captures without a square do not count as evidence.
                moves += u32::from(written.is_complete() && !rest[0].is_ascii_lowercase());
                if moves == 2 {
                    return true;
                }
                rest = &rest[word.len()..];
            }
        }
    }
    false
}

/// Maximum length of a time cell.
const MAX_CELL_BYTES: usize = 64;

/// The PGN reader, with the words and times of PSN.
struct Reader<'a, 'r> {
    pgn: pgn::Reader<'a, 'r>,
    /// Index of an item that is a result in braces after the last move of the main line.
    closing: Option<usize>,
}

impl Reader<'_, '_> {
    fn movetext(&mut self) {
        while !self.pgn.unfinished && !self.pgn.ended {
            let lines = self.pgn.white();
            let (bytes, from) = (self.pgn.bytes, self.pgn.at);
            let Some(&byte) = bytes.get(from) else { return };
            // After the result, only comments, variations and marks are read. Another `*` on the same line is junk.
            let is_main = self.pgn.open.is_empty();
            let over = self.pgn.record.result.is_some() && is_main;
            match byte {
                b'*' if over && lines == 0 => self.junk(Code::N030, from, from + 1),
                byte if over && !matches!(byte, b'{' | b'(' | b';' | b'$' | b'!' | b'?') => self.pgn.ended = true,
                b'{' => self.comment(),
                b';' => self.pgn.rest_of_line(),
                b'%' if pgn::at_line_start(bytes, from) => self.pgn.rest_of_line(),
                b'#' if pgn::at_line_start(bytes, from) => self.note_line(),
                b'(' if self.time_cell() => {}
                b'(' => self.pgn.open_variation(),
                b')' => self.pgn.close_variation(),
                b'[' if pgn::is_tag_start(&bytes[from..]) => self.pgn.ended = true,
                b'$' => self.nag(),
                b'!' | b'?' => self.token(ItemKind::Glyph, psn_glyphs),
                b'.' => self.token(ItemKind::Number, dots),
                b'0'..=b'9' => self.digits(self.closing.is_some() && is_main),
                _ => self.word(),
            }
        }
    }

    fn push(&mut self, kind: ItemKind, from: usize, to: usize) {
        let long = to - from > limits::TOKEN;
        if long {
            self.pgn.record.note(Code::B002, Span::new(from, to));
        }
        self.pgn.push(if long { ItemKind::Skipped } else { kind }, from, to);
        self.pgn.at = to;
    }

    fn token<T>(&mut self, kind: ItemKind, parser: fn(&[u8]) -> Parsed<'_, T>) {
        let from = self.pgn.at;
        match parser(&self.pgn.bytes[from..]) {
            Ok((rest, _)) => self.push(kind, from, self.pgn.bytes.len() - rest.len()),
            Err(_) => self.junk(Code::S015, from, from + 1),
        }
    }

    fn nag(&mut self) {
        let from = self.pgn.at;
        match nag(&self.pgn.bytes[from..]) {
            Ok((rest, number)) => {
                self.pgn.at = self.pgn.bytes.len() - rest.len();
                self.pgn.nag(number.is_some(), from, self.pgn.at);
            }
            Err(_) => self.junk(Code::S015, from, from + 1),
        }
    }

    fn junk(&mut self, code: Code, from: usize, to: usize) {
        self.pgn.record.push_junk(code, Span::new(from, to), self.pgn.line);
        self.pgn.at = to;
    }

    /// Reads a line for programs, which begins with `#`.
    fn note_line(&mut self) {
        let end = line_end(self.pgn.bytes, self.pgn.at);
        if end == self.pgn.bytes.len() && !self.pgn.last {
            self.pgn.unfinished = true;
            return;
        }
        self.push(ItemKind::LineComment, self.pgn.at, end);
    }

    /// Reads a comment, which may be the time of the previous move, or the termination.
    fn comment(&mut self) {
        let place = self.pgn.record.items.len();
        self.pgn.comment();
        let Some(item) = self.pgn.record.items.get_mut(place).filter(|_| self.pgn.record.has_moves) else { return };
        let text = item.span.of(self.pgn.bytes);
        if time(text).is_some() {
            item.kind = ItemKind::Time;
        }
        if self.pgn.open.is_empty() && self.pgn.record.result.is_none() && terminal(text).is_some() {
            self.closing = Some(place);
        }
    }

    /// Reads the time of a move as in KIF, `( 0:12/00:00:12)`. Returns false for any other text.
    fn time_cell(&mut self) -> bool {
        let from = self.pgn.at;
        let rest = &self.pgn.bytes[from..self.pgn.bytes.len().min(from + MAX_CELL_BYTES)];
        let cell = memchr(b')', rest).map_or(&[][..], |close| &rest[..=close]);
        let stands = self.pgn.record.has_moves && time(cell).is_some();
        if stands {
            self.push(ItemKind::Time, from, from + cell.len());
        }
        stands
    }

    /// Reads a number or a result. After a `closing` result, the number 1 begins the next record, which has no tags;
    /// `1...` continues this one.
    fn digits(&mut self, closing: bool) {
        let (bytes, from) = (self.pgn.bytes, self.pgn.at);
        let Ok((rest, number)) = number(&bytes[from..]) else { return };
        let to = bytes.len() - rest.len();
        if rest.is_empty() && !self.pgn.last {
            self.pgn.unfinished = true;
            return;
        }
        if closing && number.number == Some(1) && number.dots <= 1 {
            self.pgn.ended = true;
            return;
        }
        // Dots end a number even if a word follows without a blank.
        let glued = rest.first().is_some_and(|byte| !ends_word(*byte) && *byte != b'*');
        if number.dots > 0 || !glued {
            return self.push(ItemKind::Number, from, to);
        }
        let end = word_end(bytes, from);
        if end == bytes.len() && !self.pgn.last {
            self.pgn.unfinished = true;
            return;
        }
        let word = &bytes[from..end];
        match terminal(word) {
            Some(_) => self.ended(from, end),
            None => self.push_move(from, end, signs_behind(word)),
        }
    }

    fn ended(&mut self, from: usize, to: usize) {
        let span = Span::new(from, to);
        if self.pgn.line == 0 && self.pgn.record.result.is_none() {
            self.state(span);
        }
        self.push(ItemKind::Result, from, to);
    }

    /// Records the termination of the game.
    fn state(&mut self, end: Span) {
        self.pgn.record.result = Some(end);
        self.pgn.record.outcome = Outcome::parse(end.of(self.pgn.bytes));
    }

    fn word(&mut self) {
        let (bytes, from) = (self.pgn.bytes, self.pgn.at);
        let end = word_end(bytes, from).max(from + 1);
        if end == bytes.len() && !self.pgn.last {
            self.pgn.unfinished = true;
            return;
        }
        let word = &bytes[from..end];
        if terminal(word).is_some() || word == b"*" {
            return self.ended(from, end);
        }
        match whole(word, psn_word) {
            Some(signs) => self.push_move(from, end, signs),
            None => self.junk(Code::S015, from, end),
        }
    }

    /// Adds a move and its `signs` trailing annotators' signs.
    fn push_move(&mut self, from: usize, end: usize, signs: usize) {
        self.push(ItemKind::Move, from, end - signs);
        self.pgn.record.has_moves = true;
        self.pgn.moves += u32::from(self.pgn.line == 0);
        if self.pgn.open.is_empty() {
            self.closing = None;
        }
        if signs > 0 {
            self.push(ItemKind::Glyph, end - signs, end);
        }
    }

    /// Makes a result in braces after the last move the termination if the record has no other.
    fn end_by_closing(&mut self) {
        let item = self.closing.and_then(|place| self.pgn.record.items.get_mut(place));
        if let Some(item) = item.filter(|_| self.pgn.record.result.is_none()) {
            item.kind = ItemKind::Result;
            let span = item.span;
            self.state(span);
        }
    }
}

/// The end of the word that begins at `from`. A star belongs to the word if it marks a drop.
fn word_end(bytes: &[u8], from: usize) -> usize {
    let ends = |at: usize, byte: u8| match byte {
        b'*' => at > from && !bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric),
        _ => ends_word(byte),
    };
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().enumerate().position(|(at, byte)| ends(from + at, *byte)).map_or(bytes.len(), |at| from + at)
}

const fn ends_word(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$') || byte.is_ascii_whitespace()
}
