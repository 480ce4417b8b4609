//! A file with one row per line, to which runs append. Not for rows written together with a changed file (see
//! [`super::RowLog`]).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::grown::open_to_add;

/// An open file and its complete rows.
#[derive(Debug)]
pub struct RowFile {
    file: File,
    pub rows: Vec<u8>,
    /// True if an incomplete row of a killed run follows `rows`.
    is_cut: bool,
}

impl RowFile {
    /// Reads a file; if `added`, opens it for appending, and creates it if it is missing.
    ///
    /// # Errors
    /// An error of the system.
    pub fn open(path: &Path, added: bool) -> io::Result<Self> {
        let mut file = if added { open_to_add(path, true) } else { File::open(path) }?;
        let mut rows = Vec::new();
        file.read_to_end(&mut rows)?;
        let whole = memchr::memrchr(b'\n', &rows).map_or(0, |at| at + 1);
        let is_cut = whole < rows.len();
        rows.truncate(whole);
        Ok(Self { file, rows, is_cut })
    }

    /// Returns the file for appending rows, without its incomplete row. Reading keeps that row: the file may contain
    /// something other than rows.
    ///
    /// # Errors
    /// An error of the system.
    pub fn to_add(self) -> io::Result<File> {
        if self.is_cut {
            self.file.set_len(self.rows.len() as u64)?;
        }
        Ok(self.file)
    }
}
