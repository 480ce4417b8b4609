//! A table found by the geometry of its page, and the decision whether it explains more of a record than the reading
//! line by line. Tables are found in `layout`.

use super::row_part::Part;
use crate::pgn;
use partie_record::finding::Code;
use partie_record::span::{self, Span};
use partie_record::{ItemKind, Movetext, Outcome, Record};
use std::collections::HashSet;

/// Minimum number of moves of a record for each move of the record outside the table.
const MIN_MOVES_PER_LOST_MOVE: usize = 16;
/// Maximum distance in bytes from the end of a record to a tag pair or result that ends its table.
const MAX_GAP: usize = 4 << 10;
/// Maximum distance in bytes from the first row of a right column to the first row of the left column.
const MAX_COLUMN_GAP: usize = 4 << 10;

/// A table found by the geometry of its page.
#[derive(Debug)]
pub(super) struct PageTable {
    /// From the beginning of the first line, with text beside the table, to the end of the last cell.
    pub span: Span,
    /// The parts of the table in the order of play.
    pub parts: Vec<Part>,
    /// Row numbers that are printed incorrectly.
    pub odd: Vec<Span>,
    /// Text above row 1 in the column of the table.
    pub above: Vec<Span>,
    /// Notation of the moves.
    pub movetext: Movetext,
    /// Offsets of readable cells.
    pub read: HashSet<u32>,
    /// Span of the page if it has two games side by side.
    pub page: Option<Span>,
    /// The table in the right column of the page, if it is another game.
    pub beside: Option<Box<Self>>,
    /// True if the moves have piece letters other than English ones.
    pub is_foreign: bool,
}

impl PageTable {
    /// The move cells, readable or not.
    pub(super) fn moves(&self) -> impl Iterator<Item = Span> {
        self.parts.iter().filter(|part| part.kind.is_move()).map(|part| part.span)
    }
}

/// True if a table contains nearly all moves of a record that was read line by line, and explains more. It has further
/// moves, or it repairs wrong numbers or moves that were cut short.
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
    // A move that is shorter than its cell was cut short. Several moves in one cell count once.
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
    // Two games side by side are not rows of one game.
    (table.beside.is_some() || cells.len() + odd + cut > all) && lost * MIN_MOVES_PER_LOST_MOVE <= all
}

/// The latest end of a record's table: a tag pair below its moves, or the end of a line with only a result. `None` if
/// the record has neither.
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

/// The last possible offset of row 1: the first move, or an offset below it if a column begins in the middle of a game.
pub(super) fn last_place(bytes: &[u8], record: &Record) -> usize {
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move);
    let torn = record.notes.iter().any(|note| note.code == Code::N051);
    first.map_or(bytes.len(), |item| bytes.len().min(item.span.from as usize + if torn { MAX_COLUMN_GAP } else { 0 }))
}
