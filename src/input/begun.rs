//! A stream whose first bytes can be examined before `read` returns them. Does not parse them.

use std::io::{self, Read};

/// Number of first bytes that identify a compression.
pub const SHOWN: usize = 8;
/// Maximum bytes of the first read of a plain file: enough for most files with one game.
const MAX_FIRST_READ: usize = 64 << 10;

/// A stream whose first bytes can be examined before they are read.
pub struct Begun {
    head: Vec<u8>,
    /// Bytes of `head` that were returned.
    given: usize,
    /// True if the stream ends after `head`.
    ended: bool,
    /// The read error that occurred after `head`, reported once `head` was returned.
    failure: Option<io::Error>,
    inner: Box<dyn Read + Send>,
}

impl Default for Begun {
    fn default() -> Self {
        Self::unread(io::empty())
    }
}

impl std::fmt::Debug for Begun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Begun").field("head", &self.head.len()).field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl Begun {
    /// Wraps a stream without reading from it.
    pub fn unread(inner: impl Read + Send + 'static) -> Self {
        Self { head: Vec::new(), given: 0, ended: false, failure: None, inner: Box::new(inner) }
    }

    /// Wraps a stream and reads its first [`SHOWN`] bytes, or fewer if the stream is shorter.
    pub fn of(inner: impl Read + Send + 'static) -> io::Result<Self> {
        Self::unread(inner).begin(SHOWN)
    }

    /// Wraps a plain file of `size` bytes, and reads a short file to its end.
    pub fn of_file(inner: impl Read + Send + 'static, size: u64) -> io::Result<Self> {
        let room = usize::try_from(size).unwrap_or(MAX_FIRST_READ).saturating_add(1).clamp(SHOWN, MAX_FIRST_READ);
        let mut file = Self::unread(inner).begin(room)?;
        // One byte more than `size` was requested, so a short read is the end. Special files report a size of 0.
        file.ended |= size > 0 && file.head.len() as u64 == size && file.head.len() < room;
        Ok(file)
    }

    fn begin(mut self, room: usize) -> io::Result<Self> {
        self.head.resize(room, 0);
        let mut filled = 0;
        while filled < SHOWN && !self.ended {
            match self.inner.read(&mut self.head[filled..]) {
                Ok(0) => self.ended = true,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.head.truncate(filled);
        Ok(self)
    }

    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Reads until `head` has `wanted` bytes. Returns true if the stream has fewer.
    pub fn extend(&mut self, wanted: usize) -> bool {
        let missing = wanted.saturating_sub(self.head.len());
        if missing > 0 && !self.ended && self.failure.is_none() {
            let mut more = (&mut self.inner).take(missing as u64);
            self.failure = more.read_to_end(&mut self.head).err();
            self.ended = self.failure.is_none() && more.limit() > 0;
        }
        self.ended && self.head.len() < wanted
    }

    /// Takes the bytes read so far out of the stream; the flag is true if the stream then ends. Empty if some were
    /// already returned, or if there are more than `most`.
    pub fn take_head(&mut self, most: usize) -> (Vec<u8>, bool) {
        if self.given > 0 || self.head.len() > most {
            return (Vec::new(), false);
        }
        (std::mem::take(&mut self.head), self.ended)
    }
}

impl Read for Begun {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.given < self.head.len() {
            let read = (&self.head[self.given..]).read(out)?;
            self.given += read;
            return Ok(read);
        }
        match self.failure.take() {
            Some(failure) => Err(failure),
            None if self.ended => Ok(0),
            None => self.inner.read(out),
        }
    }
}
