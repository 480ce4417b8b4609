//! Parsers of USEN, each named after its rule in `grammars/usen.abnf`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::combinator::{map, map_opt, opt, recognize, value};
use nom::multi::{fold_many_m_n, fold_many0, fold_many1};
use nom::number::complete::u8;
use nom::sequence::{delimited, preceded};

use crate::Parsed;
use crate::text::{digits, value_of, word};
#[cfg(debug_assertions)]
use crate::{Rule, rule::rules};
use partie_record::Terminal;

/// A token of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The beginning of a line of play, after this number of plies of the previous line.
    Branch(u64),
    Move,
    End(Terminal),
}

/// The characters of an SFEN.
pub(super) type SfenOfAddress<'a> = std::iter::Map<std::slice::Iter<'a, u8>, fn(&u8) -> char>;

const ENDS: [(&str, Terminal); 4] =
    [("r", Terminal::Resignation), ("t", Terminal::TimeUp), ("j", Terminal::Impasse), ("p", Terminal::Interrupted)];

/// Returns the number of moves in all lines of play.
///
/// `usen-line = [usen-start] 1*usen-line-of-play`
pub(super) fn usen_line(input: &[u8]) -> Parsed<'_, usize> {
    preceded(opt(usen_start), fold_many1(usen_line_of_play, || 0, |sum, moves| sum + moves)).parse(input)
}

/// Returns the SFEN, restored from the characters that a URL can contain.
///
/// `usen-start = 1*(%x30-39 / %x41-5A / %x61-7A / "_" / "." / "-")`
pub(super) fn usen_start(input: &[u8]) -> Parsed<'_, SfenOfAddress<'_>> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let (rest, signs) = take_while1(is_sign).parse(input)?;
    let character: fn(&u8) -> char = |sign| match sign {
        b'_' => '/',
        b'.' => ' ',
        b'z' => '+',
        sign => char::from(*sign),
    };
    Ok((rest, signs.iter().map(character)))
}

/// Returns the number of moves in the line of play.
///
/// `usen-line-of-play = branch *usen-move [usen-closing / "."]`
fn usen_line_of_play(input: &[u8]) -> Parsed<'_, usize> {
    let closing = alt((recognize(usen_closing), tag(".")));
    delimited(branch, fold_many0(usen_move, || 0, |moves, _| moves + 1), opt(closing)).parse(input)
}

/// `usen-token = branch / usen-move / usen-closing`
pub(super) fn usen_token(input: &[u8]) -> Parsed<'_, Token> {
    alt((map(branch, Token::Branch), value(Token::Move, usen_move), map(usen_closing, Token::End))).parse(input)
}

/// `branch = "~" 1*4%x30-39 "."`
pub(super) fn branch(input: &[u8]) -> Parsed<'_, u64> {
    delimited(tag("~"), map(digits(4), value_of), tag(".")).parse(input)
}

/// Returns the number that encodes a move.
///
/// `usen-move = 3base36`
pub(super) fn usen_move(input: &[u8]) -> Parsed<'_, u32> {
    fold_many_m_n(3, 3, base36, || 0, |number, digit| number * 36 + digit).parse(input)
}

/// `usen-closing = "." usen-end`
fn usen_closing(input: &[u8]) -> Parsed<'_, Terminal> {
    preceded(tag("."), usen_end).parse(input)
}

/// `usen-end = %s"r" / %s"t" / %s"j" / %s"p" / usen-foul`
pub(super) fn usen_end(input: &[u8]) -> Parsed<'_, Terminal> {
    alt((word(&ENDS), usen_foul)).parse(input)
}

/// Parses a foul. If the illegal move is written, it is the last move of its line.
///
/// `usen-foul = %s"i" [usen-move]`
fn usen_foul(input: &[u8]) -> Parsed<'_, Terminal> {
    let by = |mv: Option<u32>| if mv.is_some() { Terminal::FoulByPrevious } else { Terminal::FoulByMover };
    preceded(tag("i"), map(opt(usen_move), by)).parse(input)
}

/// `base36 = %x30-39 / %x61-7A`
fn base36(input: &[u8]) -> Parsed<'_, u32> {
    map_opt(u8, |digit| char::from(digit).to_digit(36).filter(|_| !digit.is_ascii_uppercase())).parse(input)
}

/// The rules of `grammars/usen.abnf`, for the tests.
#[cfg(debug_assertions)]
pub const RULES: &[Rule] = rules! {
    "usen-line" => usen_line,
    "usen-start" => usen_start,
    "usen-line-of-play" => usen_line_of_play,
    "usen-token" => usen_token,
    "branch" => branch,
    "usen-move" => usen_move,
    "usen-closing" => usen_closing,
    "usen-end" => usen_end,
    "usen-foul" => usen_foul,
    "base36" => base36,
};
