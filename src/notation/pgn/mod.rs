//! Lenient reader and writer of PGN. The reader accepts every dialect found in files and notes every leniency. Every
//! byte belongs to a tag, an item or white space.
//!
//! A record ends at its result token, or where the next tag section begins. Games are not replayed here.

mod beside;
mod boundary;
mod bytes;
mod comment;
mod depth;
mod descriptive;
mod engine_log;
mod fast;
mod format;
pub(super) mod grammar;
mod masks;
mod movetext;
mod position_line;
mod section;
mod signs;
mod skim;
mod spaced_moves;
mod tags;
mod write;

pub use beside::Noise;
pub use boundary::{OpenConstruct, cut, open_construct, section};
pub(super) use engine_log::is_of_log as is_log_line;
pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
#[cfg(debug_assertions)]
pub use position_line::POSITION_RULES;
pub(super) use position_line::is_position;
pub use section::is_tag_start;
pub(super) use section::{at_line_start, first_tag_line, has_tag_line};
pub use signs::{nag_of_glyph, nag_of_mark};
pub use skim::skim;
pub use write::{PgnWriter, WriterPlace, is_tag_name};

use self::beside::{NOISE, RecordLengths, keep_as_heading, keep_as_preamble};
use self::bytes::is_space;
use super::list::{holds_coordinates_only, is_like_move};
use super::text::KnownLine;
use super::{ReadOutcome, lookalike};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Movetext, ParseNote, Record, Tag};

/// Number of bytes after a game within which the next game usually begins.
const MAX_USUAL_GAP: usize = 256;

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    read_by(Extent { bytes, at, last }, true, record, |_| Ok(None))
}

/// Like [`read_record`], by the grammar alone, without the loop for the most frequent tokens. Tests compare both.
pub fn read_general(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    read_by(Extent { bytes, at, last }, false, record, |_| Ok(None))
}

/// Like [`read_record`], for a list of games. `end` returns the latest possible end of the game at an offset. It is
/// `None` if only the text of the game determines it, `Err` if it is after `bytes`.
pub(super) fn read_part(
    bytes: &[u8],
    at: usize,
    last: bool,
    record: &mut Record,
    end: impl Fn(usize) -> Result<Option<usize>, ()>,
) -> ReadOutcome {
    read_by(Extent { bytes, at, last }, true, record, end)
}

/// The text of a record: it begins at `at`; `last` is true if the file ends with `bytes`.
#[derive(Clone, Copy)]
struct Extent<'a> {
    bytes: &'a [u8],
    at: usize,
    last: bool,
}

fn read_by(
    extent: Extent<'_>,
    fast: bool,
    record: &mut Record,
    end: impl Fn(usize) -> Result<Option<usize>, ()>,
) -> ReadOutcome {
    record.clear();
    let Extent { bytes, at, last } = extent;
    let (mut start, mut next_record) = (at, 0);
    loop {
        let Ok(limit) = end(start) else { return ReadOutcome::Incomplete };
        let (part, last) = limit.map_or((bytes, last), |limit| (&bytes[..limit], true));
        let kept = RecordLengths::of(record);
        let is_listed = limit.is_some();
        let mut reader = Reader { fast, next_record, is_listed, ..Reader::new(part, start, last, record) };
        let found = reader.run(kept);
        let end = reader.at;
        next_record = reader.next_record;
        if found == ReadOutcome::Text(end) && end < bytes.len() {
            // Text before a tag section, or above a game in a list, belongs to the following game.
            if is_listed {
                keep_as_heading(bytes, Span::new(start, end), record, kept);
            } else {
                keep_as_preamble(record, kept);
            }
            start = end;
            continue;
        }
        record.span = Span::new(at, end);
        return found;
    }
}

/// Noise from `at` to the end of the file, if no record begins there. The buffers of `record` are reused.
pub fn noise_at_end(bytes: &[u8], at: usize, record: &mut Record) -> Option<Noise> {
    let text = bytes.get(at..)?;
    if (text.trim_ascii().len() as u64) < NOISE {
        return None;
    }
    record.clear();
    read_closing_text(bytes, at, record).ok()?;
    Noise::of(bytes, record.items.iter())
}

/// Reads the text from `at` to the end of the file, in which no game should begin.
///
/// # Errors
/// The offset of the text in which a game begins.
fn read_closing_text(bytes: &[u8], at: usize, record: &mut Record) -> Result<(), usize> {
    let mut start = at;
    while start < bytes.len() {
        let kept = RecordLengths::of(record);
        let mut reader = Reader { ahead: true, ..Reader::new(bytes, start, true, record) };
        match reader.run(kept) {
            ReadOutcome::Text(end) => start = end,
            ReadOutcome::End => break,
            _ => return Err(start),
        }
        keep_as_preamble(record, kept);
    }
    Ok(())
}

/// Reads the tag section at `at` into `record` and returns its end. `None` if the section may continue after `bytes`.
fn tags(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> Option<usize> {
    let mut reader = Reader::new(bytes, at, last, record);
    reader.tag_section();
    (!reader.unfinished).then_some(reader.at)
}

/// State of the reader for one record; also used for PSN.
pub(super) struct Reader<'a, 'r> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) last: bool,
    pub(super) record: &'r mut Record,
    pub(super) line: u32,
    /// Indexes of the items that open unclosed variations.
    pub(super) open: Vec<u32>,
    /// Set if the input ends inside a construct that may continue.
    pub(super) unfinished: bool,
    /// Set once a result has ended the record.
    pub(super) ended: bool,
    /// Plies of the main line so far, counting tokens that look like moves.
    pub(super) moves: u32,
    /// True while the reader looks ahead at the text after another record.
    ahead: bool,
    /// Offset of the next record found by looking ahead; no record begins before it. Without this offset, a file with a
    /// million results would be scanned to its end for each of them.
    next_record: usize,
    /// True if the most frequent tokens are read by `fast_run`.
    fast: bool,
    /// True for a game of a list, whose moves may have piece letters of any language.
    is_listed: bool,
    /// True if blanks separate a move's sign from its squares: `e2 - e4`.
    signs_apart: bool,
    /// True if only a blank separates the squares: `e2 e4`.
    blank_apart: bool,
    /// True if commas separate moves: `f5-f6,g7-g6`.
    commas: bool,
    /// True if the Variant tag names hexagonal chess; `None` until it is looked up.
    hexagonal: Option<bool>,
    known_line: KnownLine,
}

impl<'a, 'r> Reader<'a, 'r> {
    pub(super) fn new(bytes: &'a [u8], at: usize, last: bool, record: &'r mut Record) -> Self {
        Self {
            bytes,
            at,
            last,
            record,
            line: 0,
            open: Vec::new(),
            unfinished: false,
            ended: false,
            moves: 0,
            ahead: false,
            next_record: 0,
            fast: true,
            is_listed: false,
            signs_apart: false,
            blank_apart: false,
            commas: false,
            hexagonal: None,
            known_line: KnownLine::default(),
        }
    }

    /// Reads the record after the text before its tags, to which the items and notes up to `kept` belong.
    fn run(&mut self, kept: RecordLengths) -> ReadOutcome {
        let start = self.at;
        self.at = self.record.begin_line(self.bytes, self.at);
        let log = match self.log() {
            Ok(log) => log,
            Err(()) => return ReadOutcome::Incomplete,
        };
        if !log {
            self.tag_section();
        }
        if self.record.tags.is_empty()
            && !self.unfinished
            && let Some(outcome) = self.position_game()
        {
            return outcome;
        }
        let malformed = |note: &ParseNote| note.code == Code::H003;
        let tagged = !self.record.tags.is_empty() || kept.notes_of(self.record).iter().any(malformed);
        if !self.unfinished {
            self.find_movetext();
            self.find_blanks_apart();
            self.movetext();
        }
        if !self.last && (self.unfinished || !self.open.is_empty() && self.at >= self.bytes.len()) {
            return ReadOutcome::Incomplete;
        }
        self.close_lines();
        let empty = self.record.items.is_empty() && self.record.tags.is_empty();
        if empty && self.at >= self.bytes.len() && self.bytes[start..].iter().all(|b| is_space(*b) || *b >= 0xbb) {
            return ReadOutcome::End;
        }
        // Slices may be cut after a result. If no result was read here, that result is inside a comment.
        if !self.last && self.at >= self.bytes.len() && self.record.result.is_none() {
            return ReadOutcome::Incomplete;
        }
        if !tagged && !self.looks_like_game(kept) {
            return ReadOutcome::Text(self.at);
        }
        if !tagged && self.record.result.is_none() && holds_coordinates_only(&self.bytes[start..self.at]) {
            self.record.movetext = Movetext::Coordinates;
        }
        ReadOutcome::Game(self.at)
    }

    /// Advances to the last position of the first game in an engine log. Returns false if no log begins here.
    fn log(&mut self) -> Result<bool, ()> {
        let blank = self.bytes[self.at..].iter().take_while(|byte| is_space(**byte)).count();
        let at = self.at + blank;
        if at == self.bytes.len() || is_tag_start(&self.bytes[at..]) {
            return Ok(false);
        }
        let position = engine_log::last_position(self.bytes, at, self.last)?;
        self.at = position.unwrap_or(self.at);
        Ok(position.is_some())
    }

    /// Reads the game of a `position` command of an engine; `None` for any other line.
    fn position_game(&mut self) -> Option<ReadOutcome> {
        let end = match position_line::end(self.bytes, self.at, self.last) {
            Ok(end) => end?,
            Err(()) => return Some(ReadOutcome::Incomplete),
        };
        let from = self.at;
        if let Ok((_, position)) = position_line::position(&self.bytes[from..end]) {
            if let Some((fen, length)) = position.fen {
                let value = Span::new(from + fen, from + fen + length);
                let word = self.bytes[..from + fen].trim_ascii_end().len();
                let name = Span::new(word - b"fen".len(), word);
                self.record.tags.push(Tag::new(self.bytes, Span { to: value.to, ..name }, name, value));
            }
            self.at = from + position.length;
        }
        let (bytes, last) = (self.bytes, self.last);
        (self.bytes, self.last) = (&bytes[..end], true);
        self.movetext();
        self.record.movetext = Movetext::Coordinates;
        (self.bytes, self.last) = (bytes, last);
        self.close_lines();
        // The line end belongs to the game, and so do the following commands of a log.
        self.at = end + bytes[end..].iter().take(2).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        match engine_log::commands_end(bytes, self.at, last) {
            Ok(end) => self.at = end,
            Err(()) => return Some(ReadOutcome::Incomplete),
        }
        Some(ReadOutcome::Game(self.at))
    }

    /// True if untagged text contains a token that can only be a move, or nothing but a result.
    fn looks_like_game(&self, kept: RecordLengths) -> bool {
        let moves = kept.items_of(self.record).iter().filter(|item| item.kind == ItemKind::Move);
        moves.take(4).any(|item| self.reads(item.span.of(self.bytes)))
            || self.record.result.is_some() && kept.notes_of(self.record).is_empty() && !self.record.has_moves
    }

    /// True if a word can be a move in some position.
    fn reads(&self, word: &[u8]) -> bool {
        if self.is_listed && is_like_move(word) {
            return true;
        }
        let is_move = |word: &[u8]| super::san::read_move(word).is_ok() || super::hex::is_whole(word);
        is_move(word)
            || matches!(self.record.movetext, Movetext::Descriptive(_) | Movetext::Iccf)
            || lookalike::with_plain_signs(word).is_some_and(|plain| is_move(&plain))
    }

    /// The items and notes of the text from `at` to the end of the file; `None` if a game begins in it.
    fn closing_text(&mut self, at: usize) -> Option<Record> {
        if at < self.next_record {
            return None;
        }
        // A tag section nearby is found first, so that the rest of the file is scanned only once.
        let near = self.bytes.len().min(at + MAX_USUAL_GAP);
        let found = match section::next_section(self.bytes, at, near) {
            Some(section) => Err(section),
            None => {
                let mut record = Record::default();
                read_closing_text(self.bytes, at, &mut record).map(|()| record)
            }
        };
        // A byte or two with which old programs ended a file are not text.
        let text = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
        let found = found.and_then(|record| match section::next_section(self.bytes, at, self.bytes.len()) {
            Some(section) => Err(section),
            None if self.bytes[at..].iter().filter(text).nth(1).is_none() => Err(self.bytes.len()),
            None => Ok(record),
        });
        found.map_err(|record| self.next_record = record).ok()
    }

    pub(super) fn close_lines(&mut self) {
        while let Some(open) = self.open.pop() {
            let item = self.record.items[open as usize];
            self.record.note(Code::S011, item.span);
            let end = self.record.items.len() as u32;
            self.record.lines[item.line as usize].end = end;
        }
        self.record.lines[0].end = self.record.items.len() as u32;
    }

    pub(super) fn push(&mut self, kind: ItemKind, from: usize, to: usize) {
        self.record.items.push(Item { span: Span::new(from, to), line: self.line, kind });
    }
}

#[cfg(test)]
mod tests;
