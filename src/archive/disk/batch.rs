//! Flushes complete files together at the end of a run, not one by one.
//!
//! A new file gets its final name at once. A file that replaces an older one gets it after the flush, so that a power
//! cut leaves the old or the new file. The first [`MAX_SINGLE_FLUSHES`] replacements are flushed singly. Not for
//! writing.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::new_file::{NewFile, sync, sync_folder};
use super::packed::{PackedFile, Unwritten};

/// Maximum number of files flushed one by one; more files are flushed with their whole file system.
const MAX_SINGLE_FLUSHES: usize = 16;

#[derive(Default)]
pub(super) struct Batch {
    /// Complete files that still have temporary names.
    waiting: Vec<NewFile>,
    /// Number of files that were flushed one by one.
    replaced: usize,
    /// New files that have their final names, but are not flushed.
    named: Vec<PathBuf>,
}

impl Batch {
    /// Gives a new file its final name. Commits the first [`MAX_SINGLE_FLUSHES`] replacements at once, and defers the
    /// rest to [`Self::finish`].
    pub(super) fn add(&mut self, file: PackedFile) -> Result<(), Unwritten> {
        let mut file = file.finish()?;
        let target = file.target().to_owned();
        if target.exists() {
            if self.replaced < MAX_SINGLE_FLUSHES {
                self.replaced += 1;
                return file.commit().map_err(Unwritten::of(&target));
            }
            file.pause();
            self.waiting.push(file);
            return Ok(());
        }
        file.name().map_err(Unwritten::of(&target))?;
        self.named.push(target);
        Ok(())
    }

    /// Flushes all files, then gives the waiting replacements their names.
    pub(super) fn finish(&mut self) -> Result<(), Unwritten> {
        let waiting = std::mem::take(&mut self.waiting);
        let named = std::mem::take(&mut self.named);
        let written: Vec<&Path> =
            waiting.iter().filter_map(NewFile::temporary).chain(named.iter().map(PathBuf::as_path)).collect();
        let folders: BTreeSet<PathBuf> = written.iter().filter_map(|path| path.parent().map(Path::to_owned)).collect();
        flush(&written, &folders)?;
        for file in waiting {
            let target = file.target().to_owned();
            file.name().map_err(Unwritten::of(&target))?;
        }
        for folder in folders {
            sync_folder(&folder).map_err(Unwritten::of(&folder))?;
        }
        Ok(())
    }
}

fn flush(files: &[&Path], folders: &BTreeSet<PathBuf>) -> Result<(), Unwritten> {
    if files.len() > MAX_SINGLE_FLUSHES && flush_systems(folders).is_ok() {
        return Ok(());
    }
    files.iter().try_for_each(|path| sync(path).map_err(Unwritten::of(path)))
}

/// Flushes the file systems that contain the folders.
#[cfg(target_os = "linux")]
fn flush_systems(folders: &BTreeSet<PathBuf>) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let mut flushed = BTreeSet::new();
    for folder in folders {
        let folder = std::fs::File::open(folder)?;
        if flushed.insert(folder.metadata()?.dev()) {
            rustix::fs::syncfs(&folder)?;
        }
    }
    Ok(())
}

/// Only Linux can flush a single file system.
#[cfg(not(target_os = "linux"))]
fn flush_systems(_: &BTreeSet<PathBuf>) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}
