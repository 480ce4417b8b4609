//! The games of a slice, one after the other, for whatever is done with each of them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::archive::{Encoding, Slice};
use crate::finding::Code;
use crate::notation::{Found, container, iccf};
use crate::record::{Movetext, Note, Record};
use crate::replay::Text;
use crate::span::{LineEnds, Span};

/// A game as it was read.
pub(super) struct Game<'a> {
    pub(super) text: Text<'a>,
    pub(super) record: &'a Record,
    /// Whether the slice holds printable ASCII only.
    pub(super) plain: bool,
    /// Whether the encoding was found by bytes beside ASCII.
    pub(super) odd: bool,
}

/// What is given rather than found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Given {
    pub(super) encoding: Option<Encoding>,
    /// How the moves are written.
    pub(super) movetext: Option<Movetext>,
    /// Whether the piece letters, and so the language, are given.
    pub(super) letters: bool,
}

impl Given {
    /// Says how the moves of a record are written; a language that was found stays, unless one is given.
    fn settle(self, bytes: &[u8], record: &mut Record) {
        let Some(movetext) = self.movetext.filter(|_| !record.format.is_shogi()) else { return };
        let found = matches!((movetext, record.movetext), (Movetext::Descriptive(_), Movetext::Descriptive(_)));
        if !found || self.letters {
            record.movetext = movetext;
        }
        if movetext == Movetext::Iccf && record.decoded.is_empty() {
            iccf::believe(bytes, record);
        }
    }
}

/// Takes the games of a slice.
pub(super) trait Games {
    /// A game.
    fn game(&mut self, game: &Game<'_>);
    /// The game that was given last ended in an internal error.
    fn panicked(&mut self);
}

/// What a slice is beside its games.
pub(super) struct Read {
    /// Where its last game begins, if that may go on after the slice.
    pub(super) tail: Option<usize>,
    /// Line ends up to where the next slice goes on.
    pub(super) lines: u64,
    /// Line ends by their kinds.
    pub(super) ends: LineEnds,
}

/// Reads a slice with the buffers of `record`. What is given holds for all but shogi.
pub(super) fn read(slice: &Slice, record: &mut Record, given: Given, games: &mut impl Games) -> Read {
    let bytes = &slice.bytes;
    let plain = is_plain(bytes);
    let ends = LineEnds::of(bytes);
    let last = slice.last || slice.cut_short;
    let mut at = 0;
    let mut tail = None;
    while at < bytes.len() {
        match container::read(slice.format, bytes, at, last, record) {
            Found::Record(end) => {
                if slice.cut_short && end >= bytes.len() {
                    let span = Span::new(at, end);
                    record.notes.push(Note { code: Code::B007, span, other: None });
                }
                given.settle(bytes, record);
                // Records of JSON have their text beside the slice, and the file's end is not theirs.
                let decoded = !record.decoded.is_empty();
                let (plain, last) = (plain && !decoded, slice.last || decoded);
                let bytes = record.text(bytes);
                let (encoding, odd) = encoding(bytes, record, plain, given.encoding);
                let game = Game { text: Text { bytes, encoding, last }, record, plain, odd: odd && !decoded };
                if catch_unwind(AssertUnwindSafe(|| games.game(&game))).is_err() {
                    games.panicked();
                }
                at = end;
            }
            Found::Unfinished => {
                tail = Some(at);
                break;
            }
            Found::Text(_) => {
                // It may stand before a game of the next slice.
                tail = (!last).then_some(at);
                break;
            }
            Found::Nothing => break,
        }
    }
    let lines = match tail {
        None => ends.lines() + slice.lines_left_out(0, bytes.len()),
        Some(tail) => slice.lines(0, tail),
    };
    Read { tail, lines, ends }
}

/// The encoding of a record, and whether it was found by bytes beside ASCII.
fn encoding(bytes: &[u8], record: &Record, plain: bool, given: Option<Encoding>) -> (Encoding, bool) {
    let whole = record.span.of(bytes);
    match given {
        // Records of shogi are read in the script that their bytes show.
        Some(encoding) if !record.format.is_shogi() => (encoding, false),
        _ if plain || whole.is_ascii() => (Encoding::Utf8, false),
        _ => {
            let script = container::script(bytes, record);
            (script.map_or_else(|| Encoding::of(whole), Encoding::from), true)
        }
    }
}

/// Whether all bytes are printable ASCII, tabs or line ends. Written so that it compiles to vector code.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.chunks(4096).all(|part| {
        let odd = part.iter().fold(false, |odd, &byte| {
            odd | (byte < b' ') & (byte != b'\n') & (byte != b'\r') & (byte != b'\t') | (byte >= 0x7f)
        });
        !odd
    })
}
