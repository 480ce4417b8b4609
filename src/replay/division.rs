//! Divides a text into scores, diagrams, headings and prose. Scores are not divided further.

use super::game_worker::SliceOut;
use super::games::SliceReader;
use partie_input::{Rest, Share, Slice, Worker};
use partie_notation::score::{Segment, SegmentKind, segments, segments_of_text};
use partie_record::Record;
use partie_record::shown::Shown;
use partie_record::span::{LineEnds, Span};

/// Maximum length of a segment's shown text, in characters.
const MAX_SHOWN_CHARS: usize = 60;

/// A segment as it is shown.
#[derive(Debug)]
pub struct Part {
    pub kind: SegmentKind,
    /// First line, from 1.
    pub first: u64,
    pub last: u64,
    pub text: Shown,
}

/// Divides the records of slices into segments.
#[derive(Debug, Default)]
pub struct Divider {
    record: Record,
}

/// The segments of a slice.
#[derive(Debug, Default)]
pub struct Segments {
    found: Vec<Segment>,
    end: usize,
}

impl Worker for Divider {
    type Out = SliceOut<Segments>;

    fn work(&mut self, slice: &Slice, _: &Share<'_>) -> (Self::Out, Rest) {
        let mut found = Vec::new();
        let mut reader = SliceReader::new(slice, 0);
        let mut at = 0;
        while reader.read_next(&mut self.record) {
            let span = Span::new(at, reader.end());
            at = reader.end();
            self.record.span = span;
            // The spans of a decoded record refer to its decoded text, not to the slice.
            if self.record.decoded.is_empty() {
                found.append(&mut segments(&slice.bytes, &self.record));
            } else {
                found.push(Segment { kind: SegmentKind::Other, span });
            }
        }
        let rest = reader.rest();
        let end = match rest {
            Rest::LastGame(at) => at,
            _ => slice.bytes.len(),
        };
        if at < end {
            found.append(&mut segments_of_text(&slice.bytes, Span::new(at, end)));
        }
        (SliceOut { made: Segments { found, end }, ..SliceOut::default() }, rest)
    }
}

impl Segments {
    /// Passes each segment that is not empty to `pass`, with its first and last line from 1. `lines` counts the lines
    /// before the slice.
    fn each(self, slice: &Slice, lines: &mut u64, mut pass: impl FnMut(SegmentKind, [u64; 2], &[u8])) {
        let count = |from: usize, to: usize| LineEnds::of(&slice.bytes[from..to]).lines();
        let mut at = 0;
        for Segment { kind, span } in self.found {
            let text = span.of(&slice.bytes);
            let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let body = text.trim_ascii();
            let from = span.from as usize + blank;
            *lines += count(at, from);
            let first = *lines + 1;
            *lines += count(from, from + body.len());
            at = from + body.len();
            if !body.is_empty() {
                pass(kind, [first, *lines + 1], body);
            }
        }
        *lines += count(at, self.end);
    }
}

/// The division of a file.
#[derive(Debug, Default)]
pub struct Division {
    pub parts: Vec<Part>,
    lines: u64,
}

impl Division {
    /// Adds the segments of the next slice.
    pub fn add(&mut self, slice: &Slice, segments: Segments) {
        let Self { parts, lines } = self;
        segments.each(slice, lines, |kind, [first, last], body| match parts.last_mut() {
            Some(before) if before.kind == kind && matches!(kind, SegmentKind::Prose | SegmentKind::Other) => {
                before.last = last;
            }
            _ => {
                let shown = String::from_utf8_lossy(&body[..body.len().min(4 * MAX_SHOWN_CHARS)]);
                let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
                let text = words.chars().take(MAX_SHOWN_CHARS).collect::<String>().trim_end().into();
                parts.push(Part { kind, first, last, text });
            }
        });
    }
}

/// The headings and prose of a file, verbatim, with one line in place of each score, analysis or diagram between them.
#[derive(Debug, Default)]
pub struct Prose {
    /// Text that the caller has not taken yet.
    pub text: Vec<u8>,
    /// Number of lines of prose and headings.
    pub kept: u64,
    lines: u64,
}

impl Prose {
    /// Adds the segments of the next slice.
    pub fn add(&mut self, slice: &Slice, segments: Segments) {
        let Self { text, kept, lines } = self;
        segments.each(slice, lines, |kind, [first, last], body| {
            match kind {
                SegmentKind::Heading | SegmentKind::Prose => {
                    *kept += last + 1 - first;
                    text.extend_from_slice(body);
                }
                SegmentKind::Score | SegmentKind::Analysis | SegmentKind::Diagram => {
                    text.extend_from_slice(format!("[{}: lines {first} to {last}]", kind.name()).as_bytes());
                }
                SegmentKind::Pgn | SegmentKind::Other => return,
            }
            text.extend_from_slice(b"\n\n");
        });
    }

    /// Resets the line count for the next file.
    pub fn begin(&mut self) {
        self.lines = 0;
    }
}
