//! Text between table rows: paragraphs, footnotes, page marks, tag pairs; and where the prose of the next record
//! begins.

use super::diagram::diagram_rank;
use super::gap::{Mark, Paragraph};
use super::reader::{Reader, Step};
use crate::pgn;
use partie_record::byte_order_mark;
use partie_record::span::{self, Span};
use partie_record::{ItemKind, Movetext, Tag};

/// Maximum number of bytes up to and including the first bar of a board rank.
const MAX_BYTES_TO_BAR: usize = 24;
/// Maximum length in bytes of a comment in brackets.
const MAX_BRACKET: usize = 64 << 10;
/// Maximum length in bytes of a paragraph that becomes one comment.
const MAX_PARAGRAPH: usize = 64 << 10;
/// Maximum number of bytes of a tag searched for a closing bracket after an unescaped quote.
const MAX_VALUE: usize = 1 << 10;

/// True if a trimmed line is a rank of a drawn board, with bars between the squares.
pub(super) fn is_rank(line: &[u8]) -> bool {
    line.iter().take(MAX_BYTES_TO_BAR).any(|byte| *byte == b'|')
        && diagram_rank(line).is_ok_and(|(rest, _)| rest.is_empty())
}

impl Reader<'_, '_> {
    fn mark(&self, at: usize) -> Mark {
        Mark {
            at,
            items: self.record.items.len(),
            notes: self.record.notes.len(),
            result: self.record.result,
            outcome: self.record.outcome,
            resigned: self.resigned,
        }
    }

    /// Adds a line that is not a table row to the pending paragraph.
    pub(super) fn prose(&mut self, start: usize, from: usize, end: usize) {
        let text = self.bytes[from..end].trim_ascii_end();
        let says_title = super::heading::says_title(text);
        let title = says_title || super::heading::looks_like_title(text);
        let heads = super::heading::are_heads(text);
        if self.has_begun() {
            if self.gap.layout.is_none() && (self.gap.blanks > 1 || title || heads) {
                self.end_paragraph();
                self.gap.layout = Some(self.mark(start));
            } else if self.paragraph.is_none() && self.gap.blanks > 0 {
                self.gap.paragraph = Some(self.mark(start));
            }
            self.gap.title |= says_title;
        }
        if !self.table.started && is_rank(text) {
            // A setup needs exactly eight ranks. All ranks are kept, so a record with several boards has no setup.
            self.record.setup.push(Span::new(from, from + text.len()));
        }
        self.gap.heads |= heads;
        self.gap.labels |= super::sheet::is_labelled(text);
        let opened = text.iter().filter(|byte| **byte == b'(').count();
        let closed = text.iter().filter(|byte| **byte == b')').count();
        self.gap.open = (self.gap.open + opened).saturating_sub(closed);
        let to = from + text.len();
        match &mut self.paragraph {
            Some(paragraph) if to - (paragraph.span.from as usize) < MAX_PARAGRAPH => {
                paragraph.span = Span::new(paragraph.span.from as usize, to);
                paragraph.indent = paragraph.indent.min(from - start);
                paragraph.lines += 1;
            }
            _ => {
                self.end_paragraph();
                self.paragraph = Some(Paragraph { span: Span::new(from, to), indent: from - start, lines: 1 });
            }
        }
        self.gap.blanks = 0;
        self.gap.any = true;
        self.gap.prose = true;
    }

    /// Ends the pending paragraph and adds it to the record as headings or as a comment.
    pub(super) fn end_paragraph(&mut self) {
        let Some(paragraph) = self.paragraph.take() else { return };
        if self.has_begun() || self.is_written() {
            self.push(ItemKind::Comment, paragraph.span);
        } else {
            self.headings(paragraph);
        }
    }

    /// Adds a comment in brackets; reading continues after its closing bracket, maybe on the same line.
    pub(super) fn aside(&mut self, span: Span) {
        self.end_paragraph();
        self.push(ItemKind::Comment, span);
        self.at = span.to as usize;
        self.gap.blanks = 0;
    }

    /// Reads `[Footnote A: ...]`, `[Illustration]`, `[%kober demand]`; `None` if the bracket is not closed.
    pub(super) fn bracketed(&mut self, from: usize) -> Option<Step> {
        if self.wasted > 2 * (self.at - self.record.span.from as usize) + MAX_BRACKET {
            return None;
        }
        let limit = self.bytes.len().min(from + MAX_BRACKET);
        let mut depth = 0usize;
        for at in memchr::memchr2_iter(b'[', b']', &self.bytes[from..limit]) {
            let at = from + at;
            if self.bytes[at] == b'[' {
                depth += 1;
                continue;
            }
            depth -= 1;
            if depth > 0 {
                continue;
            }
            let text = &self.bytes[from..at];
            // A footnote belongs to the game above it, so the next record does not begin before it.
            if at - from > 8 && !text.starts_with(b"[Illustration") && !text.starts_with(b"[%") {
                self.gap.layout = None;
                self.gap.paragraph = None;
            }
            self.aside(Span::new(from, at + 1));
            return Some(Step::Next);
        }
        if !self.last && limit == self.bytes.len() {
            return Some(Step::Unfinished);
        }
        self.wasted += limit - from;
        None
    }

    /// Reads `[Name "value"]`: a tag pair if it is above the moves; below them, the tag begins the next record.
    pub(super) fn tag_line(&mut self, from: usize, end: usize) -> Step {
        if self.table.started || self.ended {
            self.end_paragraph();
            return Step::Stop(from);
        }
        self.end_paragraph();
        let text = &self.bytes[from..end];
        let Some(quote) = memchr::memchr(b'"', text) else { return self.not_a_tag(from, end) };
        // A value may quote a tag. An escaped quote closes the value only if no unescaped quote does.
        let closes = |at: &usize| text[..*at].trim_ascii_end().ends_with(b"\"") && *at > quote + 1;
        let mut near = memchr::memchr_iter(b']', &text[..text.len().min(MAX_VALUE)]).filter(closes);
        let unescaped = near.find(|at| !is_escaped(&text[..text[..*at].trim_ascii_end().len() - 1]));
        let close = unescaped.or_else(|| memchr::memchr_iter(b']', text).find(closes));
        let Some(close) = close else { return self.not_a_tag(from, end) };
        let last = memchr::memrchr(b'"', &text[..close]).unwrap_or(quote);
        if last <= quote {
            return self.not_a_tag(from, end);
        }
        let name = from + 1 + text[1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let length = self.bytes[name..from + quote].trim_ascii_end().len();
        let span = Span::new(from, from + close + 1);
        let value = Span::new(from + quote + 1, from + last);
        self.record.tags.push(Tag::new(self.bytes, span, Span::new(name, name + length), value));
        if &self.bytes[name..name + length] == b"Notation" {
            self.movetext = Movetext::named(&text[quote + 1..last]);
        }
        self.at = from + close + 1;
        if self.bytes[self.at..end].trim_ascii().is_empty() {
            self.at = span::after_line(self.bytes, end);
        }
        Step::Next
    }

    fn not_a_tag(&mut self, from: usize, end: usize) -> Step {
        let end = end.max(from + 1);
        self.prose(from, from, end);
        self.at = span::after_line(self.bytes, span::line_end(self.bytes, from));
        Step::Next
    }
}

/// True if an odd number of backslashes at the end of `before` escapes the next character.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// True if the start of a file has a Notation tag for descriptive notation or for Kober's notation.
pub(super) fn is_written(head: &[u8]) -> bool {
    memchr::memchr_iter(b'[', head)
        .take_while(|at| *at < 4096)
        .filter(|at| *at == 0 || matches!(head[at - 1], b'\n' | b'\r') || *at == byte_order_mark::length_at(head, 0))
        .any(|at| {
            let line = &head[at..span::line_end(head, at)];
            let value = line.strip_prefix(b"[Notation \"").unwrap_or_default();
            pgn::is_tag_start(line) && (value.starts_with(b"descriptive") || value.starts_with(b"kober"))
        })
}
