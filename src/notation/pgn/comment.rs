//! Ends of comments, and recovery from comments that are never closed.

use memchr::{memchr, memchr2};

use super::Reader;
use super::bytes::is_space;
use super::grammar;
use super::section;
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{ItemKind, ParseNote, limits};

/// Maximum distance in bytes from the start of a comment, or of a tag section inside it, to the closing brace.
const MAX_BRACE_DISTANCE: usize = 64 << 10;

/// The end of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The offset after its closing brace.
    Closed(usize),
    /// The comment is never closed; a tag section begins at this offset.
    Resumed(usize),
    /// The comment is neither closed nor followed by a section; more input may change that.
    Open,
}

/// The end of the comment that opens at `at`, if the next brace closes it within `MAX_BRACE_DISTANCE` bytes. The text
/// inside does not matter then.
#[inline]
pub(super) fn near_end(bytes: &[u8], at: usize) -> Option<usize> {
    let (_, text) = grammar::comment(&bytes[at..]).ok()?;
    (text.len() <= MAX_BRACE_DISTANCE).then_some(at + text.len())
}

/// Finds the end of the comment that opens at `at`. A tag section may begin before the next `}`. If no other brace
/// opens between the section and that brace, the comment quotes a game. Otherwise its closing brace is missing.
pub(super) fn end(bytes: &[u8], at: usize, last: bool) -> End {
    let close = memchr(b'}', &bytes[at..]).map(|found| at + found);
    let section = section::next_section(bytes, at, close.unwrap_or(bytes.len()));
    match (section, close) {
        (None, Some(close)) => End::Closed(close + 1),
        (None, None) => End::Open,
        (Some(section), _) => {
            let horizon = bytes.len().min(section + MAX_BRACE_DISTANCE);
            match memchr2(b'{', b'}', &bytes[section..horizon]) {
                Some(found) if bytes[section + found] == b'}' => End::Closed(section + found + 1),
                Some(_) => End::Resumed(section),
                None if last || horizon == section + MAX_BRACE_DISTANCE => End::Resumed(section),
                None => End::Open,
            }
        }
    }
}

impl Reader<'_, '_> {
    /// Reads a comment, even if it contains braces or is never closed.
    pub(crate) fn comment(&mut self) {
        let from = self.at;
        if let Some(end) = near_end(self.bytes, from) {
            self.at = end;
            return self.push(ItemKind::Comment, from, end);
        }
        match end(self.bytes, from, self.last) {
            End::Closed(end) => self.closed_comment(from, end),
            End::Resumed(end) => self.unclosed(from, end, true),
            End::Open if self.last => self.unclosed(from, self.bytes.len(), false),
            End::Open => self.unfinished = true,
        }
    }

    #[inline]
    fn closed_comment(&mut self, from: usize, end: usize) {
        if end - from > limits::TOKEN {
            self.record.note(Code::B002, Span::new(from, end));
            self.push(ItemKind::Skipped, from, end);
        } else {
            if let Some(inner) = memchr(b'{', &self.bytes[from + 1..end]) {
                let at = from + 1 + inner;
                self.record.notes.push(ParseNote {
                    code: Code::S013,
                    span: Span::new(at, at + 1),
                    other: Some(Span::new(from, from + 1)),
                });
            }
            self.push(ItemKind::Comment, from, end);
        }
        self.at = end;
    }

    #[cold]
    fn unclosed(&mut self, from: usize, end: usize, resumed: bool) {
        let text = self.bytes[from..end].iter().rposition(|byte| !is_space(*byte)).map_or(end, |at| from + at + 1);
        let other = resumed.then(|| Span::new(end, end + 1));
        self.record.notes.push(ParseNote { code: Code::S010, span: Span::new(from, from + 1), other });
        let kind = if text - from > limits::TOKEN { ItemKind::Skipped } else { ItemKind::Comment };
        if kind == ItemKind::Skipped {
            self.record.note(Code::B002, Span::new(from, text));
        }
        self.push(kind, from, text);
        self.at = end;
    }
}
