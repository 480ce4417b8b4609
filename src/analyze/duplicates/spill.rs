//! A file for what does not fit into memory; it is gone when nobody uses it any more.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::disk;

/// A file without a lasting name: a killed run leaves nothing behind.
#[derive(Debug)]
pub(super) struct Spill {
    file: File,
    length: u64,
}

impl Spill {
    /// A new file in a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile_in(folder)?, length: 0 })
    }

    /// Bytes in it.
    pub(super) const fn len(&self) -> u64 {
        self.length
    }

    /// Adds to its end.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        disk::write_all(&mut self.file, bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Fills `bytes` from a place on.
    pub(super) fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(bytes)
    }
}
