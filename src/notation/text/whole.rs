//! Texts that a parser must read to their end.

use crate::{Expected, Parsed};

/// What `parser` makes of the whole of `text`; nothing if it stops before its end.
#[inline(always)]
pub(crate) fn whole<'a, T>(text: &'a [u8], parser: impl FnOnce(&'a [u8]) -> Parsed<'a, T>) -> Option<T> {
    parser(text).ok().and_then(|(rest, value)| rest.is_empty().then_some(value))
}

/// The same with the reason; where text is left over, `end` was expected.
///
/// # Errors
/// What was expected where the parser stops.
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
        // Parsers of complete texts never ask for more.
        Err(nom::Err::Incomplete(_)) => Err(Expected { at: text, what: end }),
    }
}
