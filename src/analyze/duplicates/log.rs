//! The concatenated moves of all games that may be beginnings, written once and read once in the same order.

use std::io;
use std::path::{Path, PathBuf};

use partie_archive::disk::Spill;

/// Bytes per write.
const WRITE_BYTES: usize = 1 << 20;
/// Bytes per read.
const READ_BYTES: usize = 256 << 10;

/// An append-only sequence of bytes.
#[derive(Debug)]
pub(super) struct Log {
    folder: PathBuf,
    spill: Option<Spill>,
    /// Bytes that are not yet written to the file.
    tail: Vec<u8>,
    window: Vec<u8>,
    window_at: u64,
}

impl Log {
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), spill: None, tail: Vec::new(), window: Vec::new(), window_at: 0 }
    }

    fn written(&self) -> u64 {
        self.spill.as_ref().map_or(0, Spill::bytes)
    }

    /// The offset of the next entry.
    pub(super) fn end(&self) -> u64 {
        self.written() + self.tail.len() as u64
    }

    pub(super) fn push(&mut self, entry: &[u8]) -> io::Result<()> {
        self.tail.extend_from_slice(entry);
        if self.tail.len() >= WRITE_BYTES {
            let spill = match &mut self.spill {
                Some(spill) => spill,
                none => none.insert(Spill::new(&self.folder)?),
            };
            spill.append(&self.tail)?;
            self.tail.clear();
        }
        Ok(())
    }

    /// Reads `length` bytes at offset `at`, which must not be lower than in the previous call.
    pub(super) fn read_at(&mut self, at: u64, length: usize) -> io::Result<&[u8]> {
        let missing = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let written = self.written();
        if at >= written {
            let from = usize::try_from(at - written).map_err(|_| missing())?;
            return self.tail.get(from..from + length).ok_or_else(missing);
        }
        let end = at + length as u64;
        if at < self.window_at || end > self.window_at + self.window.len() as u64 {
            let rest = usize::try_from(written - at).unwrap_or(usize::MAX);
            self.window.resize(length.max(READ_BYTES).min(rest), 0);
            self.window_at = at;
            if let Some(spill) = &mut self.spill {
                spill.read_at(at, &mut self.window)?;
            }
        }
        let from = (at - self.window_at) as usize;
        // Entries are written as a whole, so none is partly in the file and partly in `tail`.
        self.window.get(from..from + length).ok_or_else(missing)
    }
}
