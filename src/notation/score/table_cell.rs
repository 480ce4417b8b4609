//! Cells of a printed table: how far a move goes, in the notation that the record is written in.
//!
//! Not for what a move means, which is told by its own notation, nor for rows.

use super::grammar::{closing, length};
use crate::letters::{LANGUAGES, Letters};
use crate::{apart, descriptive, hex, kober, san};
use partie_record::{Language, Movetext};

/// Bytes at the beginning of a text in which a move must end.
const WINDOW: usize = 96;
/// Bytes behind a line that may tell what it is.
pub(super) const LOOK_AHEAD: usize = 2048;
/// Bytes behind a move in which others tell how it is written.
pub(super) const NEAR: usize = LOOK_AHEAD / 2;

/// The part of a text in which a cell is looked for.
pub(super) fn window(text: &[u8]) -> &[u8] {
    &text[..text.len().min(WINDOW)]
}

/// Number of blanks at the beginning.
pub(super) fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Length of the move at the beginning of `text`, with the stops and the marks of the annotator that close it.
pub(super) fn cell(text: &[u8], movetext: Movetext) -> Option<usize> {
    let text = window(text);
    let first = *text.first()?;
    if !first.is_ascii_alphabetic() && !matches!(first, b'0' | b'~' | 0xd0) {
        return None;
    }
    let end = match movetext {
        Movetext::Descriptive(language) => words(text, language),
        Movetext::Kober => long(text),
        // No book prints its moves in numbers, or as engines are told.
        Movetext::Algebraic | Movetext::Iccf | Movetext::Coordinates => {
            short(text).or_else(|| hexagonal(text)).or_else(|| long(text))
        }
    }?;
    Some(end + length(closing, &text[end..])?)
}

/// Whether a text is a move and nothing else, where its place sets it apart: its letters may stand apart, too.
pub(super) fn is_whole(text: &[u8], movetext: Movetext) -> bool {
    let whole = |text: &[u8]| !text.is_empty() && cell(text, movetext) == Some(text.len());
    whole(text) || apart::readings(text, whole).any(|text| whole(&text))
}

/// A move in descriptive notation. A gap of several blanks ends a cell wherever the words allow it.
fn words(text: &[u8], language: Language) -> Option<usize> {
    let gap = text.windows(2).position(|pair| pair == b"  ").unwrap_or(text.len());
    let read = |text: &[u8]| descriptive::prefix(text, language).ok().map(|(rest, _)| text.len() - rest.len());
    read(&text[..gap]).or_else(|| (gap < text.len()).then(|| read(text)).flatten()).filter(|length| *length > 0)
}

/// A move that names both squares; `~` stands for any.
fn long(text: &[u8]) -> Option<usize> {
    if text[0] == b'~' {
        return Some(1);
    }
    // A gap of several blanks ends a cell: behind it stands Black's.
    let gap = text.windows(2).position(|pair| pair == b"  ").unwrap_or(text.len());
    let read = |text: &[u8]| kober::prefix(text).ok().map(|(rest, _)| text.len() - rest.len());
    read(&text[..gap]).or_else(|| (gap < text.len() && short(&text[..gap]).is_none()).then(|| read(text)).flatten())
}

/// A move in standard algebraic notation, with the piece letters of any language, up to a blank.
pub(super) fn short(text: &[u8]) -> Option<usize> {
    let word = word(text);
    let reads = |letters: &Letters| san::read_with(word, letters).is_ok_and(|(rest, _)| rest.is_empty());
    // Most words begin with no letter of a piece, or name no square.
    let lettered = !word.first()?.is_ascii_lowercase() && word.windows(2).any(is_square);
    let others = || lettered && LANGUAGES.iter().any(reads);
    (word.len() > 1 && (reads(Letters::ENGLISH) || others())).then_some(word.len())
}

/// Whether two bytes name a square, in letters of any size.
fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
}

/// A move on the hexagonal board that names both its cells, up to a blank.
fn hexagonal(text: &[u8]) -> Option<usize> {
    let word = word(text);
    (word.len() > 3 && hex::is_whole(word)).then_some(word.len())
}

/// The word at the beginning, up to a blank or what closes a cell.
fn word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| b" \t\r\n|;,()[]{}".contains(byte)).unwrap_or(text.len());
    let bare = text[..end].iter().rposition(|byte| *byte != b'.').map_or(0, |last| last + 1);
    &text[..bare]
}

/// Whether rows of long moves are of hexagonal chess: of their moves the first is legal there, and not in chess.
fn is_hexagonal(text: &[u8]) -> bool {
    let words = text.split(u8::is_ascii_whitespace).map(|part| {
        let number = part.iter().take_while(|byte| byte.is_ascii_digit()).count();
        word(if part.get(number) == Some(&b'.') { &part[number + 1..] } else { part })
    });
    let moves = words.filter(|word| word.len() > 3 && word[0].is_ascii_alphabetic());
    hex::looks_like(moves)
}

/// How the moves are written of which the first stands at a place; those near it tell.
pub(super) fn movetext_at(bytes: &[u8], at: usize) -> Option<Movetext> {
    movetext(&bytes[at..bytes.len().min(at + NEAR)])
}

/// How the moves are written of which the first stands at the beginning of `text`.
pub(super) fn movetext(text: &[u8]) -> Option<Movetext> {
    let first = window(text);
    let castles = matches!(first.first()?, b'O' | b'0' | b'~');
    if !castles && long(first).is_some() {
        let algebraic = english_letters(text) || is_hexagonal(text);
        return Some(if algebraic { Movetext::Algebraic } else { Movetext::Kober });
    }
    let words = Language::ALL.map(|language| cell(text, Movetext::Descriptive(language)).is_some());
    match words {
        [true, false, false] => Some(Movetext::Descriptive(Language::English)),
        [false, false, false] => cell(text, Movetext::Algebraic).map(|_| Movetext::Algebraic),
        // Pieces of the same letter: the moves that follow tell.
        [english, french, _] => {
            let first = if english {
                Language::English
            } else if french {
                Language::French
            } else {
                Language::Spanish
            };
            Some(Movetext::Descriptive(descriptive::language(text).unwrap_or(first)))
        }
    }
}

/// Whether moves that name both squares bear letters that only English has, more of them than letters that it has not: one
/// may be misprinted.
fn english_letters(text: &[u8]) -> bool {
    // Asked of each row, of all rows near it.
    let names = |at: &usize| matches!(text[at + 1..], [b'a'..=b'h', b'1'..=b'8', ..]);
    let count = |letters: [u8; 3]| memchr::memchr3_iter(letters[0], letters[1], letters[2], text).filter(names).count();
    let hungarian = count(*b"HFV");
    // A rook in Hungarian, where others stand beside it that English has not.
    let bishops = if hungarian == 0 { memchr::memchr_iter(b'B', text).filter(names).count() } else { 0 };
    let english = count(*b"NQR") + bishops;
    english > 0 && english > hungarian + count(*b"DTL") + count(*b"SJW") + count(*b"ACG")
}
