//! Where a printed record stands in the book that it was converted from.

use partie_notation::score;
use partie_record::{Format, Heading, ItemKind, Record, RecordClass};
use partie_replay::Text;

/// Where a printed record stands, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The page, if transcribers marked it.
    pub page: Option<u32>,
    /// The line of the file on which its title stands, or its first row, from 1.
    pub line: u64,
    /// Whether it is a game that was played.
    pub class: RecordClass,
}

impl SourcePlace {
    /// The place of a record in a slice that has `before` lines of its file before it. Nothing for records that are not
    /// printed, and for a score without headings that begins its file: that is no book.
    pub fn of(slice: Text<'_>, before: u64, record: &Record) -> Option<Self> {
        if record.format != Format::Score
            || !record.tags.is_empty()
            || record.span.from == 0 && before == 0 && record.headings.is_empty()
        {
            return None;
        }
        // Its own title stands last above it.
        let row = record.items.iter().find(|item| matches!(item.kind, ItemKind::Number | ItemKind::Move))?.span.from;
        let titles = record.headings.iter().filter(|(heading, span)| *heading == Heading::Event && span.from < row);
        let first = titles.map(|(_, span)| span.from).max().unwrap_or(row);
        let at = record.place(partie_record::span::Span { from: first, to: first }).from as usize;
        let line = before + partie_record::span::count_lines(&slice.bytes[..at]) + 1;
        Some(Self { page: score::page(slice.bytes, at), line, class: record.class })
    }
}
