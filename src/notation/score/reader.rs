//! State of the reader of printed scores for one record. `mod.rs` defines the order in which kinds of lines are tried.

use super::ending::Ending;
use super::gap::{Gap, Paragraph};
use super::page_table::PageTable;
use super::table::Table;
use super::table_row::{Braces, Row};
use crate::text::KnownLine;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Movetext, Record};

pub(super) struct Reader<'a, 'r> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) last: bool,
    pub(super) record: &'r mut Record,
    /// Notation of the moves, once a move was read.
    pub(super) movetext: Option<Movetext>,
    /// The current line, split into parts.
    pub(super) row: Row,
    /// The side to move, and the next expected row number.
    pub(super) table: Table,
    /// Kinds of text since the last row.
    pub(super) gap: Gap,
    /// Lines of prose not yet added to the record.
    pub(super) paragraph: Option<Paragraph>,
    /// Indexes of the items that open unclosed variations.
    pub(super) open: Vec<u32>,
    /// Index of the current line of play: 0 for the main line, otherwise a variation.
    pub(super) line: u32,
    pub(super) braces: Braces,
    pub(super) known_line: KnownLine,
    /// Number of bytes searched in vain for closing brackets.
    pub(super) wasted: usize,
    /// True once a result or closing words were read, even in a variation.
    pub(super) ended: bool,
    /// True if the result is a resignation.
    pub(super) resigned: bool,
    /// True after the column headings `White` and `Black`, below which names may follow.
    pub(super) names: bool,
    /// The table found by page geometry, until its first line is reached.
    pub(super) page: Option<Box<PageTable>>,
}

/// How reading continues after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Next,
    /// The next record begins at this offset.
    Stop(usize),
    /// The input ends inside a construct that may continue.
    Unfinished,
}

impl Reader<'_, '_> {
    /// The end of the line that contains an offset.
    pub(super) fn line_end(&mut self, from: usize) -> usize {
        self.known_line.end(self.bytes, from)
    }

    /// True if the following text may belong to the next record: after a row, or after the end of a game without rows.
    pub(super) fn has_begun(&self) -> bool {
        self.table.started || self.ended
    }

    /// True if the record has tag pairs. Apart from comments, such a record contains only movetext.
    pub(super) fn is_written(&self) -> bool {
        !self.record.tags.is_empty()
    }

    pub(super) fn push(&mut self, kind: ItemKind, span: Span) {
        self.record.items.push(Item { span, line: self.line, kind });
        self.record.has_moves |= kind == ItemKind::Move;
    }

    /// Adds closing words or a result token.
    pub(super) fn push_end(&mut self, ending: Ending, span: Span) {
        self.push(ItemKind::Result, span);
        self.ended = true;
        if self.open.is_empty() {
            self.record.result = Some(span);
            self.resigned = matches!(ending, Ending::Resigns(_));
            self.record.outcome = Some(ending.outcome(self.table.black));
        }
    }
}
