//! What can be read from any place, and what stands before a place. Not for where shards begin.

use std::io::{self, Read, Seek};
use std::sync::Arc;

use partie_record::Format;

/// What can be read from any place.
pub trait Seekable: Read + Seek + Send {}

impl<T: Read + Seek + Send> Seekable for T {}

/// Opens it, as often as somebody asks.
pub type OpenAgain = Arc<dyn Fn() -> io::Result<Box<dyn Seekable>> + Send + Sync>;

/// What stands before the first byte that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Bytes of the unpacked text.
    pub offset: u64,
    pub line: u64,
    /// The format, if it was found in the first bytes.
    pub format: Option<Format>,
}
