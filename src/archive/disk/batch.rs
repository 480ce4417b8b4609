//! Complete files, flushed together: one flush at the end of a run, not one per file.
//!
//! A file that replaces no other gets its name at once. One that replaces another gets it after the flush, so that a
//! power cut leaves the old or the new file. The first [`FEW`] of these are flushed one by one. Not for writing files.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::new_file::{NewFile, sync, sync_folder};
use super::packed::{PackedFile, Unwritten};

/// At most so many files are flushed one by one; more are flushed with their whole file system.
const FEW: usize = 16;

#[derive(Default)]
pub(super) struct Batch {
    /// Complete files that still have temporary names.
    waiting: Vec<NewFile>,
    /// Number of files that were flushed one by one.
    replaced: usize,
    /// New files that have their names, but are not flushed.
    named: Vec<PathBuf>,
}

impl Batch {
    /// Takes a complete file.
    pub(super) fn add(&mut self, file: PackedFile) -> Result<(), Unwritten> {
        let mut file = file.finish()?;
        let target = file.target().to_owned();
        if target.exists() {
            if self.replaced < FEW {
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

    /// Flushes all files, and then names those that wait for it.
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
    if files.len() > FEW && flush_systems(folders).is_ok() {
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

/// Only Linux is known to flush one file system alone.
#[cfg(not(target_os = "linux"))]
fn flush_systems(_: &BTreeSet<PathBuf>) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}
