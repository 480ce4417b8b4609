//! A part of a table while it is written: a temporary name, a running digest.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

/// Bytes that are kept before they are written.
const BUFFER: usize = 64 << 10;

/// A file that gets its name only when it is complete. Dropped before that, it is removed.
pub struct PartFile {
    out: BufWriter<Digested>,
    temporary: PathBuf,
    path: PathBuf,
    rows: u64,
    kept: bool,
}

/// What a finished part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finished {
    pub(super) rows: u64,
    pub(super) bytes: u64,
    /// XXH3-128 of its bytes.
    pub(super) digest: u128,
}

struct Digested {
    file: File,
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
        f.debug_struct("PartFile").field("path", &self.path).field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl PartFile {
    /// Opens a file that will be called `path`; its folder is made.
    ///
    /// # Errors
    /// What the system says.
    pub fn create(path: PathBuf) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let (file, temporary) = temporary(&path)?;
        let digested = Digested { file, digest: Box::new(Xxh3::new()), bytes: 0 };
        Ok(Self { out: BufWriter::with_capacity(BUFFER, digested), temporary, path, rows: 0, kept: false })
    }

    /// Counts rows that were written.
    pub const fn add_rows(&mut self, rows: u64) {
        self.rows += rows;
    }

    /// Completes the file: flush, fsync, rename, fsync of the folder.
    ///
    /// # Errors
    /// What the system says; the file is then removed.
    pub(super) fn finish(mut self) -> io::Result<Finished> {
        self.out.flush()?;
        let digested = self.out.get_ref();
        digested.file.sync_all()?;
        let finished = Finished { rows: self.rows, bytes: digested.bytes, digest: digested.digest.digest128() };
        fs::rename(&self.temporary, &self.path)?;
        self.kept = true;
        sync_folder(&self.path)?;
        Ok(finished)
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

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.kept {
            drop(fs::remove_file(&self.temporary));
        }
    }
}

/// A new file beside `path`, under a name that says whose it is.
fn temporary(path: &Path) -> io::Result<(File, PathBuf)> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".tmp-{}", std::process::id()));
    for attempt in 0..1000 {
        let mut tried = name.clone();
        if attempt > 0 {
            tried.push(format!("-{attempt}"));
        }
        match OpenOptions::new().write(true).create_new(true).open(&tried) {
            Ok(file) => return Ok((file, PathBuf::from(tried))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// Whether a file's name is that of one that was never completed.
pub(super) fn is_temporary(name: &str) -> bool {
    let Some((_, end)) = name.rsplit_once(".tmp-") else { return false };
    !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Makes a rename in a file's folder last.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
