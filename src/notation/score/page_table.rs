//! The step that reads a table by the geometry of its page, where that explains more of it than its lines do. Not for finding
//! such a table.

use super::gap::{Gap, Paragraph};
use super::layout::PageTable;
use super::reader::{Reader, Step};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{ItemKind, Record};

/// One in so many moves may be none of the table.
const FEW: usize = 16;
/// Bytes below the first row of a right column in which that of the left one stands.
const BESIDE: usize = 4 << 10;

/// Whether a table has more moves than a record that was read line by line, those that count on, and nearly all of these.
pub(super) fn explains_more(table: &PageTable, record: &Record) -> bool {
    let moves = || record.items.iter().filter(|item| item.line == 0 && item.kind == ItemKind::Move);
    let odd = record.notes.iter().filter(|note| note.code == Code::N050).count();
    let mut cells: Vec<Span> = table.moves().collect();
    cells.sort_unstable_by_key(|span| span.from);
    let cell_of = |span: Span| {
        let cell = cells.get(cells.partition_point(|cell| cell.to <= span.from));
        cell.filter(|cell| cell.from < span.to)
    };
    // A move whose cell goes on is another one.
    let (mut all, mut lost, mut cut) = (0, 0, 0);
    for item in moves() {
        let cell = cell_of(item.span);
        all += 1;
        lost += usize::from(cell.is_none());
        cut += usize::from(cell.is_some_and(|cell| item.span.to + 1 < cell.to && table.read.contains(&cell.from)));
    }
    cells.len() + odd + cut > all && lost * FEW <= all
}

/// Where row 1 stands at last: with the first move, or below it where a column begins in the middle of a game.
pub(super) fn last_place(bytes: &[u8], record: &Record) -> usize {
    let first = record.items.iter().find(|item| item.kind == ItemKind::Move);
    let torn = record.notes.iter().any(|note| note.code == Code::N051);
    first.map_or(bytes.len(), |item| bytes.len().min(item.span.from as usize + if torn { BESIDE } else { 0 }))
}

impl Reader<'_, '_> {
    /// Reads the table whose page begins with this line.
    pub(super) fn enter_page(&mut self, start: usize) -> Option<Step> {
        let table = self.page.take_if(|table| table.span.from as usize == start)?;
        if self.has_begun() {
            return Some(self.stop(start));
        }
        self.end_paragraph();
        let PageTable { span, parts, odd, above, movetext, .. } = *table;
        for span in above {
            self.headings(Paragraph { span, indent: 4, lines: 1 });
        }
        self.movetext = Some(movetext);
        for span in odd {
            self.record.note(Code::N050, span);
        }
        for part in parts {
            self.place(part, false);
        }
        self.gap = Gap { any: true, ..Gap::default() };
        self.names = false;
        self.at = span.to as usize;
        Some(Step::Next)
    }
}
