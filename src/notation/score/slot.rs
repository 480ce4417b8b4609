//! Words that cannot be read where a move is due, in scores that were written: each stays the move of its number and
//! side, so that what follows is not judged a ply too early. Not for printed tables, whose columns say where a cell is.

use super::ending;
use super::grammar::{length, number_typed};
use super::table_cell::{blanks, cell};
use partie_record::{Movetext, Outcome};

/// Longest word that is kept for a move, in bytes.
const LONGEST: usize = 16;
/// What the moves of all languages are made of.
const SIGNS: &[u8] = b"KQRBPNCDTFASJVLOktxx0123456789-=+#!?.,()";
/// The one word of moves that has other letters.
const CASTLES: &[u8] = b"Castles";
/// Words that belong to the move before them.
const BEHIND: [&[u8]; 12] =
    [b"ch", b"ch.", b"(ch)", b"(ch.)", b"mate", b"dis", b"dis.", b"dbl", b"dbl.", b"e.p.", b"KR", b"QR"];

/// Length of a word at the beginning that has the signs of a move, all but one, and stands where one is due: the end
/// of the line follows, or what can be read.
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

/// The end of a move that was read from a line whose words stand apart, where it was read up to the middle of a word:
/// `KxB P` of `KxB P-03`, `QxB` of `QxBP xQQ`. Nothing where no whole words are a move.
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

/// Whether a word is a move with one character wrong.
fn is_like_move(word: &[u8], movetext: Movetext) -> bool {
    let known = |byte: &u8| {
        SIGNS.contains(byte) || !matches!(movetext, Movetext::Descriptive(_)) && matches!(byte, b'a'..=b'l')
    };
    // The bytes of one character count once.
    let odd = word.iter().filter(|byte| !known(byte) && !matches!(byte, 0x80..=0xbf)).count();
    let letters = word.iter().any(|byte| byte.is_ascii_alphabetic());
    (2..=LONGEST).contains(&word.len()) && (odd <= 1 && letters || is_like_castles(word))
}

/// Whether a word is that of castling, but for one place.
fn is_like_castles(word: &[u8]) -> bool {
    let same = |a: &mut dyn Iterator<Item = (&u8, &u8)>| a.take_while(|(one, other)| one == other).count();
    let front = same(&mut word.iter().zip(CASTLES));
    let back = same(&mut word.iter().rev().zip(CASTLES.iter().rev()));
    word.len().abs_diff(CASTLES.len()) <= 2 && front + back + 2 >= CASTLES.len().max(word.len())
}

/// Whether what follows a word can be read in its place.
fn goes_on(text: &[u8], movetext: Movetext) -> bool {
    let Some(first) = text.first() else { return true };
    let token = text.split(|byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default();
    b"({[;$)|/".contains(first)
        || length(number_typed, text).is_some()
        || Outcome::parse(token).is_some()
        || cell(text, movetext).is_some()
        || ending::words(text).is_some()
}
