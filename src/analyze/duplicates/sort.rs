//! The sorters of the search, and the memory of each.

use std::path::PathBuf;

use partie_archive::disk::{self, FixedRecords};

pub(super) type Sorter<const N: usize> = disk::Sorter<FixedRecords<N>>;
pub(super) type Sorted<const N: usize> = disk::Sorted<FixedRecords<N>>;
pub(super) type Merge<'a, const N: usize> = disk::Merge<'a, FixedRecords<N>>;

/// The memory for sorting, and the folder for the excess.
#[derive(Clone, Debug)]
pub struct SortLimits {
    pub memory: usize,
    /// The folder of temporary files.
    pub folder: PathBuf,
}

impl SortLimits {
    /// Bytes for the fingerprints, which are kept until the end.
    pub(super) const fn fingerprints(&self) -> usize {
        self.memory / 16 * 3
    }

    /// Bytes for each of the later sorters.
    pub(super) const fn other(&self) -> usize {
        self.memory / 8
    }
}
