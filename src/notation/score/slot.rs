//! Unreadable words in place of a move, in scores with tags. Each counts as one ply, so that later moves are not
//! assigned to the wrong side. Cells of printed tables are delimited by columns instead.

use super::ending;
use super::grammar::{length, number_typed};
use super::table_cell::{blanks, cell};
use partie_record::{Movetext, Outcome};

/// Maximum length in bytes of a word that replaces a move.
const MAX_WORD: usize = 16;
/// Characters of move texts in all languages.
const SIGNS: &[u8] = b"KQRBPNCDTFASJVLOktxx0123456789-=+#!?.,()";
/// The word for castling, which contains letters outside `SIGNS`.
const CASTLES: &[u8] = b"Castles";
/// Words after a move that belong to it.
const BEHIND: [&[u8]; 12] =
    [b"ch", b"ch.", b"(ch)", b"(ch.)", b"mate", b"dis", b"dis.", b"dbl", b"dbl.", b"e.p.", b"KR", b"QR"];

/// Length of a damaged move, including words after it such as `ch.`. At most one of its characters may be foreign to
/// moves. The end of the line or readable text must follow.
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

/// Corrects the length of a move that was read up to the middle of a word, such as `KxB P` in `KxB P-03`. `None` if the
/// move cannot end between words.
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

/// True if a word may be a move with one wrong character, or a misprint of `Castles`.
fn is_like_move(word: &[u8], movetext: Movetext) -> bool {
    let known = |byte: &u8| {
        SIGNS.contains(byte) || !matches!(movetext, Movetext::Descriptive(_)) && matches!(byte, b'a'..=b'l')
    };
    // Continuation bytes are skipped, so that a character counts once.
    let odd = word.iter().filter(|byte| !known(byte) && !matches!(byte, 0x80..=0xbf)).count();
    let letters = word.iter().any(|byte| byte.is_ascii_alphabetic());
    (2..=MAX_WORD).contains(&word.len()) && (odd <= 1 && letters || is_like_castles(word))
}

/// True if a word is `Castles` with an error in one place.
fn is_like_castles(word: &[u8]) -> bool {
    let same = |a: &mut dyn Iterator<Item = (&u8, &u8)>| a.take_while(|(one, other)| one == other).count();
    let front = same(&mut word.iter().zip(CASTLES));
    let back = same(&mut word.iter().rev().zip(CASTLES.iter().rev()));
    word.len().abs_diff(CASTLES.len()) <= 2 && front + back + 2 >= CASTLES.len().max(word.len())
}

/// True if a text may follow a move: it is empty, or begins with a move, number, result, closing words or comment.
fn goes_on(text: &[u8], movetext: Movetext) -> bool {
    let Some(first) = text.first() else { return true };
    let token = text.split(|byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default();
    b"({[;$)|/".contains(first)
        || length(number_typed, text).is_some()
        || Outcome::parse(token).is_some()
        || cell(text, movetext).is_some()
        || ending::words(text).is_some()
}
