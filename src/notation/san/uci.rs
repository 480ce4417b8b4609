//! `grammars/uci.abnf`: moves in bare coordinates. Commands of UCI are not read here.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, not, opt, verify};
use nom::sequence::preceded;

use super::grammar::{lenient_promotion, letter, pawn, small_letter, target};
use super::squares::{Promotion, Sign, Squares};
use super::suffix::{Suffixes, suffixes};
use super::token::SanToken;
use crate::Parsed;
use crate::letters::Letters;
use partie_rules::chess::Role;

/// `uci-move = square square [uci-officer]`
pub(super) fn uci_move(input: &[u8]) -> Parsed<'_, SanToken> {
    let becomes = map(uci_officer, |role| Promotion { role, bare: true });
    map((uci_squares, opt(becomes)), |(squares, promotion)| squares.promoted(None, promotion, Suffixes::NONE))
        .parse(input)
}

/// `square square`
fn uci_squares(input: &[u8]) -> Parsed<'_, Squares> {
    map((target, target), |(from, to)| Squares::new(from, Sign::None, to)).parse(input)
}

/// `uci-officer = %s"n" / %s"b" / %s"r" / %s"q"`
pub(super) fn uci_officer(input: &[u8]) -> Parsed<'_, Role> {
    verify(small_letter, |role| !matches!(role, Role::Pawn | Role::King)).parse(input)
}

/// `lenient-uci-move = [pawn] square square [uci-promotion] *suffix`
pub(super) fn lenient_uci_move<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, SanToken> {
    move |input| {
        map(
            (opt(pawn(letters)), uci_squares, opt(uci_promotion(letters)), suffixes),
            |(pawn, squares, promotion, suffixes)| squares.promoted(pawn, promotion, suffixes),
        )
        .parse(input)
    }
}

/// `uci-promotion = lenient-promotion / small-letter`, and the English letters in any language; `bp` is a suffix
pub(super) fn uci_promotion<'a>(letters: &Letters) -> impl Fn(&'a [u8]) -> Parsed<'a, Promotion> {
    move |input| {
        let bare = alt((preceded(not(tag("bp")), small_letter), letter(Letters::ENGLISH)));
        alt((lenient_promotion(letters), map(bare, |role| Promotion { role, bare: true }))).parse(input)
    }
}

#[cfg(debug_assertions)]
pub static UCI_RULES: &[crate::Rule] = {
    const EN: &Letters = Letters::ENGLISH;
    crate::rule::rules! {
        "uci-move" => uci_move,
        "uci-officer" => uci_officer,
        "lenient-uci-move" => lenient_uci_move(EN),
        "uci-promotion" => uci_promotion(EN),
    }
};
