//! KIF, read leniently: each line has one meaning, which its beginning shows. Every byte belongs to a tag, the set-up,
//! an item, a note or white space.
//!
//! `source` decodes the text first. A record ends where the headers of the next one begin. KI2 differs only in its move
//! lines and is read here, too.

mod blocks;
mod board_lines;
mod boundary;
mod branches;
mod ending;
mod fast;
mod format;
mod grammar;
mod header;
mod heading;
mod line;
mod moves;
mod next_position;
mod sentence;
mod setup;
mod source;
mod terminal;
mod time_cell;
mod unknown_words;
mod write;

pub use boundary::{cut, looks_like};
pub use ending::won;
pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use sentence::{Ending, ending, ending_of_comment};
pub use setup::{SetupRead, setup, usual_handicap};
pub use terminal::terminal_of;
pub use time_cell::{TimeCell, time_cell};
pub use write::KifWriter;

pub(super) use blocks::Blocks;
pub(super) use boundary::{cut_as, looks_like_as};
pub(super) use branches::arrange;
pub(super) use ending::sentence;
#[cfg(debug_assertions)]
pub(super) use grammar::KI2_RULES;
pub(super) use heading::Heading;
pub(super) use terminal::word;

use board_lines::{AfterBoard, BoardLines};
use source::Source;

use super::ReadOutcome;
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Decoded, Encoding, Format, Item, ItemKind, Record};

/// Reads the record that begins at `at` into `record`. `last` is true if the file ends with `bytes`.
///
/// A header line is a tag; the tag of a `#KIF` line is named `#KIF`. [`Record::setup`] has the lines of the set-up: the
/// rows of the board, its borders, the hands and the side to move.
///
/// An `Open` after a `Result` or an `Ending` of its parent replaces that end: the variation continues from the parent's
/// last position. Everywhere else it replaces the previous move.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    read_as(Format::Kif, bytes, at, last, record)
}

/// Reads a record of either format; they differ only in their move lines.
pub(super) fn read_as(format: Format, bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    read_with::<true>(format, bytes, at, last, record)
}

/// Like [`read_as`], with or without the fast path.
fn read_with<const FAST: bool>(
    format: Format,
    bytes: &[u8],
    at: usize,
    last: bool,
    record: &mut Record,
) -> ReadOutcome {
    record.clear();
    record.format = format;
    let (encoding, declared) = source::detect(bytes, at);
    record.encoding = Some(encoding);
    let wrong = declared.filter(|(named, _)| *named != encoding).map(|(_, span)| span);
    let source = Source::new(bytes, encoding, last);
    let mut state = State { at, ..State::default() };
    if encoding == Encoding::Utf8 {
        if let Some(span) = wrong {
            record.note(Code::S007, span);
        }
        let mut reader = Reader { bytes, last, format, record, source, decoded: None, state };
        let outcome = reader.run::<FAST>().unwrap_or_else(|| reader.finish());
        let end = match outcome {
            ReadOutcome::Game(end) | ReadOutcome::Text(end) => end,
            ReadOutcome::Incomplete | ReadOutcome::End => bytes.len(),
        };
        close(record, at, end);
        return outcome;
    }
    let mut decoded = std::mem::take(&mut record.decoded);
    state.at = 0;
    let mut next = source.decode(at, &mut decoded);
    if let Some(span) = wrong {
        record.note(Code::S007, Span { from: decoded.here(span.from), to: decoded.here(span.to) });
    }
    let outcome = loop {
        let whole = next == bytes.len();
        let text = decoded.bytes().unwrap_or_default();
        let last = last && whole;
        let mut reader =
            Reader { bytes: text, last, format, record: &mut *record, source, decoded: Some(&decoded), state };
        match reader.run::<FAST>() {
            Some(outcome) => break outcome,
            None if whole => break reader.finish(),
            None => state = reader.state,
        }
        next = source.decode(next, &mut decoded);
    };
    let (outcome, end) = match outcome {
        ReadOutcome::Game(end) | ReadOutcome::Text(end) => {
            let there = decoded.place(Span::new(end, end)).from as usize;
            decoded.truncate(end);
            decoded.end(there);
            let text = matches!(outcome, ReadOutcome::Text(_));
            (if text { ReadOutcome::Text(there) } else { ReadOutcome::Game(there) }, end)
        }
        ReadOutcome::Incomplete | ReadOutcome::End => (outcome, decoded.len()),
    };
    close(record, 0, end);
    record.decoded = decoded;
    outcome
}

/// Sets the bounds of a record, and removes notes on lines that belong to the next one.
fn close(record: &mut Record, from: usize, end: usize) {
    record.span = Span::new(from, end);
    record.notes.retain(|note| note.span.from as usize <= end);
}

/// Program comments that may belong to the next record's headers.
#[derive(Clone, Copy, Debug)]
struct Run {
    at: usize,
    items: usize,
}

struct Reader<'a, 'r> {
    /// UTF-8, possibly damaged.
    bytes: &'a [u8],
    last: bool,
    format: Format,
    record: &'r mut Record,
    source: Source<'a>,
    /// The positions of `bytes` in the source, if the text was decoded.
    decoded: Option<&'a Decoded>,
    state: State,
}

/// The state of the reader between lines.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    at: usize,
    /// The program comments directly before this line.
    run: Option<Run>,
    /// True if the previous line was blank.
    blank: bool,
    /// True if anything except program comments precedes this line.
    content: bool,
    /// True after the headers: moves, their heading or an ending were read.
    body: bool,
    /// True if the current line of play has ended.
    ended: bool,
    /// True within a variation.
    branch: bool,
    /// True if the record has a variation.
    branches: bool,
    /// True if the input ends within a line that may continue.
    unfinished: bool,
    /// True once the first line was begun.
    begun: bool,
    /// True if a header was read that only shogi has.
    known: bool,
    /// The lines of the start position so far.
    board: BoardLines,
    /// Headers and position lines after a whole board, which may belong to the next record.
    after_board: Option<AfterBoard>,
}

/// Shows [`Reader::run`] whether the record continues after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Next,
    Stop,
}

impl Reader<'_, '_> {
    /// Reads all available lines; returns the outcome if the next record begins within them.
    fn run<const FAST: bool>(&mut self) -> Option<ReadOutcome> {
        if !self.state.begun {
            self.state.begun = true;
            self.state.at = self.record.begin_line(self.bytes, self.state.at);
        }
        while self.state.at < self.bytes.len() && !self.state.unfinished {
            if FAST && (if self.format == Format::Kif { self.fast_line() } else { self.fast_moves() }) {
                continue;
            }
            if self.line() == Step::Stop {
                return Some(self.end(true));
            }
        }
        None
    }

    /// Returns the outcome at the end of the input.
    fn finish(&mut self) -> ReadOutcome {
        // Slices are cut where headers begin, so a record with a written end is complete.
        if !self.last && (self.state.unfinished || !self.state.ended) {
            return ReadOutcome::Incomplete;
        }
        self.end(false)
    }

    fn end(&mut self, stopped: bool) -> ReadOutcome {
        if self.record.notes.iter().any(|note| note.code == Code::N034) {
            unknown_words::name_words(self.bytes, self.record);
        }
        if self.state.branches {
            arrange(self.bytes, self.record, |line| grammar::variation(line).ok().map(|(_, ply)| ply));
        }
        self.record.lines[0].end = self.record.items.len() as u32;
        if !stopped && !self.state.content && self.record.items.is_empty() {
            return ReadOutcome::End;
        }
        // Text before another record's headers is kept as a record of junk, so that nothing is lost.
        let at = self.state.at;
        if stopped || self.is_game() { ReadOutcome::Game(at) } else { ReadOutcome::Text(at) }
    }

    /// True if anything was read that only shogi records have.
    fn is_game(&self) -> bool {
        let record = &*self.record;
        record.has_moves || record.result.is_some() || !record.setup.is_empty() || self.state.known
    }

    #[inline]
    fn push(&mut self, kind: ItemKind, from: usize, to: usize) {
        self.record.items.push(Item { span: Span::new(from, to), line: 0, kind });
    }

    /// Adds a word or a sentence that ends the current line of play.
    fn push_end(&mut self, kind: ItemKind, from: usize, to: usize) {
        self.push(kind, from, to);
        self.state.ended = true;
        if !self.state.branch && self.record.result.is_none() {
            self.record.result = Some(Span::new(from, to));
        }
    }
}
