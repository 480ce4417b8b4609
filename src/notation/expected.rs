//! The error of every parser: two borrowed slices, without allocation.

use nom::error::{ContextError, ErrorKind, ParseError};

/// The unmet expectation of a parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected<'a> {
    /// The remaining input where the parser failed.
    pub at: &'a [u8],
    pub what: &'static str,
}

/// The result of a nom parser over bytes.
pub type Parsed<'a, T> = nom::IResult<&'a [u8], T, Expected<'a>>;

impl<'a> ParseError<&'a [u8]> for Expected<'a> {
    #[inline(always)]
    fn from_error_kind(at: &'a [u8], _: ErrorKind) -> Self {
        Self { at, what: "something else" }
    }

    #[inline(always)]
    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }

    /// If all alternatives fail, keeps the error of the alternative that read farthest.
    fn or(self, other: Self) -> Self {
        if self.at.len() < other.at.len() { self } else { other }
    }
}

impl<'a> ContextError<&'a [u8]> for Expected<'a> {
    #[inline(always)]
    fn add_context(_: &'a [u8], what: &'static str, other: Self) -> Self {
        Self { what, ..other }
    }
}
