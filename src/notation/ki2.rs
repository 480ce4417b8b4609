//! KI2: the headers, comments and variations of KIF, with moves as people read them, several on a line:
//! `▲７六歩　△３四歩`. A move has no number and no origin; relative words tell pieces apart.
//!
//! Not for telling which piece moves: that is asked of the rules, with the pattern of the move.

mod format;
mod write;

pub(super) use format::FORMAT;
pub use write::{Ki2Writer, spell};

use super::{ReadOutcome, kif};
use partie_record::{Format, Record};

/// The rules of `ki2.abnf` and their parsers.
#[cfg(debug_assertions)]
pub const RULES: &[super::Rule] = kif::KI2_RULES;

/// Reads the record that begins at `at` into `record`, as [`kif::read_record`] does. There are no numbers: a ply is a `Move`.
pub fn read_record(bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    kif::read_as(Format::Ki2, bytes, at, last, record)
}

/// The last place in `bytes` where a record begins, for cutting.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    kif::cut_as(Format::Ki2, bytes)
}

/// Whether a file that begins with `head` is KI2: moves with ▲ or △ before them.
pub fn looks_like(head: &[u8]) -> bool {
    kif::looks_like_as(Format::Ki2, head)
}
