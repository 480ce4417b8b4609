//! The forms of time controls: parsers named after the rules of `grammars/time-control.abnf`. Words are interpreted in
//! `words`.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, recognize};
use nom::multi::many1_count;
use nom::sequence::{delimited, preceded, terminated};

use super::control::{DAY, Stretches, TimeControl};
use crate::text::{byte, digits, thousandths_of, value_of};
use crate::{Expected, Parsed};

/// Maximum plausible number of moves in a period. In `7200/40`, the larger number is the time.
const MOST_MOVES: u64 = 60;
/// Maximum plausible number of moves in a period between engines: `240/10+0.1`.
const MOST_ENGINE_MOVES: u64 = 300;
/// Times in milliseconds that, in seconds, are probably numbers of moves.
const LIKELY_TIMES: std::ops::RangeInclusive<u64> = 20_000..=120_000;
/// Maximum plausible minutes of a game on a server: `600|5` may mean seconds.
const MOST_MINUTES: u64 = 180;

/// A stretch of a game with its own time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Period {
    /// The time that one player uses is given to the other.
    hourglass: bool,
    moves: Option<u64>,
    base: u64,
    increment: u64,
}

impl Period {
    /// True if its numbers are plausible.
    fn is_likely(self) -> bool {
        let Some(moves) = self.moves else { return true };
        // Engines play so fast that increments are fractions of a second.
        let is_of_engines = || {
            moves <= MOST_ENGINE_MOVES && ((1..1000).contains(&self.increment) || !LIKELY_TIMES.contains(&self.base))
        };
        moves <= MOST_MOVES || moves * 1000 <= self.base || is_of_engines()
    }

    /// True if it gives a day or more for each move.
    fn is_daily(self) -> bool {
        self.moves == Some(1) && self.base >= DAY
    }
}

/// A token of a value in words.
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

/// `period = *blank ["*"] [moves *blank "/" *blank] seconds [*blank "+" *blank [seconds [%s"d"]]] *blank`
fn period(input: &[u8]) -> Parsed<'_, Period> {
    let (rest, star) = preceded(blanks, opt(char('*'))).parse(input)?;
    let (rest, moves) = opt(terminated(moves, (blanks, char('/'), blanks))).parse(rest)?;
    let (rest, base) = terminated(seconds, blanks).parse(rest)?;
    // A delay adds no time.
    let added = map((seconds, opt(char('d'))), |(added, delay)| if delay.is_some() { 0 } else { added });
    let (rest, plus) = opt(delimited((char('+'), blanks), opt(added), blanks)).parse(rest)?;
    Ok((rest, Period { hourglass: star.is_some(), moves, base, increment: plus.flatten().unwrap_or(0) }))
}

/// `pgn-control = period *(":" period)`; `None` if the numbers are implausible
pub(super) fn pgn_control(input: &[u8]) -> Parsed<'_, Option<TimeControl>> {
    let (mut rest, first) = period(input)?;
    let mut stretches = Stretches::default();
    stretches.add(first.moves, first.base);
    let mut control = TimeControl {
        base: Some(first.base),
        increment: Some(first.increment),
        per_move: (first.moves == Some(1)).then_some(first.base),
        rises_freely: first.hourglass || first.moves == Some(1),
        daily: first.is_daily(),
        ..TimeControl::default()
    };
    let mut is_likely = first.is_likely();
    while let Some(after) = rest.strip_prefix(b":") {
        // `5:00` is ambiguous: five minutes, or five seconds and then none.
        let is_clock = matches!(after, [b'0', b'0'..=b'9', ..]);
        let (left, next) = period(after)?;
        stretches.add(next.moves, next.base);
        (control.per_move, control.rises_freely) = (None, first.hourglass);
        control.increment = control.increment.max(Some(next.increment));
        control.daily &= next.is_daily();
        is_likely &= next.is_likely() && !is_clock;
        rest = left;
    }
    control.periods = stretches.periods();
    Ok((rest, is_likely.then_some(control)))
}

/// `server-control = *blank 1*3%x30-39 *blank "|" *blank seconds *blank`: minutes and the increment, as servers write
/// them; `None` if the minutes may be seconds
pub(super) fn server_control(input: &[u8]) -> Parsed<'_, Option<TimeControl>> {
    let (rest, minutes) = delimited(blanks, map(digits(3), value_of), (blanks, char('|'), blanks)).parse(input)?;
    let (rest, increment) = terminated(seconds, blanks).parse(rest)?;
    let (base, increment) = (Some(minutes * 60_000), Some(increment));
    Ok((rest, (minutes <= MOST_MINUTES).then(|| TimeControl { base, increment, ..TimeControl::default() })))
}

/// Exactly `count` digits.
fn exactly<'a>(count: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, u64> {
    move |input| match digits(count)(input)? {
        (rest, number) if number.len() == count => Ok((rest, value_of(number))),
        _ => Err(nom::Err::Error(Expected { at: input, what: "digits" })),
    }
}

/// `clock-control = 1*2%x30-39 ":" 2%x30-39 ":" 2%x30-39 ["+" seconds]`
pub(super) fn clock_control(input: &[u8]) -> Parsed<'_, TimeControl> {
    let (rest, hours) = terminated(digits(2), char(':')).parse(input)?;
    let (rest, minutes) = terminated(exactly(2), char(':')).parse(rest)?;
    let (rest, left) = exactly(2)(rest)?;
    let (rest, plus) = opt(preceded(char('+'), seconds)).parse(rest)?;
    let base = (value_of(hours) * 3600 + minutes * 60 + left) * 1000;
    let increment = Some(plus.unwrap_or(0));
    Ok((rest, TimeControl { base: Some(base), increment, ..TimeControl::default() }))
}

/// `csa-limit = 1*3%x30-39 ":" 2%x30-39 ["+" *5%x30-39]`
pub(super) fn csa_limit(input: &[u8]) -> Parsed<'_, TimeControl> {
    let (rest, hours) = terminated(digits(3), char(':')).parse(input)?;
    let (rest, minutes) = exactly(2)(rest)?;
    let (rest, byoyomi) = opt(preceded(char('+'), opt(digits(5)))).parse(rest)?;
    let base = (value_of(hours) * 3600 + minutes * 60) * 1000;
    let byoyomi = byoyomi.flatten().map(|byoyomi| value_of(byoyomi) * 1000);
    Ok((rest, TimeControl { base: Some(base), byoyomi, ..TimeControl::default() }))
}

/// `csa-seconds = seconds "+" seconds "+" seconds`
pub(super) fn csa_seconds(input: &[u8]) -> Parsed<'_, TimeControl> {
    let (rest, (base, _, byoyomi, _, increment)) = (seconds, char('+'), seconds, char('+'), seconds).parse(input)?;
    let (base, byoyomi, increment) = (Some(base), Some(byoyomi), Some(increment));
    Ok((rest, TimeControl { base, byoyomi, increment, ..TimeControl::default() }))
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
    "pgn-control" => pgn_control,
    "period" => period,
    "moves" => moves,
    "seconds" => seconds,
    "clock-control" => clock_control,
    "server-control" => server_control,
    "csa-limit" => csa_limit,
    "csa-seconds" => csa_seconds,
    "lexeme" => lexeme,
    "number" => number,
    "word" => word,
    "letter" => letter,
    "mark" => mark,
    "blank" => blank,
};
