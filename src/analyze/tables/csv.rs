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

/// Whether a cell needs quotes.
#[inline(always)]
fn is_special(cell: &[u8]) -> bool {
    cell.iter().fold(0, |found, byte| found | SPECIAL[usize::from(*byte)]) != 0
}

/// A number below 100,000,000 as digits and then blanks, and how many digits there are.
#[inline(always)]
const fn digits(number: u32) -> ([u8; 8], usize) {
    // Four, two and one digit at a time, side by side in one word, the greatest in the lowest byte.
    let fours = (number / 10_000) as u64 | ((number % 10_000) as u64) << 32;
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007f_0000_007f;
    let pairs = hundreds | (fours - 100 * hundreds) << 16;
    let tens = (pairs * 103) >> 10 & 0x000f_000f_000f_000f;
    let ones = tens | (pairs - 10 * tens) << 8;
    let zeros = (ones | 1 << 63).trailing_zeros() / 8;
    let blanks = 0x2020_2020_2020_2020_u64.unbounded_shl(64 - 8 * zeros);
    let digits = (ones + 0x3030_3030_3030_3030) >> (8 * zeros) | blanks;
    (digits.to_le_bytes(), 8 - zeros as usize)
}

/// Adds a number below 100,000,000 to a text.
#[inline(always)]
fn add_digits(text: &mut Vec<u8>, number: u32) {
    // All eight bytes are copied, as that takes one step; the rest is cut off.
    let (digits, count) = digits(number);
    let end = text.len() + count;
    text.extend_from_slice(&digits);
    text.truncate(end);
}

/// Adds a number to a text.
#[inline]
fn add_number(text: &mut Vec<u8>, number: i64) {
    match u32::try_from(number) {
        Ok(number @ 0..=99_999_999) => add_digits(text, number),
        Err(_) if (-99_999_999..0).contains(&number) => {
            text.push(b'-');
            add_digits(text, number.unsigned_abs() as u32);
        }
        _ => text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
    }
}

/// Bytes of the longest element of a list and of the blank after it.
const ELEMENT: usize = "-2147483647 ".len();

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

    #[inline(always)]
    fn element(&mut self, element: i32) {
        if element == List::UNKNOWN { self.text.push(b'-') } else { add_number(self.text, element.into()) }
    }

    /// Elements with a blank before each.
    fn elements(&mut self, elements: &[i32]) {
        // Room for all of them is taken at once.
        let mut at = self.text.len() + 1;
        self.text.resize(at + elements.len() * ELEMENT, b' ');
        for element in elements {
            match u32::try_from(*element) {
                Ok(number @ 0..=99_999_999) => {
                    let (digits, count) = digits(number);
                    if let Some(place) = self.text.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
                        *place = digits;
                    }
                    at += count + 1;
                }
                _ if *element == List::UNKNOWN => {
                    self.text[at] = b'-';
                    at += 2;
                }
                _ => {
                    let mut buffer = itoa::Buffer::new();
                    let digits = buffer.format(*element).as_bytes();
                    self.text[at..at + digits.len()].copy_from_slice(digits);
                    at += digits.len() + 1;
                }
            }
        }
        self.text.truncate(at - 1);
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
        if defused || is_special(bytes) { self.quoted(value, defused) } else { self.push(bytes) }
    }

    #[inline]
    fn word(&mut self, value: Option<&str>) {
        match value.map(str::as_bytes) {
            // Positions of shogi may begin with the plus of a promoted man.
            Some([first, ..]) if !begins_formula(*first) => self.push(value.unwrap_or_default().as_bytes()),
            _ => self.text(value),
        }
    }

    #[inline]
    fn int(&mut self, value: Option<i64>) {
        match value {
            Some(small @ 0..=9) => self.push(&[b'0' + small as u8]),
            Some(value) => {
                add_number(self.text, value);
                self.text.push(b',');
            }
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
        let Some(List([first, rest @ ..])) = value else { return self.text.push(b',') };
        self.element(*first);
        self.elements(rest);
        self.text.push(b',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_of_the_usual_writer() {
        for number in (0..=99_999_999u32).step_by(9_973).chain([1, 10, 99, 9_999, 10_000, 99_999_999]) {
            let (digits, count) = digits(number);
            assert_eq!(digits[..count], *number.to_string().as_bytes());
        }
        let mut text = Vec::new();
        for number in [0, -1, 100_000_000, i64::MIN, i64::MAX, 1 << 32] {
            text.clear();
            add_number(&mut text, number);
            assert_eq!(text, number.to_string().as_bytes());
        }
    }

    #[test]
    fn words_that_look_like_formulas_are_made_safe() {
        let mut text = Vec::new();
        for word in [Some("+N8/9 b - 1"), Some("8/8 w - - 0 1"), None] {
            Line { text: &mut text, raw: false }.word(word);
        }
        assert_eq!(text, b"\"'+N8/9 b - 1\",8/8 w - - 0 1,,");
    }

    #[test]
    fn lists_have_blanks_between_elements() {
        let list = [5, -7, List::UNKNOWN, 100_000_000, i32::MAX, i32::MIN + 1, 99_999_999, 0];
        let mut text = Vec::new();
        Line { text: &mut text, raw: false }.list(Some(List(&list)));
        assert_eq!(text, b"5 -7 - 100000000 2147483647 -2147483647 99999999 0,");
        text.clear();
        Line { text: &mut text, raw: false }.list(Some(List(&[3])));
        Line { text: &mut text, raw: false }.list(None);
        assert_eq!(text, b"3,,");
    }
}
