//! The command that gives an engine a position and the moves from there: `position startpos moves e2e4`. The moves are
//! read as movetext.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, not, opt, recognize};
use nom::multi::{many0_count, many1_count};
use nom::sequence::{delimited, preceded, terminated};

use super::bytes::is_blank;
use crate::Parsed;
use crate::text::byte;
use partie_record::span::line_end;

/// The part of a `position` command before its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// Offset and length of the FEN; `None` for the initial position.
    pub(super) fen: Option<(usize, usize)>,
    /// Number of bytes before the moves.
    pub(super) length: usize,
}

/// `position = %s"position" 1*blank (%s"startpos" / %s"fen" 1*blank fen-text) *blank [%s"moves"]`
pub(super) fn position(input: &[u8]) -> Parsed<'_, Position> {
    let begin = recognize((tag("position"), many1_count(blank)));
    let start = map(tag("startpos"), |_| None);
    let fen = preceded((tag("fen"), many1_count(blank)), map(fen_text, Some));
    let moves = (many0_count(blank), opt(tag("moves")));
    let (rest, fen) = delimited(begin, alt((start, fen)), moves).parse(input)?;
    let from = |part: &[u8]| part.as_ptr() as usize - input.as_ptr() as usize;
    Ok((rest, Position { fen: fen.map(|fen| (from(fen), fen.len())), length: input.len() - rest.len() }))
}

/// `fen-text = fen-word *(1*blank fen-word) *blank`, returned without trailing blanks
fn fen_text(input: &[u8]) -> Parsed<'_, &[u8]> {
    let others = many0_count(preceded(many1_count(blank), fen_word));
    terminated(recognize((fen_word, others)), many0_count(blank)).parse(input)
}

/// `fen-word`: any word that does not begin with `moves`
fn fen_word(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(preceded(not(tag("moves")), many1_count(byte_))).parse(input)
}

/// `byte = %x00-08 / %x0B-0C / %x0E-1F / %x21-FF`
fn byte_(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).parse(input)
}

/// `blank = " " / %x09`
fn blank(input: &[u8]) -> Parsed<'_, u8> {
    byte(is_blank).parse(input)
}

pub(crate) fn is_position(line: &[u8]) -> bool {
    line.starts_with(b"position") && position(line).is_ok()
}

/// The end of the line at `at` if it is a `position` command. `Err` if the line may continue after `bytes`.
pub(super) fn end(bytes: &[u8], at: usize, last: bool) -> Result<Option<usize>, ()> {
    if !bytes.get(at..).is_some_and(|rest| rest.starts_with(b"position")) {
        return Ok(None);
    }
    let end = line_end(bytes, at);
    if end == bytes.len() && !last {
        return Err(());
    }
    Ok(is_position(&bytes[at..end]).then_some(end))
}

#[cfg(debug_assertions)]
pub static POSITION_RULES: &[crate::Rule] = crate::rule::rules! {
    "position" => position,
    "fen-text" => fen_text,
    "fen-word" => fen_word,
    "byte" => byte_,
    "blank" => blank,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_says_where_its_moves_begin() {
        let line = b"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4";
        let position = position(line).map(|(_, position)| position).expect("a position");
        assert_eq!(
            position.fen.map(|(at, length)| &line[at..at + length]),
            Some(&b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"[..])
        );
        assert_eq!(&line[position.length..], b" e2e4");
    }
}
