//! Patterns of material: `material('KRP KR')`. For squares see [`super::board_pattern`].

use std::ops::RangeInclusive;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::combinator::{all_consuming, map, opt, value};
use nom::multi::{many1, many1_count};
use nom::sequence::{pair, preceded};

use super::board_pattern::one;
use super::boards::{Board, LETTERS};
use partie_notation::Parsed;
use partie_rules::Side;

/// The allowed count of each piece of a side, in the order of [`LETTERS`].
type Counts = [RangeInclusive<u32>; LETTERS.len()];

/// The pieces of a side as written, each with its count.
type WrittenSide = Vec<(u8, Option<RangeInclusive<u32>>)>;

/// A pattern for the material on the board.
#[derive(Clone, Debug)]
pub(super) struct MaterialPattern {
    sides: [Counts; 2],
    /// Whether the two sides may be swapped.
    either: bool,
}

impl MaterialPattern {
    /// Parses a pattern; a side without a king gets one.
    ///
    /// # Errors
    /// Describes the accepted syntax.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let parsed = all_consuming(material_pattern).parse(text.trim().as_bytes());
        let Ok((_, (first, either, second))) = parsed else {
            return Err("what is left is written as in 'KRP KR', 'KQ*P2+ KR' or 'KRPvKR'".to_owned());
        };
        Ok(Self { sides: [counts(&first), counts(&second)], either })
    }

    /// True if the material of a position matches.
    #[inline]
    pub(super) fn fits<B: Board>(&self, position: &B) -> bool {
        let [one, other] = &self.sides;
        let has = |side, counts: &Counts| {
            let pieces = LETTERS.iter().zip(counts);
            // Pawns come first: their number excludes most positions.
            pieces.rev().all(|(letter, range)| range.contains(&position.count(side, *letter)))
        };
        let has_both = |one, other| has(Side::First, one) && has(Side::Second, other);
        has_both(one, other) || self.either && has_both(other, one)
    }
}

fn counts(side: &[(u8, Option<RangeInclusive<u32>>)]) -> Counts {
    LETTERS.map(|letter| {
        let mut named = side.iter().filter(|(known, _)| *known == letter).peekable();
        if letter == b'K' && named.peek().is_none() {
            return 1..=1;
        }
        named.fold(0..=0, |sum, (_, range)| {
            let (least, most) = range.clone().unwrap_or(1..=1).into_inner();
            sum.start() + least..=sum.end().saturating_add(most)
        })
    })
}

/// `material-pattern = material-side (%s"v" / 1*" ") material-side`. The flag is true if the sides may be swapped.
pub(super) fn material_pattern(input: &[u8]) -> Parsed<'_, (WrittenSide, bool, WrittenSide)> {
    let between = alt((value(false, tag("v")), value(true, many1_count(tag(" ")))));
    (material_side, between, material_side).parse(input)
}

/// `material-side = 1*(material-piece [material-count])`
pub(super) fn material_side(input: &[u8]) -> Parsed<'_, WrittenSide> {
    many1(pair(material_piece, opt(material_count))).parse(input)
}

/// `material-piece = %s"B" / %s"G" / %s"K" / %s"L" / %s"N" / %s"P" / %s"Q" / %s"R" / %s"S"`
pub(super) fn material_piece(input: &[u8]) -> Parsed<'_, u8> {
    one(|byte| LETTERS.contains(&byte))(input)
}

/// `material-count = "*" / 1*2%x30-39 ["+" / "-" 1*2%x30-39]`
pub(super) fn material_count(input: &[u8]) -> Parsed<'_, RangeInclusive<u32>> {
    let number = || {
        map(take_while_m_n(1, 2, |byte: u8| byte.is_ascii_digit()), |digits: &[u8]| {
            digits.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
        })
    };
    let end = alt((value(Some(u32::MAX), tag("+")), map(preceded(tag("-"), number()), Some)));
    let range = map(pair(number(), opt(end)), |(least, most)| least..=most.flatten().unwrap_or(least));
    alt((value(0..=u32::MAX, tag("*")), range)).parse(input)
}
