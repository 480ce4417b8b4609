//! From text to a record: the tags of PGN, and a movetext whose first bytes say what a token is.

use memchr::memchr;

use super::grammar::{psn_glyphs, psn_moved, psn_nag, psn_number, psn_word};
use super::tokens::{terminal, time};
use crate::pgn::{self, CommentEnd, comment_end};
use crate::text::{Recovered, recover, whole};
use crate::{Parsed, ReadOutcome, san};
use partie_record::finding::Code;
use partie_record::span::{Span, line_end};
use partie_record::{Format, Item, ItemKind, Line, ParseNote, Record, limits};

/// Reads the record that begins at `at` into `record`. `last` says that the file ends with `bytes`.
///
/// A record ends where the next tag section begins, or after a word or token of the end outside of
/// variations, if neither a comment nor a variation follows it. A comment that holds nothing but the time of
/// a move, and such a cell of KIF, is of kind `Time`; one that holds nothing but a result and ends the record is of kind
/// `Result`. Signs of annotators behind a move are an item of their own.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    let start = record.begin(Format::Psn, bytes, at);
    let Some(from) = pgn::tags(bytes, start, last, record) else { return ReadOutcome::Incomplete };
    // The blank line before the moves is a custom of PGN: here it stands or not.
    record.notes.retain(|note| note.code != Code::S016);
    let mut reader = Reader { bytes, at: from, last, record, line: 0, open: Vec::new(), moved: false, closing: None };
    let step = reader.movetext();
    let end = reader.at;
    let depth = reader.open.len();
    if !last && (step == Step::Unfinished || end >= bytes.len() && (depth > 0 || step != Step::Ended)) {
        return ReadOutcome::Incomplete;
    }
    reader.close_lines();
    reader.end_by_closing();
    if record.items.is_empty() && record.tags.is_empty() {
        let nothing = bytes.get(start..).unwrap_or_default().iter().all(u8::is_ascii_whitespace);
        return if nothing { ReadOutcome::End } else { ReadOutcome::Text(bytes.len()) };
    }
    record.span = Span::new(at, end);
    ReadOutcome::Game(end)
}

/// Whether a text is PSN by its content: tags of shogi players, or moves that only shogi has.
pub fn looks_like(head: &[u8]) -> bool {
    let mut rest = head;
    let (mut moves, mut named) = (0, false);
    // A token is at least a byte long, so that this ends.
    for _ in 0..2000 {
        rest = rest.trim_ascii_start();
        match rest.first() {
            None => return moves > 0 || named,
            Some(b'[') => {
                let name = rest[1..].trim_ascii_start();
                if [&b"Sente"[..], b"Gote"].iter().any(|known| name.starts_with(known)) {
                    return true;
                }
                let line = &rest[..line_end(rest, 0)];
                named |= name.starts_with(b"Variant") && line.to_ascii_lowercase().ends_with(b"\"shogi\"]");
                rest = &rest[line.len()..];
            }
            Some(b';' | b'%') => rest = &rest[line_end(rest, 0)..],
            Some(b'{') => rest = memchr(b'}', rest).map_or(&[][..], |close| &rest[close + 1..]),
            Some(b'0'..=b'9' | b'.') => rest = psn_number(rest).map_or(&[][..], |(after, _)| after),
            // Variations and times say nothing.
            Some(b'(') => {
                let cell = memchr(b')', &rest[..rest.len().min(LONGEST_CELL)]).map_or(1, |close| close + 1);
                rest = &rest[if time(&rest[..cell]).is_some() { cell } else { 1 }..];
            }
            Some(b')' | b'!' | b'?' | b'$') if moves > 0 => rest = &rest[1..],
            Some(_) => {
                let word = &rest[..word_end(rest, 0)];
                let (text, _) = unmarked(word);
                if named && (word == b"*" || rest[0] == b'*' || terminal(word).is_some()) {
                    return true;
                }
                let Some((written, _)) = whole(word, psn_moved).filter(|_| san::read_move(text).is_err()) else {
                    return false;
                };
                // Small letters, and captures without a square, are moves only where others are.
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

/// Bytes of a time cell, at most.
const LONGEST_CELL: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Ended,
    Exhausted,
    /// The input ends inside of something that may go on.
    Unfinished,
}

/// The state while one record is read.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    at: usize,
    last: bool,
    record: &'r mut Record,
    line: u32,
    /// Lines around those that are open, and the items that open them.
    open: Vec<(u32, u32)>,
    /// Whether a move was read.
    moved: bool,
    /// A result in braces after the last move of the main line: the place of its item.
    closing: Option<usize>,
}

impl Reader<'_, '_> {
    fn movetext(&mut self) -> Step {
        loop {
            let before = self.at;
            while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
                self.at += 1;
            }
            let from = self.at;
            let Some(&byte) = self.bytes.get(from) else { return Step::Exhausted };
            // After the end only what may still belong to it is read, and more results on its line, which end nothing.
            let over = self.record.result.is_some() && self.open.is_empty();
            if over && byte == b'*' && !self.bytes[before..from].contains(&b'\n') {
                self.record.push_junk(Code::N030, Span::new(from, from + 1), self.line);
                self.at = from + 1;
                continue;
            }
            if over && !matches!(byte, b'{' | b'(' | b';' | b'$' | b'!' | b'?') {
                return Step::Ended;
            }
            if byte.is_ascii_digit() && self.closing.is_some() && self.open.is_empty() {
                let number = psn_number(&self.bytes[from..]).map_or(&[][..], |(_, number)| number);
                if !self.last && from + number.len() == self.bytes.len() {
                    return Step::Unfinished;
                }
                // The first move of a record without tags; 1... goes on with this one.
                if matches!(number, b"1" | b"1.") {
                    return Step::Ended;
                }
            }
            let step = match byte {
                b'{' => self.comment(),
                b';' => self.rest_of_line(ItemKind::LineComment),
                b'%' | b'#' if pgn::at_line_start(self.bytes, from) => self.rest_of_line(ItemKind::LineComment),
                b'(' => self.time_cell().unwrap_or_else(|| self.open_variation()),
                b')' => self.close_variation(),
                b'[' if pgn::is_tag_start(&self.bytes[from..]) => return Step::Ended,
                b'$' => self.token(ItemKind::Nag, psn_nag),
                b'!' | b'?' => self.token(ItemKind::Glyph, psn_glyphs),
                b'.' => self.token(ItemKind::Number, psn_number),
                b'0'..=b'9' => self.digits(),
                _ => self.word(),
            };
            if step == Some(Step::Unfinished) {
                return Step::Unfinished;
            }
        }
    }

    fn push(&mut self, kind: ItemKind, from: usize, to: usize) {
        let span = Span::new(from, to);
        let long = span.len() > limits::TOKEN && kind != ItemKind::Skipped;
        if long {
            self.record.note(Code::B002, span);
        }
        self.record.items.push(Item { span, line: self.line, kind: if long { ItemKind::Skipped } else { kind } });
        self.at = to;
    }

    fn token(&mut self, kind: ItemKind, parser: fn(&[u8]) -> Parsed<'_, &[u8]>) -> Option<Step> {
        let from = self.at;
        match recover(&self.bytes[from..], parser, |_| 1) {
            Recovered::Token(text, _) => self.push(kind, from, from + text.len()),
            Recovered::Junk(junk, _) => self.junk(from, from + junk.len()),
        }
        None
    }

    fn junk(&mut self, from: usize, to: usize) {
        self.record.push_junk(Code::S015, Span::new(from, to), self.line);
        self.at = to;
    }

    fn rest_of_line(&mut self, kind: ItemKind) -> Option<Step> {
        let end = line_end(self.bytes, self.at);
        if end == self.bytes.len() && !self.last {
            return Some(Step::Unfinished);
        }
        self.push(kind, self.at, end);
        None
    }

    fn comment(&mut self) -> Option<Step> {
        let from = self.at;
        let (end, other) = match comment_end(self.bytes, from, self.last) {
            CommentEnd::Closed(end) => {
                let text = &self.bytes[from..end];
                let timed = self.moved && time(text).is_some();
                if self.moved && self.open.is_empty() && self.record.result.is_none() && terminal(text).is_some() {
                    self.closing = Some(self.record.items.len());
                }
                self.push(if timed { ItemKind::Time } else { ItemKind::Comment }, from, end);
                return None;
            }
            CommentEnd::Resumed(end) => (end, Some(Span::new(end, end + 1))),
            CommentEnd::Open if self.last => (self.bytes.len(), None),
            CommentEnd::Open => return Some(Step::Unfinished),
        };
        let text = self.bytes[from..end].trim_ascii_end().len();
        self.record.notes.push(ParseNote { code: Code::S010, span: Span::new(from, from + 1), other });
        self.push(ItemKind::Comment, from, from + text);
        self.at = end;
        None
    }

    /// The time of a move as KIF has it, `( 0:12/00:00:12)`, if that stands here.
    fn time_cell(&mut self) -> Option<Option<Step>> {
        let from = self.at;
        let rest = &self.bytes[from..self.bytes.len().min(from + LONGEST_CELL)];
        let end = from + memchr(b')', rest)? + 1;
        time(&self.bytes[from..end]).filter(|_| self.moved)?;
        self.push(ItemKind::Time, from, end);
        Some(None)
    }

    fn open_variation(&mut self) -> Option<Step> {
        let from = self.at;
        if self.open.len() >= limits::DEPTH {
            return self.skip_variation();
        }
        if !self.moved {
            self.record.note(Code::N032, Span::new(from, from + 1));
        }
        let line = self.record.lines.len() as u32;
        let first = self.record.items.len() as u32;
        self.record.lines.push(Line { parent: self.line, first, end: 0 });
        self.open.push((self.line, first));
        self.line = line;
        self.push(ItemKind::Open, from, from + 1);
        None
    }

    fn close_variation(&mut self) -> Option<Step> {
        let from = self.at;
        let Some((parent, _)) = self.open.pop() else {
            self.record.push_junk(Code::S012, Span::new(from, from + 1), self.line);
            self.at = from + 1;
            return None;
        };
        self.push(ItemKind::Close, from, from + 1);
        let end = self.record.items.len() as u32;
        if let Some(line) = self.record.lines.get_mut(self.line as usize) {
            line.end = end;
        }
        self.line = parent;
        None
    }

    /// A variation that is nested too deep is kept as one stretch.
    #[cold]
    fn skip_variation(&mut self) -> Option<Step> {
        let from = self.at;
        let (mut depth, mut at) = (0usize, from);
        while let Some(found) = memchr::memchr3(b'(', b')', b'{', &self.bytes[at..]) {
            at += found + 1;
            match self.bytes[at - 1] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => at = memchr(b'}', &self.bytes[at..]).map_or(self.bytes.len(), |close| at + close + 1),
            }
            if depth == 0 {
                break;
            }
        }
        if depth > 0 {
            at = self.bytes.len();
            if !self.last {
                return Some(Step::Unfinished);
            }
        }
        self.record.note(Code::B001, Span::new(from, from + 1));
        self.push(ItemKind::Skipped, from, at);
        None
    }

    /// A number, or a result.
    fn digits(&mut self) -> Option<Step> {
        let from = self.at;
        let number = psn_number(&self.bytes[from..]).map_or(&[][..], |(_, number)| number);
        let (to, dots) = (from + number.len(), number.ends_with(b"."));
        if to == self.bytes.len() && !self.last {
            return Some(Step::Unfinished);
        }
        // Dots glued to what follows end a number all the same.
        let glued = self.bytes.get(to).is_some_and(|byte| !ends_word(*byte) && *byte != b'*');
        if dots || !glued {
            self.push(ItemKind::Number, from, to);
            return None;
        }
        let end = word_end(self.bytes, from);
        if end == self.bytes.len() && !self.last {
            return Some(Step::Unfinished);
        }
        if terminal(&self.bytes[from..end]).is_some() {
            self.ended(from, end);
        } else {
            self.push_move(from, end);
        }
        None
    }

    fn ended(&mut self, from: usize, to: usize) {
        if self.line == 0 && self.record.result.is_none() {
            self.record.result = Some(Span::new(from, to));
        }
        self.push(ItemKind::Result, from, to);
    }

    fn word(&mut self) -> Option<Step> {
        let from = self.at;
        let end = word_end(self.bytes, from).max(from + 1);
        if end == self.bytes.len() && !self.last {
            return Some(Step::Unfinished);
        }
        let word = &self.bytes[from..end];
        if terminal(word).is_some() || word == b"*" {
            self.ended(from, end);
            return None;
        }
        match recover(word, psn_word, <[u8]>::len) {
            Recovered::Token(_, []) => self.push_move(from, end),
            _ => self.junk(from, end),
        }
        None
    }

    /// A move, and the signs behind it.
    fn push_move(&mut self, from: usize, end: usize) {
        let (text, marks) = unmarked(&self.bytes[from..end]);
        let stop = from + text.len();
        self.push(ItemKind::Move, from, stop);
        (self.moved, self.record.has_moves) = (true, true);
        if self.open.is_empty() {
            self.closing = None;
        }
        if marks > 0 {
            self.push(ItemKind::Glyph, stop, end);
        }
    }

    /// A result in braces behind the last move is the end, where nothing else says it.
    fn end_by_closing(&mut self) {
        let item = self.closing.and_then(|place| self.record.items.get_mut(place));
        if let Some(item) = item.filter(|_| self.record.result.is_none()) {
            item.kind = ItemKind::Result;
            self.record.result = Some(item.span);
        }
    }

    fn close_lines(&mut self) {
        let end = self.record.items.len() as u32;
        while let Some((parent, first)) = self.open.pop() {
            if let Some(item) = self.record.items.get(first as usize) {
                let span = item.span;
                self.record.note(Code::S011, span);
            }
            if let Some(line) = self.record.lines.get_mut(self.line as usize) {
                line.end = end;
            }
            self.line = parent;
        }
        self.record.lines[0].end = end;
    }
}

/// Where the word that begins at `from` ends. A star belongs to it where it drops a piece.
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

/// A word without the signs of annotators at its end, and the number of these.
fn unmarked(word: &[u8]) -> (&[u8], usize) {
    let marks = word.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    if marks == word.len() { (word, 0) } else { (&word[..word.len() - marks], marks) }
}
