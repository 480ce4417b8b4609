//! Errors that name the text expected at the beginning of a part.

use nom::Parser;

use crate::{Expected, Parsed};

/// If `parser` fails anywhere, reports that `what` was expected at the beginning of its input.
#[inline(always)]
pub(crate) fn expecting<'a, T>(
    what: &'static str,
    mut parser: impl Parser<&'a [u8], Output = T, Error = Expected<'a>>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, T> {
    move |input| parser.parse(input).map_err(|error| error.map(|_| Expected { at: input, what }))
}
