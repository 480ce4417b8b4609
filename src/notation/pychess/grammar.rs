//! Parsers of moves of PyChess, each named after its rule in `grammars/pychess.abnf`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take};
use nom::character::complete::one_of;
use nom::combinator::{map, map_opt, opt, value};
use nom::sequence::{preceded, separated_pair, terminated};

use crate::san::CheckMark;
use crate::text::word;
use crate::{Parsed, sfen};
#[cfg(debug_assertions)]
use crate::{Rule, rule::rules};
use partie_rules::shogi::{Origin, Pattern, PieceType, Square};

const PROMOTED: [(&str, PieceType); 2] = [("D", PieceType::Dragon), ("H", PieceType::Horse)];

/// `pychess-move = pychess-drop / pychess-board-move`
pub(super) fn pychess_move(input: &[u8]) -> Parsed<'_, Pattern> {
    alt((pychess_drop, pychess_board_move)).parse(input)
}

fn pattern(kind: PieceType, (origin, to): (Origin, Square), promotes: Option<bool>) -> Pattern {
    Pattern { to, origin, kind: Some(kind), after: None, promotes, flank: None, motion: None }
}

/// `pychess-drop = pychess-officer "@" pychess-square [pychess-check]`
fn pychess_drop(input: &[u8]) -> Parsed<'_, Pattern> {
    let (rest, (kind, to)) = separated_pair(pychess_officer, tag("@"), pychess_square).parse(input)?;
    let (rest, _) = opt(pychess_check).parse(rest)?;
    Ok((rest, pattern(kind, (Origin::Hand, to), None)))
}

/// `pychess-board-move = pychess-piece pychess-course [pychess-promotion] [pychess-check]`
fn pychess_board_move(input: &[u8]) -> Parsed<'_, Pattern> {
    let (rest, (kind, course)) = (pychess_piece, pychess_course).parse(input)?;
    let (rest, promotes) = opt(pychess_promotion).parse(rest)?;
    let (rest, _) = opt(pychess_check).parse(rest)?;
    Ok((rest, pattern(kind, course, Some(promotes.unwrap_or(false)))))
}

/// `pychess-piece = pychess-officer / %s"K" / "+" (%s"P" / %s"L" / %s"N" / %s"S" / %s"B" / %s"R") / %s"D" / %s"H"`
fn pychess_piece(input: &[u8]) -> Parsed<'_, PieceType> {
    let promoted = map_opt(preceded(tag("+"), pychess_officer), PieceType::promoted);
    alt((pychess_officer, value(PieceType::King, tag("K")), promoted, word(&PROMOTED))).parse(input)
}

/// `pychess-officer = %s"P" / %s"L" / %s"N" / %s"S" / %s"G" / %s"B" / %s"R"`
fn pychess_officer(input: &[u8]) -> Parsed<'_, PieceType> {
    let kind = |letter: &[u8]| match *letter {
        [letter] => sfen::kind(letter).filter(|kind| *kind != PieceType::King),
        _ => None,
    };
    map_opt(take(1usize), kind).parse(input)
}

/// `pychess-course = pychess-square [%s"x"] pychess-square / pychess-file [%s"x"] pychess-square
/// / pychess-rank [%s"x"] pychess-square / [%s"x"] pychess-square`
fn pychess_course(input: &[u8]) -> Parsed<'_, (Origin, Square)> {
    let sign = || opt(tag("x"));
    let origin = alt((
        terminated(map(pychess_square, Origin::Square), sign()),
        terminated(map(pychess_file, Origin::File), sign()),
        terminated(map(pychess_rank, Origin::Rank), sign()),
    ));
    let plain = preceded(sign(), pychess_square).map(|to| (Origin::Unstated, to));
    alt(((origin, pychess_square), plain)).parse(input)
}

/// `pychess-promotion = "=" (%s"G" / %s"H" / %s"D" / %s"T")`
fn pychess_promotion(input: &[u8]) -> Parsed<'_, bool> {
    value(true, (tag("="), one_of("GHDT"))).parse(input)
}

/// `pychess-check = "+" / "#"`
fn pychess_check(input: &[u8]) -> Parsed<'_, CheckMark> {
    alt((value(CheckMark::Check, tag("+")), value(CheckMark::Mate, tag("#")))).parse(input)
}

/// `pychess-square = pychess-file pychess-rank`
fn pychess_square(input: &[u8]) -> Parsed<'_, Square> {
    map_opt((pychess_file, pychess_rank), |(file, rank)| Square::at(file, rank)).parse(input)
}

/// `pychess-file = %x61-69`
fn pychess_file(input: &[u8]) -> Parsed<'_, u8> {
    one_of("abcdefghi").map(|letter| b'j' - letter as u8).parse(input)
}

/// `pychess-rank = %x31-39`
fn pychess_rank(input: &[u8]) -> Parsed<'_, u8> {
    one_of("123456789").map(|digit| b':' - digit as u8).parse(input)
}

/// The rules of `grammars/pychess.abnf`, for the tests.
#[cfg(debug_assertions)]
pub const RULES: &[Rule] = rules! {
    "pychess-move" => pychess_move,
    "pychess-drop" => pychess_drop,
    "pychess-board-move" => pychess_board_move,
    "pychess-piece" => pychess_piece,
    "pychess-officer" => pychess_officer,
    "pychess-course" => pychess_course,
    "pychess-promotion" => pychess_promotion,
    "pychess-check" => pychess_check,
    "pychess-square" => pychess_square,
    "pychess-file" => pychess_file,
    "pychess-rank" => pychess_rank,
};
