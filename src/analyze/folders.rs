//! Messages for files, folders and archives in which no record was found. It is an error if the user named them. Not
//! for files that cannot be read.

use std::path::{Path, PathBuf};

use super::tasks::{Joined, Plan};
use partie_archive::file_messages::{
    FileMessage, no_record, no_record_below, skipped, skipped_kind, skipping, with_moves,
};
use partie_archive::{Failure, WalkEntry, is_archive, kind_of_skipped};
use partie_input::{Claim, Database, database};
use partie_record::finding::Severity;
use partie_record::shown::shown_path;
use partie_replay::mentions_moves;

/// Maximum bytes at the start of a text that are searched for moves.
const MAX_SEARCHED_BYTES: usize = 64 << 10;

/// Tracks the folders and archives of a run in which no record was found so far.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// For each input, the folder or archive if no record was found in it so far.
    empty: Vec<Option<PathBuf>>,
    /// The input that contains the current file. `claim` is the claim of the file's name; `None` if the user named it.
    input: usize,
    claim: Option<Claim>,
    path: PathBuf,
    /// The last database that got the advice to export its games: one database consists of several files.
    reported: Option<(PathBuf, Database)>,
}

impl Folders {
    /// Tracks the folders and archives among the inputs.
    pub fn new(inputs: &[PathBuf]) -> Self {
        let mut folders = Self::without_archives(inputs);
        for (folder, path) in folders.empty.iter_mut().zip(inputs).filter(|(_, path)| is_archive(path)) {
            *folder = Some(path.clone());
        }
        folders
    }

    fn without_archives(inputs: &[PathBuf]) -> Self {
        let folder = |path: &PathBuf| (path.as_os_str() != "-" && path.is_dir()).then(|| path.clone());
        Self { empty: inputs.iter().map(folder).collect(), ..Self::default() }
    }

    pub fn begin(&mut self, met: &WalkEntry) {
        (self.input, self.claim) = (met.input, (!met.named).then(|| met.claim()));
        self.path.clone_from(&met.path);
    }

    /// Ends a file with `games` games; `path` is its displayed path. Returns the message if the file has none. Its
    /// severity counts for the run, not for a game.
    pub fn end(&mut self, path: &str, games: u64) -> Option<(Severity, FileMessage)> {
        if games > 0 {
            self.broken();
            return None;
        }
        let claim = self.claim;
        if let Some((claim, kind)) = claim.and_then(|claim| Some((claim, kind_of_skipped(&self.path, claim)?))) {
            let message = skipped_kind(path, claim, kind);
            return Some((message.severity, message));
        }
        Some(match claim {
            Some(Claim::Text) if self.mentions_moves() => (Severity::Warning, with_moves(path)),
            Some(claim) if self.is_reported() => (Severity::Info, skipped(path, claim)),
            Some(claim) => (skipping(path, claim), skipped(path, claim)),
            None => (Severity::Error, no_record(path)),
        })
    }

    /// True if another file of the same database was already reported.
    fn is_reported(&mut self) -> bool {
        let Some(database) = database(&self.path) else { return false };
        let known = (self.path.with_extension(""), database);
        self.reported.replace(known.clone()) == Some(known)
    }

    /// True if the current file, in which no record was recognized, still mentions moves.
    fn mentions_moves(&self) -> bool {
        partie_archive::open(&self.path).is_ok_and(|mut source| mentions_moves(source.head(MAX_SEARCHED_BYTES).0))
    }

    /// Marks the current folder as not empty: its file contained a record, or could not be read to the end.
    pub fn broken(&mut self) {
        if let Some(folder) = self.empty.get_mut(self.input) {
            *folder = None;
        }
    }

    /// Marks folders that contain `path` as not empty: that file contained a record, or was unreadable.
    pub fn known(&mut self, path: &Path) {
        for folder in &mut self.empty {
            folder.take_if(|folder| path.starts_with(folder));
        }
    }

    /// Folders in which no record was found.
    pub fn without_record(&self) -> Vec<String> {
        self.empty.iter().flatten().map(|path| shown_path(path)).collect()
    }
}

/// Messages for folders in which no task of a plan found a record. `failures` are files that could not be opened.
pub fn of_tasks(plan: &Plan, joined: &Joined, failures: &[Failure]) -> Vec<String> {
    let inputs: Vec<PathBuf> = plan.header.inputs.iter().map(|path| path.0.clone()).collect();
    // The task of an archive reports a missing record itself.
    let mut folders = Folders::without_archives(&inputs);
    for failure in failures {
        folders.known(&failure.path);
    }
    for (entry, task) in joined.entries.iter().zip(&plan.tasks) {
        if let Some(source) = plan.sources.get(task.source).filter(|_| entry.games + entry.failures > 0) {
            folders.known(&source.path.0);
        }
    }
    folders.without_record().iter().map(|path| no_record_below(path).to_string()).collect()
}
