//! The progress bar for the tasks of `analyze -o`. Not for their findings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;

use super::progress::Bar;
use partie_analyze::tasks::{Entry, Meter, Watch};
use partie_archive::Progress;
use partie_archive::passes::Pass;
use partie_input::Stored;

/// Shows the progress of all tasks as a bar.
pub(super) struct Watcher {
    pub(super) bar: Bar,
    done: u64,
    consumed: Arc<AtomicU64>,
    games: u64,
    findings: u64,
}

/// The part of a task's note that the bar shows.
#[derive(Default, Deserialize)]
struct Found {
    errors: u64,
    warnings: u64,
}

impl Watcher {
    pub(super) fn new(quiet: bool, pass: Option<Pass>) -> Self {
        Self { bar: Bar::of(quiet, pass), done: 0, consumed: Arc::default(), games: 0, findings: 0 }
    }
}

impl Watch for Watcher {
    fn begin(&mut self, bytes: u64, done: u64) {
        self.done = done;
        self.bar.skip(done);
        self.bar.begin(
            "all tasks",
            Progress { size: Some(bytes), consumed: Arc::clone(&self.consumed), stored: Stored::Plain },
        );
    }

    fn tick(&mut self, meter: &Meter) {
        self.consumed.store(self.done + meter.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
        self.games = meter.games.load(Ordering::Relaxed);
        self.bar.update(self.games, self.findings);
    }

    fn task(&mut self, entry: &Entry) {
        let found: Found = entry.note.value().unwrap_or_default();
        self.findings += found.errors + found.warnings;
    }
}
