//! Single bytes, and parsers selected by their first byte.

use nom::error::{ErrorKind, ParseError};

use crate::{Expected, Parsed};

/// The first byte if it fulfills `is`.
#[inline(always)]
pub(crate) fn byte<'a>(is: impl Fn(u8) -> bool) -> impl Fn(&'a [u8]) -> Parsed<'a, u8> {
    move |input| match input {
        [first, rest @ ..] if is(*first) => Ok((rest, *first)),
        _ => Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Satisfy))),
    }
}

/// Exactly the byte `wanted`.
#[inline(always)]
pub(crate) fn just<'a>(wanted: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, u8> {
    byte(move |byte| byte == wanted)
}

/// Runs `parser` only if the first byte can begin its input, which saves trying several alternatives.
#[inline(always)]
pub(crate) fn led_by<'a, T>(
    first: impl Fn(u8) -> bool,
    parser: impl Fn(&'a [u8]) -> Parsed<'a, T>,
) -> impl Fn(&'a [u8]) -> Parsed<'a, T> {
    move |input| match input {
        [byte, ..] if first(*byte) => parser(input),
        _ => Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Satisfy))),
    }
}
