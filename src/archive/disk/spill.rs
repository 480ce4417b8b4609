//! A file for what does not fit into memory; it is gone when nobody uses it any more.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::write_all;

/// A file without a lasting name: a killed run leaves nothing behind.
#[derive(Debug)]
pub struct Spill {
    file: File,
    length: u64,
}

impl Spill {
    /// A new file in a folder.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile_in(folder)?, length: 0 })
    }

    pub const fn bytes(&self) -> u64 {
        self.length
    }

    /// Adds to its end.
    ///
    /// # Errors
    /// There is no room.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        write_all(&mut self.file, bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Fills `bytes` from a place on.
    ///
    /// # Errors
    /// It cannot be read, or ends before.
    pub fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(bytes)
    }
}
