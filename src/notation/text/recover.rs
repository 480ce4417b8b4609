//! Reading on after what cannot be read.

use crate::Parsed;

/// What stands at the front of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recovered<'a, T> {
    /// A token, and what follows it.
    Token(T, &'a [u8]),
    /// Bytes that are no token, at least one, and what follows them.
    Junk(&'a [u8], &'a [u8]),
}

/// The next token, or junk up to where a token can begin.
///
/// `junk` counts the bytes to skip where `token` fails; it is asked only then. The loop of every reader:
/// no input is lost, and each step takes at least one byte of a nonempty input.
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
