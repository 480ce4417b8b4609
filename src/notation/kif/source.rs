//! The source text of KIF and KI2: the encoding of a record from its first lines, and its text in UTF-8, a block at a time.
//!
//! Line ends and what is ASCII at the beginning of a line are the same in every encoding. A record in UTF-8 is read
//! where it stands; any other is decoded once, into [`Record::decoded`](partie_record::Record::decoded).

use super::header::header_field;
use crate::kanji::{self, Symbol, symbol};
use partie_record::byte_order_mark;
use partie_record::span::{self, SliceSpan, Span};
use partie_record::{Decoded, Encoding};

/// Bytes that are looked at, at most.
const SAMPLE: usize = 4096;
/// Bytes beyond ASCII that are enough.
const ENOUGH: usize = 256;
/// Bytes that are decoded at once, and then to the end of the line: where the record ends is known when it is read.
const BLOCK: usize = 512;

/// ▲ and △ in the three encodings: they begin the first move of KI2.
const MARKS: [&[u8]; 6] = [b"\xe2\x96\xb2", b"\xe2\x96\xb3", b"\x81\xa3", b"\x81\xa2", b"\xa2\xa5", b"\xa2\xa4"];

/// The encoding of the record that begins at `at`, and the one that its `#KIF` line declares.
///
/// Only lines up to the first move are looked at, so that the answer does not depend on what follows the record.
pub(super) fn detect(bytes: &[u8], at: usize) -> (Encoding, Option<(Encoding, Span)>) {
    let limit = bytes.len().min(at + SAMPLE);
    let mut declared = None;
    let mut end = at;
    let mut foreign = 0;
    while end < limit && foreign < ENOUGH {
        let stop = span::line_end(&bytes[..limit], end);
        let line = &bytes[end..stop];
        if is_named(line) && holds_header(&bytes[at..end]) {
            // The next record, of which this one has no moves before it.
            break;
        }
        if declared.is_none() {
            declared = declaration(line, end);
        }
        let count = line.iter().filter(|byte| **byte >= 0x80).count();
        foreign += count;
        end = (stop + 1).min(limit);
        let body = line.trim_ascii_start();
        let moves = body.first().is_some_and(u8::is_ascii_digit) || MARKS.iter().any(|mark| body.starts_with(mark));
        if count > 0 && moves {
            break;
        }
    }
    let sample = &bytes[at..end.max(at)];
    let encoding = kanji::detect(sample, declared.map(|(encoding, _)| encoding));
    (encoding, declared)
}

/// Whether a line is that of the program which wrote a record: `#KIF version=2.0 encoding=UTF-8`.
fn is_named(line: &[u8]) -> bool {
    byte_order_mark::without(line).starts_with(b"#KIF")
}

/// Whether lines before a `#KIF` line belong to another record than what follows: a header, a board, a move or another such
/// line.
#[cold]
fn holds_header(bytes: &[u8]) -> bool {
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty()).any(|line| {
        let short = &line[..line.len().min(192)];
        // One line alone may not show its encoding.
        let encodings = [Encoding::Utf8, Encoding::ShiftJis, Encoding::EucJp];
        let is_content = |encoding| {
            let line = kanji::decode_line(encoding, short);
            let is_move = matches!(symbol(&line), Some((Symbol::Turn(_) | Symbol::Digit(_) | Symbol::Same, _)));
            is_move || header_field(&line).is_some()
        };
        is_named(line) || line[0] == b'|' || encodings.into_iter().any(is_content)
    })
}

/// `#KIF version=2.0 encoding=UTF-8`
fn declaration(line: &[u8], at: usize) -> Option<(Encoding, Span)> {
    const KEY: &[u8] = b"encoding=";
    if !is_named(line) {
        return None;
    }
    let key = line.windows(KEY.len()).position(|part| part.eq_ignore_ascii_case(KEY))?;
    let from = key + KEY.len();
    let name = line[from..].split(|byte| byte.is_ascii_whitespace()).next()?;
    Some((kanji::named(name)?, Span::new(at + from, at + from + name.len())))
}

/// What a record was decoded from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// Whether the file ends with it.
    last: bool,
}

impl<'a> Source<'a> {
    pub(super) const fn new(bytes: &'a [u8], encoding: Encoding, last: bool) -> Self {
        Self { bytes, encoding, last }
    }

    /// Decodes a block of whole lines from byte `from` on; gives where it ends.
    pub(super) fn decode(self, from: usize, decoded: &mut Decoded) -> usize {
        let bytes = self.bytes;
        let end = span::after_line(bytes, span::line_end(bytes, from + BLOCK));
        kanji::decode(self.encoding, &bytes[..end], from, self.last && end == bytes.len(), decoded);
        end
    }

    /// Whether a byte order mark begins here.
    pub(super) fn begins_with_mark(self, place: SliceSpan) -> bool {
        byte_order_mark::length_at(self.bytes, place.from as usize) > 0
    }

    /// Whether a header in another encoding than this record's stands here: files are sometimes made of records of several
    /// programs.
    pub(super) fn begins_in_another_encoding(self, line: SliceSpan) -> bool {
        let line = line.of(self.bytes);
        if line.is_ascii() {
            return false;
        }
        let encoding = kanji::detect(line, None);
        encoding != self.encoding && header_field(&kanji::decode_line(encoding, line)).is_some()
    }
}
