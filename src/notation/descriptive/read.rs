//! The parsers of descriptive notation: a move at the start of a text, and a text that is one move.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::value;
use nom::multi::many0_count;
use nom::sequence::delimited;

use super::descriptive_move::DescriptiveMove;
use super::english::en_move;
use super::romance::{FRENCH, SPANISH, move_};
use super::words::{blank, blanks};
use crate::text::byte;
use crate::{Expected, Parsed};
use partie_record::Language;
use std::cmp::Ordering;

/// Parses the longest move at the start of `text`. The text after it is left: prose, footnotes, words of a game's end,
/// the move of the other column.
///
/// # Errors
/// If `text` does not begin with a move.
#[inline]
pub fn prefix(text: &[u8], language: Language) -> Parsed<'_, DescriptiveMove> {
    let found = match language {
        Language::English => en_move(text),
        Language::French => move_(&FRENCH)(text),
        Language::Spanish => move_(&SPANISH)(text),
    };
    match found {
        Ok((rest, written)) => Ok((closed(rest), written)),
        Err(_) => Err(nom::Err::Error(Expected { at: text, what: "a move" })),
    }
}

/// Skips the full stop that closes the move, but not the dots of a gap.
#[inline]
fn closed(rest: &[u8]) -> &[u8] {
    match rest {
        [b'.', b'.', ..] => rest,
        [b'.', after @ ..] => after,
        _ => rest,
    }
}

/// Parses a text that contains only a move, blanks around it, and full stops, commas and semicolons after it.
#[inline]
pub fn read_move(text: &[u8], language: Language) -> Option<DescriptiveMove> {
    let found = match language {
        Language::English => english(text),
        Language::French => french(text),
        Language::Spanish => spanish(text),
    };
    found.ok().filter(|(rest, _)| rest.is_empty()).map(|(_, written)| written)
}

/// `english = *blank en-move *(blank / "." / "," / ";")`
#[inline]
pub(super) fn english(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    delimited(blanks, en_move, closing).parse(input)
}

/// `french = *blank move-french *(blank / "." / "," / ";")`
pub(super) fn french(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    delimited(blanks, move_(&FRENCH), closing).parse(input)
}

/// `spanish = *blank move-spanish *(blank / "." / "," / ";")`
pub(super) fn spanish(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    delimited(blanks, move_(&SPANISH), closing).parse(input)
}

/// Skips blanks, full stops, commas and semicolons after a move.
fn closing(input: &[u8]) -> Parsed<'_, ()> {
    let stop = value((), byte(|byte| matches!(byte, b'.' | b',' | b';')));
    value((), many0_count(alt((blank, stop)))).parse(input)
}

/// Returns the language of the moves in `text`, by the moves that only one language can read. `RxP` and `O-O` do not
/// count, as `R` is a rook in English and the king in French and Spanish. Moves common to French and Spanish count as
/// French, unless more moves are Spanish only than French only.
pub fn language(text: &[u8]) -> Option<Language> {
    let (mut english, mut romance, mut french, mut spanish) = (0u32, 0u32, 0u32, 0u32);
    let mut inside = false;
    for (at, byte) in text.iter().enumerate() {
        let begins = !inside;
        inside = byte.is_ascii_alphanumeric() || *byte >= 0x80;
        if !begins || !byte.is_ascii_alphabetic() {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let reads = |language| u32::from(prefix(rest, language).is_ok());
        let [en, fr, es] = Language::ALL.map(reads);
        english += u32::from(en > fr.max(es));
        romance += u32::from(en < fr.max(es));
        french += u32::from(fr > es);
        spanish += u32::from(fr < es);
    }
    match english.cmp(&romance) {
        Ordering::Greater => Some(Language::English),
        Ordering::Equal => None,
        Ordering::Less if spanish > french => Some(Language::Spanish),
        Ordering::Less => Some(Language::French),
    }
}
