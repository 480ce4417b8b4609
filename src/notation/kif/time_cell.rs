//! The time of a move, `( 0:13/00:00:13)`: the time spent on it, and the total of its side.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, recognize};
use nom::multi::fold_many_m_n;
use nom::sequence::{delimited, preceded, terminated};

use crate::Parsed;
use crate::text::{digits, thousandths_of, value_of, whole};
use crate::{kanji, lookalike};

/// The time of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeCell {
    /// Time spent on the move, in milliseconds.
    pub spent_ms: u64,
    /// Total time of the same side up to this move, in milliseconds.
    pub total_ms: Option<u64>,
}

/// Parses `( 0:13/00:00:13)` and its dialects: `(0:4/0:0:4)`, `(00:01 / 00:00:01)`, fractions, no total.
#[inline]
pub fn time_cell(cell: &[u8]) -> Option<TimeCell> {
    match fixed_cell(cell) {
        None if cell.is_ascii() => whole(cell.trim_ascii(), cell_of(0)),
        None => whole(half_width(cell).trim_ascii(), cell_of(0)),
        found => found,
    }
}

/// Replaces full-width signs and digits by ASCII: Japanese input methods produce them.
#[cold]
fn half_width(cell: &[u8]) -> Vec<u8> {
    kanji::text(cell).chars().map(|sign| u8::try_from(lookalike::half_width(sign)).unwrap_or(b'?')).collect()
}

/// Number of bytes of a time that are searched for its first colon.
const MAX_TIME_BYTES: usize = 24;

/// The first `MAX_TIME_BYTES` bytes inside the leading parentheses, full-width or not.
pub(super) fn inner(bytes: &[u8]) -> Option<&[u8]> {
    let inner = bytes.strip_prefix(b"(").or_else(|| bytes.strip_prefix("（".as_bytes()))?;
    let inner = &inner[..inner.len().min(MAX_TIME_BYTES)];
    let is_wide = |at: usize| matches!(inner.get(at + 1..at + 3), Some([0xbc, 0x88 | 0x89]));
    let end =
        inner.iter().enumerate().position(|(at, byte)| matches!(byte, b'(' | b')') || *byte == 0xef && is_wide(at));
    Some(end.map_or(inner, |end| &inner[..end]))
}

/// Length of `bytes` up to the closing parenthesis, full-width or not.
pub(super) fn length(bytes: &[u8]) -> Option<usize> {
    // One search for both parentheses: searching for one that is missing would scan the rest of the line at each cell.
    let wide = "）".as_bytes();
    let close = |at: &usize| bytes[*at] == b')' || bytes[*at..].starts_with(wide);
    let at = memchr::memchr2_iter(b')', wide[0], bytes).find(close)?;
    Some(at + if bytes[at] == b')' { 1 } else { wide.len() })
}

fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte| byte == b' ').parse(input)
}

/// `time = "(" clock *" " ["/" [clock] *" "] ")"`
pub(super) fn time(input: &[u8]) -> Parsed<'_, TimeCell> {
    cell_of(1)(input)
}

/// A cell whose times have at least `colons` colons. With 0, a bare number is a time, for text that must be a time.
fn cell_of<'a>(colons: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, TimeCell> {
    move |input| {
        let total = opt(delimited(tag("/"), opt(clock_of(colons)), blanks));
        delimited(tag("("), (terminated(clock_of(colons), blanks), total), tag(")"))
            .map(|(spent_ms, total)| TimeCell { spent_ms, total_ms: total.flatten() })
            .parse(input)
    }
}

/// Returns milliseconds; leading minutes and hours may be 60 and more.
///
/// `clock = *" " 1*9%x30-39 1*2(":" *" " sixty) ["." 1*%x30-39]`
#[cfg(debug_assertions)]
pub(super) fn clock(input: &[u8]) -> Parsed<'_, u64> {
    clock_of(1)(input)
}

fn clock_of<'a>(colons: usize) -> impl Fn(&'a [u8]) -> Parsed<'a, u64> {
    move |input| {
        let (rest, leading) = preceded(blanks, digits(9)).parse(input)?;
        let part = preceded((char(':'), blanks), sixty);
        let sum = |sum, part| sum * 60 + part;
        let (rest, whole) = fold_many_m_n(colons, 2, part, || value_of(leading), sum).parse(rest)?;
        let (rest, fraction) = opt(preceded(char('.'), take_while1(|byte: u8| byte.is_ascii_digit()))).parse(rest)?;
        Ok((rest, whole * 1000 + fraction.map_or(0, thousandths_of)))
    }
}

/// `sixty = [%x30-35] %x30-39`
pub(super) fn sixty(input: &[u8]) -> Parsed<'_, u64> {
    let two = recognize((one_of("012345"), take_while_m_n(1, 1, |byte: u8| byte.is_ascii_digit())));
    alt((map(two, value_of), map(digits(1), value_of))).parse(input)
}

/// Fast path for `( 0:13/00:00:13)`, the most frequent form, as replay reads a time for each move.
#[inline]
fn fixed_cell(cell: &[u8]) -> Option<TimeCell> {
    let cell: &[u8; 16] = cell.try_into().ok()?;
    let mut word = u128::from_le_bytes(*cell);
    if cell[1] == b' ' {
        word ^= u128::from(b' ' ^ b'0') << 8;
    }
    // Signs become 0, and digits become their values.
    let digits = word ^ u128::from_le_bytes(*b"(00:00/00:00:00)");
    if digits & SIGNS != 0 || (digits | (digits.wrapping_add(BEYOND_NINE))) & HIGH_BITS != 0 {
        return None;
    }
    let d = digits.to_le_bytes();
    let pair = |at: usize| u64::from(d[at]) * 10 + u64::from(d[at + 1]);
    let (minutes, seconds, hours, more, last) = (pair(1), pair(4), pair(7), pair(10), pair(13));
    if seconds > 59 || more > 59 || last > 59 {
        return None;
    }
    let (spent, total) = (minutes * 60 + seconds, (hours * 60 + more) * 60 + last);
    Some(TimeCell { spent_ms: spent * 1000, total_ms: Some(total * 1000) })
}

/// Mask of the bytes of a cell that are signs.
const SIGNS: u128 = u128::from_le_bytes([!0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0]);
/// Added to the value of a digit, it sets the high bit if the value exceeds nine.
const BEYOND_NINE: u128 = 0x7676_7676_7676_7676_7676_7676_7676_7676;
const HIGH_BITS: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let cell = |text: &str| time_cell(text.as_bytes()).map(|cell| (cell.spent_ms, cell.total_ms));
        assert_eq!(cell("( 0:13/00:00:13)"), Some((13_000, Some(13_000))));
        assert_eq!(cell("(0:4/0:0:4)"), Some((4_000, Some(4_000))));
        assert_eq!(cell("(00:01 / 00:00:01)"), Some((1_000, Some(1_000))));
        assert_eq!(cell("( 0:03/ 0:00:19)"), Some((3_000, Some(19_000))));
        assert_eq!(cell("( 90:00/01:30:00)"), Some((5_400_000, Some(5_400_000))));
        assert_eq!(cell("( 0:01.5/00:00:01.250)"), Some((1_500, Some(1_250))));
        assert_eq!(cell("( 0:01)"), Some((1_000, None)));
        assert_eq!(cell("(7/)"), Some((7_000, None)));
        assert_eq!(cell("（0:03/00:00:03）"), Some((3_000, Some(3_000))));
        assert_eq!(cell("（　０：０４／００：００：０９）"), Some((4_000, Some(9_000))));
        assert!(time(b"(77)").is_err(), "an origin");
        for text in ["", "()", "(/)", "( 0:61/00:00:01)", "(a)", "( 0:01", "( 0:01/0:0:0:1)", "(1.x)"] {
            assert_eq!(cell(text), None, "{text}");
        }
    }

    #[test]
    fn a_cell_ends_at_its_first_bracket() {
        let cases = [
            ("(0:01)(0:02）", Some(6)),
            ("（0:01）)", Some(10)),
            ("(、：1)", Some(9)),
            ("(0:01 ７六", None),
            ("(\u{ff}\u{f000}）", Some(9)),
        ];
        for (text, wanted) in cases {
            assert_eq!(length(text.as_bytes()), wanted, "{text}");
        }
    }

    /// The fast path accepts no cell that the grammar rejects, and returns the same time.
    #[test]
    fn the_grammar_reads_the_same() {
        let cell = *b"( 0:13/00:59:59)";
        for (at, byte) in (0..cell.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
            let mut cell = cell;
            cell[at] = byte;
            if let Some(found) = fixed_cell(&cell) {
                assert_eq!(whole(&cell, time), Some(found), "{}", cell.escape_ascii());
            }
        }
    }
}
