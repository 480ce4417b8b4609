//! PGN, read leniently: every dialect that is found in files gives a record, every
//! leniency a note, and every byte belongs to a tag, an item or white space.
//!
//! Not for replaying. A record ends at its result token, or where the next tag
//! section begins.

mod boundary;
mod comment;
mod depth;
mod descriptive;
mod movetext;
mod tags;
mod write;

pub(super) use boundary::at_line_start;
pub use boundary::{Swallow, cut, is_tag_start, open_construct, section};
pub use comment::MAX_TOKEN;
pub(super) use comment::{End as CommentEnd, end as comment_end};
pub use depth::MAX_DEPTH;
pub use write::{PgnWriter, nag_of_glyph};

use super::Found;
use crate::finding::Code;
use crate::record::{Kind, Line, Movetext, Note, Record};
use crate::span::Span;

/// Reads the record that begins at `at` into `record`. `last` says that the file ends with `bytes`.
pub fn read(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> Found {
    let mut start = at;
    loop {
        record.clear();
        let mut reader = Reader::new(bytes, start, last, record);
        let found = reader.run();
        let end = reader.at;
        if found == Found::Text(end) && end < bytes.len() {
            // Text before a tag section belongs to the game that follows.
            start = end;
            continue;
        }
        record.span = Span::new(at, end);
        if start > at && matches!(found, Found::Record(_)) {
            record.notes.insert(0, Note { code: Code::S015, span: Span::new(at, start), other: None });
        }
        return found;
    }
}

/// Reads the tag section at `at` into `record`: where it ends, or nothing if the input, which is not the last
/// part of the file, may end inside of it. For formats that share the tags.
pub(super) fn tags(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> Option<usize> {
    let mut reader = Reader::new(bytes, at, last, record);
    reader.tag_section();
    (!reader.unfinished).then_some(reader.at)
}

/// The state while one record is read.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    at: usize,
    last: bool,
    record: &'r mut Record,
    /// The current line.
    line: u32,
    /// Items that open the variations which are not closed yet.
    open: Vec<u32>,
    /// Set when the input ends inside of something that may go on.
    unfinished: bool,
    /// Set when a result ended the record.
    ended: bool,
    /// Plies read in the main line, as far as they look like moves.
    moves: u32,
}

impl<'a, 'r> Reader<'a, 'r> {
    fn new(bytes: &'a [u8], at: usize, last: bool, record: &'r mut Record) -> Self {
        Self { bytes, at, last, record, line: 0, open: Vec::new(), unfinished: false, ended: false, moves: 0 }
    }

    fn run(&mut self) -> Found {
        let start = self.at;
        if self.bytes[self.at..].starts_with(b"\xef\xbb\xbf") {
            self.record.note(Code::S006, Span::new(self.at, self.at + 3));
            self.at += 3;
        }
        self.record.lines.push(Line { parent: 0, first: 0, end: 0 });
        self.tag_section();
        let tagged = !self.record.tags.is_empty() || self.record.notes.iter().any(|note| note.code == Code::H003);
        if !self.unfinished {
            self.find_movetext();
            self.movetext();
        }
        if !self.last && (self.unfinished || !self.open.is_empty() && self.at >= self.bytes.len()) {
            return Found::Unfinished;
        }
        self.close_lines();
        let empty = self.record.items.is_empty() && self.record.tags.is_empty();
        if empty && self.at >= self.bytes.len() && self.bytes[start..].iter().all(|b| is_space(*b) || *b >= 0xbb) {
            return Found::Nothing;
        }
        let bare = !self.record.has_moves && self.record.result.is_none();
        if !self.last && self.at >= self.bytes.len() && bare {
            return Found::Unfinished;
        }
        if !tagged && !self.looks_like_game() {
            return Found::Text(self.at);
        }
        Found::Record(self.at)
    }

    /// Whether untagged text holds something that can only be a move, or nothing but a result.
    fn looks_like_game(&self) -> bool {
        let moves = self.record.items.iter().filter(|item| item.kind == Kind::Move);
        let readable = |span: &Span| {
            let text = span.of(self.bytes);
            super::san::read(text).is_ok()
                || super::hex::is_whole(text)
                || matches!(self.record.movetext, Movetext::Descriptive(_) | Movetext::Iccf)
        };
        moves.take(4).any(|item| readable(&item.span))
            || self.record.result.is_some() && self.record.notes.is_empty() && !self.record.has_moves
    }

    fn close_lines(&mut self) {
        while let Some(open) = self.open.pop() {
            let item = self.record.items[open as usize];
            self.record.note(Code::S011, item.span);
            let end = self.record.items.len() as u32;
            self.record.lines[item.line as usize].end = end;
        }
        self.record.lines[0].end = self.record.items.len() as u32;
    }

    fn push(&mut self, kind: Kind, from: usize, to: usize) {
        self.record.items.push(crate::record::Item { span: Span::new(from, to), line: self.line, kind });
    }
}

/// White space of a record: blanks, line ends, tabs and form feeds.
#[inline]
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c)
}

#[cfg(test)]
mod tests;
