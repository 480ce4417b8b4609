//! Detects that a file was changed or replaced.

use std::fs;
use std::io;
use std::path::Path;

#[cfg(windows)]
use super::file_identity::identity;
use serde::{Deserialize, Serialize};

/// The size, modification time and inode of a file. At least one of them differs after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    bytes: u64,
    /// Nanoseconds since 1970.
    changed: Option<u64>,
    inode: u64,
}

impl Stamp {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self::new(path, &fs::metadata(path)?))
    }

    pub(super) fn new(path: &Path, data: &fs::Metadata) -> Self {
        let since = data.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        // The inode comes from the open file: its path may already lead to another file.
        #[cfg(unix)]
        let (_, inode) = (path, std::os::unix::fs::MetadataExt::ino(data));
        #[cfg(windows)]
        let inode = identity(path).map_or(0, |file| file.place.1);
        Self { bytes: data.len(), changed: since.and_then(|since| u64::try_from(since.as_nanos()).ok()), inode }
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }
}
