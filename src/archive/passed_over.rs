//! Files and links that a walk skips, for one message per kind at the end of a run. Not for files without a record.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::file_messages::{FileMessage, backups_passed_over, ignored, links_passed_over, output_passed_over};
use partie_record::shown::shown_path;

/// The files and links that a walk skipped so far; clones share them.
#[derive(Clone, Debug, Default)]
pub struct PassedOver(Arc<Mutex<Found>>);

#[derive(Debug, Default)]
struct Found {
    links: Group,
    backups: Group,
    output: Group,
    ignored: Group,
}

/// The first path of one kind, and the number of paths; a folder may contain too many to store.
#[derive(Debug, Default)]
struct Group {
    first: Option<PathBuf>,
    count: u64,
    reported: bool,
}

impl Group {
    fn add(&mut self, path: &Path) {
        self.first.get_or_insert_with(|| path.to_owned());
        self.count += 1;
    }

    /// Returns the message only once: a second walk of the same folders finds the same paths.
    fn report(&mut self, message: fn(&str, u64) -> FileMessage) -> Option<FileMessage> {
        let first = self.first.as_ref().filter(|_| !self.reported)?;
        self.reported = true;
        Some(message(&shown_path(first), self.count))
    }
}

impl PassedOver {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a symbolic link that leads out of the folder.
    pub(super) fn link(&self, path: &Path) {
        self.found().links.add(path);
    }

    /// Adds a backup whose suffix is not the default.
    pub(super) fn backup(&self, path: &Path) {
        self.found().backups.add(path);
    }

    /// Adds the output folder, which contains files.
    pub(super) fn output(&self, folder: &Path) {
        self.found().output.add(folder);
    }

    /// Adds a file that ignore rules exclude.
    pub(super) fn ignored(&self, path: &Path) {
        self.found().ignored.add(path);
    }

    /// A message for each kind of path that was not yet reported.
    pub fn messages(&self) -> Vec<FileMessage> {
        let Found { links, backups, output, ignored: rules } = &mut *self.found();
        let reports = [
            links.report(links_passed_over),
            backups.report(backups_passed_over),
            output.report(|path, _| output_passed_over(path)),
            rules.report(ignored),
        ];
        reports.into_iter().flatten().collect()
    }
}
