//! Single bytes.

use nom::error::{ErrorKind, ParseError};

use crate::notation::{Expected, Parsed};

/// The first byte, if it is one of those asked for.
#[inline(always)]
pub(in crate::notation) fn byte<'a>(is: impl Fn(u8) -> bool) -> impl Fn(&'a [u8]) -> Parsed<'a, u8> {
    move |input| match input {
        [first, rest @ ..] if is(*first) => Ok((rest, *first)),
        _ => Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Satisfy))),
    }
}
