//! A text of at most eight bytes in a `u64`, such as a move in coordinates, built and copied without a loop.

use std::fmt;

use serde::{Serialize, Serializer};

/// The text, with its first byte in the lowest byte of the word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    word: u64,
    length: u8,
}

impl Packed {
    pub const MOST: usize = 8;

    /// Creates a text of `length` bytes from the lowest bytes of a word; the other bytes must be zero.
    #[inline(always)]
    pub const fn new(word: u64, length: usize) -> Self {
        Self { word, length: length as u8 }
    }

    /// Appends a byte. The text must be shorter than eight bytes.
    #[inline(always)]
    pub const fn push(&mut self, byte: u8) {
        self.word |= (byte as u64).wrapping_shl(8 * self.length as u32);
        self.length += 1;
    }

    /// All bytes, and the number of them that belong to the text.
    #[inline(always)]
    pub const fn bytes(self) -> ([u8; Self::MOST], usize) {
        (self.word.to_le_bytes(), self.length as usize)
    }

    /// Appends the text to `out`: all eight bytes at once, then a truncation.
    #[inline(always)]
    pub fn add_to(self, out: &mut Vec<u8>) {
        let (bytes, length) = self.bytes();
        let end = out.len() + length;
        out.extend_from_slice(&bytes);
        out.truncate(end);
    }

    /// Joins words with blanks.
    pub fn join(words: impl Iterator<Item = Self>) -> String {
        let mut text = String::with_capacity(words.size_hint().0 * (Self::MOST - 2));
        for (index, word) in words.enumerate() {
            if index > 0 {
                text.push(' ');
            }
            word.as_text(|word| text.push_str(word));
        }
        text
    }

    /// Calls `with` with the text.
    #[inline(always)]
    pub fn as_text<T>(self, with: impl FnOnce(&str) -> T) -> T {
        let (bytes, length) = self.bytes();
        with(bytes.get(..length).and_then(|text| str::from_utf8(text).ok()).unwrap_or_default())
    }
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_text(|text| f.write_str(text))
    }
}

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_text(|text| serializer.serialize_str(text))
    }
}
