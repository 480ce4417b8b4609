//! The state while one record is read. Not for the order in which its lines are tried.

use super::ending::Ending;
use super::gap::{Gap, Paragraph};
use super::page_table::PageTable;
use super::table::Table;
use super::table_row::{Braces, Row};
use crate::text::KnownLine;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Movetext, Record};

/// The state while one record is read.
pub(super) struct Reader<'a, 'r> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) last: bool,
    pub(super) record: &'r mut Record,
    /// How the moves are written, as soon as one was read.
    pub(super) movetext: Option<Movetext>,
    /// The line that is being read.
    pub(super) row: Row,
    /// Whose move it is, and which number is due.
    pub(super) table: Table,
    /// What was met since the last row.
    pub(super) gap: Gap,
    /// Lines of prose that were not kept yet.
    pub(super) paragraph: Option<Paragraph>,
    /// Items that open the variations which are not closed yet.
    pub(super) open: Vec<u32>,
    /// The current line of play.
    pub(super) line: u32,
    pub(super) braces: Braces,
    pub(super) known_line: KnownLine,
    /// Bytes searched in vain for a closing bracket.
    pub(super) wasted: usize,
    /// Whether words of the end were read, in any line.
    pub(super) ended: bool,
    /// Whether the result says that a side resigns.
    pub(super) resigned: bool,
    /// Whether the columns were headed `White` and `Black`, so that names may follow.
    pub(super) names: bool,
    /// A table that is read by its page, until its line comes.
    pub(super) page: Option<Box<PageTable>>,
}

/// Whether the record goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Next,
    /// The next record begins at this place.
    Stop(usize),
    /// The input ends inside of something that may go on.
    Unfinished,
}

impl Reader<'_, '_> {
    /// Where the line ends that goes on at a place.
    pub(super) fn line_end(&mut self, from: usize) -> usize {
        self.known_line.end(self.bytes, from)
    }

    /// Whether what follows may belong to the next record: a row was read, or the end of a game that has none.
    pub(super) fn has_begun(&self) -> bool {
        self.table.started || self.ended
    }

    /// A record with tag pairs is movetext throughout, but for its comments.
    pub(super) fn is_written(&self) -> bool {
        !self.record.tags.is_empty()
    }

    pub(super) fn push(&mut self, kind: ItemKind, span: Span) {
        self.record.items.push(Item { span, line: self.line, kind });
        self.record.has_moves |= kind == ItemKind::Move;
    }

    /// Words of the end, or a result token.
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
