//! The forms of time controls: parsers named as the rules of `grammars/time-control.abnf`. Not for words.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, recognize};
use nom::multi::many1_count;
use nom::sequence::{delimited, preceded, terminated};

use crate::text::{byte, digits, thousandths_of, value_of};
use crate::{Expected, Parsed};

/// A stretch of a game with a time of its own; milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Period {
    /// What one player uses is given to the other.
    pub(super) hourglass: bool,
    pub(super) moves: Option<u64>,
    pub(super) base: u64,
    pub(super) increment: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) base: u64,
    pub(super) byoyomi: Option<u64>,
    pub(super) increment: Option<u64>,
}

/// A part of a value in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme<'a> {
    Number(u64),
    Word(&'a [u8]),
    Mark(u8),
}

/// `*blank`
pub(super) fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte| matches!(byte, b' ' | b'\t')).parse(input)
}

/// `blank = " " / %x09`
#[cfg(debug_assertions)]
fn blank(input: &[u8]) -> Parsed<'_, char> {
    one_of(" \t").parse(input)
}

/// `seconds = 1*9%x30-39 ["." *%x30-39]`
fn seconds(input: &[u8]) -> Parsed<'_, u64> {
    let (rest, whole) = digits(9)(input)?;
    let (rest, fraction) = opt(preceded(char('.'), take_while(|byte: u8| byte.is_ascii_digit()))).parse(rest)?;
    Ok((rest, value_of(whole) * 1000 + fraction.map_or(0, thousandths_of)))
}

/// `moves = 1*4%x30-39`
fn moves(input: &[u8]) -> Parsed<'_, u64> {
    map(digits(4), value_of).parse(input)
}

/// `period = *blank ["*"] [moves *blank "/" *blank] seconds [*blank "+" *blank [seconds]] *blank`
pub(super) fn period(input: &[u8]) -> Parsed<'_, Period> {
    let (rest, star) = preceded(blanks, opt(char('*'))).parse(input)?;
    let (rest, moves) = opt(terminated(moves, (blanks, char('/'), blanks))).parse(rest)?;
    let (rest, base) = terminated(seconds, blanks).parse(rest)?;
    let (rest, plus) = opt(delimited((char('+'), blanks), opt(seconds), blanks)).parse(rest)?;
    Ok((rest, Period { hourglass: star.is_some(), moves, base, increment: plus.flatten().unwrap_or(0) }))
}

/// `pgn-control = period *(":" period)`; gives each period to a function.
pub(super) fn pgn_control<'a>(mut each: impl FnMut(Period)) -> impl FnMut(&'a [u8]) -> Parsed<'a, ()> {
    move |input| {
        let (mut rest, first) = period(input)?;
        each(first);
        while let Some(after) = rest.strip_prefix(b":") {
            let (left, next) = period(after)?;
            each(next);
            rest = left;
        }
        Ok((rest, ()))
    }
}

/// So many digits, no more and no less.
fn exactly<'a>(count: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, u64> {
    move |input| match digits(count)(input)? {
        (rest, number) if number.len() == count => Ok((rest, value_of(number))),
        _ => Err(nom::Err::Error(Expected { at: input, what: "digits" })),
    }
}

/// `clock-control = 1*2%x30-39 ":" 2%x30-39 ":" 2%x30-39 ["+" seconds]`
pub(super) fn clock_control(input: &[u8]) -> Parsed<'_, Period> {
    let (rest, hours) = terminated(digits(2), char(':')).parse(input)?;
    let (rest, minutes) = terminated(exactly(2), char(':')).parse(rest)?;
    let (rest, left) = exactly(2)(rest)?;
    let (rest, plus) = opt(preceded(char('+'), seconds)).parse(rest)?;
    let base = (value_of(hours) * 3600 + minutes * 60 + left) * 1000;
    Ok((rest, Period { hourglass: false, moves: None, base, increment: plus.unwrap_or(0) }))
}

/// `csa-limit = 1*3%x30-39 ":" 2%x30-39 ["+" *5%x30-39]`
pub(super) fn csa_limit(input: &[u8]) -> Parsed<'_, Stated> {
    let (rest, hours) = terminated(digits(3), char(':')).parse(input)?;
    let (rest, minutes) = exactly(2)(rest)?;
    let (rest, byoyomi) = opt(preceded(char('+'), opt(digits(5)))).parse(rest)?;
    let base = (value_of(hours) * 3600 + minutes * 60) * 1000;
    Ok((rest, Stated { base, byoyomi: byoyomi.flatten().map(|byoyomi| value_of(byoyomi) * 1000), increment: None }))
}

/// `csa-seconds = seconds "+" seconds "+" seconds`
pub(super) fn csa_seconds(input: &[u8]) -> Parsed<'_, Stated> {
    let (rest, (base, _, byoyomi, _, increment)) = (seconds, char('+'), seconds, char('+'), seconds).parse(input)?;
    Ok((rest, Stated { base, byoyomi: Some(byoyomi), increment: Some(increment) }))
}

/// `lexeme = number / word / mark`
pub(super) fn lexeme(input: &[u8]) -> Parsed<'_, Lexeme<'_>> {
    alt((map(number, Lexeme::Number), map(word, Lexeme::Word), map(mark, Lexeme::Mark))).parse(input)
}

/// `number = 1*7%x30-39 ["." 1*7%x30-39]`
fn number(input: &[u8]) -> Parsed<'_, u64> {
    let (rest, whole) = digits(7)(input)?;
    let (rest, fraction) = opt(preceded(char('.'), digits(7))).parse(rest)?;
    Ok((rest, value_of(whole) * 1000 + fraction.map_or(0, thousandths_of)))
}

/// `word = 1*letter`
fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(many1_count(letter)).parse(input)
}

/// `letter = %x41-5A / %x61-7A / %x80-FF`
fn letter(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| byte.is_ascii_alphabetic() || byte >= 0x80)(input)
}

/// `mark = "''" / %x21-2F / %x3A-40 / %x5B-60 / %x7B-7E`
fn mark(input: &[u8]) -> Parsed<'_, u8> {
    let one = recognize(one_of("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"));
    alt((map(tag("''"), |_| b'"'), map(one, |mark: &[u8]| mark[0]))).parse(input)
}

#[cfg(debug_assertions)]
pub static RULES: &[crate::Rule] = crate::rule::rules! {
    "pgn-control" => pgn_control(|_| ()),
    "period" => period,
    "moves" => moves,
    "seconds" => seconds,
    "clock-control" => clock_control,
    "csa-limit" => csa_limit,
    "csa-seconds" => csa_seconds,
    "lexeme" => lexeme,
    "number" => number,
    "word" => word,
    "letter" => letter,
    "mark" => mark,
    "blank" => blank,
};
