//! The parsers of PSN, each of the name of its rule in `grammars/psn.abnf`. Tags and comments are read as PGN's.

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while, take_while_m_n, take_while1};
use nom::character::complete::one_of;
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, rest, value, verify};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{AsChar, Parser};

use super::words::WORDS;
use crate::notation::text::{byte, digits, value_of, word};
use crate::notation::{Parsed, sfen};
#[cfg(debug_assertions)]
use crate::notation::{Rule, rule::rules};
use crate::record::Terminal;
use crate::rules::Side;
use crate::rules::shogi::{Origin, Pattern, PieceType, Square};

/// Results that tokens of PGN state, as an end and the side that lost.
const RESULTS: [(&str, (Terminal, Option<Side>)); 3] = [
    ("1-0", (Terminal::Resignation, Some(Side::Second))),
    ("0-1", (Terminal::Resignation, Some(Side::First))),
    ("1/2-1/2", (Terminal::Draw, None)),
];

/// Letters of servers for promoted pieces.
const OF_SERVERS: [(&str, PieceType); 3] = [("T", PieceType::Tokin), ("D", PieceType::Dragon), ("H", PieceType::Horse)];

/// `psn-move = psn-drop / psn-board-move`
pub(super) fn psn_move(input: &[u8]) -> Parsed<'_, Pattern> {
    alt((psn_drop, psn_board_move)).parse(input)
}

/// `psn-board-move = psn-piece psn-course ["+" / "="]`
fn psn_board_move(input: &[u8]) -> Parsed<'_, Pattern> {
    let promotes = opt(alt((value(true, tag("+")), value(false, tag("=")))));
    (psn_piece, psn_course, promotes)
        .map(|(kind, (origin, to), promotes)| Pattern {
            to,
            origin,
            kind: Some(kind),
            after: None,
            promotes,
            flank: None,
            motion: None,
        })
        .parse(input)
}

/// `psn-drop = psn-officer ("*" / "'") psn-square`
fn psn_drop(input: &[u8]) -> Parsed<'_, Pattern> {
    separated_pair(psn_officer, alt((tag("*"), tag("'"))), psn_square)
        .map(|(kind, to)| {
            let kind = Some(kind);
            Pattern { to, origin: Origin::Hand, kind, after: None, promotes: None, flank: None, motion: None }
        })
        .parse(input)
}

/// `psn-piece = psn-officer / %s"K" / "+" (%s"P" / %s"L" / %s"N" / %s"S" / %s"B" / %s"R") / %s"T" / %s"D" / %s"H"`
fn psn_piece(input: &[u8]) -> Parsed<'_, PieceType> {
    let promoted = map_opt(preceded(tag("+"), psn_officer), PieceType::promoted);
    alt((psn_officer, value(PieceType::King, tag("K")), promoted, word(&OF_SERVERS))).parse(input)
}

/// `psn-officer = %s"P" / %s"L" / %s"N" / %s"S" / %s"G" / %s"B" / %s"R"`
fn psn_officer(input: &[u8]) -> Parsed<'_, PieceType> {
    let kind = |letter: &[u8]| match *letter {
        [letter] => sfen::kind(letter).filter(|kind| *kind != PieceType::King),
        _ => None,
    };
    map_opt(take(1usize), kind).parse(input)
}

/// `psn-course = psn-square [psn-sign] psn-square / [psn-sign] psn-square`
fn psn_course(input: &[u8]) -> Parsed<'_, (Origin, Square)> {
    let stated = separated_pair(map(psn_square, Origin::Square), opt(psn_sign), psn_square);
    alt((stated, preceded(opt(psn_sign), psn_square).map(|to| (Origin::Unstated, to)))).parse(input)
}

/// `psn-sign = "-" / %s"x"`
fn psn_sign(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((tag("-"), tag("x"))).parse(input)
}

/// `psn-square = %x31-39 (%x61-69 / %x31-39)`
fn psn_square(input: &[u8]) -> Parsed<'_, Square> {
    // Digits, and the letters a to i, have their number in the last four bits.
    let one_to_nine = |digit: char| digit as u8 & 15;
    let file = one_of("123456789").map(one_to_nine);
    let rank = one_of("abcdefghi123456789").map(one_to_nine);
    map_opt((file, rank), |(file, rank)| Square::at(file, rank)).parse(input)
}

/// `psn-end = %s"Resigns" / %s"resigns" / %s"Time" / %s"Mate" / %s"mate" / %s"No-mate" / %s"Repetition"
/// / %s"Sennichite" / %s"Impasse" / %s"Jishogi" / %s"Declares" / %s"Interrupted" / %s"Foul-before"
/// / %s"Foul" / %s"Default-win" / %s"Default" / %s"Sealed" / %s"Max-moves" / %s"Try" / %s"Draw"
/// / %s"Error" / %s"Takeback" / psn-result`
pub(super) fn psn_end(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    alt((word(&WORDS).map(|terminal| (terminal, None)), psn_result)).parse(input)
}

/// `psn-result = "1-0" / "0-1" / "1/2-1/2"`
fn psn_result(input: &[u8]) -> Parsed<'_, (Terminal, Option<Side>)> {
    word(&RESULTS)(input)
}

/// `psn-time = %s"{[%emt " psn-clock "]}"`, in milliseconds.
pub(super) fn psn_time(input: &[u8]) -> Parsed<'_, u64> {
    delimited(tag("{[%emt "), psn_clock, tag("]}")).parse(input)
}

/// `psn-clock = 1*2%x30-39 ":" sixty ":" sixty ["." 1*3%x30-39]`, in milliseconds.
fn psn_clock(input: &[u8]) -> Parsed<'_, u64> {
    let thousandths = opt(preceded(tag("."), digits(3)))
        .map(|fraction| fraction.map_or(0, |digits| value_of(digits) * [1000, 100, 10, 1][digits.len().min(3)]));
    let hours = terminated(digits(2).map(value_of), tag(":"));
    (hours, terminated(sixty, tag(":")), sixty, thousandths)
        .map(|(hours, minutes, seconds, thousandths)| (hours * 3600 + minutes * 60 + seconds) * 1000 + thousandths)
        .parse(input)
}

/// `sixty = %x30-35 %x30-39`
fn sixty(input: &[u8]) -> Parsed<'_, u64> {
    let below = |digits: &[u8]| value_of(digits) < 60;
    verify(take_while_m_n(2, 2, u8::is_dec_digit), below).map(value_of).parse(input)
}

/// `psn-word = psn-moved / likely-move`
pub(super) fn psn_word(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((recognize(all_consuming(psn_moved)), likely_move)).parse(input)
}

/// `psn-moved = psn-move [psn-glyphs]`, with what the signs of annotators are.
pub(super) fn psn_moved(input: &[u8]) -> Parsed<'_, (Pattern, Option<&[u8]>)> {
    (psn_move, opt(psn_glyphs)).parse(input)
}

/// `likely-move = (%x41-5A / "+") *10%x00-FF / 1*3(%x00-30 / %x3A-FF) %x31-39 *7%x00-FF`
fn likely_move(input: &[u8]) -> Parsed<'_, &[u8]> {
    let at_most = |count: usize| verify(rest, move |text: &[u8]| text.len() <= count);
    let is_file = |byte: u8| matches!(byte, b'1'..=b'9');
    let begins = (byte(|first| first.is_ascii_uppercase() || first == b'+'), at_most(10));
    let squared = (take_while_m_n(1, 3, move |byte| !is_file(byte)), byte(is_file), at_most(7));
    alt((recognize(begins), recognize(squared))).parse(input)
}

/// `psn-number = 1*%x30-39 *"." / 1*"."`
pub(super) fn psn_number(input: &[u8]) -> Parsed<'_, &[u8]> {
    let dots = |byte: u8| byte == b'.';
    alt((recognize((take_while1(u8::is_dec_digit), take_while(dots))), take_while1(dots))).parse(input)
}

/// `psn-nag = "$" *%x30-39`
pub(super) fn psn_nag(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((tag("$"), take_while(u8::is_dec_digit))).parse(input)
}

/// `psn-glyphs = 1*("!" / "?")`
pub(super) fn psn_glyphs(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte: u8| matches!(byte, b'!' | b'?')).parse(input)
}

/// The rules of `grammars/psn.abnf`, for the tests.
#[cfg(debug_assertions)]
pub const RULES: &[Rule] = rules! {
    "psn-move" => psn_move,
    "psn-board-move" => psn_board_move,
    "psn-drop" => psn_drop,
    "psn-piece" => psn_piece,
    "psn-officer" => psn_officer,
    "psn-course" => psn_course,
    "psn-sign" => psn_sign,
    "psn-square" => psn_square,
    "psn-end" => psn_end,
    "psn-result" => psn_result,
    "psn-time" => psn_time,
    "psn-clock" => psn_clock,
    "sixty" => sixty,
    "psn-word" => psn_word,
    "psn-moved" => psn_moved,
    "likely-move" => likely_move,
    "psn-number" => psn_number,
    "psn-nag" => psn_nag,
    "psn-glyphs" => psn_glyphs,
};
