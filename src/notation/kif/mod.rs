//! KIF, read leniently: one line is one thing, and what it is shows at its beginning. Every byte
//! belongs to a tag, the set-up, an item, a note or white space.
//!
//! Not for replaying, and not for decoding: Shift_JIS and EUC-JP are read in place. A record ends
//! where the headers of the next begin. KI2 differs in its move lines only and is read here, too.

mod blocks;
mod boundary;
mod branches;
mod ending;
mod format;
mod heading;
mod line;
mod moves;
mod script;
mod setup;
mod write;

pub use boundary::{cut, looks_like};
pub use branches::MAX_DEPTH;
pub use ending::{Ending, TimeCell, ending, terminal, time_cell};
pub(super) use format::FORMAT;
pub use script::script;
pub use setup::{SetupRead, setup};
pub use write::KifWriter;

pub(super) use blocks::Blocks;
pub(super) use boundary::{cut_as, looks_like_as};
pub(super) use ending::{sentence, word};
pub(super) use heading::Heading;

use super::ReadOutcome;
use super::headers::Field;
use super::kanji::Symbols;
use crate::finding::Code;
use crate::record::{Format, Item, ItemKind, Line, Record};
use crate::span::Span;

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";
/// Longest comment that is kept, in bytes.
const MAX_TOKEN: usize = 1 << 20;

/// Reads the record that begins at `at` into `record`. `last` says that the file ends with `bytes`.
///
/// A header's line is a tag, `#KIF` too (its name is then `#KIF`). Of the set-up, the rows of the board, its
/// borders, the hands and the side to move are kept in [`Record::setup`], a line each.
///
/// An `Open` that follows a `Result` or an `Ending` of its parent takes the place of that end: the
/// variation goes on from the parent's last position. Everywhere else it replaces the move before it.
pub fn read(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    read_as(Format::Kif, bytes, at, last, record)
}

/// Reads a record of either of the two formats that share everything but their move lines.
pub(super) fn read_as(format: Format, bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    record.clear();
    record.format = format;
    let (script, declared) = script::detect(bytes, at);
    if let Some((named, span)) = declared
        && named != script
    {
        record.note(Code::S007, span);
    }
    let mut reader = Reader {
        bytes,
        at,
        last,
        symbols: script.symbols(),
        format,
        record,
        run: None,
        blank: false,
        content: false,
        body: false,
        ended: false,
        branch: false,
        branches: false,
        unfinished: false,
    };
    let found = reader.run();
    let end = match found {
        ReadOutcome::Game(end) | ReadOutcome::Text(end) => end,
        ReadOutcome::Incomplete | ReadOutcome::End => bytes.len(),
    };
    record.span = Span::new(at, end);
    found
}

/// Program comments that may turn out to stand before the next record's headers.
#[derive(Clone, Copy, Debug)]
struct Run {
    at: usize,
    items: usize,
    notes: usize,
}

/// The state while one record is read.
struct Reader<'a, 'r> {
    bytes: &'a [u8],
    at: usize,
    last: bool,
    symbols: Symbols,
    format: Format,
    record: &'r mut Record,
    /// The program comments directly before this line.
    run: Option<Run>,
    /// Whether the line before was blank.
    blank: bool,
    /// Whether anything but program comments stands before this line.
    content: bool,
    /// Whether the headers are over: moves, their heading or an ending were seen.
    body: bool,
    /// Whether the current line of play has ended.
    ended: bool,
    /// Whether a variation is being read.
    branch: bool,
    /// Whether there is a variation at all.
    branches: bool,
    /// Set when the input ends inside of a line that may go on.
    unfinished: bool,
}

/// Where the line after the line end at `at` begins.
#[inline]
fn after_line(bytes: &[u8], at: usize) -> usize {
    let pair = bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n');
    (at + 1 + usize::from(pair)).min(bytes.len())
}

/// Whether the record goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Next,
    Stop,
}

impl Reader<'_, '_> {
    fn run(&mut self) -> ReadOutcome {
        if self.bytes[self.at..].starts_with(BOM) {
            self.record.note(Code::S006, Span::new(self.at, self.at + 3));
            self.at += 3;
        }
        self.record.lines.push(Line { parent: 0, first: 0, end: 0 });
        let mut stopped = false;
        while self.at < self.bytes.len() && !self.unfinished {
            if self.format == Format::Kif && self.usual_line() {
                continue;
            }
            if self.line() == Step::Stop {
                stopped = true;
                break;
            }
        }
        // Slices are cut where headers begin, so that a record whose end is written is over.
        if !stopped && !self.last && (self.unfinished || !self.ended) {
            return ReadOutcome::Incomplete;
        }
        if self.branches {
            branches::arrange(self.bytes, self.record);
        }
        self.record.lines[0].end = self.record.items.len() as u32;
        if !stopped && !self.content && self.record.items.is_empty() {
            return ReadOutcome::End;
        }
        // Text that another record's headers end is kept as a record of junk: nothing is lost.
        if stopped || self.is_game() { ReadOutcome::Game(self.at) } else { ReadOutcome::Text(self.at) }
    }

    /// Whether something was read that belongs to a record of shogi only.
    fn is_game(&self) -> bool {
        let record = &*self.record;
        let known = |name: &Span| {
            let name = name.of(self.bytes);
            name == b"#KIF" || Field::of(name, self.symbols.script()).is_some()
        };
        record.has_moves
            || record.result.is_some()
            || !record.setup.is_empty()
            || record.tags.iter().any(|tag| known(&tag.name))
    }

    #[inline]
    fn push(&mut self, kind: ItemKind, from: usize, to: usize) {
        self.record.items.push(Item { span: Span::new(from, to), line: 0, kind });
    }

    /// A word or a sentence that ends the current line of play.
    fn push_end(&mut self, kind: ItemKind, from: usize, to: usize) {
        self.push(kind, from, to);
        self.ended = true;
        if !self.branch && self.record.result.is_none() {
            self.record.result = Some(Span::new(from, to));
        }
    }
}
