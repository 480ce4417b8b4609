//! Cells of a printed table: how far a move goes, in the notation that the record is written in.
//!
//! Not for what a move means, which is told by its own notation, nor for rows.

use crate::notation::{descriptive, san};
use crate::record::{Language, Movetext};

/// Bytes at the beginning of a text in which a move must end.
const WINDOW: usize = 96;

/// The part of a text in which a cell is looked for.
pub(super) fn window(text: &[u8]) -> &[u8] {
    &text[..text.len().min(WINDOW)]
}

/// Number of blanks at the beginning.
pub(super) fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Length of the dash at the beginning: `-`, en or em dash, minus.
fn dash(text: &[u8]) -> usize {
    match text {
        [b'-', ..] => 1,
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => 3,
        _ => 0,
    }
}

/// Length of the move at the beginning of `text`, with the stops and the marks of the annotator that close it.
pub(super) fn cell(text: &[u8], movetext: Movetext) -> Option<usize> {
    let text = window(text);
    let first = *text.first()?;
    if !first.is_ascii_alphabetic() && first != b'0' && first != b'~' {
        return None;
    }
    let end = match movetext {
        Movetext::Descriptive(language) => words(text, language),
        Movetext::Kober => long(text),
        Movetext::Algebraic => long(text).or_else(|| short(text)),
    }?;
    Some(closing(text, end))
}

/// A move in descriptive notation. A gap of several blanks ends a cell wherever the words allow it.
fn words(text: &[u8], language: Language) -> Option<usize> {
    let gap = text.windows(2).position(|pair| pair == b"  ").unwrap_or(text.len());
    let read = |text: &[u8]| descriptive::prefix(text, language).ok().map(|(rest, _)| text.len() - rest.len());
    read(&text[..gap]).or_else(|| (gap < text.len()).then(|| read(text)).flatten()).filter(|length| *length > 0)
}

/// A square: a file and a rank.
fn square(text: &[u8]) -> usize {
    if matches!(text, [b'a'..=b'h', b'1'..=b'8', ..]) { 2 } else { 0 }
}

/// Length of castling as zeros or letters.
fn castling(text: &[u8]) -> Option<usize> {
    let zero = |text: &[u8]| usize::from(matches!(text.first(), Some(b'0' | b'O')));
    let mut at = zero(text);
    let mut count = at;
    while count > 0 && count < 3 {
        let joint = dash(&text[at..]);
        if joint == 0 || zero(&text[at + joint..]) == 0 {
            break;
        }
        at += joint + 1;
        count += 1;
    }
    (count > 1).then_some(at)
}

/// `Jg1f3`, `Sc8:h3`, `e2—e4`, `S g1—f3`, `~`: both squares are named.
fn long(text: &[u8]) -> Option<usize> {
    if text[0] == b'~' {
        return Some(1);
    }
    if let Some(end) = castling(text) {
        return Some(signs(text, end));
    }
    let mut at = usize::from(text[0].is_ascii_uppercase());
    at += if at == 1 { blanks(&text[at..]).min(1) } else { 0 };
    if square(&text[at..]) == 0 {
        return None;
    }
    at += 2;
    let space = blanks(&text[at..]).min(1);
    let joint = match &text[at + space..] {
        [b':' | b'x', ..] => 1,
        [0xc3, 0x97, ..] => 2,
        rest => dash(rest),
    };
    if joint > 0 {
        at += space + joint;
        at += blanks(&text[at..]).min(1);
    }
    if square(&text[at..]) == 0 {
        return None;
    }
    at += 2;
    at += match &text[at..] {
        [b'=', letter, ..] if letter.is_ascii_uppercase() => 2,
        [letter, ..] if letter.is_ascii_uppercase() => 1,
        _ => 0,
    };
    Some(signs(text, at)).filter(|end| !text.get(*end).is_some_and(u8::is_ascii_alphanumeric))
}

/// Signs of check, mate and judgement that are glued to a move.
fn signs(text: &[u8], mut at: usize) -> usize {
    loop {
        at += match &text[at..] {
            [b'+' | b'#' | b'!' | b'?', ..] => 1,
            [b':', b'+', ..] => 2,
            // A dagger, a double dagger.
            [0xe2, 0x80, 0xa0 | 0xa1, ..] => 3,
            _ => return at,
        };
    }
}

/// A move in standard algebraic notation, up to a blank.
fn short(text: &[u8]) -> Option<usize> {
    let end = text.iter().position(|byte| b" \t|;,()[]{}".contains(byte)).unwrap_or(text.len());
    let is_move = |token: &[u8]| san::read(token).is_ok_and(|(rest, _)| rest.is_empty());
    let bare = text[..end].iter().rposition(|byte| *byte != b'.').map_or(0, |last| last + 1);
    (bare > 1 && is_move(&text[..bare])).then_some(bare)
}

/// The end of a move with the stops glued to it and the marks after it: `, ` `.!` ` !?`.
fn closing(text: &[u8], mut at: usize) -> usize {
    loop {
        let gap = blanks(&text[at..]);
        match text.get(at + gap) {
            Some(b'!' | b'?') if gap <= 2 => at += gap + 1,
            Some(b'.') if gap == 0 && text.get(at + 1) != Some(&b'.') => at += 1,
            Some(b',') if gap == 0 => at += 1,
            _ => return at,
        }
    }
}

/// How the moves are written of which the first stands at the beginning of `text`.
pub(super) fn movetext(text: &[u8]) -> Option<Movetext> {
    let first = window(text);
    if first.first()?.is_ascii_alphabetic() && long(first).is_some() && castling(first).is_none() {
        return Some(if english_letters(text) { Movetext::Algebraic } else { Movetext::Kober });
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
            Some(Movetext::Descriptive(language(text).unwrap_or(first)))
        }
    }
}

/// Whether moves that name both squares bear letters that only English has.
fn english_letters(text: &[u8]) -> bool {
    text.windows(3).any(|part| matches!(part, [b'N' | b'Q' | b'R' | b'B', b'a'..=b'h', b'1'..=b'8']))
}

/// The language of a stretch of descriptive moves.
fn language(_text: &[u8]) -> Option<Language> {
    None
}
