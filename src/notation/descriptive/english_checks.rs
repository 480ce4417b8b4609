//! English words of check and mate: `ch.`, `dis. ch.`, `mate`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::combinator::{opt, value};
use nom::sequence::terminated;

use super::descriptive_move::Check;
use super::words::{blanks, one_of};
use crate::Parsed;

/// `en-check = en-check-word / ("discovered" / "disc" / "dis" / "double" / "doub" / "dble" / "dbl") ["."] *blank
/// en-check-word`
///
/// `disch` is `dis` and `ch`, although it begins with `disc`: each word is tried together with the word of check.
pub(super) fn en_check(input: &[u8]) -> Parsed<'_, Check> {
    let kind = |word: &'static str| (tag_no_case(word), opt(tag(".")), blanks, en_check_word);
    alt((
        en_check_word,
        value(Check::Discovered, alt((kind("discovered"), kind("disc"), kind("dis")))),
        value(Check::Double, alt((kind("double"), kind("doub"), kind("dble"), kind("dbl")))),
    ))
    .parse(input)
}

/// `en-check-word = ("check" / "ch") ["."]`
pub(super) fn en_check_word(input: &[u8]) -> Parsed<'_, Check> {
    value(Check::Check, terminated(one_of(&["check", "ch"]), opt(tag(".")))).parse(input)
}

/// `en-mate = "checkmate" / "mate"`
pub(super) fn en_mate(input: &[u8]) -> Parsed<'_, Check> {
    value(Check::Mate, one_of(&["checkmate", "mate"])).parse(input)
}
