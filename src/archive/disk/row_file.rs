//! A file of rows, one a line, to which rows are added. Not for rows that go with the files of which they tell (see [`super::RowLog`]).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::grown::open_to_add;

/// The file, and its rows as far as they are whole.
#[derive(Debug)]
pub struct RowFile {
    file: File,
    pub rows: Vec<u8>,
    /// True if a row behind them was cut short, as by the end of the run that wrote it.
    is_cut: bool,
}

impl RowFile {
    /// Reads a file; one to which rows are added need not be there.
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

    /// The file, to add rows to it. The row that was cut short is removed only here, as the file may hold something
    /// other than rows.
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
