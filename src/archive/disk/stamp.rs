//! What tells a file from the one that takes its place.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// What tells a file from the one that takes its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    bytes: u64,
    /// Nanoseconds since 1970.
    changed: Option<u64>,
    inode: u64,
}

impl Stamp {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self::new(&fs::metadata(path)?))
    }

    pub(super) fn new(data: &fs::Metadata) -> Self {
        let since = data.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(data);
        #[cfg(not(unix))]
        let inode = 0;
        Self { bytes: data.len(), changed: since.and_then(|since| u64::try_from(since.as_nanos()).ok()), inode }
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }
}
