//! `partie show --segments`: how a text is divided into scores, diagrams, headings and prose.

use std::io;
use std::path::Path;

use super::Exit;
use super::standard::{print, report_error};
use partie_archive::file_messages::{Done, unread};
use partie_archive::{Failure, Input, Progress, Reading, Sink, WalkEntry, Worker};
use partie_input::{Rest, Share, Slice};
use partie_notation::score::{Segment, SegmentKind, segments, segments_of_text};
use partie_record::Record;
use partie_record::shown::Shown;
use partie_record::shown::shown_path;
use partie_record::span::{LineEnds, Span};
use partie_replay::games::SliceReader;

/// Longest text of a segment that is shown, in characters.
const SHOWN: usize = 60;

/// Prints the division of a file: lines from and to, what they are, how they begin.
pub(super) fn run(path: &Path, reading: Reading) -> Exit {
    let mut found = Division::default();
    let files = partie_archive::walk(vec![Input { path: path.to_path_buf() }], false);
    partie_archive::run(files, 1, reading, Divider::default, &mut found);
    if let Some(failure) = found.failure {
        return report_error(&unread(&shown_path(path), &failure, 0, Done::Read).to_string(), Exit::Operation);
    }
    let lines = found
        .segments
        .iter()
        .map(|part| format!("{:>7}-{:<7} {:<9} {}\n", part.first, part.last, part.kind.name(), part.text));
    print(&lines.collect::<String>(), Exit::Clean)
}

/// A segment as it is shown.
#[derive(Debug)]
struct Part {
    kind: SegmentKind,
    /// Its lines, from 1.
    first: u64,
    last: u64,
    /// How it begins.
    text: Shown,
}

/// Reads the records of slices for their segments.
#[derive(Debug, Default)]
struct Divider {
    record: Record,
}

impl Worker for Divider {
    type Out = (Vec<Segment>, usize);

    fn work(&mut self, slice: &Slice, _: &Share<'_>) -> (Self::Out, Rest) {
        let mut found = Vec::new();
        let mut reader = SliceReader::new(slice, 0);
        let mut at = 0;
        while reader.read(&mut self.record) {
            let span = Span::new(at, reader.end());
            at = reader.end();
            self.record.span = span;
            found.append(&mut segments(&slice.bytes, &self.record));
        }
        let rest = reader.rest();
        let end = match rest {
            Rest::LastGame(at) => at,
            _ => slice.bytes.len(),
        };
        if at < end {
            found.append(&mut segments_of_text(&slice.bytes, Span::new(at, end)));
        }
        ((found, end), rest)
    }
}

/// The division of a file.
#[derive(Debug, Default)]
struct Division {
    segments: Vec<Part>,
    lines: u64,
    failure: Option<io::Error>,
}

impl Sink<(Vec<Segment>, usize)> for Division {
    fn begin(&mut self, _: WalkEntry, _: Progress) {}

    fn slice(&mut self, slice: &Slice, (segments, end): (Vec<Segment>, usize)) {
        let count = |from: usize, to: usize| LineEnds::of(&slice.bytes[from..to]).lines();
        let mut at = 0;
        for Segment { kind, span } in segments {
            let text = span.of(&slice.bytes);
            let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let body = text.trim_ascii();
            let from = span.from as usize + blank;
            self.lines += count(at, from);
            let first = self.lines + 1;
            self.lines += count(from, from + body.len());
            at = from + body.len();
            if body.is_empty() {
                continue;
            }
            let last = self.lines + 1;
            match self.segments.last_mut() {
                Some(before) if before.kind == kind && matches!(kind, SegmentKind::Prose | SegmentKind::Other) => {
                    before.last = last;
                }
                _ => {
                    let shown = String::from_utf8_lossy(&body[..body.len().min(4 * SHOWN)]);
                    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
                    let text = words.chars().take(SHOWN).collect::<String>().trim_end().into();
                    self.segments.push(Part { kind, first, last, text });
                }
            }
        }
        self.lines += count(at, end);
    }

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        self.failure = error;
    }

    fn failed(&mut self, failure: Failure) {
        self.failure = Some(failure.error);
    }

    fn stopped(&self) -> bool {
        false
    }
}
