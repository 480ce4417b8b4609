//! Castling signs, common to all languages: `O-O`, `0 - 0 - 0`.

use nom::Parser;
use nom::combinator::{map, opt};
use nom::sequence::preceded;

use super::words::{blanks, dash};
use crate::Parsed;
use crate::text::byte;
use partie_rules::BoardSide;

/// `zero = "o" / "0"`
#[inline]
pub(super) fn zero(input: &[u8]) -> Parsed<'_, u8> {
    byte(|byte| matches!(byte, b'O' | b'o' | b'0'))(input)
}

/// `zeros = zero 1*2(*blank dash *blank zero)`
#[inline]
pub(super) fn zeros(input: &[u8]) -> Parsed<'_, BoardSide> {
    let step = || preceded((blanks, dash, blanks), zero);
    let board_side = |third: Option<u8>| if third.is_some() { BoardSide::Queen } else { BoardSide::King };
    map((zero, step(), opt(step())), |(_, _, third)| board_side(third)).parse(input)
}
