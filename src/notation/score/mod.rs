//! Printed scores: numbered rows of moves in columns, with prose between them. Every byte belongs to a tag, a line of
//! headings, an item or white space.
//!
//! A record begins at row 1, or where a table begins in the middle (`N051`). Text between two tables is divided
//! according to its layout. Moves are not interpreted: a wrong row number is only noted (`N050`), and its move is kept.

mod bare;
mod boundary;
mod class;
mod colour;
mod diagram;
mod ending;
mod enter_page;
mod format;
mod fraction_table;
mod gap;
mod grammar;
mod heading;
mod layout;
mod odds;
mod page;
mod page_table;
mod play_order;
mod players;
mod printed_cell;
mod prose;
mod reader;
mod row_left;
mod row_part;
mod row_place;
#[cfg(debug_assertions)]
mod rules;
mod running;
mod segments;
mod sheet;
mod slot;
mod stipulation;
mod table;
mod table_cell;
mod table_row;

pub use boundary::{begins_with_bracket, cut, looks_like, next};
pub use diagram::pieces;
pub(super) use format::FORMAT;
pub use grammar::is_scanned;
pub use odds::odds;
pub use page::page;
#[cfg(debug_assertions)]
pub use rules::RULES;
pub use segments::{Segment, SegmentKind, is_of_page, segments, segments_of_text};

use self::gap::Gap;
use self::layout::TableSearch;
use self::page_table::PageTable;
use self::reader::{Reader, Step};
use self::table::Table;
use self::table_cell::LOOK_AHEAD;
use self::table_row::{Braces, Row};
use super::ReadOutcome;
use super::pgn;
use super::text::KnownLine;
use partie_record::finding::Code;
use partie_record::span::{self, Span};
use partie_record::{Format, ItemKind, Record, limits};

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// Items are in the order of play, even if a table prints two halves of a game side by side. Headings above the first
/// row go to [`Record::headings`], and their lines produce no items. Other prose becomes comments.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    if let Some(beside) = layout::beside_of(bytes, at) {
        return read_lines(bytes, at, last, record, Some(beside));
    }
    let found = read_lines(bytes, at, last, record, None);
    if found == ReadOutcome::Incomplete
        || found == ReadOutcome::End
        || !record.tags.is_empty()
        || record.lines.len() > 1
    {
        return found;
    }
    let end = page_table::table_end(bytes, record);
    let (page, last) = end.map_or((bytes, last), |end| (&bytes[..end], true));
    match layout::find(page, at, page_table::last_place(page, record), last) {
        TableSearch::Table(table) if page_table::explains_more(&table, record) => {
            read_lines(bytes, at, last, record, Some(table))
        }
        TableSearch::Unknown => ReadOutcome::Incomplete,
        TableSearch::Table(_) | TableSearch::Nothing => found,
    }
}

/// Reads the record line by line, except for the table `page`, which was found by page geometry.
fn read_lines(bytes: &[u8], at: usize, last: bool, record: &mut Record, page: Option<Box<PageTable>>) -> ReadOutcome {
    record.clear();
    record.format = Format::Score;
    let mut reader = Reader {
        bytes,
        at,
        last,
        record,
        movetext: None,
        row: Row::default(),
        table: Table::default(),
        gap: Gap::default(),
        paragraph: None,
        open: Vec::new(),
        line: 0,
        braces: Braces::default(),
        known_line: KnownLine::default(),
        wasted: 0,
        ended: false,
        resigned: false,
        names: false,
        page,
    };
    let found = reader.run();
    let end = match found {
        ReadOutcome::Game(end) | ReadOutcome::Text(end) => end,
        ReadOutcome::Incomplete | ReadOutcome::End => bytes.len(),
    };
    record.span = Span::new(at, end);
    found
}

impl Reader<'_, '_> {
    fn run(&mut self) -> ReadOutcome {
        let start = self.at;
        // A byte order mark is possible only at the beginning of the file.
        let marked = if self.at == 0 { self.bytes } else { &[] };
        self.at = self.record.begin_line(marked, self.at);
        let mut stop = None;
        while self.at < self.bytes.len() && stop.is_none() {
            match self.line() {
                Step::Next => {}
                Step::Stop(at) => stop = Some(at),
                Step::Unfinished => return ReadOutcome::Incomplete,
            }
        }
        if stop.is_none() && !self.last {
            return ReadOutcome::Incomplete;
        }
        self.finish();
        match stop {
            Some(at) => ReadOutcome::Game(at),
            None if self.is_record() => ReadOutcome::Game(self.at),
            None if self.bytes[start..].trim_ascii().is_empty() => ReadOutcome::End,
            None => ReadOutcome::Text(self.at),
        }
    }

    fn is_record(&self) -> bool {
        self.record.has_moves || self.record.result.is_some() || !self.record.tags.is_empty()
    }

    fn finish(&mut self) {
        self.end_paragraph();
        self.place_right_half();
        self.close_variations();
        self.take_row_left();
        self.record.lines[0].end = self.record.items.len() as u32;
        self.record.movetext = self.movetext.unwrap_or_default();
        self.name_in_full();
        self.record.class = self.class();
    }

    /// Reads a line, or the rest of a line after a comment.
    fn line(&mut self) -> Step {
        let start = self.at;
        let end = self.line_end(start);
        // The following lines determine the kind of a line.
        if self.bytes.len() - end <= LOOK_AHEAD && !self.last {
            return Step::Unfinished;
        }
        let after = span::after_line(self.bytes, end);
        if let Some(step) = self.enter_page(start) {
            return step;
        }
        let text = &self.bytes[start..end];
        let from = start + text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if from == end {
            let whole = start == 0 || matches!(self.bytes[start - 1], b'\n' | b'\r');
            self.at = after;
            if whole {
                self.end_paragraph();
                self.gap.blank();
            }
            return Step::Next;
        }
        if end - from > limits::TOKEN {
            self.end_paragraph();
            self.record.note(Code::B002, Span::new(from, end));
            self.push(ItemKind::Skipped, Span::new(from, end));
            self.at = after;
            return Step::Next;
        }
        match self.bytes[from] {
            b'[' if pgn::is_tag_start(&self.bytes[from..end]) => return self.tag_line(from, end),
            b'[' => {
                if let Some(step) = self.bracketed(from) {
                    return step;
                }
            }
            b'{' => {
                if let Some(close) = self.braces.close(self.bytes, from) {
                    self.aside(Span::new(from, close));
                    return Step::Next;
                }
                if self.may_close(from) {
                    return Step::Unfinished;
                }
            }
            b';' | b'%' if self.is_written() => {
                self.end_paragraph();
                self.push(ItemKind::LineComment, Span::new(from, end));
                self.at = after;
                return Step::Next;
            }
            _ => {}
        }
        if let Some(step) = self.fraction(start) {
            return step;
        }
        let begins_line = start == 0 || matches!(self.bytes[start - 1], b'\n' | b'\r');
        if begins_line && let Some(step) = self.running(start, from..end) {
            return step;
        }
        if let Some(step) = self.result_alone(from, end) {
            return step;
        }
        if self.may_be_row(self.bytes[from]) {
            let mut row = std::mem::take(&mut self.row);
            let movetext = self.movetext;
            let written = self.is_written();
            let due = written && self.table.started;
            let number = if self.table.started { self.table.number } else { 1 };
            let depth = self.open.len();
            let state = table_row::State { movetext, depth, written, due, number, running: false };
            table_row::cut(self.bytes, start..end, state, &mut self.braces, &mut row);
            self.row = row;
            let open = self.bytes.get(self.row.rest) == Some(&b'{') && self.may_close(self.row.rest);
            if open || !self.last && self.row.end == self.bytes.len() {
                return Step::Unfinished;
            }
            if self.is_row() || self.keep_unread_line(from, end) {
                return self.enter(from);
            }
        }
        self.prose(start, from, end);
        self.at = after;
        Step::Next
    }

    /// True if the comment that opens at `from` may be closed after the end of `bytes`.
    fn may_close(&self, from: usize) -> bool {
        !self.last && self.bytes.len() - from < limits::TOKEN
    }
}
