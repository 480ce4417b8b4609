//! Words that stand for something, from a table.

use nom::Parser;
use nom::bytes::complete::tag_no_case;
use nom::error::ParseError;

use crate::{Expected, Parsed};

/// The first word of `table` that the input begins with; a longer word stands before its prefix.
pub(crate) fn word<'a, W, T: Copy>(table: &'static [(W, T)]) -> impl Fn(&'a [u8]) -> Parsed<'a, T>
where
    W: AsRef<[u8]>,
{
    move |input| {
        let found = table.iter().find_map(|(word, value)| Some((input.strip_prefix(word.as_ref())?, *value)));
        found.ok_or(nom::Err::Error(Expected::from_error_kind(input, nom::error::ErrorKind::Alt)))
    }
}

/// The same, in capitals or small letters.
pub(crate) fn word_in_any_case<'a, T: Copy>(table: &'static [(&'static str, T)]) -> impl Fn(&'a [u8]) -> Parsed<'a, T> {
    move |input| {
        let found =
            table.iter().find_map(|(word, value)| match tag_no_case::<_, _, Expected<'a>>(*word).parse(input) {
                Ok((rest, _)) => Some((rest, *value)),
                Err(_) => None,
            });
        found.ok_or(nom::Err::Error(Expected::from_error_kind(input, nom::error::ErrorKind::Alt)))
    }
}
