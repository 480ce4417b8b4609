//! A table as its page shows it, and whether that explains more of a record than its lines do. Not for finding one, nor for
//! reading it.

use super::row_part::Part;
use crate::pgn;
use partie_record::finding::Code;
use partie_record::span::{self, Span};
use partie_record::{ItemKind, Movetext, Outcome, Record};
use std::collections::HashSet;

/// One in so many moves may be none of the table.
const FEW: usize = 16;
/// Bytes behind a record in which a tag pair ends its table.
const MAX_GAP: usize = 4 << 10;
/// Bytes below the first row of a right column in which that of the left one stands.
const BESIDE: usize = 4 << 10;

/// A table as its page shows it.
#[derive(Debug)]
pub(super) struct PageTable {
    /// From the line in which it begins, with what stands beside it, to behind its last cell.
    pub span: Span,
    /// What it is made of in the order of play, and where a number is not printed as it counts.
    pub parts: Vec<Part>,
    pub odd: Vec<Span>,
    /// What stands above row 1 in its column.
    pub above: Vec<Span>,
    /// How its moves are written.
    pub movetext: Movetext,
    /// Where the cells begin that can be read.
    pub read: HashSet<u32>,
    /// The lines of two games side by side.
    pub page: Option<Span>,
    /// Another game in the right column of its page.
    pub beside: Option<Box<Self>>,
    /// Whether a piece bears a letter that English has not.
    pub is_foreign: bool,
}

impl PageTable {
    /// The cells, read or not.
    pub(super) fn moves(&self) -> impl Iterator<Item = Span> {
        self.parts.iter().filter(|part| part.kind.is_move()).map(|part| part.span)
    }
}

/// Whether a table has more moves than a record that was read line by line, those that count on, and nearly all of these.
pub(super) fn explains_more(table: &PageTable, record: &Record) -> bool {
    let moves = || record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    let odd = record.notes.iter().filter(|note| note.code == Code::N050).count();
    let tables = || [Some(table), table.beside.as_deref()].into_iter().flatten();
    let mut cells: Vec<Span> = tables().flat_map(PageTable::moves).collect();
    cells.sort_unstable_by_key(|span| span.from);
    let cell_of = |span: Span| {
        let cell = cells.get(cells.partition_point(|cell| cell.to <= span.from));
        cell.filter(|cell| cell.from < span.to)
    };
    // A move whose cell goes on is another one, and two in one cell are one.
    let (mut all, mut lost, mut cut) = (0, 0, 0);
    let mut last = None;
    for item in moves() {
        let cell = cell_of(item.span);
        let is_same = cell.is_some() && cell == last;
        last = cell;
        if is_same {
            continue;
        }
        all += 1;
        lost += usize::from(cell.is_none());
        let goes_on = |cell: &&Span| item.span.to - item.span.from + 1 < cell.to - cell.from;
        cut +=
            usize::from(cell.filter(goes_on).is_some_and(|cell| tables().any(|table| table.read.contains(&cell.from))));
    }
    // Two games side by side are no rows of one.
    (table.beside.is_some() || cells.len() + odd + cut > all) && lost * FEW <= all
}

/// Where the table of a record ends at the latest: at a tag pair below its moves, or behind a result alone on its line.
/// `None` if the record ends at neither.
pub(super) fn table_end(bytes: &[u8], record: &Record) -> Option<usize> {
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move)?;
    let mut at = span::line_end(bytes, first.span.from as usize);
    let end = (record.span.to as usize + MAX_GAP).min(bytes.len());
    while at < end {
        let from = span::after_line(bytes, at);
        at = span::line_end(bytes, from);
        let line = bytes[from..at].trim_ascii();
        if pgn::is_tag_start(line) {
            return Some(from);
        }
        if Outcome::parse(line).is_some() {
            return Some(at);
        }
        if from == at && at == bytes.len() {
            break;
        }
    }
    None
}

/// Where row 1 stands at last: with the first move, or below it where a column begins in the middle of a game.
pub(super) fn last_place(bytes: &[u8], record: &Record) -> usize {
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move);
    let torn = record.notes.iter().any(|note| note.code == Code::N051);
    first.map_or(bytes.len(), |item| bytes.len().min(item.span.from as usize + if torn { BESIDE } else { 0 }))
}
