//! Page numbers that transcribers marked in a book: `{12}`, `[pg 12]`. Running heads are not read.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::combinator::map;
use nom::multi::many0_count;
use nom::sequence::delimited;

use super::grammar::blank;
use crate::Parsed;
use crate::text::{digits, saturating_value_of};

/// Maximum distance in bytes from an offset back to the mark of its page.
const MAX_DISTANCE: usize = 16 << 10;

/// The number of the page that contains offset `at`, from the last page mark before it.
pub fn page(bytes: &[u8], at: usize) -> Option<u32> {
    let from = at.saturating_sub(MAX_DISTANCE);
    let near = &bytes[from..at];
    memchr::memrchr2_iter(b'{', b'[', near).find_map(|mark| page_mark(&near[mark..]).ok().map(|(_, page)| page))
}

/// `page-mark = "{" page-number "}" / "[" ("page" / "pg." / "pg" / "p.") *blank page-number "]"`
pub(super) fn page_mark(input: &[u8]) -> Parsed<'_, u32> {
    let word = alt((tag_no_case("page"), tag_no_case("pg."), tag_no_case("pg"), tag_no_case("p.")));
    let named = delimited((tag("["), word, many0_count(blank)), page_number, tag("]"));
    alt((delimited(tag("{"), page_number, tag("}")), named)).parse(input)
}

/// `page-number = 1*4%x30-39`
pub(super) fn page_number(input: &[u8]) -> Parsed<'_, u32> {
    map(digits(4), saturating_value_of).parse(input)
}
