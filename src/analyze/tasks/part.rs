//! Writes a part of a table, with a running digest.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use partie_archive::disk::{NewFile, make_folder_of};

/// Bytes buffered before a write.
const BUFFER_BYTES: usize = 64 << 10;

/// A file that gets its final name only when it is complete. Dropping it earlier removes it.
pub struct PartFile {
    out: BufWriter<Digested>,
    rows: u64,
}

/// The facts of a finished part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finished {
    pub(super) rows: u64,
    pub(super) bytes: u64,
    /// XXH3-128 of the part's bytes.
    pub(super) digest: u128,
}

struct Digested {
    file: NewFile,
    digest: Box<Xxh3>,
    bytes: u64,
}

impl Write for Digested {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl std::fmt::Debug for PartFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartFile")
            .field("path", &self.out.get_ref().file.target())
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl PartFile {
    /// Creates a file with the final path `path`, and its parent folder. Both must be inside the output folder.
    ///
    /// # Errors
    /// A link that leads out of the output folder, or an error of the file system.
    pub fn create(out: &Path, path: &Path) -> io::Result<Self> {
        make_folder_of(out, path)?;
        let digested = Digested { file: NewFile::create(path)?, digest: Box::new(Xxh3::new()), bytes: 0 };
        Ok(Self { out: BufWriter::with_capacity(BUFFER_BYTES, digested), rows: 0 })
    }

    /// Adds to the number of written rows.
    pub const fn add_rows(&mut self, rows: u64) {
        self.rows += rows;
    }

    /// Flushes the file to disk, and gives it its final name.
    ///
    /// # Errors
    /// Errors of the file system; the file is then removed.
    pub(super) fn finish(self) -> io::Result<Finished> {
        let Digested { file, digest, bytes } = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.commit()?;
        Ok(Finished { rows: self.rows, bytes, digest: digest.digest128() })
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
