//! Finds the ends of tokens and comments, 64 bytes at a time, in a bit mask of the bytes that may be an end.

use memchr::memchr2;
use wide::u8x16;

const BLOCK: usize = 64;

/// The offsets where tokens may end, in increasing order.
pub(super) struct TokenEnds<'a> {
    bytes: &'a [u8],
    /// Offset of the block that `mask` describes.
    block: usize,
    mask: u64,
}

impl<'a> TokenEnds<'a> {
    #[inline(always)]
    pub(super) fn new(bytes: &'a [u8], from: usize) -> Self {
        Self { bytes, block: from, mask: ends_from(bytes, from) }
    }

    /// The first byte at or after `from` that [`may_end`] a token, or the end of the text. `from` must not be less than
    /// the last result.
    #[inline(always)]
    pub(super) fn next(&mut self, mut from: usize) -> usize {
        loop {
            let left = match from - self.block {
                offset @ 0..BLOCK => self.mask >> offset,
                _ => {
                    self.block = from;
                    self.mask = ends_from(self.bytes, from);
                    self.mask
                }
            };
            if left != 0 {
                return from + left.trailing_zeros() as usize;
            }
            from = self.block + BLOCK;
        }
    }
}

/// True if a token may end before a byte: for every byte that [`ends_token`](super::bytes::ends_token), and for bytes
/// below `+` that tokens may contain.
#[cfg(test)]
pub(super) fn may_end(byte: u8) -> bool {
    byte <= b'*' || matches!(byte, b';' | b'[' | b']' | b'{' | b'}')
}

/// A bit for each byte of the block at `from` that may end a token. Bits past the end of the text are set.
#[inline(always)]
fn ends_from(bytes: &[u8], from: usize) -> u64 {
    match bytes.get(from..).and_then(|rest| rest.first_chunk()) {
        Some(block) => ends(block),
        None => ends_of_last(bytes, from),
    }
}

#[cold]
#[inline(never)]
fn ends_of_last(bytes: &[u8], from: usize) -> u64 {
    let mut block = [0; BLOCK];
    let rest = bytes.get(from..).unwrap_or_default();
    block[..rest.len()].copy_from_slice(rest);
    ends(&block)
}

#[inline(always)]
fn ends(block: &[u8; BLOCK]) -> u64 {
    mask(block, |bytes| {
        // Square and curly brackets differ in one bit.
        let curly = bytes | all(0x20);
        bytes.min(all(b'*')).cmp_eq(bytes) | bytes.cmp_eq(all(b';')) | curly.cmp_eq(all(b'{')) | curly.cmp_eq(all(b'}'))
    })
}

/// The first brace of either kind. Most comments are shorter than a block and need no function call.
#[inline(always)]
pub(super) fn first_brace(text: &[u8]) -> Option<usize> {
    let mut near = 0;
    if let Some(block) = text.first_chunk() {
        let braces = mask(block, |bytes| bytes.cmp_eq(all(b'{')) | bytes.cmp_eq(all(b'}')));
        if braces != 0 {
            return Some(braces.trailing_zeros() as usize);
        }
        near = BLOCK;
    }
    memchr2(b'{', b'}', &text[near..]).map(|found| near + found)
}

/// A bit mask of the bytes for which `test` is true.
#[inline(always)]
fn mask(block: &[u8; BLOCK], test: impl Fn(u8x16) -> u8x16) -> u64 {
    let (quarters, _) = block.as_chunks::<16>();
    quarters
        .iter()
        .rev()
        .fold(0, |mask, quarter| mask << 16 | u64::from(test(u8x16::from(*quarter)).move_mask() as u16))
}

#[inline(always)]
fn all(byte: u8) -> u8x16 {
    u8x16::from([byte; 16])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::bytes::ends_token;
    use proptest::prelude::*;

    #[test]
    fn what_ends_a_token_may_end_one() {
        for byte in 0..=u8::MAX {
            assert!(may_end(byte) || !ends_token(byte), "{byte}");
            assert_eq!(ends(&[byte; BLOCK]), if may_end(byte) { u64::MAX } else { 0 }, "{byte}");
        }
    }

    proptest! {
        #[test]
        fn the_next_end_is_the_first_one(
            bytes in prop::collection::vec(prop_oneof![4 => b'+'..=b'z', 1 => any::<u8>()], 0..300),
            steps in prop::collection::vec(0..90usize, 1..9),
        ) {
            let (mut ends, mut at) = (TokenEnds::new(&bytes, 0), 0);
            for step in steps {
                at = bytes.len().min(at + step);
                let slow = bytes[at..].iter().position(|byte| may_end(*byte)).map_or(bytes.len(), |found| at + found);
                at = ends.next(at);
                prop_assert_eq!(at, slow);
            }
        }

        #[test]
        fn the_first_brace_is_found(bytes in prop::collection::vec(prop_oneof![60 => b' '..=b'z', 1 => b'{'..=b'}'], 0..300)) {
            prop_assert_eq!(first_brace(&bytes), bytes.iter().position(|byte| matches!(byte, b'{' | b'}')));
        }
    }
}
