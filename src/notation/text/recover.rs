//! Resuming after unreadable text.

use crate::Parsed;

/// The beginning of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recovered<'a, T> {
    /// A token, and the rest of the input.
    Token(T, &'a [u8]),
    /// Unreadable bytes, at least one, and the rest of the input.
    Junk(&'a [u8], &'a [u8]),
}

/// The next token, or junk up to a place where a token can begin.
///
/// `junk` returns the number of bytes to skip; it is called only if `token` fails. This is the core of each reader's
/// loop: no input is lost, and each step consumes at least one byte of a nonempty input.
#[inline(always)]
pub(crate) fn recover<'a, T>(
    input: &'a [u8],
    token: impl FnOnce(&'a [u8]) -> Parsed<'a, T>,
    junk: impl FnOnce(&'a [u8]) -> usize,
) -> Recovered<'a, T> {
    match token(input) {
        Ok((rest, token)) if rest.len() < input.len() => Recovered::Token(token, rest),
        _ => {
            let count = junk(input).clamp(1, input.len().max(1)).min(input.len());
            let (junk, rest) = input.split_at(count);
            Recovered::Junk(junk, rest)
        }
    }
}
