//! The readers of descriptive notation: a move at the start of a text, a text that is a move.

use super::english;
use super::said::Said;
use super::words::gap;
use crate::notation::{Expected, Parsed};
use crate::record::Language;

/// The longest move at the start of `text`. What follows it is left: prose, footnotes, the
/// words of a game's end, the move of the other column.
///
/// # Errors
/// That a move was expected where the text is none.
#[inline]
pub fn prefix(text: &[u8], language: Language) -> Parsed<'_, Said> {
    let found = match language {
        Language::English => english::prefix(text),
        Language::French | Language::Spanish => None,
    };
    match found {
        Some((rest, said)) => Ok((closed(rest), said)),
        None => Err(nom::Err::Error(Expected { at: text, what: "a move" })),
    }
}

/// Without the full stop that closes the move; dots of a gap are left.
#[inline]
fn closed(rest: &[u8]) -> &[u8] {
    match rest {
        [b'.', b'.', ..] => rest,
        [b'.', after @ ..] => after,
        _ => rest,
    }
}

/// A text that is a move and nothing else, but for blanks around it and full stops and commas behind it.
#[inline]
pub fn read(text: &[u8], language: Language) -> Option<Said> {
    let (mut rest, said) = prefix(gap(text), language).ok()?;
    loop {
        rest = match gap(rest) {
            [] => return Some(said),
            [b'.' | b',', after @ ..] => after,
            _ => return None,
        };
    }
}
