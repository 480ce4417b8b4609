//! Numbers in digits.

use nom::error::{ErrorKind, ParseError};

use crate::{Expected, Parsed};

/// One to `most` digits, at most 19, as they are written.
#[inline]
pub(crate) fn digits<'a>(most: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| match input.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count() {
        0 => Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Digit))),
        count => Ok((&input[count..], &input[..count])),
    }
}

#[inline]
pub(crate) fn value_of(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit & 15))
}
