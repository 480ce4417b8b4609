//! Moves whose sign stands apart from their squares: `e2 - e4`, `Sh1 x f4`. Not for what they mean.

use super::Reader;
use super::movetext::token_end;
use crate::notation::hex;
use crate::record::Kind;

/// Longest letter of a man in bytes: a figurine.
const LONGEST_LETTER: usize = 4;

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
        let Some(item) = self.record.items.last_mut().filter(|item| item.kind == Kind::Move && item.line == line)
        else {
            return false;
        };
        let gap = &bytes[item.span.to as usize..from];
        if gap.is_empty() || gap.len() != blanks(gap) || !is_man_and_square(item.span.of(bytes)) {
            return false;
        }
        let hexagonal = self.record.tag(bytes, "Variant").is_some_and(|tag| hex::named(tag.value.of(bytes)).is_some());
        if !(hexagonal || self.signs_apart || another_follows(&bytes[end..])) {
            return false;
        }
        self.signs_apart = true;
        if let Some(item) = self.record.items.last_mut() {
            item.span.to = end as u32;
        }
        self.at = end;
        true
    }
}

/// Number of blanks at the beginning.
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

fn begins_with_square(text: &[u8]) -> bool {
    matches!(text, [b'a'..=b'l', b'1'..=b'9', ..])
}

/// Whether a word is a square or cell after a man's letter or none.
fn is_man_and_square(word: &[u8]) -> bool {
    let ranks = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let file = word.len().checked_sub(ranks + 1);
    (1..=2).contains(&ranks) && file.is_some_and(|at| matches!(word[at], b'a'..=b'l') && at <= LONGEST_LETTER)
}

/// Whether the reply is written in the same way: a word, then a sign that stands apart.
fn another_follows(text: &[u8]) -> bool {
    let mut words = text.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    words.next().is_some_and(is_man_and_square) && matches!(words.next(), Some(b"-" | b"x" | b":"))
}
