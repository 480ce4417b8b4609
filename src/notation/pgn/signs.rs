//! Signs of books and phones that evaluate a move or a position: `±`, `⩲`, `∞`, `□`, `❗`. Marks directly after a move,
//! `!?`, `‼`, are read by the move notations; only their NAGs are here.

use std::borrow::Cow;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::one_of;
use nom::combinator::{all_consuming, opt, recognize, value};
use nom::multi::many0_count;

use crate::{Expected, Parsed, lookalike, san};

const SIGNS: [(char, u32); 28] = [
    ('±', 16),
    ('∓', 17),
    ('⩲', 14),
    ('⩱', 15),
    ('∞', 13),
    ('□', 7),
    ('▢', 7),
    ('◻', 7),
    ('❗', 1),
    ('❕', 1),
    ('❓', 2),
    ('❔', 2),
    ('⨀', 22),
    ('⊙', 22),
    ('⟳', 32),
    ('↑', 36),
    ('→', 40),
    ('⇆', 132),
    ('⇄', 132),
    ('⊕', 138),
    ('○', 26),
    ('△', 140),
    ('∆', 140),
    ('Δ', 140),
    ('⌓', 142),
    ('−', 0),
    ('–', 0),
    ('—', 0),
];

/// Evaluations that may directly follow a move, longest first.
const BEHIND: [&str; 16] =
    ["+/-", "-/+", "+/=", "=/+", "+/−", "−/+", "+-", "-+", "+=", "=+", "+−", "−+", "+–", "–+", "+—", "—+"];

fn nag_of(character: char) -> Option<u32> {
    SIGNS.iter().find(|(sign, _)| *sign == character).map(|(_, nag)| *nag)
}

fn one_sign(input: &[u8]) -> Parsed<'_, ()> {
    let length = SIGNS.iter().map(|(sign, _)| sign.len_utf8()).find(|length| {
        let text = input.get(..*length).and_then(|bytes| str::from_utf8(bytes).ok());
        text.is_some_and(|text| text.chars().count() == 1 && text.chars().all(|sign| nag_of(sign).is_some()))
    });
    match length {
        Some(length) => Ok((&input[length..], ())),
        None => Err(nom::Err::Error(Expected { at: input, what: "a sign" })),
    }
}

/// `sign = (%xC2.B1 / %xCE.94 / %xE2.80.93 / %xE2.80.94 / %xE2.86.91 / %xE2.86.92 / %xE2.87.84 / %xE2.87.86 / %xE2.88.86
/// / %xE2.88.92 / %xE2.88.93 / %xE2.88.9E / %xE2.8A.95 / %xE2.8A.99 / %xE2.8C.93 / %xE2.96.A1 / %xE2.96.A2 / %xE2.96.B3
/// / %xE2.97.8B / %xE2.97.BB / %xE2.9D.93 / %xE2.9D.94 / %xE2.9D.95 / %xE2.9D.97 / %xE2.9F.B3 / %xE2.A8.80 / %xE2.A9.B1
/// / %xE2.A9.B2) [%xEF.B8.8F] / twofold`
pub(super) fn sign(input: &[u8]) -> Parsed<'_, ()> {
    alt((value((), (one_sign, opt(tag("\u{fe0f}")))), value((), san::twofold))).parse(input)
}

/// `signs = *plain-sign sign *(plain-sign / sign) ["," / "."]`
pub(super) fn signs(input: &[u8]) -> Parsed<'_, &[u8]> {
    let more = many0_count(alt((sign, value((), plain_sign))));
    recognize((many0_count(plain_sign), sign, more, opt(one_of(",.")))).parse(input)
}

/// `plain-sign = "+" / "-" / "=" / "/" / "!" / "?"`
pub(super) fn plain_sign(input: &[u8]) -> Parsed<'_, char> {
    one_of("+-=/!?").parse(input)
}

/// The NAG of a token of signs. If the signs have different NAGs, the first sign counts.
fn nag_of_sign(glyph: &[u8]) -> Option<u32> {
    let text = str::from_utf8(glyph).ok().filter(|text| !text.is_ascii())?;
    let plain: String = text.chars().filter_map(plainly).collect();
    match plain.as_str() {
        "=∞" | "∞=" | "=/∞" | "∞/=" => return Some(44),
        "⩲/=" | "=/⩲" => return Some(14),
        "⩱/=" | "=/⩱" => return Some(15),
        _ => {}
    }
    let marks = plain.len() - plain.trim_start_matches(['!', '?']).len();
    match plain.chars().find_map(nag_of) {
        _ if marks > 0 => nag_of_plain_glyph(&plain.as_bytes()[..marks.min(2)]),
        Some(nag) => Some(nag),
        None => nag_of_plain_glyph(plain.as_bytes()),
    }
}

/// The NAG of the mark at the end of a move.
#[cold]
pub fn nag_of_mark(token: &[u8]) -> Option<u32> {
    let is_mark = |character: &char| {
        matches!(character, '!' | '?' | '\u{203c}' | '\u{2047}'..='\u{2049}' | '\u{fe0f}' | '！' | '？')
    };
    let text = String::from_utf8_lossy(token);
    // A check mark or sentence punctuation may follow the marks.
    let text = text.trim_end_matches(['+', '#', ',', '.', '†', '‡']);
    let from = text.len() - text.chars().rev().take_while(is_mark).map(char::len_utf8).sum::<usize>();
    let marks = lookalike::cleaned(&text[from..]).map_or(Cow::Borrowed(&text[from..]), Cow::Owned);
    // Marks after the first two do not count.
    nag_of_glyph(marks.get(..marks.len().min(2))?.as_bytes())
}

/// The NAG of a traditional mark or an annotator's word; `None` if it has no NAG.
pub fn nag_of_glyph(glyph: &[u8]) -> Option<u32> {
    nag_of_plain_glyph(glyph).or_else(|| nag_of_sign(glyph))
}

/// The NAG of a mark in keyboard characters, or of a pair of marks in one character.
fn nag_of_plain_glyph(glyph: &[u8]) -> Option<u32> {
    Some(match glyph {
        b"!" => 1,
        b"?" => 2,
        b"!!" | b"\xe2\x80\xbc" | b"\xe2\x80\xbc\xef\xb8\x8f" => 3,
        b"??" | b"\xe2\x81\x87" | b"\xe2\x81\x87\xef\xb8\x8f" => 4,
        b"!?" | b"\xe2\x81\x89" | b"\xe2\x81\x89\xef\xb8\x8f" => 5,
        b"?!" | b"\xe2\x81\x88" | b"\xe2\x81\x88\xef\xb8\x8f" => 6,
        b"=" => 10,
        b"inf" | b"unclear" => 13,
        b"+/=" | b"+=" => 14,
        b"=/+" | b"=+" => 15,
        b"+/-" => 16,
        b"-/+" => 17,
        b"+-" => 18,
        b"-+" => 19,
        b"N" | b"New" | b"TN" | b"novelty" => 146,
        b"D" | b"Diagram" => 220,
        _ => return None,
    })
}

/// The keyboard equivalent of a sign; `None` for a variation selector or sentence punctuation.
fn plainly(character: char) -> Option<char> {
    match character {
        '−' | '–' | '—' => Some('-'),
        '❗' | '❕' => Some('!'),
        '❓' | '❔' => Some('?'),
        '\u{fe0f}' | ',' | '.' => None,
        other => Some(other),
    }
}

/// Offset in a word at which an evaluation follows the move: `Nf3±`, `Nf3+-`, `Nf3=`.
pub(super) fn evaluation(word: &[u8]) -> Option<usize> {
    let text = str::from_utf8(word).ok()?;
    if let Some(at) = text.char_indices().find(|(_, sign)| nag_of(*sign).is_some_and(|nag| nag > 0)).map(|(at, _)| at) {
        let at = at - (text[..at].len() - text[..at].trim_end_matches(['=', '/']).len());
        return all_consuming(signs).parse(&word[at..]).ok().filter(|_| ends_move(&text[..at])).map(|_| at);
    }
    let bare = text.trim_end_matches([',', '.']);
    // After a pawn move, `=` may belong to a promotion to an unreadable piece.
    let officer = bare.starts_with(|first: char| first.is_uppercase());
    let behind = BEHIND.iter().copied().chain(officer.then_some("="));
    let before = behind.filter(|sign| officer || !sign.starts_with('=')).find_map(|sign| bare.strip_suffix(sign))?;
    (ends_move(before) && bare.len() == text.len()).then_some(before.len())
}

/// True if a text ends like a move.
fn ends_move(text: &str) -> bool {
    let bare = text.trim_end_matches(['!', '?', '+', '#', '‼', '⁇', '⁈', '⁉', '\u{fe0f}']);
    let mut last = bare.chars().rev();
    match last.next() {
        Some('1'..='9' | '0') => last.next().is_some_and(char::is_alphanumeric),
        Some('O') => last.next() == Some('-'),
        Some(officer) => officer.is_uppercase() && last.next() == Some('='),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_behind_a_move() {
        for (move_, sign, nag) in [
            ("Nf3", "±", 16),
            ("Nf3", "⩲", 14),
            ("Nf3", "⩱", 15),
            ("Nf3", "∓", 17),
            ("Nf3", "∞", 13),
            ("Nf3", "=∞", 44),
            ("Nf3", "□", 7),
            ("Nf3", "❗", 1),
            ("Nf3", "❗️", 1),
            ("Nf3", "❓", 2),
            ("Nf3", "❗❓", 5),
            ("Nf3", "❓❗", 6),
            ("Nf3", "±,", 16),
            ("Nf3!", "±", 16),
            ("Nf3‼", "±", 16),
            ("Nf3+", "±", 16),
            ("e8=Q", "±", 16),
            ("O-O", "∞", 13),
            ("♘f3", "⩲", 14),
            ("Nf3", "+-", 18),
            ("Nf3", "−+", 19),
            ("Nf3", "+−", 18),
            ("Nf3", "+/-", 16),
            ("O-O-O", "-+", 19),
            ("Nf3", "=", 10),
            ("Nf3", "+=", 14),
            ("e4", "+/=", 14),
            ("Qe1-c3", "∓", 17),
        ] {
            let word = format!("{move_}{sign}");
            assert_eq!(evaluation(word.as_bytes()), Some(move_.len()), "{word}");
            assert_eq!(nag_of_glyph(sign.as_bytes()), Some(nag), "{word}");
        }
        for word in
            ["Nf3", "Nf3!?", "Nf3‼", "e8=", "e8=+", "±", "x±", "see→there", "Nf3+", "♘f3", "O-O", "e2–e4", "Nf3N"]
        {
            assert_eq!(evaluation(word.as_bytes()), None, "{word}");
        }
    }
}
