//! UTF-16 to UTF-8 while reading.

use std::io::{self, Read};

use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};

/// Reads UTF-16 and gives UTF-8.
pub(super) struct Utf16<R> {
    inner: R,
    decoder: Decoder,
    raw: Box<[u8]>,
    start: usize,
    end: usize,
    ended: bool,
}

impl<R: Read> Utf16<R> {
    pub(super) fn new(inner: R, encoding: &'static Encoding) -> Self {
        let decoder = encoding.new_decoder_with_bom_removal();
        Self { inner, decoder, raw: vec![0; 64 << 10].into_boxed_slice(), start: 0, end: 0, ended: false }
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.len() < 4 {
            return Ok(0);
        }
        loop {
            if self.start == self.end && !self.ended {
                self.end = self.inner.read(&mut self.raw)?;
                self.start = 0;
                self.ended = self.end == 0;
            }
            let input = &self.raw[self.start..self.end];
            let (_, read, written, _) = self.decoder.decode_to_utf8(input, out, self.ended);
            self.start += read;
            if written > 0 || self.ended {
                return Ok(written);
            }
        }
    }
}

/// The UTF-16 encoding that the first bytes of a file show, by mark or by zeros.
pub(super) fn detect(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xff, 0xfe, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] => Some(UTF_16BE),
        [a, 0, b, 0, ..] if a.is_ascii() && *a != 0 && *b != 0 => Some(UTF_16LE),
        [0, a, 0, b, ..] if a.is_ascii() && *a != 0 && *b != 0 => Some(UTF_16BE),
        _ => None,
    }
}
