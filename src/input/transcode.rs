//! Converts UTF-16 to UTF-8 while reading.

use std::collections::VecDeque;
use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_16BE, UTF_16LE};

/// A reader that converts UTF-16 to UTF-8.
pub struct Utf16<R> {
    inner: R,
    decoder: Decoder,
    raw: Box<[u8]>,
    start: usize,
    end: usize,
    ended: bool,
    /// True if the decoder has returned its last byte; it must not be called again.
    finished: bool,
    /// Decoded bytes that did not fit into the caller's small buffer.
    small: VecDeque<u8>,
}

/// Maximum bytes of one decoded character, including the replacement of a truncated one.
const MAX_CHARACTER_BYTES: usize = 8;

impl<R: Read> Utf16<R> {
    pub fn new(inner: R, encoding: &'static Encoding) -> Self {
        let decoder = encoding.new_decoder_with_bom_removal();
        Self {
            inner,
            decoder,
            raw: vec![0; 64 << 10].into_boxed_slice(),
            start: 0,
            end: 0,
            ended: false,
            finished: false,
            small: VecDeque::new(),
        }
    }
}

impl<R: Read> Utf16<R> {
    /// Decodes into at least four bytes; 0 at the end.
    fn decode(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !self.finished {
            if self.start == self.end && !self.ended {
                self.end = self.inner.read(&mut self.raw)?;
                self.start = 0;
                self.ended = self.end == 0;
            }
            let input = &self.raw[self.start..self.end];
            let (result, read, written, _) = self.decoder.decode_to_utf8(input, out, self.ended);
            self.start += read;
            self.finished = self.ended && result == CoderResult::InputEmpty;
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.small.is_empty() && out.len() >= MAX_CHARACTER_BYTES {
            return self.decode(out);
        }
        if self.small.is_empty() {
            let mut small = [0; MAX_CHARACTER_BYTES];
            let count = self.decode(&mut small)?;
            self.small.extend(&small[..count]);
        }
        self.small.read(out)
    }
}

/// Detects UTF-16 in the first bytes of a file, by its byte order mark or by zero bytes.
pub fn detect_utf16(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xff, 0xfe, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] => Some(UTF_16BE),
        [a, 0, b, 0, ..] if a.is_ascii() && *a != 0 && *b != 0 => Some(UTF_16LE),
        [0, a, 0, b, ..] if a.is_ascii() && *a != 0 && *b != 0 => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn a_text_that_is_cut_off_ends_with_a_replacement() {
        let bytes: Vec<u8> = "1. e4 é \u{1f600}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for length in 0..=bytes.len() {
            let mut text = String::new();
            Utf16::new(&bytes[..length], UTF_16LE).read_to_string(&mut text).unwrap();
            let whole = String::from_utf16(&"1. e4 é ".encode_utf16().take(length / 2).collect::<Vec<_>>()).unwrap();
            let rest = text.strip_prefix(&whole).unwrap();
            let cut = length % 2 == 1 || length == bytes.len() - 2;
            assert_eq!(
                rest,
                if length == bytes.len() {
                    "\u{1f600}"
                } else if cut {
                    "\u{fffd}"
                } else {
                    ""
                },
                "{length}"
            );
        }
        // In small steps as well.
        let mut cut = Utf16::new(&bytes[..bytes.len() - 1], UTF_16LE);
        let (mut all, mut step) = (Vec::new(), [0; 2]);
        loop {
            match cut.read(&mut step).unwrap() {
                0 => break,
                count => all.extend_from_slice(&step[..count]),
            }
        }
        assert_eq!(String::from_utf8(all).unwrap(), "1. e4 é \u{fffd}");
    }
}
