//! Allowances: comments in which the keeper of a record accepts a finding. Rules of `grammars/allowance.abnf`.
//!
//! Where an allowance may occur and its effect are decided elsewhere.

use nom::Parser as _;
use nom::bytes::complete::{tag, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, peek, rest, verify};
use nom::multi::many_m_n;
use nom::sequence::{preceded, terminated};

use super::Parsed;
use super::text::{digits, value_of};
use partie_record::finding::Code;

/// Prefix of a line that is intended as an allowance, whether valid or not.
pub const OPENING: &[u8] = b"partie:";

/// The accepted codes, their place and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance<'a> {
    /// Codes by number or name; `Err` with the word if it is neither.
    pub codes: Vec<Result<Code, &'a str>>,
    /// The one move concerned; `None` for the whole game.
    pub place: Option<Place>,
    pub reason: &'a [u8],
}

/// A move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// A ply from 1, or a move number if `by_second` is known.
    pub number: u32,
    /// With a move number: true if the second player moved.
    pub by_second: Option<bool>,
}

/// Parses the allowance in a line without the comment signs of its format.
pub fn read_allowance(line: &[u8]) -> Option<Allowance<'_>> {
    all_consuming(allowance).parse(line).ok().map(|(_, allowance)| allowance)
}

/// True if a line lacks only the reason, so that [`read_allowance`] returns `None`.
pub fn lacks_reason(line: &[u8]) -> bool {
    all_consuming((codes_and_place, opt(blanks))).parse(line).is_ok()
}

/// Returns the allowance in a comment or a bracket that begins with one of `signs`, without these signs and the closing
/// bracket.
pub fn of_comment<'t>(comment: &'t str, signs: &[char]) -> Option<&'t str> {
    let comment = comment.trim();
    let open = comment.chars().next().filter(|sign| signs.contains(sign))?;
    let bare = comment.trim_start_matches(signs).trim_start();
    let close = [('(', ')'), ('[', ']'), ('{', '}')].iter().find(|pair| pair.0 == open).map(|pair| pair.1);
    let bare = close.map_or(bare, |close| bare.strip_suffix(close).unwrap_or(bare)).trim_end();
    // An ordinary comment may begin with the same signs, so only text that parses counts.
    read_allowance(bare.as_bytes()).map(|_| bare)
}

/// `allowance = opening %s"allow" blanks codes [blanks "@" [blanks] place] blanks reason`
fn allowance(input: &[u8]) -> Parsed<'_, Allowance<'_>> {
    map((codes_and_place, preceded(blanks, reason)), |(allowance, reason)| Allowance { reason, ..allowance })
        .parse(input)
}

fn codes_and_place(input: &[u8]) -> Parsed<'_, Allowance<'_>> {
    let at = preceded((blanks, char('@'), opt(blanks)), place);
    let codes = preceded((opening, tag("allow"), blanks), codes);
    map((codes, opt(at)), |(codes, place)| Allowance { codes, place, reason: Default::default() }).parse(input)
}

/// `opening = %s"partie:" [blanks]`
fn opening(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(tag(OPENING), opt(blanks)).parse(input)
}

/// `codes = code *31("," [blanks] code)`
fn codes(input: &[u8]) -> Parsed<'_, Vec<Result<Code, &str>>> {
    let more = many_m_n(0, 31, preceded((char(','), opt(blanks)), code));
    map((code, more), |(first, mut more)| {
        more.insert(0, first);
        more
    })
    .parse(input)
}

/// `code = 1*32(%x30-39 / %x41-5A / %x61-7A / "-")`: a code or its name, else `Err` with the word.
fn code(input: &[u8]) -> Parsed<'_, Result<Code, &str>> {
    let name = take_while_m_n(1, 32, |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-');
    let (after, name) = map_opt(name, |name| str::from_utf8(name).ok()).parse(input)?;
    Ok((after, Code::find(name).ok_or(name)))
}

/// `place = 1*5%x30-39 [%s"w" / %s"b"]`
fn place(input: &[u8]) -> Parsed<'_, Place> {
    let side = opt(map(one_of("wb"), |side| side == 'b'));
    let number = map(digits(5), |digits| value_of(digits) as u32);
    map((number, side), |(number, by_second)| Place { number, by_second }).parse(input)
}

/// `reason = (%x21-3F / %x41-7E / %x80-FF) *999(%x09 / %x20-7E / %x80-FF)`
fn reason(input: &[u8]) -> Parsed<'_, &[u8]> {
    let begins = verify(rest, |reason: &[u8]| reason.first().is_some_and(|byte| !matches!(byte, b'@' | b' ' | b'\t')));
    preceded(peek(begins), take_while_m_n(1, 1000, |byte: u8| matches!(byte, b' '..=b'~' | 0x80.. | b'\t')))
        .parse(input)
}

/// `blanks = 1*(" " / %x09)`
fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte: u8| matches!(byte, b' ' | b'\t')).parse(input)
}

#[cfg(debug_assertions)]
pub const RULES: &[super::Rule] = super::rule::rules! {
    "allowance" => allowance,
    "opening" => opening,
    "codes" => codes,
    "code" => code,
    "place" => place,
    "reason" => reason,
    "blanks" => blanks,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_places_and_reasons() {
        let read = |line: &'static str| {
            read_allowance(line.as_bytes()).map(|allowance| {
                let name = |code: &Result<Code, &'static str>| code.map_or_else(|name| name, |code| code.as_str());
                let codes: Vec<_> = allowance.codes.iter().map(name).collect();
                let place = allowance.place.map(|place| (place.number, place.by_second));
                (codes.join("+"), place, String::from_utf8_lossy(allowance.reason).into_owned())
            })
        };
        let of = |codes: &str, place, reason: &str| Some((codes.to_owned(), place, reason.to_owned()));
        for (line, wanted) in [
            ("partie: allow L010 the sheet has it so", of("L010", None, "the sheet has it so")),
            ("partie:allow L010,pinned x", of("L010+L010", None, "x")),
            ("partie: allow L010, R001 @ 16w as printed", of("L010+R001", Some((16, Some(false))), "as printed")),
            ("partie: allow l010, no-code @47 in the book", of("L010+no-code", Some((47, None)), "in the book")),
            ("partie: allow L010", None),
            ("partie: allow L010 ", None),
            ("partie: allow", None),
            ("partie: allow @ 16w because", None),
            ("partie: allow L010 @ 16x because", None),
            ("partie: alow L010 because", None),
        ] {
            assert_eq!(read(line), wanted, "{line}");
        }
        for line in ["partie: allow L010", "partie:allow L010, R001 @ 16w  ", "partie: allow no-code"] {
            assert!(lacks_reason(line.as_bytes()), "{line}");
        }
        for line in ["partie: allow", "partie: allow L010 @ 16x", "partie: allow L010 because", "partie: alow L010"] {
            assert!(!lacks_reason(line.as_bytes()), "{line}");
        }
    }
}
