//! JSON of our own, lossless: one record a line, an object that holds all a record holds.
//!
//! Texts are those of the record as it was written in its own format, which the object names. The reader
//! puts them back together, so that whatever reads that format reads the record again. Not for replaying;
//! what replay made of the moves stands beside them for other programs, and is not read.

mod format;
mod names;
mod read;
mod text;
mod write;

pub(super) use format::FORMAT;
pub use read::{cut, looks_like, next, read_record};
pub use write::{Played, Replay, SourceText, write};
