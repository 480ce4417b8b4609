//! Words with a meaning, from a table.

use nom::Parser;
use nom::bytes::complete::tag_no_case;
use nom::error::ParseError;

use crate::{Expected, Parsed};

/// The meaning of the first word of `table` that begins the input. The table must list longer words before their
/// prefixes.
pub(crate) fn word<'a, W, T: Copy>(table: &'static [(W, T)]) -> impl Fn(&'a [u8]) -> Parsed<'a, T>
where
    W: AsRef<[u8]>,
{
    move |input| {
        let found = table.iter().find_map(|(word, value)| Some((input.strip_prefix(word.as_ref())?, *value)));
        found.ok_or(nom::Err::Error(Expected::from_error_kind(input, nom::error::ErrorKind::Alt)))
    }
}

/// The same, ignoring case.
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
