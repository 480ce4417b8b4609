//! The memory of each sorter in the search for duplicates.

use std::path::PathBuf;

use partie_archive::disk::{self, FixedRecords};

pub(super) type Sorter<const N: usize> = disk::Sorter<FixedRecords<N>>;
pub(super) type Sorted<const N: usize> = disk::Sorted<FixedRecords<N>>;
pub(super) type Merge<'a, const N: usize> = disk::Merge<'a, FixedRecords<N>>;

/// Limits of sorting: the memory in bytes, and the folder for data that exceeds it.
#[derive(Clone, Debug)]
pub struct SortLimits {
    pub memory: usize,
    /// The folder of temporary files.
    pub folder: PathBuf,
}

impl SortLimits {
    /// Bytes for the sorter of fingerprints, which are kept until the end.
    pub(super) const fn fingerprints(&self) -> usize {
        self.memory / 16 * 3
    }

    /// Bytes for each later sorter.
    pub(super) const fn other(&self) -> usize {
        self.memory / 8
    }
}
