//! A file for what does not fit into memory; it is gone when nobody uses it any more.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file without a lasting name.
#[derive(Debug)]
pub(super) struct Spill {
    file: File,
    /// Its name, where the system cannot do without one.
    path: Option<PathBuf>,
    length: u64,
}

impl Spill {
    /// A new file in a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        for _ in 0..1000 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".partie-{}-{number}.tmp", std::process::id()));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // A file that is open lives on without a name, and a killed run leaves nothing behind.
                    let removed = cfg!(unix) && fs::remove_file(&path).is_ok();
                    return Ok(Self { file, path: (!removed).then_some(path), length: 0 });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::from(io::ErrorKind::AlreadyExists))
    }

    /// Bytes in it.
    pub(super) const fn len(&self) -> u64 {
        self.length
    }

    /// Adds to its end.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Fills `bytes` from a place on.
    pub(super) fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(bytes)
    }
}

impl Drop for Spill {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            drop(fs::remove_file(path));
        }
    }
}
