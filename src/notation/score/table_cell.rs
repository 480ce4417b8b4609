//! Cells of a printed table: where a move ends, in the notation of the record.
//!
//! Moves are interpreted by the notations themselves. Rows are read in `table_row`.

use super::grammar::{closing, length};
use crate::letters::{LANGUAGES, Letters};
use crate::{apart, descriptive, hex, kober, san};
use partie_record::{Language, Movetext};

/// Maximum length in bytes of a move, including blanks in it.
const MAX_MOVE: usize = 96;
/// Number of bytes after a line that may determine its kind.
pub(super) const LOOK_AHEAD: usize = 2048;
/// Number of bytes from a move on whose moves determine its notation.
pub(super) const NEAR: usize = LOOK_AHEAD / 2;

/// The start of a text, in which a cell must end.
pub(super) fn window(text: &[u8]) -> &[u8] {
    &text[..text.len().min(MAX_MOVE)]
}

/// Number of leading blanks of a text.
pub(super) fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Length of the move at the beginning of `text`, including final punctuation and annotator's marks.
pub(super) fn cell(text: &[u8], movetext: Movetext) -> Option<usize> {
    let text = window(text);
    let first = *text.first()?;
    if !first.is_ascii_alphabetic() && !matches!(first, b'0' | b'~' | 0xd0) {
        return None;
    }
    let end = match movetext {
        Movetext::Descriptive(language) => words(text, language),
        Movetext::Kober => long(text),
        // Books never print moves as numbers or as engine commands.
        Movetext::Algebraic | Movetext::Iccf | Movetext::Coordinates => {
            short(text).or_else(|| hexagonal(text)).or_else(|| long(text))
        }
    }?;
    Some(end + length(closing, &text[end..])?)
}

/// True if a text is exactly a move. Blanks may separate its characters, as its position delimits the text.
pub(super) fn is_whole(text: &[u8], movetext: Movetext) -> bool {
    let whole = |text: &[u8]| !text.is_empty() && cell(text, movetext) == Some(text.len());
    whole(text) || apart::readings(text, whole).any(|text| whole(&text))
}

/// Length of a move in descriptive notation. A gap of several blanks ends a cell if the words before it are a move.
fn words(text: &[u8], language: Language) -> Option<usize> {
    let gap = text.windows(2).position(|pair| pair == b"  ").unwrap_or(text.len());
    let read = |text: &[u8]| descriptive::prefix(text, language).ok().map(|(rest, _)| text.len() - rest.len());
    read(&text[..gap]).or_else(|| (gap < text.len()).then(|| read(text)).flatten()).filter(|length| *length > 0)
}

/// Length of a move with both squares. `~` denotes any move.
fn long(text: &[u8]) -> Option<usize> {
    if text[0] == b'~' {
        return Some(1);
    }
    // A gap of several blanks ends a cell; Black's cell follows it.
    let gap = text.windows(2).position(|pair| pair == b"  ").unwrap_or(text.len());
    let read = |text: &[u8]| kober::prefix(text).ok().map(|(rest, _)| text.len() - rest.len());
    read(&text[..gap]).or_else(|| (gap < text.len() && short(&text[..gap]).is_none()).then(|| read(text)).flatten())
}

/// Length of a move in standard algebraic notation, with the piece letters of any language, up to a blank.
pub(super) fn short(text: &[u8]) -> Option<usize> {
    let word = word(text);
    let reads = |letters: &Letters| san::read_with(word, letters).is_ok_and(|(rest, _)| rest.is_empty());
    // Most words begin with no piece letter, or contain no square.
    let lettered = !word.first()?.is_ascii_lowercase() && word.windows(2).any(is_square);
    let others = || lettered && LANGUAGES.iter().any(reads);
    (word.len() > 1 && (reads(Letters::ENGLISH) || others())).then_some(word.len())
}

/// True if two bytes name a square, in upper or lower case.
fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
}

/// Length of a move with both cells of the hexagonal board, up to a blank.
fn hexagonal(text: &[u8]) -> Option<usize> {
    let word = word(text);
    (word.len() > 3 && hex::is_whole(word)).then_some(word.len())
}

/// The first word of a text, up to a blank or the end of a cell, without final full stops.
fn word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| b" \t\r\n|;,()[]{}".contains(byte)).unwrap_or(text.len());
    let bare = text[..end].iter().rposition(|byte| *byte != b'.').map_or(0, |last| last + 1);
    &text[..bare]
}

/// True if rows of long moves are hexagonal chess: the first move is legal there, but not in chess.
fn is_hexagonal(text: &[u8]) -> bool {
    let words = text.split(u8::is_ascii_whitespace).map(|part| {
        let number = part.iter().take_while(|byte| byte.is_ascii_digit()).count();
        word(if part.get(number) == Some(&b'.') { &part[number + 1..] } else { part })
    });
    let moves = words.filter(|word| word.len() > 3 && word[0].is_ascii_alphabetic());
    hex::looks_like(moves)
}

/// The notation of the move at `at`, determined by the moves near it.
pub(super) fn movetext_at(bytes: &[u8], at: usize) -> Option<Movetext> {
    movetext(&bytes[at..bytes.len().min(at + NEAR)])
}

/// The notation of the moves at the beginning of `text`.
pub(super) fn movetext(text: &[u8]) -> Option<Movetext> {
    let first = window(text);
    let castles = matches!(first.first()?, b'O' | b'0' | b'~');
    if !castles && long(first).is_some() {
        let algebraic = english_letters(text) || is_hexagonal(text);
        return Some(if algebraic { Movetext::Algebraic } else { Movetext::Kober });
    }
    let mut readers =
        Language::ALL.into_iter().filter(|language| cell(text, Movetext::Descriptive(*language)).is_some());
    match (readers.next(), readers.next()) {
        (None, _) => cell(text, Movetext::Algebraic).map(|_| Movetext::Algebraic),
        (Some(Language::English), None) => Some(Movetext::Descriptive(Language::English)),
        // The languages share some piece letters; the following moves decide.
        (Some(first), _) => Some(Movetext::Descriptive(descriptive::language(text).unwrap_or(first))),
    }
}

/// True if moves with both squares have more English piece letters than foreign ones. Some foreign letters are allowed,
/// as they may be misprints.
fn english_letters(text: &[u8]) -> bool {
    // This runs for each row, over all rows near it, and must be fast.
    let names = |at: &usize| matches!(text[at + 1..], [b'a'..=b'h', b'1'..=b'8', ..]);
    let count = |letters: [u8; 3]| memchr::memchr3_iter(letters[0], letters[1], letters[2], text).filter(names).count();
    let hungarian = count(*b"HFV");
    // B is a rook in Hungarian, so it counts only if other Hungarian letters are absent.
    let bishops = if hungarian == 0 { memchr::memchr_iter(b'B', text).filter(names).count() } else { 0 };
    let english = count(*b"NQR") + bishops;
    english > 0 && english > hungarian + count(*b"DTL") + count(*b"SJW") + count(*b"ACG")
}
