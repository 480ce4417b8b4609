//! Unreadable words where a move is due, in scores with tags. Each is still the move of its number and side, so that
//! later moves are not judged a ply too early. Columns show the cells of printed tables.

use super::ending;
use super::grammar::{length, number_typed};
use super::table_cell::{blanks, cell};
use partie_record::{Movetext, Outcome};

/// Maximum length in bytes of a word that replaces a move.
const LONGEST: usize = 16;
/// Characters of moves in all languages.
const SIGNS: &[u8] = b"KQRBPNCDTFASJVLOktxx0123456789-=+#!?.,()";
/// The only word in moves that has other letters.
const CASTLES: &[u8] = b"Castles";
/// Words that belong to the preceding move.
const BEHIND: [&[u8]; 12] =
    [b"ch", b"ch.", b"(ch)", b"(ch.)", b"mate", b"dis", b"dis.", b"dbl", b"dbl.", b"e.p.", b"KR", b"QR"];

/// Length of a word in place of the move that is due. At most one of its characters does not occur in moves, and the
/// end of the line or readable text follows.
#[cold]
#[inline(never)]
pub(super) fn slot(text: &[u8], movetext: Movetext) -> Option<usize> {
    let mut end = word(text).len();
    if !is_like_move(&text[..end], movetext) {
        return None;
    }
    loop {
        let next = end + blanks(&text[end..]);
        let behind = word(&text[next..]);
        if next == end || !BEHIND.contains(&behind) {
            return goes_on(&text[next..], movetext).then_some(end);
        }
        end = next + behind.len();
    }
}

/// Corrects the end of a move that was read up to the middle of a word, such as `KxB P` in `KxB P-03` or `QxB` in `QxBP
/// xQQ`. `None` if no whole words are a move.
#[inline(always)]
pub(super) fn whole_words(text: &[u8], length: usize, movetext: Movetext) -> Option<usize> {
    match text.get(length) {
        Some(b'-' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') => inside_word(text, length, movetext),
        _ => Some(length),
    }
}

#[cold]
#[inline(never)]
fn inside_word(text: &[u8], length: usize, movetext: Movetext) -> Option<usize> {
    if !text[length..].iter().take(2).any(u8::is_ascii_alphanumeric) {
        return Some(length);
    }
    let before = text[..length].iter().rposition(|byte| *byte == b' ');
    let behind = length + word(&text[length..]).len();
    [Some(behind), before].into_iter().flatten().find(|end| cell(&text[..*end], movetext) == Some(*end))
}

fn word(text: &[u8]) -> &[u8] {
    &text[..text.iter().position(|byte| b" \t|{}[];$".contains(byte)).unwrap_or(text.len())]
}

/// True if a word is a move with one wrong character.
fn is_like_move(word: &[u8], movetext: Movetext) -> bool {
    let known = |byte: &u8| {
        SIGNS.contains(byte) || !matches!(movetext, Movetext::Descriptive(_)) && matches!(byte, b'a'..=b'l')
    };
    // The bytes of one character count once.
    let odd = word.iter().filter(|byte| !known(byte) && !matches!(byte, 0x80..=0xbf)).count();
    let letters = word.iter().any(|byte| byte.is_ascii_alphabetic());
    (2..=LONGEST).contains(&word.len()) && (odd <= 1 && letters || is_like_castles(word))
}

/// True if a word is `Castles` with an error in one place.
fn is_like_castles(word: &[u8]) -> bool {
    let same = |a: &mut dyn Iterator<Item = (&u8, &u8)>| a.take_while(|(one, other)| one == other).count();
    let front = same(&mut word.iter().zip(CASTLES));
    let back = same(&mut word.iter().rev().zip(CASTLES.iter().rev()));
    word.len().abs_diff(CASTLES.len()) <= 2 && front + back + 2 >= CASTLES.len().max(word.len())
}

/// True if the text after a word is readable in its place.
fn goes_on(text: &[u8], movetext: Movetext) -> bool {
    let Some(first) = text.first() else { return true };
    let token = text.split(|byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default();
    b"({[;$)|/".contains(first)
        || length(number_typed, text).is_some()
        || Outcome::parse(token).is_some()
        || cell(text, movetext).is_some()
        || ending::words(text).is_some()
}
