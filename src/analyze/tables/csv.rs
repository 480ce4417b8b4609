//! Comma-separated values, as RFC 4180 has them: commas, line feeds, quotes doubled.
//!
//! Rows are put together in one buffer without a string a cell; the crate `csv`, whose writer copies
//! each field through a state machine, reads them back in the tests.

use std::io::{self, Write};

use crate::analyze::column::{Cells, Row};
use crate::analyze::value::{Day, Digest, Instant, List};

/// Bytes that are kept before they are written.
const BUFFER: usize = 64 << 10;

/// A table as CSV.
pub(super) struct Table<W> {
    out: W,
    line: Vec<u8>,
    raw: bool,
}

impl<W: Write> Table<W> {
    /// A table with its heading.
    pub(super) fn new<R: Row>(out: W, raw: bool) -> Self {
        let names: Vec<&str> = R::COLUMNS.iter().map(|column| column.name).collect();
        let mut line = Vec::with_capacity(BUFFER + (4 << 10));
        line.extend_from_slice(names.join(",").as_bytes());
        line.push(b'\n');
        Self { out, line, raw }
    }

    #[inline]
    pub(super) fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        row.cells(&mut Line { text: &mut self.line, raw: self.raw });
        // Every cell ends with a comma; the last one ends the line.
        if let Some(last) = self.line.last_mut() {
            *last = b'\n';
        }
        if self.line.len() >= BUFFER {
            self.out.write_all(&self.line)?;
            self.line.clear();
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&self.line)?;
        Ok(self.out)
    }
}

/// Bytes for which a cell needs quotes; most cells are short, so that a table beats vector code.
static SPECIAL: [u8; 256] = {
    let mut table = [0; 256];
    table[b',' as usize] = 1;
    table[b'"' as usize] = 1;
    table[b'\n' as usize] = 1;
    table[b'\r' as usize] = 1;
    table
};

struct Line<'b> {
    text: &'b mut Vec<u8>,
    raw: bool,
}

impl Line<'_> {
    #[inline(always)]
    fn push(&mut self, cell: &[u8]) {
        self.text.extend_from_slice(cell);
        self.text.push(b',');
    }

    /// A cell that needs quotes, or a sign before it that makes it no formula.
    #[inline(never)]
    fn quoted(&mut self, value: &str, defused: bool) {
        self.text.push(b'"');
        if defused {
            self.text.push(b'\'');
        }
        for (index, part) in value.split('"').enumerate() {
            if index > 0 {
                self.text.extend_from_slice(b"\"\"");
            }
            self.text.extend_from_slice(part.as_bytes());
        }
        self.text.extend_from_slice(b"\",");
    }
}

/// Whether a cell that begins so is a formula for spreadsheets.
const fn begins_formula(byte: u8) -> bool {
    matches!(byte, b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r')
}

impl Cells for Line<'_> {
    #[inline]
    fn text(&mut self, value: Option<&str>) {
        let Some(value) = value else { return self.text.push(b',') };
        let bytes = value.as_bytes();
        let Some(first) = bytes.first() else { return self.quoted(value, false) };
        let defused = !self.raw && begins_formula(*first);
        let special = bytes.iter().fold(0, |found, byte| found | SPECIAL[usize::from(*byte)]);
        if special != 0 || defused { self.quoted(value, defused) } else { self.push(bytes) }
    }

    #[inline]
    fn int(&mut self, value: Option<i64>) {
        match value {
            Some(small @ 0..=9) => self.push(&[b'0' + small as u8]),
            Some(value) => self.push(itoa::Buffer::new().format(value).as_bytes()),
            None => self.text.push(b','),
        }
    }

    #[inline]
    fn hash(&mut self, value: Option<u64>) {
        match value {
            Some(value) => self.push(&Digest(value).digits()),
            None => self.text.push(b','),
        }
    }

    #[inline]
    fn day(&mut self, value: Option<Day>) {
        match value {
            Some(value) => self.push(&value.digits()),
            None => self.text.push(b','),
        }
    }

    #[inline]
    fn instant(&mut self, value: Option<Instant>) {
        match value {
            Some(value) => self.push(&value.digits()),
            None => self.text.push(b','),
        }
    }

    /// Elements with blanks between them; `-` is one that is not known.
    fn list(&mut self, value: Option<List<'_>>) {
        let mut digits = itoa::Buffer::new();
        for (index, element) in value.map(|list| list.0).unwrap_or_default().iter().enumerate() {
            if index > 0 {
                self.text.push(b' ');
            }
            if *element == List::UNKNOWN {
                self.text.push(b'-');
            } else {
                self.text.extend_from_slice(digits.format(*element).as_bytes());
            }
        }
        self.text.push(b',');
    }
}
