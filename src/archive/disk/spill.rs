//! A temporary file for data that does not fit into memory; closing it deletes it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::write_all;

/// A file without a name on disk, so that a killed run leaves nothing behind.
#[derive(Debug)]
pub struct Spill {
    file: File,
    length: u64,
}

impl Spill {
    /// Creates a file in a folder.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile_in(folder)?, length: 0 })
    }

    pub const fn bytes(&self) -> u64 {
        self.length
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// The file cannot be written, as on a full disk.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        write_all(&mut self.file, bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Fills `bytes` from offset `at`.
    ///
    /// # Errors
    /// The file cannot be read, or is too short.
    pub fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(bytes)
    }
}
