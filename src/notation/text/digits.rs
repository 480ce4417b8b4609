//! Numbers in digits.

use nom::bytes::complete::take_while_m_n;
use nom::{AsChar, Parser};

use crate::notation::Parsed;

/// One to `most` digits, at most 19, as they are written.
pub(in crate::notation) fn digits<'a>(most: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| take_while_m_n(1, most, u8::is_dec_digit).parse(input)
}

/// The value of digits.
#[inline]
pub(in crate::notation) fn value_of(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit & 15))
}
