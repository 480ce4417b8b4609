//! Divides the files of a run, in order, into stretches with the same configuration. Not for processing the files.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::config_args::Configured;
use super::run::Run;
use partie_analyze::folders::Folders;
use partie_archive::{Failure, WalkEntry};
use partie_config::Settings;
use partie_table::totals::Totals;

type WalkResult = Result<WalkEntry, Failure>;

pub(super) struct Stretches(Arc<Mutex<Left>>);

/// The files that are not yet read, shared by all stretches.
struct Left {
    files: Box<dyn Iterator<Item = WalkResult> + Send>,
    configured: Configured,
    /// The file that begins the next stretch.
    next: Option<(WalkResult, Arc<Settings>)>,
    /// The settings of the current stretch.
    settings: Arc<Settings>,
}

/// An iterator over the files of a stretch.
pub(super) struct Stretch(Arc<Mutex<Left>>);

/// Locks the files. A poisoned lock is usable, because no operation leaves the files in an invalid state.
fn lock(left: &Mutex<Left>) -> MutexGuard<'_, Left> {
    left.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Left {
    /// Returns the next file that is not excluded, with its settings.
    fn advance(&mut self) -> Option<(WalkResult, Arc<Settings>)> {
        loop {
            let met = self.files.next()?;
            let settings = match &met {
                Ok(entry) => self.configured.of(&entry.path, entry.named),
                Err(_) => Some(Arc::clone(&self.settings)),
            };
            if let Some(settings) = settings {
                return Some((met, settings));
            }
        }
    }
}

impl Stretches {
    pub(super) fn new(files: impl Iterator<Item = WalkResult> + Send + 'static, configured: Configured) -> Self {
        let left = Left { files: Box::new(files), configured, next: None, settings: Arc::default() };
        Self(Arc::new(Mutex::new(left)))
    }

    /// Returns the next stretch, with its settings.
    pub(super) fn next(&self) -> Option<(Arc<Settings>, Stretch)> {
        let mut left = lock(&self.0);
        let (met, settings) = left.next.take().or_else(|| left.advance())?;
        left.settings = Arc::clone(&settings);
        left.next = Some((met, Arc::clone(&settings)));
        Some((settings, Stretch(Arc::clone(&self.0))))
    }

    /// Ends the last stretch: reports errors in configurations, and returns the counts of excluded files.
    pub(super) fn end(&self, run: &mut Run) -> Totals {
        let mut left = lock(&self.0);
        let Configured { passed_over, errors, .. } = &mut left.configured;
        let (passed_over, errors) = (std::mem::take(passed_over), std::mem::take(errors));
        if passed_over.excluded > 0 || !errors.is_empty() {
            // Excluded files may contain records, so no folder is reported as empty.
            run.folders = Folders::default();
        }
        errors.iter().for_each(|error| run.fail(&format!("error: {error}")));
        passed_over
    }
}

impl Iterator for Stretch {
    type Item = WalkResult;

    fn next(&mut self) -> Option<WalkResult> {
        let mut left = lock(&self.0);
        let (met, settings) = left.next.take().or_else(|| left.advance())?;
        if Arc::ptr_eq(&settings, &left.settings) || settings == left.settings {
            return Some(met);
        }
        left.next = Some((met, settings));
        None
    }
}
