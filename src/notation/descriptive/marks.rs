//! Marks after a move, common to all languages, and their extent.
//!
//! Not for the words of a language, nor for words about a game's end, which do not belong to the move.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::combinator::{map, opt, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Parser, error::ErrorKind, error::ParseError};

use super::descriptive_move::{Action, Check, DescriptiveMove, Piece};
use super::words::{blanks, close, end_of_word, one_of, open, wide};
use crate::text::{byte, just};
use crate::{Expected, Parsed};
use partie_rules::chess::Role;

/// A mark after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Check(Check),
    /// `!` or `?`.
    Judgement,
    EnPassant,
    Promotion(Role),
}

/// The marks of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    check: Check,
    en_passant: bool,
    promotion: Option<Role>,
}

impl Marks {
    const fn add(&mut self, mark: Mark) {
        match mark {
            Mark::Check(check) => self.check = check,
            Mark::Judgement => {}
            Mark::EnPassant => self.en_passant = true,
            Mark::Promotion(role) => self.promotion = Some(role),
        }
    }

    pub(super) const fn promoting(self, role: Role) -> Self {
        Self { promotion: Some(role), ..self }
    }

    /// Builds the move with these marks.
    pub(super) const fn of(self, mover: Piece, action: Action) -> DescriptiveMove {
        let Self { check, en_passant, promotion } = self;
        DescriptiveMove { mover, action, promotion, en_passant, check }
    }
}

/// `[first *tail] [once *tail]`: parses marks up to the last one after which a word may end.
#[inline]
pub(super) fn marks<'a>(
    first: impl Fn(&'a [u8]) -> Parsed<'a, Mark>,
    tail: impl Fn(&'a [u8]) -> Parsed<'a, Mark>,
    once: impl Fn(&'a [u8]) -> Parsed<'a, Mark>,
) -> impl Fn(&'a [u8]) -> Parsed<'a, Marks> {
    move |input| {
        let mut marks = Marks::default();
        let mut best = end_of_word(input).map(|_| (input, marks));
        let (mut rest, mut is_open) = (input, true);
        loop {
            let next = if rest.len() == input.len() { first(rest) } else { tail(rest) };
            let next = next.or_else(|error| if is_open { once(rest) } else { Err(error) });
            let Ok((after, mark)) = next else { return best };
            is_open &= !matches!(mark, Mark::EnPassant | Mark::Promotion(_));
            marks.add(mark);
            rest = after;
            if end_of_word(rest).is_ok() && !(marks.check == Check::Mate && announced(rest).is_ok()) {
                best = Ok((rest, marks));
            }
        }
    }
}

pub(super) fn none(input: &[u8]) -> Parsed<'_, Mark> {
    Err(nom::Err::Error(Expected::from_error_kind(input, ErrorKind::Fail)))
}

/// `mate in two` announces a mate that this move does not give.
fn announced(input: &[u8]) -> Parsed<'_, ()> {
    delimited(wide, value((), one_of(&["in", "en"])), wide).parse(input)
}

/// `sign = "++" / "+" / "#" / %xE2.80.A0 / %xE2.80.A1`
#[inline]
pub(super) fn sign(input: &[u8]) -> Parsed<'_, Check> {
    let plus = |second: Option<_>| if second.is_some() { Check::DoubleOrMate } else { Check::Check };
    alt((
        map(preceded(just(b'+'), opt(just(b'+'))), plus),
        value(Check::Mate, just(b'#')),
        value(Check::Check, tag("†")),
        value(Check::Mate, tag("‡")),
    ))
    .parse(input)
}

/// `judgement = "!" / "?"`
#[inline(always)]
pub(super) fn judgement(input: &[u8]) -> Parsed<'_, Mark> {
    value(Mark::Judgement, byte(|byte| matches!(byte, b'!' | b'?'))).parse(input)
}

/// `ep-english = "e." *blank "p" ["."] / "ep" / ("en passant" / "en pas" / "in passing") ["."]` with the words of the
/// language.
pub(super) fn ep<'a>(words: &'static [&'static str]) -> impl Fn(&'a [u8]) -> Parsed<'a, Mark> {
    move |input| {
        let dotted = (tag_no_case("e."), blanks, tag_no_case("p"), opt(tag(".")));
        let spoken = terminated(one_of(words), opt(tag(".")));
        value(Mark::EnPassant, alt((value((), dotted), value((), tag_no_case("ep")), value((), spoken)))).parse(input)
    }
}

/// `passant-english = ep-english / "_" ep-english "_" / open (ep-english / "_" ep-english "_") close` with the words
/// of the language.
pub(super) fn passant<'a>(words: &'static [&'static str]) -> impl Fn(&'a [u8]) -> Parsed<'a, Mark> {
    move |input| {
        let italic = || alt((delimited(tag("_"), ep(words), tag("_")), ep(words)));
        alt((italic(), delimited(open, italic(), close))).parse(input)
    }
}
