//! Inputs that can be read from any offset, and the position at which reading starts. Not for choosing shards.

use std::io::{self, Read, Seek};
use std::sync::Arc;

use partie_record::Format;

/// An input that can be read from any offset.
pub trait Seekable: Read + Seek + Send {}

impl<T: Read + Seek + Send> Seekable for T {}

/// Opens an input again, any number of times.
pub type OpenAgain = Arc<dyn Fn() -> io::Result<Box<dyn Seekable>> + Send + Sync>;

/// The size and format of the text before the first byte that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Unpacked bytes before that byte.
    pub offset: u64,
    pub line: u64,
    /// The format, if the input's first bytes identify it.
    pub format: Option<Format>,
}
