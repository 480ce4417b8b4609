//! Files that are complete, made lasting together: one flush at the end of a run, not one a file.
//!
//! A file that takes nobody's place has its name at once. One that replaces another has it after the flush, so that a
//! power cut leaves the old one or the new one; the first few are not worth the wait. Not for writing them.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::writer::{NewFile, Unwritten};

/// So many files are flushed one by one; more of them with all that their file system holds back.
const FEW: usize = 16;

/// Complete files.
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
    pub(super) fn add(&mut self, mut file: NewFile) -> Result<(), Unwritten> {
        if file.target().exists() {
            if self.replaced < FEW {
                self.replaced += 1;
                return file.commit();
            }
            file.close()?;
            self.waiting.push(file);
            return Ok(());
        }
        file.close()?;
        let target = file.target().to_owned();
        file.name()?;
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
            file.name()?;
        }
        // Names last when their folder does; where folders cannot be opened nothing more can be done.
        for folder in folders {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

fn flush(files: &[&Path], folders: &BTreeSet<PathBuf>) -> Result<(), Unwritten> {
    if files.len() > FEW && flush_systems(folders).is_ok() {
        return Ok(());
    }
    for path in files {
        // Of pipes nothing is held back.
        let synced = OpenOptions::new().append(true).open(path).and_then(|file| file.sync_all());
        synced.map_err(|error| Unwritten { path: (*path).to_owned(), error })?;
    }
    Ok(())
}

/// Flushes the file systems in which folders lie.
#[cfg(target_os = "linux")]
fn flush_systems(folders: &BTreeSet<PathBuf>) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let mut flushed = BTreeSet::new();
    for folder in folders {
        let folder = File::open(folder)?;
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
