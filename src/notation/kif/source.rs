//! The source text of KIF and KI2: detects the encoding of a record from its first lines, and decodes it to UTF-8 in
//! blocks.
//!
//! Line ends, and ASCII at the beginning of a line, are the same in every encoding. A record in UTF-8 is read in place;
//! a record in another encoding is decoded once, into [`Record::decoded`](partie_record::Record::decoded).

use super::header::header_field;
use crate::kanji::{self, Symbol, symbol};
use partie_record::byte_order_mark;
use partie_record::span::{self, SliceSpan, Span};
use partie_record::{Decoded, Encoding};

/// Maximum length of the beginning of a record that is examined for its encoding.
const MAX_SAMPLE_BYTES: usize = 4096;
/// Number of bytes beyond ASCII after which no more lines are examined.
const MAX_EVIDENCE_BYTES: usize = 256;
/// Length of a block that is decoded at once, extended to the end of a line. Decoding stops with the record, whose end
/// is unknown before it is read.
const BLOCK_BYTES: usize = 512;

/// ▲ and △ in the three encodings: they begin the first move of KI2.
const MARKS: [&[u8]; 6] = [b"\xe2\x96\xb2", b"\xe2\x96\xb3", b"\x81\xa3", b"\x81\xa2", b"\xa2\xa5", b"\xa2\xa4"];

/// Returns the encoding of the record that begins at `at`, and the encoding that its `#KIF` line declares.
///
/// Examines only lines up to the first move, so that the result does not depend on text after the record.
pub(super) fn detect(bytes: &[u8], at: usize) -> (Encoding, Option<(Encoding, Span)>) {
    let limit = bytes.len().min(at + MAX_SAMPLE_BYTES);
    let mut declared = None;
    let mut end = at;
    let mut foreign = 0;
    while end < limit && foreign < MAX_EVIDENCE_BYTES {
        let stop = span::line_end(&bytes[..limit], end);
        let line = &bytes[end..stop];
        if is_named(line) && holds_header(&bytes[at..end]) {
            // The next record begins here: this one has no moves.
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

/// True for a `#KIF` line: `#KIF version=2.0 encoding=UTF-8`.
fn is_named(line: &[u8]) -> bool {
    byte_order_mark::without(line).starts_with(b"#KIF")
}

/// True if lines before a `#KIF` line belong to another record: they contain a header, a board, a move or another
/// `#KIF` line.
#[cold]
fn holds_header(bytes: &[u8]) -> bool {
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty()).any(|line| {
        let short = &line[..line.len().min(192)];
        // A single line may be too short to show its encoding.
        let encodings = [Encoding::Utf8, Encoding::ShiftJis, Encoding::EucJp];
        let is_content = |encoding| {
            let line = kanji::decode_line(encoding, short);
            let is_move = matches!(symbol(&line), Some((Symbol::Turn(_) | Symbol::Digit(_) | Symbol::Same, _)));
            is_move || header_field(&line).is_some()
        };
        is_named(line) || line[0] == b'|' || encodings.into_iter().any(is_content)
    })
}

/// Parses the encoding in a line `#KIF version=2.0 encoding=UTF-8`.
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

/// The source of a decoded record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// True if the file ends with `bytes`.
    last: bool,
}

impl<'a> Source<'a> {
    pub(super) const fn new(bytes: &'a [u8], encoding: Encoding, last: bool) -> Self {
        Self { bytes, encoding, last }
    }

    /// Decodes a block of whole lines from byte `from` on; returns its end.
    pub(super) fn decode(self, from: usize, decoded: &mut Decoded) -> usize {
        let bytes = self.bytes;
        let end = span::after_line(bytes, span::line_end(bytes, from + BLOCK_BYTES));
        kanji::decode(self.encoding, &bytes[..end], from, self.last && end == bytes.len(), decoded);
        end
    }

    /// True if a byte order mark begins at `place`.
    pub(super) fn begins_with_mark(self, place: SliceSpan) -> bool {
        byte_order_mark::length_at(self.bytes, place.from as usize) > 0
    }

    /// True if a line is a header in another encoding than this record's: some files combine records of several
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
