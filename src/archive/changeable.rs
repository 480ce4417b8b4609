//! Chooses the files of a walk that may be changed. Not for changing them.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::backups;
use super::walk::WalkEntry;

/// A filter of the files to change. It accepts each file once, even if the file has several names.
#[derive(Debug, Default)]
pub struct Changeable {
    /// The suffix of backups, if files are changed in place.
    suffix: Option<String>,
    /// The log of an earlier run, which may be in a folder of games.
    log: Option<PathBuf>,
    hasher: RandomState,
    files: HashSet<u64>,
    repeated: RepeatedFiles,
}

/// Paths of files that the walk had already found under another name.
#[derive(Clone, Debug, Default)]
pub struct RepeatedFiles(Arc<Mutex<Vec<PathBuf>>>);

impl Changeable {
    /// A filter that rejects the log. With a suffix, it also rejects repeated files and backups with that suffix.
    pub fn new(suffix: Option<String>, log: Option<&Path>) -> Self {
        Self { suffix, log: log.and_then(|path| path.canonicalize().ok()), ..Self::default() }
    }

    /// The repeated files; the list grows during the walk.
    pub fn repeated(&self) -> RepeatedFiles {
        self.repeated.clone()
    }

    /// True if a file may be changed. A file that the user named is never treated as a backup or the log.
    pub fn takes(&mut self, entry: &WalkEntry) -> bool {
        if !entry.named && self.log.is_some() && entry.path.canonicalize().ok() == self.log {
            return false;
        }
        let Some(suffix) = &self.suffix else { return true };
        // Backups stay unchanged, even those whose suffix the walk does not know.
        let is_copy = !entry.named && backups::has_original(&entry.path, suffix);
        !is_copy && self.is_new(&entry.path)
    }

    fn is_new(&mut self, path: &Path) -> bool {
        let new = path.canonicalize().map_or(true, |path| self.files.insert(self.hasher.hash_one(path)));
        if !new {
            self.repeated.0.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
        }
        new
    }
}

impl RepeatedFiles {
    pub fn paths(&self) -> Vec<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
