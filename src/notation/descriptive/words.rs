//! The small rules shared by all descriptive notations: blanks, signs, digits, brackets.
//!
//! Not for names of pieces or squares.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, not, opt, value};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{many0_count, many1_count};
use nom::{AsChar, Parser};

use super::descriptive_move::{Action, Place, Takes};
use crate::text::{byte, just};
use crate::{Expected, Parsed};

/// `space = " " / %x09 / %xC2.A0`
#[inline(always)]
pub(super) fn space(input: &[u8]) -> Parsed<'_, ()> {
    alt((value((), byte(|byte| matches!(byte, b' ' | b'\t'))), value((), tag("\u{a0}")))).parse(input)
}

/// `blank = space / %x0A / %x0D`
#[inline(always)]
pub(super) fn blank(input: &[u8]) -> Parsed<'_, ()> {
    alt((space, value((), byte(|byte| matches!(byte, b'\n' | b'\r'))))).parse(input)
}

/// `*blank`
#[inline(always)]
pub(super) fn blanks(input: &[u8]) -> Parsed<'_, ()> {
    value((), many0_count(blank)).parse(input)
}

/// `1*blank`
#[inline(always)]
pub(super) fn wide(input: &[u8]) -> Parsed<'_, ()> {
    value((), many1_count(blank)).parse(input)
}

/// `dash = "--" / "-" / %xE2.80 %x90-95 / %xE2.88.92 / %xC2.B7 / %x96-97`, the last in code pages of Windows: the piece
/// moves to the following place.
#[inline(always)]
pub(super) fn dash(input: &[u8]) -> Parsed<'_, fn(Place) -> Action> {
    let drawn = (tag(&b"\xe2\x80"[..]), byte(|byte| matches!(byte, 0x90..=0x95)));
    let of_windows = byte(|byte| matches!(byte, 0x96 | 0x97));
    let minus = value((), alt((tag("\u{2212}"), tag("\u{b7}"))));
    let sign = alt((value((), (just(b'-'), opt(just(b'-')))), value((), drawn), minus, value((), of_windows)));
    value(Action::To as fn(Place) -> Action, sign).parse(input)
}

/// `cross = "x" / %xC3.97 / %xD7`, the last in Latin-1: the piece captures the following one.
#[inline(always)]
pub(super) fn cross(input: &[u8]) -> Parsed<'_, Takes> {
    let sign = alt((value((), byte(|byte| matches!(byte, b'x' | b'X' | 0xd7))), value((), tag("×"))));
    value(Action::Takes as Takes, sign).parse(input)
}

/// `rank = %x31-38` as a bit; rejects a digit of a longer number.
#[inline(always)]
pub(super) fn rank(input: &[u8]) -> Parsed<'_, u8> {
    let (rest, digit) = byte(|byte| matches!(byte, b'1'..=b'8'))(input)?;
    value(1 << (digit - b'1'), not(byte(AsChar::is_dec_digit))).parse(rest)
}

/// `apart = ["."] [","] *blank`
#[inline(always)]
pub(super) fn apart(input: &[u8]) -> Parsed<'_, ()> {
    value((), (opt(just(b'.')), opt(just(b',')), blanks)).parse(input)
}

/// `set-apart = "." [","] *blank / "," *blank / 1*blank`
pub(super) fn set_apart(input: &[u8]) -> Parsed<'_, ()> {
    alt((value((), (just(b'.'), opt(just(b',')), blanks)), value((), (just(b','), blanks)), wide)).parse(input)
}

/// `set-off = "." *blank / 1*blank`
pub(super) fn set_off(input: &[u8]) -> Parsed<'_, ()> {
    alt((value((), (just(b'.'), blanks)), wide)).parse(input)
}

/// `open = "(" *blank`
#[inline(always)]
pub(super) fn open(input: &[u8]) -> Parsed<'_, ()> {
    value((), (just(b'('), blanks)).parse(input)
}

/// `close = ["."] *blank ")"`
#[inline(always)]
pub(super) fn close(input: &[u8]) -> Parsed<'_, ()> {
    value((), (opt(just(b'.')), blanks, just(b')'))).parse(input)
}

/// Parses the first matching word, in any case; longer words precede their prefixes.
pub(super) fn one_of<'a>(words: &'static [&'static str]) -> impl Fn(&'a [u8]) -> Parsed<'a, usize> {
    move |input| {
        let found = words.iter().enumerate().find_map(|(number, word)| {
            let (head, rest) = input.split_at_checked(word.len())?;
            head.eq_ignore_ascii_case(word.as_bytes()).then_some((rest, number))
        });
        found.ok_or_else(|| nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Alt)))
    }
}

/// Succeeds at the end of a word: no letter, digit, apostrophe or underscore follows.
#[inline(always)]
pub(super) fn end_of_word(input: &[u8]) -> Parsed<'_, ()> {
    let goes_on = byte(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | b'_'));
    not(alt((value((), goes_on), map(tag("\u{2019}"), |_| ())))).parse(input)
}
