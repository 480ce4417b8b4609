//! Which files are changed of those that the walk finds. Not for changing them.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::backups;
use super::walk::WalkEntry;

/// Which files are changed, whatever their names: a file is changed once.
#[derive(Debug, Default)]
pub struct Changeable {
    /// The suffix of copies, where files are changed themselves.
    suffix: Option<String>,
    /// The log of an earlier run, found in a folder of games.
    log: Option<PathBuf>,
    hasher: RandomState,
    files: HashSet<u64>,
    repeated: RepeatedFiles,
}

/// Files that were found before under another name.
#[derive(Clone, Debug, Default)]
pub struct RepeatedFiles(Arc<Mutex<Vec<PathBuf>>>);

impl Changeable {
    /// Of all files but the log; with the suffix of copies none of these, and each file once.
    pub fn new(suffix: Option<String>, log: Option<&Path>) -> Self {
        Self { suffix, log: log.and_then(|path| path.canonicalize().ok()), ..Self::default() }
    }

    /// Those that were found before, also while the files go by.
    pub fn repeated(&self) -> RepeatedFiles {
        self.repeated.clone()
    }

    /// Whether a file is changed. One that was named is no copy, and no log.
    pub fn takes(&mut self, entry: &WalkEntry) -> bool {
        if !entry.named && self.log.is_some() && entry.path.canonicalize().ok() == self.log {
            return false;
        }
        let Some(suffix) = &self.suffix else { return true };
        // The copy of an original stays as it is, also where the walk cannot know it by its suffix.
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
