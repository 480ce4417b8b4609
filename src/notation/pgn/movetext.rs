//! Movetext: a loop over tokens that never fails. The first byte decides what a
//! token is; what cannot be read becomes junk up to the next white space.

use super::Reader;
use super::comment::MAX_TOKEN;
use super::section::{self, is_space};
use crate::finding::Code;
use crate::record::{Item, ItemKind, Movetext, Outcome};
use crate::span::{self, Span};

/// Traditional marks and words of annotators that may stand alone.
const GLYPHS: [&[u8]; 18] = [
    b"N", b"RR", b"D", b"inf", b"unclear", b"zz", b"novelty", b"New", b"TN", b"ZZ", b"BL", b"PS", b"Diagram", b"comp",
    b"eff", b"R", b"DR", b"OL",
];
/// Words that belong to the move before them.
const SUFFIXES: [&[u8]; 16] = [
    b"e.p.",
    b"e.p",
    b"ep",
    b"ep.",
    b"bp.",
    b"bp",
    b"ch",
    b"ch.",
    b"mate",
    b"mate.",
    b"dis",
    b"disc",
    b"dbl",
    "†".as_bytes(),
    "††".as_bytes(),
    "‡".as_bytes(),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Digit,
    Dot,
    Brace,
    Open,
    Close,
    Bracket,
    Semicolon,
    Dollar,
    Star,
    Percent,
    Sign,
    Other,
}

static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => Class::Space,
            b'a'..=b'z' | b'A'..=b'Z' | 0x80..=0xff => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'.' => Class::Dot,
            b'{' => Class::Brace,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'[' => Class::Bracket,
            b';' => Class::Semicolon,
            b'$' => Class::Dollar,
            b'*' => Class::Star,
            b'%' => Class::Percent,
            b'+' | b'-' | b'=' | b'/' | b'!' | b'?' | b'#' | b'~' | b'^' => Class::Sign,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
}

/// Whether a byte ends a token.
static ENDS_TOKEN: [bool; 256] = ends_token();

const fn ends_token() -> [bool; 256] {
    let mut table = [false; 256];
    let ends = b" \n\r\t\x0b\x0c{}()[];$*";
    let mut i = 0;
    while i < ends.len() {
        table[ends[i] as usize] = true;
        i += 1;
    }
    table
}

/// Where the token that goes on at `at` ends.
#[inline(always)]
pub(super) fn token_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        if ENDS_TOKEN[byte as usize] {
            break;
        }
        at += 1;
    }
    at
}

/// Whether a word ends in a rank, or in one and a check mark, as moves do.
#[inline(always)]
fn is_usual_move(bytes: &[u8], from: usize, end: usize) -> bool {
    let ends_in_rank = match &bytes[from..end] {
        [b'a'..=b'h', rank] => matches!(rank, b'1'..=b'8'),
        [first, .., before, last] => {
            last.is_ascii_digit() && !matches!(before, b'-' | b'/') && *first != b'Z'
                || *last == b'+' && before.is_ascii_digit()
        }
        _ => false,
    };
    ends_in_rank && end - from <= 16 && !matches!(bytes.get(end), Some(b'(') | None)
}

impl Reader<'_, '_> {
    /// `movetext = *(between / token between-words / (token / comment) escape)`
    pub(super) fn movetext(&mut self) {
        loop {
            match self.record.movetext {
                Movetext::Descriptive(language) => self.descriptive_run(language),
                Movetext::Iccf => self.numeric_run(),
                _ => self.usual_run(),
            }
            let Some(&byte) = self.bytes.get(self.at) else { return };
            match CLASSES[byte as usize] {
                Class::Space => self.at += 1,
                Class::Word => self.word(),
                Class::Digit => {
                    if self.digits() {
                        return self.after_result();
                    }
                }
                Class::Dot if self.bytes[self.at..].starts_with(b".5-.5") => {
                    if self.result(self.at + 5) {
                        return self.after_result();
                    }
                }
                Class::Dot => self.stretch(ItemKind::Number, |byte| byte == b'.'),
                Class::Brace => self.comment(),
                Class::Open => self.open_variation(),
                Class::Close => self.close_variation(),
                Class::Bracket => {
                    if self.bracket() {
                        return;
                    }
                }
                Class::Semicolon => self.rest_of_line(),
                Class::Percent if section::at_line_start(self.bytes, self.at) => self.rest_of_line(),
                Class::Dollar => self.nag(),
                Class::Star if self.is_inside_word() => self.starred_word(),
                Class::Star => {
                    if self.result(self.at + 1) {
                        return self.after_result();
                    }
                }
                Class::Sign => self.sign(),
                Class::Percent | Class::Other => self.junk(),
            }
            if self.unfinished || self.ended {
                return;
            }
        }
    }

    /// Whether a letter or a digit stands on either side: no result does so.
    fn is_inside_word(&self) -> bool {
        let is_wordy = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        is_wordy(self.at.checked_sub(1).and_then(|at| self.bytes.get(at))) && is_wordy(self.bytes.get(self.at + 1))
    }

    /// A damaged move with an asterisk in it, the first part of which was taken for a token of its own.
    #[cold]
    fn starred_word(&mut self) {
        let mut from = self.at;
        if let Some(before) = self.record.items.pop_if(|item| item.span.to as usize == from) {
            self.moves -= u32::from(before.kind == ItemKind::Move && before.line == 0);
            from = before.span.from as usize;
        }
        while self.bytes.get(self.at) == Some(&b'*') && self.is_inside_word() {
            self.at = token_end(self.bytes, self.at + 1);
        }
        self.word_to(from, self.at);
    }

    /// A word that is taken for a move, readable or not.
    fn word_to(&mut self, from: usize, end: usize) {
        if end == self.bytes.len() && !self.last {
            self.unfinished = true;
            return;
        }
        self.at = end;
        self.push_move(from, end);
    }

    fn stretch(&mut self, kind: ItemKind, belongs: impl Fn(u8) -> bool) {
        let from = self.at;
        while self.bytes.get(self.at).is_some_and(|byte| belongs(*byte)) {
            self.at += 1;
        }
        self.push(kind, from, self.at);
    }

    /// A run of moves, move numbers and blanks in their usual forms, with nothing kept but
    /// the place: most of any file. Stops before everything else.
    fn usual_run(&mut self) {
        let bytes = self.bytes;
        let items = &mut self.record.items;
        let (mut at, line, before) = (self.at, self.line, items.len());
        let mut numbers = 0;
        while let Some(&byte) = bytes.get(at) {
            let from = at;
            match CLASSES[byte as usize] {
                Class::Space => {
                    at += 1;
                    continue;
                }
                Class::Word => {
                    let end = token_end(bytes, from + 1);
                    if !is_usual_move(bytes, from, end) {
                        break;
                    }
                    items.push(Item { span: Span::new(from, end), line, kind: ItemKind::Move });
                    at = end;
                }
                Class::Digit => {
                    let mut end = from + 1;
                    while bytes.get(end).is_some_and(u8::is_ascii_digit) {
                        end += 1;
                    }
                    // "12. " and "12... "; a result or castling with zeros goes the long way.
                    let dots = match bytes.get(end..end + 4) {
                        Some([b'.', b'.', b'.', b' ']) => 3,
                        Some([b'.', b' ' | b'a'..=b'z' | b'A'..=b'Z', ..]) => 1,
                        _ => break,
                    };
                    at = end + dots;
                    items.push(Item { span: Span::new(from, at), line, kind: ItemKind::Number });
                    numbers += 1;
                }
                _ => break,
            }
            // What follows is a blank, nearly always.
            at += usize::from(bytes.get(at) == Some(&b' '));
        }
        let moves = (items.len() - before) as u32 - numbers;
        self.at = at;
        self.record.has_moves |= moves > 0;
        if line == 0 {
            self.moves += moves;
        }
    }

    fn word(&mut self) {
        let from = self.at;
        self.odd_word(from, token_end(self.bytes, from + 1));
    }

    /// A word that is no move of the usual forms: marks, promotions, castling, annotators' words.
    fn odd_word(&mut self, from: usize, end: usize) {
        let token = &self.bytes[from..end];
        if end == self.bytes.len() && !self.last {
            self.unfinished = true;
            return;
        }
        self.at = end;
        if Outcome::parse(token).is_some() {
            self.at = from;
            if self.result(end) {
                self.after_result();
                self.ended = true;
            }
            return;
        }
        let last = token[token.len() - 1];
        if token == b"x" && self.join_apart(from, end) {
            return;
        }
        if token == b"Z0" {
            return self.null(from, end);
        }
        // A result glued to the last move: the rest of the token is read as a result next.
        for result in [&b"1-0"[..], b"0-1", b"1/2-1/2"] {
            if let Some(rest) = token.strip_suffix(result).filter(|rest| rest.len() > 1) {
                self.at = from + rest.len();
                self.record.note(Code::S016, Span::new(self.at, end));
                return self.push_move(from, from + rest.len());
            }
        }
        if SUFFIXES.contains(&token) && self.record.has_moves {
            return self.push(ItemKind::Suffix, from, end);
        }
        if GLYPHS.contains(&token) && !last.is_ascii_digit() {
            return self.push(ItemKind::Glyph, from, end);
        }
        if end - from > MAX_TOKEN {
            self.record.note(Code::B002, Span::new(from, end));
            return self.push(ItemKind::Skipped, from, end);
        }
        self.push_move(from, end);
    }

    pub(super) fn push_move(&mut self, from: usize, mut end: usize) {
        // A promotion in parentheses, e8(Q).
        if let Some([b'1'..=b'8', b'(', b'Q' | b'R' | b'B' | b'N', b')']) = self.bytes.get(end - 1..end + 3) {
            end += 3;
            self.at = end;
        }
        if end - from > MAX_TOKEN {
            self.record.note(Code::B002, Span::new(from, end));
            return self.push(ItemKind::Skipped, from, end);
        }
        self.push(ItemKind::Move, from, end);
        self.record.has_moves = true;
        self.moves += u32::from(self.line == 0);
    }

    fn null(&mut self, from: usize, end: usize) {
        self.push(ItemKind::Null, from, end);
        self.record.has_moves = true;
        self.moves += u32::from(self.line == 0);
    }

    /// `number = 1*DIGIT *"."`, a result, castling with zeros, or a null move. True if the game ends.
    #[inline]
    fn digits(&mut self) -> bool {
        let from = self.at;
        let mut end = from + 1;
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        match self.bytes.get(end) {
            Some(b'.') if self.bytes[from..].starts_with(b"0.5-0.5") => return self.result(from + 7),
            Some(b'.') => {
                while self.bytes.get(end) == Some(&b'.') {
                    end += 1;
                }
            }
            Some(b'-' | b'/' | b':') | None => return self.digit_token(from),
            Some(_) if self.bytes[from..end] == *b"0000" => {
                self.at = end;
                self.null(from, end);
                return false;
            }
            Some(b'a'..=b'h') if end == from + 1 && self.begins_damaged_move(from) => {
                self.word_to(from, token_end(self.bytes, end));
                return false;
            }
            // Castling without hyphens.
            _ if matches!(&self.bytes[from..end], b"00" | b"000") => {
                self.at = end;
                self.push_move(from, end);
                return false;
            }
            _ => {}
        }
        self.push(ItemKind::Number, from, end);
        self.at = end;
        false
    }

    /// Whether a digit and the file behind it are a rank and a file in the wrong order: `6a`. A number whose point is
    /// missing stands before a move, and is the next one.
    #[cold]
    fn begins_damaged_move(&self, from: usize) -> bool {
        let digit = self.bytes[from];
        let next = self.line == 0 && self.moves.is_multiple_of(2) && u32::from(digit - b'0') == self.moves / 2 + 1;
        let rest = &self.bytes[from + 1..token_end(self.bytes, from + 1)];
        matches!(digit, b'1'..=b'8') && !next && !self.reads(rest)
    }

    fn digit_token(&mut self, from: usize) -> bool {
        let mut end = token_end(self.bytes, from);
        if end == self.bytes.len() && !self.last {
            self.unfinished = true;
            return false;
        }
        // "1-0." and "1-0," end a sentence as well as a game.
        while end > from && matches!(self.bytes[end - 1], b'.' | b',') {
            end -= 1;
        }
        let token = &self.bytes[from..end];
        if Outcome::parse(token).is_some() {
            return self.result(end);
        }
        self.at = end;
        if token.starts_with(b"0-0") || token.starts_with(b"0-O") {
            self.push_move(from, end);
        } else if token.iter().all(u8::is_ascii_digit) {
            self.push(ItemKind::Number, from, end);
        } else {
            self.record.note(Code::S015, Span::new(from, end));
            self.push(ItemKind::Junk, from, end);
        }
        false
    }

    /// A result token up to `end`. In a variation it ends nothing.
    fn result(&mut self, end: usize) -> bool {
        let from = self.at;
        self.at = end;
        self.push(ItemKind::Result, from, end);
        if self.open.is_empty() {
            self.record.result = Some(Span::new(from, end));
            return true;
        }
        // An unclosed variation must not swallow the next game.
        let mut at = end;
        while self.bytes.get(at).is_some_and(|byte| is_space(*byte)) {
            at += 1;
        }
        if at < self.bytes.len() && section::is_section_start(self.bytes, at) {
            self.record.result = Some(Span::new(from, end));
        }
        false
    }

    /// What follows the result: comments and words on its line still belong to the game, whatever comes on later
    /// lines to the next one.
    fn after_result(&mut self) {
        let mut noted = false;
        while !self.unfinished {
            let lines = self.white();
            let from = self.at;
            let Some(&byte) = self.bytes.get(from) else { return };
            if lines > 0 {
                if lines == 1 && section::is_tag_start(&self.bytes[from..]) {
                    self.record.note(Code::S016, Span::new(from, from + 1));
                }
                return self.last_comments();
            }
            match byte {
                b'[' if section::is_tag_start(&self.bytes[from..]) => {
                    self.record.note(Code::S016, Span::new(from, from + 1));
                    return;
                }
                b'1' if matches!(self.bytes.get(from + 1), Some(b'.' | b' ')) => return,
                b'{' => self.comment(),
                b';' => self.rest_of_line(),
                _ => {
                    if !std::mem::replace(&mut noted, true) {
                        self.record.note(Code::N030, Span::new(from, from + 1));
                    }
                    let end = token_end(self.bytes, from + 1);
                    self.push(ItemKind::Junk, from, end);
                    self.at = end;
                }
            }
        }
    }

    /// Comments and other text behind the line of the result belong to the next game, and to this one only if no other
    /// follows.
    fn last_comments(&mut self) {
        let (start, items, notes) = (self.at, self.record.items.len(), self.record.notes.len());
        while !self.unfinished {
            self.white();
            match self.bytes.get(self.at) {
                None if self.last => return,
                // What follows them is not at hand yet.
                None if self.record.items.len() > items => self.unfinished = true,
                None => return,
                Some(b'{') => self.comment(),
                Some(b';') => self.rest_of_line(),
                Some(b'%') if section::at_line_start(self.bytes, self.at) => self.rest_of_line(),
                Some(_) => {
                    self.at = start;
                    self.record.items.truncate(items);
                    self.record.notes.truncate(notes);
                    if self.last
                        && !self.ahead
                        && let Some(text) = super::closing_text(self.bytes, start)
                    {
                        self.record.items.extend(text.items);
                        self.record.notes.extend(text.notes);
                        self.at = self.bytes.len();
                    }
                    return;
                }
            }
        }
    }

    /// True if a tag section begins here, and with it the next game.
    fn bracket(&mut self) -> bool {
        let from = self.at;
        if section::is_tag_start(&self.bytes[from..]) {
            if self.record.items.is_empty() {
                // A second tag section that repeats a name.
                return true;
            }
            if !section::is_section_start(self.bytes, from) {
                self.record.note(Code::S016, Span::new(from, from + 1));
            }
            return true;
        }
        self.junk();
        false
    }

    pub(super) fn rest_of_line(&mut self) {
        let end = span::line_end(self.bytes, self.at);
        if end == self.bytes.len() && !self.last {
            self.unfinished = true;
            return;
        }
        let kind = if end - self.at > MAX_TOKEN { ItemKind::Skipped } else { ItemKind::LineComment };
        if kind == ItemKind::Skipped {
            self.record.note(Code::B002, Span::new(self.at, end));
        }
        self.push(kind, self.at, end);
        self.at = end;
    }

    /// `nag = "$" 1*3DIGIT`
    fn nag(&mut self) {
        let from = self.at;
        let mut end = from + 1;
        if self.bytes.get(end) == Some(&b'-') {
            end += 1;
        }
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        let number = std::str::from_utf8(&self.bytes[from + 1..end]).ok().and_then(|text| text.parse::<u8>().ok());
        if number.is_none() {
            self.record.note(Code::N023, Span::new(from, end));
        }
        self.push(ItemKind::Nag, from, end);
        self.at = end;
    }

    /// A mark standing alone: `!?`, `+-`, `=`; two hyphens are a null move.
    fn sign(&mut self) {
        let from = self.at;
        let end = token_end(self.bytes, from);
        self.at = end;
        let token = &self.bytes[from..end];
        if token == b"-" && self.join_apart(from, end) {
            return;
        }
        if token.starts_with(b"--") && token[2..].iter().all(|byte| matches!(byte, b'!' | b'?' | b'-' | b'+')) {
            return self.null(from, end);
        }
        if Outcome::parse(token).is_some() {
            self.at = from;
            if self.result(end) {
                self.after_result();
                self.ended = true;
            }
            return;
        }
        if matches!(token, b"+" | b"++" | b"#") && self.record.has_moves {
            return self.push(ItemKind::Suffix, from, end);
        }
        if token.iter().all(|byte| CLASSES[*byte as usize] == Class::Sign) {
            return self.push(ItemKind::Glyph, from, end);
        }
        // A move, or castling, with a sign before it.
        let bare = &token[token.iter().take_while(|byte| CLASSES[**byte as usize] == Class::Sign).count()..];
        if matches!(bare, b"OO" | b"OOO") || self.reads(bare) {
            return self.word_to(from, end);
        }
        let digits = token.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        if token[0] == b'-' && digits > 0 && token.get(digits + 1) == Some(&b'.') {
            // A negative move number is a number all the same.
            self.at = from + digits + 2;
            return self.push(ItemKind::Number, from, self.at);
        }
        self.record.note(Code::S015, Span::new(from, end));
        self.push(ItemKind::Junk, from, end);
    }

    fn junk(&mut self) {
        let from = self.at;
        let end = token_end(self.bytes, from + 1);
        if self.bytes[from..end] == *b":" && self.join_apart(from, end) {
            return;
        }
        let control = self.bytes[from..end].iter().any(|byte| *byte < 0x20);
        self.at = end;
        if control && end - from > 1 {
            return self.push_move(from, end);
        }
        let code = if control { Code::S001 } else { Code::S015 };
        self.record.note(code, Span::new(from, end));
        if end - from > MAX_TOKEN {
            self.record.note(Code::B002, Span::new(from, end));
        }
        self.push(ItemKind::Junk, from, end);
    }
}
