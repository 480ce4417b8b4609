//! Moves whose sign stands apart from their squares: `e2 - e4`, `Sh1 x f4`. Not for what they mean.

use super::Reader;
use super::bytes::token_end;
use crate::notation::hex;
use crate::record::ItemKind;

impl Reader<'_, '_> {
    /// Makes the word before a sign, the sign, and the square after it one move. False, and nothing done, where they
    /// are none: where `e4 - e5` are the moves of both sides with a dash between them.
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

    /// Whether the Variant tag names hexagonal chess.
    fn is_hexagonal(&mut self) -> bool {
        let (bytes, record) = (self.bytes, &*self.record);
        let named = || record.tag(bytes, "Variant").is_some_and(|tag| hex::named(tag.value.of(bytes)).is_some());
        *self.hexagonal.get_or_insert_with(named)
    }
}

/// Number of blanks at the beginning.
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

fn begins_with_square(text: &[u8]) -> bool {
    matches!(text, [b'a'..=b'l', b'1'..=b'9', ..])
}

/// Whether a word is a square or cell after a piece letter or none.
fn is_piece_and_square(word: &[u8]) -> bool {
    let ranks = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let Some(([before @ .., b'a'..=b'l'], 1..=2)) =
        word.split_at_checked(word.len() - ranks).map(|(word, _)| (word, ranks))
    else {
        return false;
    };
    let mut letters = str::from_utf8(before).unwrap_or("??").chars();
    let letter = letters.next();
    // A move number, a hyphen or another square is no piece.
    letter.is_none_or(|letter| letter.is_alphabetic() && letter != 'x' || !letter.is_ascii())
        && letters.next().is_none()
}

/// Whether the reply is written in the same way: a word, then a sign that stands apart.
fn another_follows(text: &[u8]) -> bool {
    let mut words = text.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    words.next().is_some_and(is_piece_and_square) && matches!(words.next(), Some(b"-" | b"x" | b":"))
}
