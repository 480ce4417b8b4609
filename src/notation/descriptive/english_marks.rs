//! English marks: `ch.`, `dis. ch.`, `(mate)`, `becoming a Queen`, `e. p.`

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::combinator::{map, opt, value};
use nom::sequence::{delimited, preceded, terminated};

use super::descriptive_move::Check;
use super::english_checks::{en_check, en_mate};
use super::english_names::officer;
use super::marks::{Mark, Marks, judgement, marks, none, passant, sign};
use super::words::{apart, blanks, close, one_of, open, set_apart, wide};
use crate::Parsed;
use crate::text::{just, led_by};
use partie_rules::chess::Role;

/// Words of en passant, longest first.
pub(super) const EN_PASSANT: &[&str] = &["en passant", "en pas", "in passing"];

/// `en-tails = *en-tail`
#[inline]
pub(super) fn en_tails(input: &[u8]) -> Parsed<'_, Marks> {
    marks(en_tail, en_tail, none)(input)
}

/// `en-tails-of-short = [en-tail-of-short *en-tail]`
pub(super) fn en_tails_of_short(input: &[u8]) -> Parsed<'_, Marks> {
    marks(en_tail_of_short, en_tail, none)(input)
}

/// `en-tails-promoting = *en-tail [apart en-promotion *en-tail]`
#[inline]
pub(super) fn en_tails_promoting(input: &[u8]) -> Parsed<'_, Marks> {
    marks(en_tail, en_tail, |input| preceded(apart, led_by(is_first_of_promotion, en_promotion)).parse(input))(input)
}

/// `en-tails-taking = *en-tail [apart (en-promotion / passant-english) *en-tail]`
#[inline]
pub(super) fn en_tails_taking(input: &[u8]) -> Parsed<'_, Marks> {
    let is_first = |byte| is_first_of_promotion(byte) || matches!(byte, b'e' | b'E' | b'i' | b'I' | b'_');
    marks(en_tail, en_tail, |input| preceded(apart, led_by(is_first, promotion_or_passant)).parse(input))(input)
}

/// True if a mark of check or mate, or a judgement, may begin with this byte.
const fn is_first_of_mark(byte: u8) -> bool {
    matches!(byte, b'+' | b'#' | b'!' | b'?' | b'(' | b'c' | b'C' | b'd' | b'D' | b'm' | b'M' | 0xe2)
}

/// True if a promotion may begin with this byte.
const fn is_first_of_promotion(byte: u8) -> bool {
    matches!(byte, b'=' | b'/' | b'(' | b'b' | b'B' | b'q' | b'Q')
}

fn promotion_or_passant(input: &[u8]) -> Parsed<'_, Mark> {
    alt((en_promotion, passant(EN_PASSANT))).parse(input)
}

/// `en-tail = apart [":" *blank] (en-mark / judgement)`
#[inline]
pub(super) fn en_tail(input: &[u8]) -> Parsed<'_, Mark> {
    preceded((apart, opt((just(b':'), blanks))), led_by(is_first_of_mark, mark)).parse(input)
}

fn mark(input: &[u8]) -> Parsed<'_, Mark> {
    alt((map(en_mark, Mark::Check), judgement)).parse(input)
}

/// `en-tail-of-short = sign / judgement / open (sign / en-check / en-mate) close / set-apart (en-mark / judgement)`
pub(super) fn en_tail_of_short(input: &[u8]) -> Parsed<'_, Mark> {
    let bracketed = delimited(open, alt((sign, en_mate, en_check)), close);
    alt((
        map(alt((sign, bracketed, preceded(set_apart, en_mark))), Mark::Check),
        judgement,
        preceded(set_apart, judgement),
    ))
    .parse(input)
}

/// `en-mark = sign / en-mate / en-check / open (sign / en-mate / en-check) close`
#[inline]
pub(super) fn en_mark(input: &[u8]) -> Parsed<'_, Check> {
    let plain = || alt((sign, led_by(|byte| byte.is_ascii_alphabetic(), mate_or_check)));
    alt((plain(), delimited(open, plain(), close))).parse(input)
}

fn mate_or_check(input: &[u8]) -> Parsed<'_, Check> {
    alt((en_mate, en_check)).parse(input)
}

/// `en-promotion = en-turns / sign-of-promotion en-becomes / open (en-turns / sign-of-promotion en-becomes /
/// [en-article 1*blank] en-becomes) close`
pub(super) fn en_promotion(input: &[u8]) -> Parsed<'_, Mark> {
    let plain = || alt((en_turns, preceded(sign_of_promotion, en_becomes)));
    let article = opt(terminated(en_article, wide));
    let role = alt((plain(), delimited(open, alt((plain(), preceded(article, en_becomes))), close)));
    map(role, Mark::Promotion).parse(input)
}

/// `sign-of-promotion = ("=" / "/") *blank`
pub(super) fn sign_of_promotion(input: &[u8]) -> Parsed<'_, ()> {
    value((), (alt((tag("="), tag("/"))), blanks)).parse(input)
}

/// `en-turns = ("becoming" / "becomes") 1*blank [en-article 1*blank] en-becomes / "queens"`
pub(super) fn en_turns(input: &[u8]) -> Parsed<'_, Role> {
    let becoming = (one_of(&["becoming", "becomes"]), wide, opt(terminated(en_article, wide)));
    alt((preceded(becoming, en_becomes), value(Role::Queen, tag_no_case("queens")))).parse(input)
}

/// `en-article = "a" / "2d" / "2nd" / "second"`
pub(super) fn en_article(input: &[u8]) -> Parsed<'_, ()> {
    value((), one_of(&["a", "2d", "2nd", "second"])).parse(input)
}

/// `en-becomes = (%s"Queen" / %s"Rook" / %s"Bishop" / %s"Knight" / %s"Q" / officer) ["."]`
pub(super) fn en_becomes(input: &[u8]) -> Parsed<'_, Role> {
    let name = alt((
        value(Role::Queen, tag("Queen")),
        value(Role::Rook, tag("Rook")),
        value(Role::Bishop, tag("Bishop")),
        value(Role::Knight, tag("Knight")),
        value(Role::Queen, tag("Q")),
        officer,
    ));
    terminated(name, opt(tag("."))).parse(input)
}
