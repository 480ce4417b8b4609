//! Moves with blanks around their sign, `e2 - e4`, `Sh1 x f4`, `0 - 0`, or between their squares, `e2 e4`; and lists of
//! moves separated by commas.

use super::Reader;
use super::bytes::token_end;
use super::grammar;
use crate::{hex, lookalike};
use partie_record::ItemKind;

/// Cells of White's pieces in the initial position of hexagonal chess.
const HEX: [&[u8]; 18] = [
    b"b1", b"c1", b"c2", b"d1", b"d3", b"e1", b"e4", b"f1", b"f2", b"f3", b"f5", b"g1", b"g4", b"h1", b"h3", b"i1",
    b"i2", b"k1",
];
/// Maximum length of a sign in UTF-8 bytes.
const MAX_SIGN: usize = 3;

impl Reader<'_, '_> {
    /// Joins the word before a sign, the sign, and the square after it into one move. Returns false and changes nothing
    /// if they are not one move: in `e4 - e5`, a dash separates the moves of both sides.
    #[cold]
    pub(super) fn join_apart(&mut self, from: usize, sign_end: usize) -> bool {
        let bytes = self.bytes;
        let target = sign_end + blanks(&bytes[sign_end..]);
        if target == sign_end || !begins_with_square(&bytes[target..]) {
            return false;
        }
        let end = token_end(bytes, target);
        if end == bytes.len() && !self.last {
            self.unfinished = true;
            return true;
        }
        let line = self.line;
        let Some(item) = self.record.items.last_mut().filter(|item| item.kind == ItemKind::Move && item.line == line)
        else {
            return false;
        };
        let gap = &bytes[item.span.to as usize..from];
        if gap.is_empty() || gap.len() != blanks(gap) || !is_piece_and_square(item.span.of(bytes)) {
            return false;
        }
        if !(self.signs_apart || another_follows(&bytes[end..]) || self.is_hexagonal()) {
            return false;
        }
        self.signs_apart = true;
        if let Some(item) = self.record.items.last_mut() {
            item.span.to = end as u32;
        }
        self.at = end;
        true
    }

    /// Reads castling with blanks around its signs: `0 - 0`, `O – O – O`. Returns false and changes nothing if there is
    /// none at `from`.
    #[cold]
    pub(super) fn castles_apart(&mut self, from: usize) -> bool {
        let Ok((rest, _)) = grammar::castling_apart(&self.bytes[from..]) else { return false };
        self.word_to(from, self.bytes.len() - rest.len());
        true
    }

    /// Detects that a blank separates the squares of each move: exactly four squares follow the first move number.
    pub(super) fn find_blanks_apart(&mut self) {
        let text = &self.bytes[self.at..];
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = text[digits..].iter().take_while(|byte| **byte == b'.').count();
        if digits == 0 || dots != 1 {
            return;
        }
        let text = &text[digits + dots..];
        let mut words = text.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
        // White's first move starts from a square of White, Black's from a square of Black: `Nf3 d6` are two moves.
        let mut origins = words.clone().step_by(2);
        if !(origins.next().is_some_and(is_of_white) && origins.next().is_some_and(is_far)) {
            return;
        }
        let mut is_move = || words.next().is_some_and(is_piece_and_square) && words.next().is_some_and(is_target);
        if is_move() && is_move() && !words.next().is_some_and(is_piece_and_square) {
            self.blank_apart = true;
            self.fast = false;
        }
    }

    /// Joins a target square to the origin before it if a blank separates them; false if they are not one move.
    #[cold]
    pub(super) fn join_squares(&mut self, from: usize, end: usize) -> bool {
        let (bytes, line) = (self.bytes, self.line);
        let before = self.record.items.last_mut().filter(|item| item.kind == ItemKind::Move && item.line == line);
        let Some(item) = before.filter(|item| is_piece_and_square(item.span.of(bytes))) else { return false };
        let gap = &bytes[item.span.to as usize..from];
        if !is_target(&bytes[from..end]) || !gap.iter().all(u8::is_ascii_whitespace) {
            return false;
        }
        item.span.to = end as u32;
        true
    }

    /// Splits a word that lists moves, `f5-f6,g7-g6`, or strips the comma after a single move; false for other words.
    #[cold]
    pub(super) fn listed(&mut self, from: usize, end: usize) -> bool {
        let parts = || self.bytes[from..end].split(|byte| *byte == b',').filter(|part| !part.is_empty());
        let goes_on = || {
            let next = end + blanks(&self.bytes[end..]);
            let next = &self.bytes[next..token_end(self.bytes, next)];
            next.strip_suffix(b",").is_some_and(hex::is_whole)
        };
        if !parts().all(|part| self.reads(part)) || parts().nth(1).is_none() && !self.commas && !goes_on() {
            return false;
        }
        // Only hexagonal moves are separated by commas; elsewhere a comma is damage.
        if !parts().all(hex::is_whole) {
            return false;
        }
        self.commas = true;
        let mut at = from;
        while at < end {
            let length = self.bytes[at..end].iter().take_while(|byte| **byte != b',').count();
            if length > 0 {
                self.push_move(at, at + length);
            }
            at += length + 1;
        }
        self.at = end;
        true
    }

    fn is_hexagonal(&mut self) -> bool {
        let (bytes, record) = (self.bytes, &*self.record);
        let named = || record.tag(bytes, "Variant").is_some_and(|tag| hex::named(tag.value.of(bytes)).is_some());
        *self.hexagonal.get_or_insert_with(named)
    }
}

/// Number of leading blanks of a text.
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// True if a word is the sign between the squares of a move: a hyphen or `x`, or a typographic one.
pub(super) fn is_sign(word: &[u8]) -> bool {
    let is_plain = |word: &[u8]| matches!(word, b"-" | b"x");
    is_plain(word) || word.len() <= MAX_SIGN && lookalike::with_plain_signs(word).is_some_and(|plain| is_plain(&plain))
}

fn begins_with_square(text: &[u8]) -> bool {
    matches!(text, [b'a'..=b'l', b'1'..=b'9', ..])
}

/// True if a word is an initial square or cell of White's pieces, with or without a piece letter.
fn is_of_white(word: &[u8]) -> bool {
    let cell =
        word.strip_prefix(&word[..word.iter().take_while(|byte| byte.is_ascii_uppercase()).count()]).unwrap_or(word);
    matches!(cell, [b'a'..=b'h', b'1' | b'2']) || HEX.contains(&cell)
}

/// True if a word ends in a square of rank 7 or higher, where Black's pieces begin.
fn is_far(word: &[u8]) -> bool {
    matches!(word, [.., b'a'..=b'l', b'7'..=b'9'] | [.., b'a'..=b'l', b'1', b'0' | b'1'])
}

/// True if a word begins with a square or cell, after an optional sign. Marks may follow.
fn is_target(word: &[u8]) -> bool {
    let target = match word {
        [b'x' | b':' | b'-', target @ ..] => target,
        target => target,
    };
    begins_with_square(target)
}

/// True if a word is a square or cell, with or without a piece letter.
fn is_piece_and_square(word: &[u8]) -> bool {
    let ranks = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let Some(([before @ .., b'a'..=b'l'], 1..=2)) =
        word.split_at_checked(word.len() - ranks).map(|(word, _)| (word, ranks))
    else {
        return false;
    };
    let mut letters = str::from_utf8(before).unwrap_or("??").chars();
    let letter = letters.next();
    // A move number, a hyphen or another square is not a piece letter.
    letter.is_none_or(|letter| letter.is_alphabetic() && letter != 'x' || !letter.is_ascii())
        && letters.next().is_none()
}

/// True if the next move has the same form: a word, then a separate sign.
fn another_follows(text: &[u8]) -> bool {
    let mut words = text.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    words.next().is_some_and(is_piece_and_square) && words.next().is_some_and(|sign| sign == b":" || is_sign(sign))
}
