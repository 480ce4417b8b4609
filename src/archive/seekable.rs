//! Inputs that can be read from any offset, and the position of a first byte. Not for choosing shards.

use std::io::{self, Read, Seek};
use std::sync::Arc;

use partie_record::Format;

/// An input that can be read from any offset.
pub trait Seekable: Read + Seek + Send {}

impl<T: Read + Seek + Send> Seekable for T {}

/// Opens an input again, any number of times.
pub type OpenAgain = Arc<dyn Fn() -> io::Result<Box<dyn Seekable>> + Send + Sync>;

/// The text before the first byte that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Bytes of unpacked text.
    pub offset: u64,
    pub line: u64,
    /// The format, if the first bytes of the input show it.
    pub format: Option<Format>,
}
