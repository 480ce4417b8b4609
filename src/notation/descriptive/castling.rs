//! Castling in signs, which all languages share: `O-O`, `0 - 0 - 0`.

use super::descriptive_move::DescriptiveMove;
use super::marks::{Marks, Open};
use super::named_pieces::castles;
use super::words::{dash, gap};
use crate::rules::BoardSide;

/// `O-O` and `O-O-O`, with zeros, with blanks, with any dash.
pub(super) fn zeros<'a>(text: &'a [u8], marks: &Marks) -> Option<(&'a [u8], DescriptiveMove)> {
    let rest = step(zero(text)?)?;
    let (wing, rest) = match step(rest) {
        Some(rest) => (BoardSide::Queen, rest),
        None => (BoardSide::King, rest),
    };
    marks.follow(rest, castles(Some(wing)), Open::Marks)
}

fn zero(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'O' | b'o' | b'0', rest @ ..] => Some(rest),
        _ => None,
    }
}

fn step(text: &[u8]) -> Option<&[u8]> {
    zero(gap(dash(gap(text))?))
}
