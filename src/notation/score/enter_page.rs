//! Adds a table that `layout` found by page geometry to the record.

use super::gap::{Gap, Paragraph};
use super::page_table::PageTable;
use super::reader::{Reader, Step};
use partie_record::finding::Code;

impl Reader<'_, '_> {
    /// Reads the table found by page geometry if its first line begins at `start`; `None` otherwise.
    pub(super) fn enter_page(&mut self, start: usize) -> Option<Step> {
        let table = self.page.take_if(|table| table.span.from as usize == start)?;
        if self.has_begun() {
            return Some(self.stop(start));
        }
        self.end_paragraph();
        let PageTable { span, parts, odd, above, movetext, page, beside, .. } = *table;
        for span in above {
            self.headings(Paragraph { span, indent: 4, lines: 1 });
        }
        self.movetext = Some(movetext);
        self.record.page = page;
        for span in odd {
            self.record.note(Code::N050, span);
        }
        // Rows whose numbers are lost are counted from 1.
        if parts.first().is_some_and(|part| part.kind.is_move()) {
            (self.table.started, self.table.number, self.table.first) = (true, 1, 1);
        }
        for part in parts {
            self.place(part, false);
        }
        if let Some(beside) = beside {
            return Some(Step::Stop(beside.span.from as usize));
        }
        self.gap = Gap { any: true, ..Gap::default() };
        self.names = false;
        self.at = span.to as usize;
        Some(Step::Next)
    }
}
