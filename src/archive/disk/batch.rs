//! Files that are complete, made lasting together: one flush at the end of a run, not one a file.
//!
//! A file that takes nobody's place has its name at once. One that replaces another has it after the flush, so that a
//! power cut leaves the old one or the new one; the first few are not worth the wait. Not for writing them.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::new_file::{NewFile, sync, sync_folder};
use super::packed::{PackedFile, Unwritten};

/// So many files are flushed one by one; more of them with all that their file system holds back.
const FEW: usize = 16;

#[derive(Default)]
pub(super) struct Batch {
    /// Those that are not named yet.
    waiting: Vec<NewFile>,
    /// How many were made lasting by themselves.
    replaced: usize,
    /// Those that have their names.
    named: Vec<PathBuf>,
}

impl Batch {
    /// Takes a file to which nothing is added any more.
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

    /// Makes all of them lasting, and names those that wait for it.
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

/// Flushes the file systems in which folders lie.
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

/// Other systems are not known to do that for one file system alone.
#[cfg(not(target_os = "linux"))]
fn flush_systems(_: &BTreeSet<PathBuf>) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}
