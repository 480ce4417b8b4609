//! Detects whether a file has changed since it was planned.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

use xxhash_rust::xxh3::Xxh3;

use super::plan::Stamp;
use super::text::Digest;

/// Number of first bytes, and of last bytes, of a file that are hashed.
const HASHED_BYTES: u64 = 1 << 20;

impl Stamp {
    /// Makes the stamp of a file.
    ///
    /// # Errors
    /// Errors of the file system.
    pub(super) fn of(path: &Path, data: &Metadata) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        (&mut file).take(HASHED_BYTES).read_to_end(&mut bytes)?;
        let head = Digest::of(&bytes);
        file.seek(SeekFrom::Start(data.len().saturating_sub(HASHED_BYTES)))?;
        bytes.clear();
        file.take(HASHED_BYTES).read_to_end(&mut bytes)?;
        Ok(Self { size: data.len(), mtime: mtime(data), head, tail: Digest::of(&bytes) })
    }

    /// True if a file is unchanged: it has the same size, and the same time or the same hashes.
    pub(super) fn fits(&self, path: &Path) -> bool {
        let Ok(data) = path.metadata() else { return false };
        data.len() == self.size
            && (mtime(&data) == self.mtime
                || Self::of(path, &data).is_ok_and(|now| (now.head, now.tail) == (self.head, self.tail)))
    }
}

/// Modification time in nanoseconds since 1970; 0 if unknown.
fn mtime(data: &Metadata) -> u64 {
    let time = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    time.and_then(|time| u64::try_from(time.as_nanos()).ok()).unwrap_or(0)
}

/// Computes the digest of a pack of small files, file by file.
#[derive(Default)]
pub(super) struct PackDigest(Box<Xxh3>);

impl PackDigest {
    /// Adds a file; `data` is `None` if it could not be opened.
    pub(super) fn add(&mut self, path: &Path, data: Option<&Metadata>) {
        self.0.update(path.as_os_str().as_encoded_bytes());
        self.0.update(&[0]);
        let (size, time) = data.map_or((u64::MAX, 0), |data| (data.len(), mtime(data)));
        self.0.update(&size.to_le_bytes());
        self.0.update(&time.to_le_bytes());
    }

    pub(super) fn finish(&self) -> Digest {
        Digest(self.0.digest128())
    }
}
