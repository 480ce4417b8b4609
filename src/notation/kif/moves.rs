//! Lines of moves: `   1 ２六歩(27)    ( 0:13/00:00:13)+` in KIF, `▲７六歩　△３四歩` in KI2.

use super::grammar::{self, Numbered};
use super::line::number_before_move;
use super::{Reader, Step, ending, terminal_of, time_cell};
use crate::japanese;
use crate::kanji::{Symbol, blank, step, symbol, text};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Format, Item, ItemKind, ParseNote};

impl Reader<'_, '_> {
    #[inline]
    pub(super) fn moved(&mut self) {
        self.record.has_moves = true;
        self.state.body = true;
        self.state.content = true;
        self.state.blank = false;
        self.state.run = None;
    }

    /// Handles a numbered line of the grammar; `kind` is a move, or the word that ends the game.
    pub(super) fn whole_numbered(&mut self, parts: Numbered<'_>, from: usize, kind: ItemKind) -> Step {
        if parts.number.1 == 1 && self.state.ended && !self.state.branch {
            return self.next_record(from);
        }
        self.state.body = true;
        let base = self.bytes.as_ptr() as usize;
        let place = |part: &[u8]| (part.as_ptr() as usize - base, part.as_ptr() as usize - base + part.len());
        let (from, to) = place(parts.number.0);
        self.push(ItemKind::Number, from, to);
        let (from, to) = place(parts.text);
        if kind == ItemKind::Move {
            self.push(kind, from, to);
            self.moved();
        } else {
            self.push_end(kind, from, to);
        }
        for (part, kind) in [(parts.time, ItemKind::Time), (parts.plus, ItemKind::Suffix)] {
            if let Some((from, to)) = part.map(place) {
                self.push(kind, from, to);
            }
        }
        Step::Next
    }

    /// Reads a line of KI2 by its grammar; false if it contains anything except moves.
    pub(super) fn moves_line(&mut self, start: usize) -> bool {
        if self.state.ended && !self.state.branch {
            return false;
        }
        let bytes = self.bytes;
        let (items, base) = (&mut self.record.items, bytes.as_ptr() as usize);
        let before = items.len();
        let each = |text: &[u8]| {
            let from = text.as_ptr() as usize - base;
            items.push(Item { span: Span::new(from, from + text.len()), line: 0, kind: ItemKind::Move });
        };
        let rest = grammar::moves_line(each)(&bytes[start..]).map(|(rest, ())| rest.len());
        match rest {
            Ok(rest) => {
                self.state.at = bytes.len() - rest;
                self.moved();
                true
            }
            Err(_) => {
                self.record.items.truncate(before);
                false
            }
        }
    }

    /// Leniently reads a KIF line that begins with a number. `cut` is true if the file ends within its last character.
    pub(super) fn numbered_line(&mut self, from: usize, end: usize, cut: bool) -> Step {
        let bytes = self.bytes;
        let digits = bytes[from..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number_end = from + digits;
        let first = bytes[from..number_end].iter().skip_while(|byte| **byte == b'0').eq(b"1");
        if first && self.state.ended && !self.state.branch {
            return self.next_record(from);
        }
        self.state.body = true;
        let start = number_end + blank(&bytes[number_end..end]);
        if start == end && self.record.is_crowded() {
            self.record.push_junk(Code::S017, Span::new(from, number_end), 0);
            return Step::Next;
        }
        self.push(ItemKind::Number, from, number_end);
        if start == end {
            self.record.note(Code::N034, Span::new(from, number_end));
            return Step::Next;
        }
        let after = match self.whole_move(start, end) {
            Some(after) => {
                self.push(ItemKind::Move, start, after);
                self.moved();
                after
            }
            None => self.unreadable_word(start, end, cut),
        };
        self.after_move(after, end);
        Step::Next
    }

    /// The end of the move at `start`; `None` if there is no move, or if text is glued to it.
    fn whole_move(&self, start: usize, end: usize) -> Option<usize> {
        let (_, length) = japanese::lex(&self.bytes[start..end]).ok()?;
        let after = start + length;
        let rest = &self.bytes[after..end];
        let glued = !matches!(rest.first(), None | Some(b'(' | b'+')) && blank(rest) == 0 && !opens_time(rest);
        (!glued && !is_broken_origin(rest)).then_some(after)
    }

    /// Reads an unreadable word in the place of a move; returns its end.
    fn unreadable_word(&mut self, start: usize, end: usize, cut: bool) -> usize {
        let bytes = self.bytes;
        let (mut after, symbol) = (self.token_end(start, end), symbol(&bytes[start..end]));
        // 同 may be separated from its piece, and so may a misread 同.
        let alone = start + step(&bytes[start..end]) == after;
        let next = after + blank(&bytes[after..end]);
        let apart = self.token_end(next, end);
        if alone && (matches!(symbol, Some((Symbol::Same, _))) || is_like_move(&bytes[next..apart])) {
            after = apart.max(after);
        }
        let moves = is_like_move(&bytes[start..after])
            || matches!(symbol, Some((Symbol::Digit(_) | Symbol::Same | Symbol::Turn(_), _)));
        if cut && after == end {
            self.push(ItemKind::Junk, start, after);
        } else if moves {
            self.push(ItemKind::Move, start, after);
            self.moved();
        } else if terminal_of(&bytes[start..after]).is_some() {
            self.push_end(ItemKind::Result, start, after);
        } else {
            self.record.note(Code::N034, Span::new(start, after));
            self.push(ItemKind::Junk, start, after);
        }
        after
    }

    /// The end of the word at `at`: a blank or the start of a time.
    fn token_end(&self, mut at: usize, end: usize) -> usize {
        while at < end {
            let rest = &self.bytes[at..end];
            if blank(rest) > 0 || opens_time(rest) {
                break;
            }
            at += step(rest);
        }
        at
    }

    /// Reads the time, and the mark of a variation.
    fn after_move(&mut self, mut at: usize, end: usize) {
        let mut timed: Option<Span> = None;
        loop {
            at += blank(&self.bytes[at..end]);
            match self.bytes[at..end].first() {
                None => return,
                _ if self.bytes[at] == b'(' || opens_time(&self.bytes[at..end]) => {
                    let close = time_cell::length(&self.bytes[at..end]).map_or(end, |length| at + length);
                    let span = Span::new(at, close);
                    // Some programs write the time twice; the first cell counts.
                    if timed.is_some() {
                        self.record.notes.push(ParseNote { code: Code::S015, span, other: timed });
                        self.push(ItemKind::Junk, at, close);
                    } else {
                        self.push(ItemKind::Time, at, close);
                    }
                    timed = timed.or(Some(span));
                    at = close;
                }
                Some(b'+') => {
                    self.push(ItemKind::Suffix, at, at + 1);
                    at += 1;
                }
                Some(_) => {
                    self.record.note(Code::S015, Span::new(at, end));
                    return self.push(ItemKind::Junk, at, end);
                }
            }
        }
    }

    /// Leniently reads a KI2 line that begins like a move.
    pub(super) fn move_line(&mut self, from: usize, end: usize, cut: bool) -> Step {
        debug_assert_eq!(self.format, Format::Ki2);
        if self.state.ended && !self.state.branch {
            return self.next_record(from);
        }
        self.state.body = true;
        let mut at = from;
        loop {
            at += blank(&self.bytes[at..end]);
            if at == end {
                return Step::Next;
            }
            if let Some((number, whole)) = number_before_move(&self.bytes[at..end]) {
                self.push(ItemKind::Number, at, at + number);
                at += whole;
            }
            if let Ok((_, length)) = japanese::lex(&self.bytes[at..end]) {
                let next = &self.bytes[at + length..end];
                if next.is_empty() || blank(next) > 0 || self.is_turn(next) {
                    self.push(ItemKind::Move, at, at + length);
                    self.moved();
                    at += length;
                    continue;
                }
            }
            at = self.unreadable_token(at, end, cut);
        }
    }

    fn is_turn(&self, bytes: &[u8]) -> bool {
        matches!(symbol(bytes), Some((Symbol::Turn(_), _)))
    }

    /// Reads a KI2 word that is not a readable move, up to a blank or the next mark; returns its end.
    fn unreadable_token(&mut self, start: usize, end: usize, cut: bool) -> usize {
        let marked = self.is_turn(&self.bytes[start..end]);
        let mark = if marked { step(&self.bytes[start..end]) } else { 0 };
        let word = start + mark + blank(&self.bytes[start + mark..end]);
        let mut at = word;
        while at < end && blank(&self.bytes[at..end]) == 0 && !self.is_turn(&self.bytes[at..end]) {
            at += step(&self.bytes[at..end]);
        }
        let at = at.max(start + 1);
        let text = &self.bytes[word..at.max(word)];
        let begins = matches!(symbol(text), Some((Symbol::Digit(_) | Symbol::Same, _)));
        if cut && at == end {
            self.push(ItemKind::Junk, start, at);
        } else if !begins && terminal_of(text).is_some() {
            self.push_end(ItemKind::Result, start, at);
        } else if !begins && ending(text).is_some() {
            self.push_end(ItemKind::Ending, start, end);
            return end;
        } else if begins || marked || names_piece(text) {
            // Text after the mark of a side is its move.
            let at = if text.is_empty() { start + mark } else { at };
            self.push(ItemKind::Move, start, at);
            self.moved();
        } else {
            self.record.note(Code::S015, Span::new(start, at));
            self.push(ItemKind::Junk, start, at);
        }
        at
    }
}

/// True if a word has parts that only moves have: an origin `(77)`, or 打 after a piece or a rank.
fn is_like_move(word: &[u8]) -> bool {
    let (mut at, mut named) = (0, false);
    while at < word.len() {
        match symbol(&word[at..]) {
            Some((Symbol::Piece(_) | Symbol::Digit(_) | Symbol::Numeral(_), _)) => named = true,
            Some((Symbol::Drop, _)) if named => return true,
            _ if is_origin(&word[at..]) => return true,
            _ if named && is_broken_origin(&word[at..]) => return true,
            _ => {}
        }
        at += step(&word[at..]);
    }
    false
}

/// True if a short word ends with a piece.
fn names_piece(word: &[u8]) -> bool {
    let last = word.len().checked_sub(3).and_then(|at| symbol(&word[at..]));
    word.len() <= 12 && matches!(last, Some((Symbol::Piece(_), _)))
}

/// True if `bytes` begins with an origin, `(77)`.
fn is_origin(bytes: &[u8]) -> bool {
    matches!(bytes, [b'(', file, rank, b')', ..] if file.is_ascii_digit() && rank.is_ascii_digit())
}

/// True if `bytes` begins with the parenthesis of a damaged origin, closed or not: it contains no time.
fn is_broken_origin(bytes: &[u8]) -> bool {
    bytes.starts_with(b"(") && !opens_time(bytes)
}

/// True if `bytes` begins with a time in parentheses, full-width or not, closed or not.
fn opens_time(bytes: &[u8]) -> bool {
    // Called for each move; nearly all times are ASCII.
    matches!(bytes, [b'(' | 0xef, ..])
        && time_cell::inner(bytes).is_some_and(|inner| {
            inner.iter().any(|byte| matches!(byte, b':' | b'/'))
                || !inner.is_ascii() && text(inner).contains(['：', '／'])
        })
}
