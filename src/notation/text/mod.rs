//! Small parsers and combinators over bytes that several grammars share.

pub(super) mod fields;

use nom::Parser;
use nom::bytes::complete::tag_no_case;
use nom::error::{ErrorKind, ParseError};

use crate::{Expected, Parsed};
use partie_record::span;

/// Parses the first byte if `is` returns true for it.
#[inline(always)]
pub(crate) fn byte<'a>(is: impl Fn(u8) -> bool) -> impl Fn(&'a [u8]) -> Parsed<'a, u8> {
    move |input| match input {
        [first, rest @ ..] if is(*first) => Ok((rest, *first)),
        _ => Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Satisfy))),
    }
}

/// Parses exactly the byte `wanted`.
#[inline(always)]
pub(crate) fn just<'a>(wanted: u8) -> impl Fn(&'a [u8]) -> Parsed<'a, u8> {
    byte(move |byte| byte == wanted)
}

/// Runs `parser` only if `first` accepts the first byte, which saves trying several alternatives.
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

/// Parses one to `most` digits, unconverted. `value_of` may overflow with more than 19 digits.
#[inline]
pub(crate) fn digits<'a>(most: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    move |input| match input.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count() {
        0 => Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Digit))),
        count => Ok((&input[count..], &input[..count])),
    }
}

/// The value of any number of digits, or `u32::MAX` if the value is larger.
pub(crate) fn saturating_value_of(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |sum: u32, digit| sum.saturating_mul(10).saturating_add(u32::from(digit & 15)))
}

/// The value in thousandths of the digits after a decimal point; digits after the third are ignored.
pub(crate) fn thousandths_of(digits: &[u8]) -> u64 {
    let digits = &digits[..digits.len().min(3)];
    value_of(digits) * [1000, 100, 10, 1][digits.len()]
}

#[inline]
pub(crate) fn value_of(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit & 15))
}

/// Runs `parser`; if it fails anywhere, reports that `what` was expected at the beginning of the input.
#[inline(always)]
pub(crate) fn expecting<'a, T>(
    what: &'static str,
    mut parser: impl Parser<&'a [u8], Output = T, Error = Expected<'a>>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, T> {
    move |input| parser.parse(input).map_err(|error| error.map(|_| Expected { at: input, what }))
}

/// The last line whose end was searched. A line of a megabyte may have a million tags or comments, each of which needs
/// the end of its line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownLine {
    from: usize,
    /// 0 if no end is known.
    end: usize,
}

impl KnownLine {
    /// The end of the line that contains `from`.
    pub(crate) fn end(&mut self, bytes: &[u8], from: usize) -> usize {
        if self.end == 0 || self.end > bytes.len() || !(self.from..=self.end).contains(&from) {
            *self = Self { from, end: span::line_end(bytes, from) };
        }
        self.end
    }
}

/// All texts with one byte replaced or inserted, and all prefixes of `text`, for tests of fast paths.
#[cfg(test)]
pub(crate) fn one_off(text: &[u8], bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for at in 0..=text.len() {
        let (before, behind) = text.split_at(at);
        all.push(before.to_vec());
        for byte in bytes {
            all.push([before, &[*byte], behind].concat());
            all.extend(behind.split_first().map(|(_, rest)| [before, &[*byte], rest].concat()));
        }
    }
    all
}

/// The first token of an input, or the junk before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recovered<'a, T> {
    /// A token, and the rest of the input.
    Token(T, &'a [u8]),
    /// Unreadable bytes, at least one, and the rest of the input.
    Junk(&'a [u8], &'a [u8]),
}

/// Reads the next token, or junk up to a place where a token can begin.
///
/// `junk` returns the number of bytes to skip; it is called only if `token` fails. This is the core of each reader's
/// loop: no input is lost, and each step consumes at least one byte of a nonempty input.
#[inline(always)]
pub(crate) fn recover<'a, T>(
    input: &'a [u8],
    token: impl FnOnce(&'a [u8]) -> Parsed<'a, T>,
    junk: impl FnOnce(&'a [u8]) -> usize,
) -> Recovered<'a, T> {
    match token(input) {
        Ok((rest, token)) if rest.len() < input.len() => Recovered::Token(token, rest),
        _ => {
            let count = junk(input).clamp(1, input.len().max(1)).min(input.len());
            let (junk, rest) = input.split_at(count);
            Recovered::Junk(junk, rest)
        }
    }
}

/// The result of `parser` if it consumes the whole `text`; `None` otherwise.
#[inline(always)]
pub(crate) fn whole<'a, T>(text: &'a [u8], parser: impl FnOnce(&'a [u8]) -> Parsed<'a, T>) -> Option<T> {
    parser(text).ok().and_then(|(rest, value)| rest.is_empty().then_some(value))
}

/// Like [`whole`], with the reason of a failure; `end` was expected if text remains.
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

/// Parses the first word of `table` that begins the input, and returns its value. The table must list longer words
/// before their prefixes.
pub(crate) fn word<'a, W, T: Copy>(table: &'static [(W, T)]) -> impl Fn(&'a [u8]) -> Parsed<'a, T>
where
    W: AsRef<[u8]>,
{
    move |input| {
        let found = table.iter().find_map(|(word, value)| Some((input.strip_prefix(word.as_ref())?, *value)));
        found.ok_or(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Alt)))
    }
}

/// Like `word`, ignoring the case of ASCII letters.
pub(crate) fn word_in_any_case<'a, T: Copy>(table: &'static [(&'static str, T)]) -> impl Fn(&'a [u8]) -> Parsed<'a, T> {
    move |input| {
        let found =
            table.iter().find_map(|(word, value)| match tag_no_case::<_, _, Expected<'a>>(*word).parse(input) {
                Ok((rest, _)) => Some((rest, *value)),
                Err(_) => None,
            });
        found.ok_or(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Alt)))
    }
}
