//! Formats with one record per line: USI and USEN. Each format parses its own lines.

use super::ReadOutcome;
use partie_record::finding::Code;
use partie_record::span::{Span, after_line, line_end};
use partie_record::{Format, Item, ItemKind, ParseNote, Record};

/// Length of unreadable lines after which they become a record of junk.
const MAX_JUNK_BYTES: usize = 64 << 10;

/// A format with one record per line.
pub(super) struct LineFormat {
    pub(super) format: Format,
    /// First byte of a comment line.
    pub(super) comment: Option<u8>,
    /// Returns the part of a record line before its moves; `None` if the line is not a record.
    pub(super) head: fn(&[u8], Span) -> Option<Span>,
    pub(super) line: fn(&[u8], RecordLine, &mut Record),
}

/// A record line and its head.
#[derive(Clone, Copy)]
pub(super) struct RecordLine {
    pub(super) span: Span,
    pub(super) head: Span,
}

impl LineFormat {
    /// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
    ///
    /// The first line that is neither blank nor a comment is the record. Unreadable lines become a record of junk, with
    /// the note S017.
    pub(super) fn read_record(&self, bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
        let mut from = record.begin(self.format, bytes, at);
        loop {
            let rest = bytes.get(from..).unwrap_or_default();
            let Some(blank) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) else {
                return match (record.items.is_empty(), last) {
                    (true, _) => ReadOutcome::End,
                    (false, false) => ReadOutcome::Incomplete,
                    (false, true) if record.notes.iter().any(is_no_record) => end_record(record, at, bytes.len()),
                    (false, true) => ReadOutcome::Text(bytes.len()),
                };
            };
            from += blank;
            let end = line_end(bytes, from);
            if end == bytes.len() && !last {
                return ReadOutcome::Incomplete;
            }
            if self.comment == Some(bytes[from]) {
                record.push_bounded(Item { span: Span::new(from, end), line: 0, kind: ItemKind::LineComment });
                from = end;
                continue;
            }
            let span = Span::new(from, from + bytes[from..end].trim_ascii_end().len());
            let next = after_line(bytes, end);
            if let Some(head) = (self.head)(bytes, span) {
                if record.notes.last().is_some_and(is_no_record) {
                    return end_record(record, at, from);
                }
                (self.line)(bytes, RecordLine { span, head }, record);
                return end_record(record, at, next);
            }
            record.push_junk(Code::S017, span, 0);
            from = next;
            if from - at > MAX_JUNK_BYTES {
                return end_record(record, at, from);
            }
        }
    }
}

fn is_no_record(note: &ParseNote) -> bool {
    note.code == Code::S017
}

fn end_record(record: &mut Record, from: usize, to: usize) -> ReadOutcome {
    record.lines[0].end = record.items.len() as u32;
    record.span = Span::new(from, to);
    ReadOutcome::Game(to)
}

/// The last place in `bytes` where a record may begin: the start of the last line.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    let lines = bytes.trim_ascii_end();
    memchr::memrchr2(b'\n', b'\r', lines).map(|end| end + 1)
}
