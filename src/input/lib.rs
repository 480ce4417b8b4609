//! Prepares input bytes for the record parsers: detects format and encoding, cuts slices of whole games, and converts
//! offsets to lines and columns.
//!
//! A [`Slicer`] cuts a stream where games begin, in bounded memory. `partie-notation` finds the beginnings of games;
//! `partie-archive` opens files.

mod begun;
mod claim;
mod compression;
mod evidence;
mod file_kind;
mod guess;
mod joiner;
mod letters;
mod line_index;
mod neighbors;
mod rest;
mod share;
mod skip_oversized;
mod slice;
mod transcode;
mod undeclared;
mod worker;

pub use begun::{Begun, SHOWN};
pub use claim::{
    BACKUP_SUFFIX, Claim, Database, database, is_named_packed, is_named_zip, is_unheard_of, no_record, originals,
};
pub use compression::{Compression, Stored};
pub use file_kind::{FileKind, KIND_SHOWN, is_named_archive};
pub use guess::{Doubt, Guess};
pub use joiner::Joiner;
pub use line_index::LineIndex;
pub use rest::Rest;
pub use share::{Budget, Share};
pub use skip_oversized::Elision;
pub use slice::{CHUNK, Slice, Slicer};
pub use transcode::{Utf16, detect_utf16};
pub use undeclared::Undeclared;
pub use worker::Worker;
