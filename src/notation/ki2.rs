//! KI2: headers, comments and variations as in KIF, with moves as people read them, several on a line: `▲７六歩　△３四歩`. A
//! move has neither number nor origin; relative words distinguish pieces.
//!
//! The rules identify the moving piece, by resolving the pattern of the move.

mod format;
mod write;

pub(super) use format::FORMAT;
pub use write::{Ki2Writer, spell};

use super::{ReadOutcome, kif};
use partie_record::{Format, Record};

/// The rules of `ki2.abnf` and their parsers.
#[cfg(debug_assertions)]
pub const RULES: &[super::Rule] = kif::KI2_RULES;

/// Reads the record that begins at `at` into `record`, as [`kif::read_record`] does. As moves have no numbers, `Move`
/// items are counted as plies.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    kif::read_as(Format::Ki2, bytes, at, last, record)
}

/// The last offset in `bytes` where a record begins.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    kif::cut_as(Format::Ki2, bytes)
}

/// True if a file that begins with `head` is KI2: its moves follow ▲ or △.
pub fn looks_like(head: &[u8]) -> bool {
    kif::looks_like_as(Format::Ki2, head)
}
