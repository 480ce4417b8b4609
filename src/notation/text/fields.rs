//! Parsers for a position in one line: fields separated by blanks, board rows separated by slashes, counters.
//!
//! The grammars that use these parsers define the contents of boards and fields.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt, value, verify};
use nom::multi::fold_many0;
use nom::sequence::preceded;

use super::saturating_value_of;
use crate::{Expected, Parsed};
use partie_record::finding::Code;
use partie_record::message::{Message, quoted};
use partie_record::say;
use partie_rules::Side;

/// Maximum width in squares of a row on any board.
const MAX_WIDTH: usize = 11;
const MAX_COUNTER: u32 = 20_000;

/// A field of a position that is unreadable or out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFault {
    /// H010, H011 or H018.
    pub code: Code,
    /// A description of the fault and the field.
    pub message: Message,
}

/// A piece, or a number of empty squares.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Run<P> {
    Piece(P),
    Empty(u8),
}

/// A row of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<P> {
    pub(crate) places: [Option<P>; MAX_WIDTH],
    width: u8,
}

impl<P: Copy> Row<P> {
    const EMPTY: Self = Self { places: [None; MAX_WIDTH], width: 0 };

    #[inline]
    fn with(mut self, run: Run<P>) -> Self {
        match run {
            Run::Empty(count) => self.width = self.width.saturating_add(count),
            Run::Piece(piece) => {
                if let Some(place) = self.places.get_mut(usize::from(self.width)) {
                    *place = Some(piece);
                }
                self.width = self.width.saturating_add(1);
            }
        }
        self
    }
}

/// Parses runs that fill exactly `width` squares.
#[inline]
pub(crate) fn row<'a, P: Copy>(
    width: u8,
    run: impl Fn(&'a [u8]) -> Parsed<'a, Run<P>>,
) -> impl Fn(&'a [u8]) -> Parsed<'a, Row<P>> {
    move |input| verify(fold_many0(&run, || Row::EMPTY, Row::with), |row: &Row<P>| row.width == width).parse(input)
}

/// Parses rows separated by slashes; `row` receives the index of each row, from 0.
#[inline]
pub(crate) fn rows<'a, P: Copy, const N: usize>(
    row: impl Fn(usize, &'a [u8]) -> Parsed<'a, Row<P>>,
) -> impl Fn(&'a [u8]) -> Parsed<'a, [Row<P>; N]> {
    move |input| {
        let mut rows = [Row::EMPTY; N];
        let mut rest = input;
        for (number, place) in rows.iter_mut().enumerate() {
            if number > 0 {
                (rest, _) = char('/').parse(rest)?;
            }
            (rest, *place) = row(number, rest)?;
        }
        Ok((rest, rows))
    }
}

/// White space between two fields.
pub(crate) fn gap(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte: u8| byte.is_ascii_whitespace()).parse(input)
}

/// Parses the side to move in chess, `w` or `b`.
pub(crate) fn turn(input: &[u8]) -> Parsed<'_, Side> {
    alt((value(Side::First, char('w')), value(Side::Second, char('b')))).parse(input)
}

/// Parses a number of at least `least`, without leading zeros.
pub(crate) fn strict_counter<'a>(least: u32) -> impl Fn(&'a [u8]) -> Parsed<'a, u32> {
    move |input| {
        let mut plain = verify(digit1, |digits: &[u8]| digits.len() == 1 || digits[0] != b'0');
        counted(plain.parse(input)?, input, least)
    }
}

/// Parses a number of at least `least`, with or without a plus sign and leading zeros.
pub(crate) fn lenient_counter<'a>(least: u32) -> impl Fn(&'a [u8]) -> Parsed<'a, u32> {
    move |input| counted(preceded(opt(char('+')), digit1).parse(input)?, input, least)
}

/// The value of the digits if it is between `least` and `MAX_COUNTER`.
fn counted<'a>((rest, digits): (&'a [u8], &'a [u8]), input: &'a [u8], least: u32) -> Parsed<'a, u32> {
    let number = saturating_value_of(digits);
    if (least..=MAX_COUNTER).contains(&number) {
        Ok((rest, number))
    } else {
        Err(nom::Err::Error(Expected { at: input, what: "a number in range" }))
    }
}

/// The result of a parser if it consumes the whole field; `None` otherwise.
pub(crate) fn whole<'a, T>(field: &'a str, parser: impl Fn(&'a [u8]) -> Parsed<'a, T>) -> Option<T> {
    all_consuming(parser).parse(field.as_bytes()).ok().map(|(_, value)| value)
}

/// Collects the faults of a position that is read field by field because the whole position is unreadable.
pub(crate) trait Faults {
    fn fault(&mut self, code: Code, message: Message);

    /// The side to move in chess; White if the field is unreadable.
    fn turn(&mut self, field: Option<&str>) -> Side {
        field.and_then(|text| whole(text, turn)).unwrap_or_else(|| {
            let message = match field {
                Some(text) => say!("fen-side-to-move", seen = quoted(shorten(text))),
                None => say!("fen-side-to-move-missing"),
            };
            self.fault(Code::H010, message);
            Side::First
        })
    }

    /// The value of a counter, or `least` if the counter is unreadable.
    fn counter(&mut self, field: Option<&str>, name: Message, least: u32) -> u32 {
        let Some(text) = field else {
            self.fault(Code::H018, say!("counter-missing", counter = name));
            return least;
        };
        whole(text, lenient_counter(least)).unwrap_or_else(|| {
            self.fault(Code::H018, say!("counter-out-of-range", counter = name, seen = quoted(shorten(text))));
            least
        })
    }
}

impl Faults for Vec<FenFault> {
    fn fault(&mut self, code: Code, message: Message) {
        self.push(FenFault { code, message });
    }
}

/// A text to be quoted, truncated after 24 characters.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() > 24 { text.chars().take(24).chain(['…']).collect() } else { text.to_owned() }
}
