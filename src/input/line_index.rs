//! Converts offsets in a slice to lines and columns, efficiently even for a game with a million findings.

use std::cell::RefCell;

use super::slice::Slice;
use partie_record::{Encoding, span};

/// Approximate bytes between two remembered offsets.
const STEP_BYTES: usize = 4096;

/// Computes lines and columns of offsets. It remembers a position every few kilobytes, so that no lookup counts far,
/// whatever the order of lookups.
#[derive(Debug)]
pub struct LineIndex<'a> {
    slice: &'a Slice,
    encoding: Encoding,
    first: Known,
    later: RefCell<Vec<Known>>,
}

/// An offset whose line and column are known.
#[derive(Clone, Copy, Debug)]
struct Known {
    at: usize,
    /// Line ends of the file before `at`.
    lines: u64,
    /// Characters of the line before `at`.
    column: u64,
}

impl<'a> LineIndex<'a> {
    /// Indexes a slice, given an offset at the beginning of a line and the number of line ends in the file before it.
    /// If possible, no lookup should precede that offset.
    pub fn new(slice: &'a Slice, encoding: Encoding, (at, lines): (usize, u64)) -> Self {
        Self { slice, encoding, first: Known { at, lines, column: 0 }, later: RefCell::default() }
    }

    /// The encoding in which characters are counted.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Line, from 1, and column, from 1 in characters, of a byte of the slice.
    pub fn line_column(&self, at: usize) -> (u64, u64) {
        let at = self.slice.settled(at);
        let place = self.go_on(self.known_before(at), at);
        (place.lines + 1, place.column + 1)
    }

    /// Counts the text between the beginning of its line and a byte of the slice, such as UTF-8 bytes or UTF-16 units.
    pub fn units(&self, at: usize, count: impl Fn(&str) -> usize) -> u64 {
        let at = self.slice.settled(at);
        let start = self.slice.text_start(span::line_start(&self.slice.bytes, at)).min(at);
        self.slice.characters(start..at, 0, |bytes| count(&self.encoding.decode(bytes)))
    }

    /// The last remembered position at or before `at`.
    fn known_before(&self, at: usize) -> Known {
        let bytes = &self.slice.bytes;
        if at < self.first.at {
            // The offset is in a blank line before the game.
            let start = span::line_start(bytes, at);
            return Known { at: start, lines: self.first.lines - self.slice.lines(start, self.first.at), column: 0 };
        }
        let mut later = self.later.borrow_mut();
        let mut last = later.last().copied().unwrap_or(self.first);
        while at - last.at.min(at) > STEP_BYTES {
            // A blank or LF byte is a whole character in every encoding, and a cut after it never splits a CR LF.
            let found = memchr::memchr2(b' ', b'\n', &bytes[last.at + STEP_BYTES - 1..at]);
            let Some(next) = found.map(|found| last.at + STEP_BYTES + found) else {
                // Japanese has long lines without blanks: then `at` itself is remembered, if a character begins there.
                if self.is_whole(last.at, at) {
                    later.push(self.go_on(last, at));
                }
                break;
            };
            last = self.go_on(last, next);
            later.push(last);
        }
        let behind = later.partition_point(|known| known.at <= at);
        behind.checked_sub(1).map_or(self.first, |before| later[before])
    }

    /// True if the bytes from `from`, where a character begins, to `at` are whole characters.
    fn is_whole(&self, from: usize, at: usize) -> bool {
        !self.encoding.decode(&self.slice.bytes[from..at]).ends_with('\u{fffd}')
    }

    fn go_on(&self, from: Known, at: usize) -> Known {
        let Self { slice, encoding, .. } = self;
        let start = from.at + span::line_start(&slice.bytes[from.at..at], at - from.at);
        let (mut lines, mut before) = (from.lines, from.column);
        if start > from.at {
            lines += slice.lines(from.at, start);
            before = 0;
        }
        lines += slice.lines_left_out(start, at);
        let characters = |bytes: &[u8]| encoding.decode(bytes).chars().count();
        let column = slice.characters(slice.text_start(start).min(at)..at, before, characters);
        Known { at, lines, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In any order of lookups, the results equal counts from the beginning.
    #[test]
    fn counting_from_the_beginning_gives_the_same() {
        let mut text = String::from("\u{feff}");
        for at in 0..9000 {
            text += ["é e4 ", "x\r\n", "日本", "\n", "\t"][at % 7 % 5];
            if at == 4000 {
                text += &"ü ".repeat(9000);
            }
        }
        let slice = Slice { bytes: text.clone().into_bytes(), ..Slice::default() };
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(37).collect();
        let index = LineIndex::new(&slice, Encoding::Utf8, (0, 0));
        for &at in places.iter().chain(places.iter().rev()) {
            let (mut line, mut column) = (1, 1);
            for (from, character) in text.char_indices().skip(1).take_while(|(from, _)| *from < at) {
                let ends = character == '\n' || character == '\r' && text.as_bytes().get(from + 1) != Some(&b'\n');
                (line, column) = if ends { (line + 1, 1) } else { (line, column + 1) };
            }
            let inside = text.as_bytes()[..at].ends_with(b"\r");
            assert!(inside || index.line_column(at) == (line, column), "at {at}");
        }
    }

    /// Counts correctly in a line without blanks, where few offsets are remembered, and for an offset inside a
    /// character.
    #[test]
    fn a_line_without_blanks_is_counted_once() {
        let mut bytes = b"\n".to_vec();
        for _ in 0..9000 {
            bytes.extend(b"\x82\x57\x8e\x6c\x95\xe0\xb1");
        }
        let slice = Slice { bytes, ..Slice::default() };
        let index = LineIndex::new(&slice, Encoding::ShiftJis, (0, 0));
        for number in 0..9000 {
            let at = 1 + 7 * number;
            assert_eq!(index.line_column(at), (2, 1 + 4 * number as u64));
            index.line_column(at + 1);
        }
        assert!(index.later.borrow().len() <= 7 * 9000 / STEP_BYTES);
    }
}
