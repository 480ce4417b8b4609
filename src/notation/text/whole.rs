//! Texts that a parser must consume completely.

use crate::{Expected, Parsed};

/// The result of `parser` if it consumes the whole `text`.
#[inline(always)]
pub(crate) fn whole<'a, T>(text: &'a [u8], parser: impl FnOnce(&'a [u8]) -> Parsed<'a, T>) -> Option<T> {
    parser(text).ok().and_then(|(rest, value)| rest.is_empty().then_some(value))
}

/// The same with the reason of a failure; `end` was expected if text remains.
///
/// # Errors
/// The expected token at the place where the parser stops.
#[inline(always)]
pub(crate) fn whole_or<'a, T>(
    text: &'a [u8],
    end: &'static str,
    parser: impl FnOnce(&'a [u8]) -> Parsed<'a, T>,
) -> Result<T, Expected<'a>> {
    match parser(text) {
        Ok(([], value)) => Ok(value),
        Ok((rest, _)) => Err(Expected { at: rest, what: end }),
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => Err(error),
        // Parsers of complete texts never need more input.
        Err(nom::Err::Incomplete(_)) => Err(Expected { at: text, what: end }),
    }
}
