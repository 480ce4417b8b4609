//! Writes comma-separated values as in RFC 4180, but with line feeds.
//!
//! Rows are written to one buffer without a string for each cell, which is faster than the writer of the `csv` crate.
//! The reader of that crate checks the output in tests.

use std::borrow::Cow;
use std::io::{self, Write};

use super::buffer::{Specials, TextBuffer};
use super::jsonl::{pairs_json, words_json};
use super::short_line::ShortLine;
use partie_record::shown::{begins_formula, needs_sign, visible};
use partie_table::column::{Cells, Row};
use partie_table::columns::Selection;
use partie_table::value::{Day, Digest, Instant, List, Pairs, Words};

/// Bytes buffered before a write.
const BUFFER_BYTES: usize = 64 << 10;

pub(super) struct Table<W> {
    out: W,
    columns: Selection,
    buffer: TextBuffer,
    /// The formatted cells that all rows of the current game share.
    common: TextBuffer,
    raw: bool,
}

impl<W: Write> Table<W> {
    /// Begins a table with its header.
    pub(super) fn new<R: Row>(out: W, columns: Selection, raw: bool) -> Self {
        let mut buffer = TextBuffer::new(BUFFER_BYTES + (4 << 10));
        for column in columns.columns::<R>() {
            buffer.text(column.name.as_bytes(), b',');
        }
        buffer.end_with(b'\n');
        Self { out, columns, buffer, common: TextBuffer::new(0), raw }
    }

    #[inline]
    pub(super) fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        let from = self.buffer.written().len();
        self.columns.cells(row, &mut CsvCells { buffer: &mut self.buffer, raw: self.raw });
        if self.buffer.written().len() == from + 1 {
            // CSV readers skip empty lines, so a row with one empty cell gets quotes.
            self.buffer.end_with(b'"');
            self.buffer.bytes(b"\",");
        }
        self.end_row()
    }

    /// Writes all rows of a game; returns their number.
    #[inline(always)]
    pub(super) fn rows_of_game<R: Row>(&mut self, rows: impl Iterator<Item = R>) -> io::Result<u64> {
        if self.columns.is_choice() { self.chosen_rows(rows) } else { self.whole_rows(rows) }
    }

    /// Writes rows with all default columns; cells that the rows share are formatted once.
    #[inline(never)]
    fn whole_rows<R: Row>(&mut self, rows: impl Iterator<Item = R>) -> io::Result<u64> {
        self.common.clear();
        let mut count = 0;
        for row in rows {
            if count == 0 {
                row.common_cells(&mut CsvCells { buffer: &mut self.common, raw: self.raw });
            }
            count += 1;
            self.buffer.bytes(self.common.written());
            let short = self.buffer.add(|room| {
                let mut line = ShortLine::new(room);
                row.own_cells(&mut line);
                line.length()
            });
            if !short {
                row.own_cells(&mut CsvCells { buffer: &mut self.buffer, raw: self.raw });
            }
            self.end_row()?;
        }
        Ok(count)
    }

    /// Writes rows with selected columns. A separate loop, so that `whole_rows` never builds a row in memory.
    #[inline(never)]
    fn chosen_rows<R: Row>(&mut self, rows: impl Iterator<Item = R>) -> io::Result<u64> {
        let mut count = 0;
        for row in rows {
            count += 1;
            let short = self.buffer.add(|room| {
                let mut line = ShortLine::new(room);
                self.columns.cells(&row, &mut line);
                // `row` quotes an otherwise empty line.
                line.length().filter(|length| *length > 1)
            });
            if short { self.end_row()? } else { self.row(&row)? }
        }
        Ok(count)
    }

    #[inline(always)]
    fn end_row(&mut self) -> io::Result<()> {
        // Every cell ends with a comma; the last comma becomes a line feed.
        self.buffer.end_with(b'\n');
        if self.buffer.written().len() >= BUFFER_BYTES {
            self.out.write_all(self.buffer.written())?;
            self.buffer.clear();
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(self.buffer.written())?;
        Ok(self.out)
    }
}

struct CsvCells<'b> {
    buffer: &'b mut TextBuffer,
    raw: bool,
}

impl CsvCells<'_> {
    #[inline(always)]
    fn push(&mut self, cell: &[u8]) {
        self.buffer.text(cell, b',');
    }

    #[inline(always)]
    fn nothing(&mut self) {
        self.buffer.byte(b',');
    }

    /// Writes a cell that may need quotes, or a `'` so that spreadsheets do not read it as a formula.
    #[inline(never)]
    fn cell(&mut self, value: &str) {
        let bytes = value.as_bytes();
        let special = Specials::of(bytes);
        if special.odd {
            return self.odd_cell(value);
        }
        let defused = self.is_defused(value);
        if defused | special.comma | special.quote | bytes.is_empty() {
            self.quoted(bytes, defused, special.quote);
        } else {
            self.push(bytes);
        }
    }

    /// Writes a cell with characters other than printable ASCII.
    #[inline(never)]
    fn odd_cell(&mut self, value: &str) {
        let shown = if self.raw { Cow::Borrowed(value) } else { visible(value) };
        let bytes = shown.as_bytes();
        let defused = self.is_defused(&shown);
        let has_quote = memchr::memchr(b'"', bytes).is_some();
        if defused || has_quote || memchr::memchr3(b',', b'\n', b'\r', bytes).is_some() {
            self.quoted(bytes, defused, has_quote);
        } else {
            self.push(bytes);
        }
    }

    fn is_defused(&self, cell: &str) -> bool {
        !self.raw && needs_sign(cell)
    }

    fn quoted(&mut self, value: &[u8], defused: bool, has_quote: bool) {
        self.buffer.byte(b'"');
        if defused {
            self.buffer.byte(b'\'');
        }
        if !has_quote {
            self.buffer.text(value, b'"');
            return self.buffer.byte(b',');
        }
        // Doubles the inner quotes, and writes one quote too many, which the comma replaces.
        for part in value.split(|byte| *byte == b'"') {
            self.buffer.text(part, b'"');
            self.buffer.byte(b'"');
        }
        self.buffer.end_with(b',');
    }
}

impl Cells for CsvCells<'_> {
    #[inline(always)]
    fn text(&mut self, value: Option<&str>) {
        match value {
            Some(value) => self.cell(value),
            None => self.nothing(),
        }
    }

    #[inline]
    fn word(&mut self, value: Option<&str>) {
        match value.map(str::as_bytes) {
            // A shogi position may begin with the plus of a promoted piece, and then needs a `'`.
            Some(value @ [first, ..]) if !begins_formula(*first) => self.push(value),
            _ => self.text(value),
        }
    }

    #[inline]
    fn name(&mut self, value: Option<&'static str>) {
        match value {
            Some(name) => {
                debug_assert!(
                    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_ .()".contains(&byte)),
                    "{name}"
                );
                self.push(name.as_bytes());
            }
            None => self.nothing(),
        }
    }

    #[inline(always)]
    fn int(&mut self, value: Option<i64>) {
        match value {
            Some(value) => self.buffer.number(value, b','),
            None => self.nothing(),
        }
    }

    #[inline]
    fn hash(&mut self, value: Option<u64>) {
        match value {
            Some(value) => self.push(&Digest(value).digits()),
            None => self.nothing(),
        }
    }

    #[inline]
    fn day(&mut self, value: Option<Day>) {
        match value {
            Some(value) => self.push(&value.digits()),
            None => self.nothing(),
        }
    }

    #[inline]
    fn instant(&mut self, value: Option<Instant>) {
        match value {
            Some(value) => self.push(&value.digits()),
            None => self.nothing(),
        }
    }

    fn words(&mut self, value: Option<Words<'_>>) {
        self.text(value.map(words_json).as_deref());
    }

    fn pairs(&mut self, value: Option<&Pairs<'_>>) {
        self.text(value.map(pairs_json).as_deref());
    }

    // Elements are separated by spaces; `-` is an unknown element.
    fn list(&mut self, value: Option<List<'_>>) {
        let Some(List(elements @ [_, ..])) = value else { return self.nothing() };
        self.buffer.list(elements, b"-", b' ');
        self.buffer.end_with(b',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_table::column::Column;

    fn cell(put: impl FnOnce(&mut CsvCells<'_>)) -> String {
        let mut buffer = TextBuffer::new(1);
        put(&mut CsvCells { buffer: &mut buffer, raw: false });
        String::from_utf8(buffer.written().to_vec()).unwrap_or_default()
    }

    #[test]
    fn words_that_look_like_formulas_are_made_safe() {
        let words = cell(|line| {
            [Some("+N8/9 b - 1"), Some("8/8 w - - 0 1"), None].into_iter().for_each(|word| line.word(word));
        });
        assert_eq!(words, "\"'+N8/9 b - 1\",8/8 w - - 0 1,,");
    }

    /// A row with a game number and own cells, the first of which is a text if there are no others.
    #[derive(Clone, Copy)]
    struct Numbers(i64, usize);

    impl Row for Numbers {
        const TABLE: &'static str = "numbers";
        const ABOUT: &'static str = "";
        const COLUMNS: &'static [Column] = &[];
        const COMMON: usize = 1;

        fn cell<C: Cells>(&self, index: usize, cells: &mut C) {
            cells.int(Some(index as i64));
        }

        fn column_cells<C: Cells>(rows: impl Iterator<Item = Self>, index: usize, cells: &mut C) {
            rows.for_each(|row| row.cell(index, cells));
        }

        fn common_cells<C: Cells>(&self, cells: &mut C) {
            cells.int(Some(7));
        }

        fn own_cells<C: Cells>(&self, cells: &mut C) {
            if self.1 == 0 {
                cells.text(Some("a,b"));
            }
            cells.label(None);
            (0..self.1).for_each(|_| cells.int(Some(self.0)));
            cells.hash(Some(3));
        }
    }

    #[test]
    fn rows_of_a_game_are_rows() {
        let rows = [0, 999, -1, i64::MIN].into_iter().flat_map(|number| (0..300).map(move |own| Numbers(number, own)));
        let mut tables = [(); 2].map(|()| Table::new::<Numbers>(Vec::new(), Selection::default(), false));
        rows.clone().for_each(|row| tables[0].row(&row).unwrap());
        assert_eq!(tables[1].rows_of_game(rows).unwrap(), 1200);
        let [one, other] = tables.map(|table| table.finish().unwrap());
        assert!(one == other);
    }

    #[test]
    fn quotes_are_doubled() {
        let texts = cell(|line| {
            [r#"a"b"#, r#"""#, "", "a,b", "=1", "plain", "2\nlines"].into_iter().for_each(|text| line.text(Some(text)));
        });
        assert_eq!(
            texts,
            r#""a""b","""","","a,b","'=1",plain,"2
"#
            .to_owned()
                + "lines\","
        );
    }

    #[test]
    fn lists_have_blanks_between_elements() {
        let list = [5, -7, List::UNKNOWN, 100_000_000, i32::MAX, i32::MIN + 1, 99_999_999, 0];
        let lists =
            cell(|line| [Some(&list[..]), Some(&[3]), None].into_iter().for_each(|list| line.list(list.map(List))));
        assert_eq!(lists, "5 -7 - 100000000 2147483647 -2147483647 99999999 0,3,,");
    }
}
