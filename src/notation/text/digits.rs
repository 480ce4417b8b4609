//! Numbers in digits.

use nom::error::{ErrorKind, ParseError};

use crate::{Expected, Parsed};

/// One to `most` digits, at most 19, unconverted.
#[inline]
pub(crate) fn digits<'a>(most: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| match input.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count() {
        0 => Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Digit))),
        count => Ok((&input[count..], &input[..count])),
    }
}

/// The value of any number of digits, or `u32::MAX` if it is larger.
pub(crate) fn saturating_value_of(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |sum: u32, digit| sum.saturating_mul(10).saturating_add(u32::from(digit & 15)))
}

/// The digits after a decimal point in thousandths; further digits are ignored.
pub(crate) fn thousandths_of(digits: &[u8]) -> u64 {
    let digits = &digits[..digits.len().min(3)];
    value_of(digits) * [1000, 100, 10, 1][digits.len()]
}

#[inline]
pub(crate) fn value_of(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit & 15))
}
