//! Moves in bare coordinates, of chess or hexagonal chess: `e2e4`, `f10f11`, `a7a8q`. They are not interpreted here.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{opt, recognize};
use nom::sequence::preceded;

use super::line_start::words;
use crate::Parsed;
use crate::pgn::{is_log_line, is_position};
use crate::text::{byte, whole};

/// `coordinates = %s"0000" / cell cell [["="] becomes]`, one word of a line
pub(super) fn coordinates(input: &[u8]) -> Parsed<'_, &[u8]> {
    let becomes = opt(preceded(opt(char('=')), becomes));
    alt((tag("0000"), recognize((cell, cell, becomes)))).parse(input)
}

/// `becomes = %s"n" / %s"b" / %s"r" / %s"q" / %s"N" / %s"B" / %s"R" / %s"Q"`
fn becomes(input: &[u8]) -> Parsed<'_, char> {
    one_of("nbrqNBRQ").parse(input)
}

/// `cell = file 1*%x30-39`, of the square or the hexagonal board
fn cell(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((file, digit1)).parse(input)
}

/// `file = %x61-6C`
fn file(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| matches!(byte, b'a'..=b'l')).parse(input)
}

/// True if a text consists of lines of coordinates and `position` lines, at least one of each. Each line is then a
/// game. The last line may be truncated.
pub(super) fn is_parted_by_positions(text: &[u8]) -> bool {
    let lines =
        text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let (mut lines, mut moves, mut positions) = (lines.peekable(), false, false);
    while let Some(line) = lines.next() {
        if is_position(line) {
            positions = true;
        } else if words(line).all(|word| whole(word, coordinates).is_some()) {
            moves = true;
        } else if lines.peek().is_some() {
            return false;
        }
    }
    moves && positions
}

#[cfg(debug_assertions)]
pub static RULES: &[crate::Rule] = crate::rule::rules! {
    "coordinates" => coordinates,
    "becomes" => becomes,
    "cell" => cell,
    "file" => file,
};

/// True if a text contains only moves in coordinates, `position` lines and other lines of engine logs.
pub fn holds_coordinates_only(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let is_move = |word: &[u8]| whole(word, coordinates).is_some();
    text.iter().any(u8::is_ascii_alphanumeric)
        && lines.all(|line| is_position(line) || is_log_line(line) || words(line).all(is_move))
}
