//! The parsers of descriptive notation: a move at the start of a text, and a text that is one move.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::value;
use nom::multi::many0_count;
use nom::sequence::delimited;

use super::descriptive_move::DescriptiveMove;
use super::english::en_move;
use super::languages::{Romance, romance};
use super::romance::move_;
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
    let found = match romance(language) {
        None => en_move(text),
        Some(romance) => move_(romance)(text),
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
    let found = match romance(language) {
        None => english(text),
        Some(romance) => romance_text(romance)(text),
    };
    found.ok().filter(|(rest, _)| rest.is_empty()).map(|(_, written)| written)
}

/// `english = *blank en-move *(blank / "." / "," / ";")`
#[inline]
pub(super) fn english(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    delimited(blanks, en_move, closing).parse(input)
}

/// Like [`english`], in a language whose ranks precede the files.
pub(super) fn romance_text<'a>(romance: &'static Romance) -> impl Fn(&'a [u8]) -> Parsed<'a, DescriptiveMove> {
    move |input| delimited(blanks, move_(romance), closing).parse(input)
}

/// Skips blanks, full stops, commas and semicolons after a move.
fn closing(input: &[u8]) -> Parsed<'_, ()> {
    let stop = value((), byte(|byte| matches!(byte, b'.' | b',' | b';')));
    value((), many0_count(alt((blank, stop)))).parse(input)
}

/// Returns the language of the moves in `text`, by the moves that not every language can read. `RxP` and `O-O` do not
/// count, as `R` is a rook in English and the king in French and Spanish. Moves common to languages other than English
/// count as the first of these, unless another one alone can read more of them.
pub fn language(text: &[u8]) -> Option<Language> {
    let (mut english, mut others) = (0u32, 0u32);
    let mut only_some = [0u32; Language::ALL.len()];
    let mut inside = false;
    for (at, byte) in text.iter().enumerate() {
        let begins = !inside;
        inside = byte.is_ascii_alphanumeric() || *byte >= 0x80;
        if !begins || !byte.is_ascii_alphabetic() {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let [reads_english, read @ ..] = Language::ALL.map(|language| prefix(rest, language).is_ok());
        let read_by_other = read.contains(&true);
        english += u32::from(reads_english && !read_by_other);
        others += u32::from(read_by_other && !reads_english);
        if read.contains(&false) {
            for (count, reads) in only_some[1..].iter_mut().zip(read) {
                *count += u32::from(reads);
            }
        }
    }
    match english.cmp(&others) {
        Ordering::Greater => Some(Language::English),
        Ordering::Equal => None,
        // The first of the highest.
        Ordering::Less => Language::ALL
            .into_iter()
            .zip(only_some)
            .skip(1)
            .rev()
            .max_by_key(|(_, count)| *count)
            .map(|(language, _)| language),
    }
}
