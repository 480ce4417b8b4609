//! Lines of moves: `   1 ２六歩(27)    ( 0:13/00:00:13)+` in KIF, `▲７六歩　△３四歩` in KI2.

use super::{Reader, Step, terminal};
use crate::finding::Code;
use crate::notation::japanese;
use crate::notation::kanji::Symbol;
use crate::record::{Format, ItemKind, ParseNote};
use crate::span::Span;

/// Whether sixteen bytes are a time cell as nearly all programs write it, `( 0:13/00:00:13)`.
#[inline(always)]
fn is_fixed_cell(cell: &[u8]) -> bool {
    let Some(cell) = cell.first_chunk::<16>() else { return false };
    let word = u128::from_le_bytes(*cell);
    // Signs in their places, and digits or blanks between them: 0x20 to 0x3f.
    word & SIGNS == u128::from_le_bytes(*b"(\0\0:\0\0/\0\0:\0\0:\0\0)") && word & !SIGNS & HIGH == LOW
}

/// Bytes of a time cell that are signs.
const SIGNS: u128 = u128::from_le_bytes([!0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0]);
/// The bits by which blanks and digits are told, in every byte.
const HIGH: u128 = 0xe0e0_e0e0_e0e0_e0e0_e0e0_e0e0_e0e0_e0e0;
/// Their value where it is a blank or a digit.
const LOW: u128 = 0x2020_2020_2020_2020_2020_2020_2020_2020 & !SIGNS;

impl Reader<'_, '_> {
    /// Reads a whole line of KIF if it has the shape of nearly all lines; leaves anything else alone.
    #[inline]
    pub(super) fn usual_line(&mut self) -> bool {
        let bytes = self.bytes;
        let mut at = self.at;
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let number = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        let (number, number_end) = (number, at);
        if number == number_end || bytes.get(at) != Some(&b' ') || number_end - number == 1 && bytes[number] == b'1' {
            return false;
        }
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let start = at;
        let Some(end) = self.usual_move(start) else { return false };
        at = end;
        while bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        let time = at;
        if let Some(cell) = bytes.get(at..at + 16).filter(|cell| is_fixed_cell(cell)) {
            at += cell.len() - 1;
        } else if bytes.get(at) == Some(&b'(') {
            at += 1;
            while bytes.get(at).is_some_and(|byte| TIME[*byte as usize]) {
                at += 1;
            }
        }
        if at > time {
            if bytes.get(at) != Some(&b')') {
                return false;
            }
            at += 1;
        }
        let time_end = at;
        let plus = bytes.get(at) == Some(&b'+');
        at += usize::from(plus);
        if !matches!(bytes.get(at), Some(b'\n' | b'\r')) {
            return false;
        }
        self.push(ItemKind::Number, number, number_end);
        self.push(ItemKind::Move, start, end);
        if time_end > time {
            self.push(ItemKind::Time, time, time_end);
        }
        if plus {
            self.push(ItemKind::Suffix, time_end, time_end + 1);
        }
        self.at = super::after_line(bytes, at);
        self.moved();
        true
    }

    /// Where a move ends that has its origin or 打, and begins with a square or 同. Blanks, digits and
    /// parentheses are never the second byte of a character.
    #[inline(always)]
    fn usual_move(&self, start: usize) -> Option<usize> {
        let bytes = self.bytes;
        let (Symbol::Digit(_) | Symbol::Same, length) = self.symbols.read(bytes.get(start..)?)? else { return None };
        let mut end = start + length;
        // Characters of the length of the first one, as long as there are any.
        while *bytes.get(end)? >= 0x80 {
            end += length;
        }
        match bytes.get(end..end + 4) {
            Some([b'(', b'0'..=b'9', b'0'..=b'9', b')']) => Some(end + 4),
            _ => matches!(self.symbols.read(bytes.get(end - length..end)?), Some((Symbol::Drop, _))).then_some(end),
        }
    }

    #[inline]
    fn moved(&mut self) {
        self.record.has_moves = true;
        self.body = true;
        self.content = true;
        self.blank = false;
        self.run = None;
    }

    /// Any line of KIF that begins with a number:
    /// `numbered-line = *3" " number 1*3blank japanese-move *3blank [time] ["+"] eol *comment-line`, or a closing word.
    /// `cut` says that the file ends inside of its last character.
    pub(super) fn numbered_line(&mut self, from: usize, end: usize, cut: bool) -> Step {
        let bytes = self.bytes;
        let digits = bytes[from..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number_end = from + digits;
        let first = bytes[from..number_end].iter().skip_while(|byte| **byte == b'0').eq(b"1");
        if first && self.ended && !self.branch {
            return self.next_record(from);
        }
        self.body = true;
        self.push(ItemKind::Number, from, number_end);
        let start = number_end + self.symbols.blank(&bytes[number_end..end]);
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
            None => self.odd_word(start, end, cut),
        };
        self.after_move(after, end);
        Step::Next
    }

    /// The end of the move at `start`, if one stands there and nothing is glued to it.
    fn whole_move(&self, start: usize, end: usize) -> Option<usize> {
        let (_, length) = japanese::lex(&self.bytes[start..end], self.symbols).ok()?;
        let after = start + length;
        let rest = &self.bytes[after..end];
        let glued = !matches!(rest.first(), None | Some(b'(' | b'+')) && self.symbols.blank(rest) == 0;
        (!glued && !is_broken_origin(rest)).then_some(after)
    }

    /// What stands where a move should, and is none that can be read.
    fn odd_word(&mut self, start: usize, end: usize, cut: bool) -> usize {
        let bytes = self.bytes;
        let (mut after, symbol) = (self.token_end(start, end), self.symbols.read(&bytes[start..end]));
        // A piece with its origin is a move whose square or 同 is lost.
        let bare = matches!(symbol, Some((Symbol::Piece(_), _))) && self.bytes[start..after].ends_with(b")");
        let moves = bare || matches!(symbol, Some((Symbol::Digit(_) | Symbol::Same | Symbol::Turn(_), _)));
        if let Some((Symbol::Same, length)) = symbol
            && start + length == after
        {
            let next = after + self.symbols.blank(&bytes[after..end]);
            after = self.token_end(next, end).max(after);
        }
        if cut && after == end {
            self.push(ItemKind::Junk, start, after);
        } else if moves {
            self.push(ItemKind::Move, start, after);
            self.moved();
        } else if terminal(&bytes[start..after], self.symbols.script()).is_some() {
            self.push_end(ItemKind::Result, start, after);
        } else {
            self.record.note(Code::N034, Span::new(start, after));
            self.push(ItemKind::Junk, start, after);
        }
        after
    }

    /// Where the word at `at` ends: at a blank or where a time begins.
    fn token_end(&self, mut at: usize, end: usize) -> usize {
        let script = self.symbols.script();
        while at < end {
            let rest = &self.bytes[at..end];
            if self.symbols.blank(rest) > 0 || rest[0] == b'(' && !is_broken_origin(rest) && !is_origin(rest) {
                break;
            }
            at += script.step(rest).0;
        }
        at
    }

    /// The time, and the mark of a variation.
    fn after_move(&mut self, mut at: usize, end: usize) {
        let mut timed: Option<Span> = None;
        loop {
            at += self.symbols.blank(&self.bytes[at..end]);
            match self.bytes[at..end].first() {
                None => return,
                Some(b'(') => {
                    let inner = self.bytes[at..end].iter().position(|byte| *byte == b')');
                    let close = inner.map_or(end, |close| at + close + 1);
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

    /// `moves-line = marked-move *(*3blank marked-move / 1*3blank unmarked-move) *3blank eol`
    pub(super) fn move_line(&mut self, from: usize, end: usize, cut: bool) -> Step {
        debug_assert_eq!(self.format, Format::Ki2);
        if self.ended && !self.branch {
            return self.next_record(from);
        }
        self.body = true;
        let mut at = from;
        loop {
            at += self.symbols.blank(&self.bytes[at..end]);
            if at == end {
                return Step::Next;
            }
            if let Ok((_, length)) = japanese::lex(&self.bytes[at..end], self.symbols) {
                let next = &self.bytes[at + length..end];
                if next.is_empty() || self.symbols.blank(next) > 0 || self.is_turn(next) {
                    self.push(ItemKind::Move, at, at + length);
                    self.moved();
                    at += length;
                    continue;
                }
            }
            at = self.odd_token(at, end, cut);
        }
    }

    fn is_turn(&self, bytes: &[u8]) -> bool {
        matches!(self.symbols.read(bytes), Some((Symbol::Turn(_), _)))
    }

    /// A word of KI2 that is no move that can be read: up to a blank or the next mark.
    fn odd_token(&mut self, start: usize, end: usize, cut: bool) -> usize {
        let script = self.symbols.script();
        let marked = self.is_turn(&self.bytes[start..end]);
        let mark = if marked { script.step(&self.bytes[start..end]).0 } else { 0 };
        let word = start + mark + self.symbols.blank(&self.bytes[start + mark..end]);
        let mut at = word;
        while at < end && self.symbols.blank(&self.bytes[at..end]) == 0 && !self.is_turn(&self.bytes[at..end]) {
            at += script.step(&self.bytes[at..end]).0;
        }
        let at = at.max(start + 1);
        let symbol = self.symbols.read(&self.bytes[word..at.max(word)]);
        if cut && at == end {
            self.push(ItemKind::Junk, start, at);
        } else if matches!(symbol, Some((Symbol::Digit(_) | Symbol::Same, _)))
            || marked && matches!(symbol, Some((Symbol::Piece(_), _)))
        {
            self.push(ItemKind::Move, start, at);
            self.moved();
        } else if terminal(&self.bytes[word..at], script).is_some() {
            self.push_end(ItemKind::Result, start, at);
        } else if super::line::is_ending(&self.bytes[word..at], script) {
            self.push_end(ItemKind::Ending, start, end);
            return end;
        } else {
            self.record.note(Code::S015, Span::new(start, at));
            self.push(ItemKind::Junk, start, at);
        }
        at
    }
}

/// Whether `bytes` begins with `(77)`.
fn is_origin(bytes: &[u8]) -> bool {
    matches!(bytes, [b'(', file, rank, b')', ..] if file.is_ascii_digit() && rank.is_ascii_digit())
}

/// Whether `bytes` begins with parentheses that are meant for an origin: short, and no time in them.
fn is_broken_origin(bytes: &[u8]) -> bool {
    let inner = bytes.iter().take(8).position(|byte| *byte == b')');
    bytes.first() == Some(&b'(')
        && inner.is_none_or(|close| bytes[..close].iter().all(|byte| !matches!(byte, b':' | b'/')))
        && !bytes.iter().take(24).any(|byte| matches!(byte, b':' | b'/') && inner.is_none())
}

/// Bytes of a time between its parentheses.
static TIME: [bool; 256] = time_bytes();

const fn time_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let bytes = b"0123456789:/. ";
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}
