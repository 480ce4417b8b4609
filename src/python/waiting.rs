//! Runs work on a separate thread. The caller waits for results without the interpreter's lock. The work ends at
//! Ctrl-C, or when its results are dropped.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use super::errors::{Kind, Wrong};
use super::sources::Sources;

/// Interval between two checks for Ctrl-C.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// Maximum results that wait to be taken.
const MAX_WAITING: usize = 64;

/// The channel for the results of the work.
#[derive(Debug)]
pub(crate) struct Results<T> {
    sender: SyncSender<Result<T, Wrong>>,
    stop: Arc<AtomicBool>,
}

impl<T> Results<T> {
    /// Sends a result. Returns true if more results are wanted.
    pub(crate) fn give(&self, result: Result<T, Wrong>) -> bool {
        let is_last = result.is_err();
        self.sender.send(result).is_ok() && !is_last && !self.are_ended()
    }

    /// True once the consumer has stopped.
    pub(crate) fn are_ended(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A function that returns true once the consumer has stopped, for work that polls it.
    pub(crate) fn ended(&self) -> impl FnMut() -> bool + 'static {
        let stop = Arc::clone(&self.stop);
        move || stop.load(Ordering::Relaxed)
    }
}

/// The results of work on another thread. Dropping them ends the work.
#[derive(Debug)]
pub(crate) struct Waiting<T> {
    results: Mutex<Option<Receiver<Result<T, Wrong>>>>,
    stop: Arc<AtomicBool>,
    sources: Sources,
}

impl<T: Send + 'static> Waiting<T> {
    /// Starts the work.
    pub(crate) fn new(
        py: Python<'_>,
        sources: &Sources,
        work: impl FnOnce(Results<T>) + Send + 'static,
    ) -> PyResult<Self> {
        let (sender, receiver) = sync_channel(MAX_WAITING);
        let stop = Arc::new(AtomicBool::new(false));
        let results = Results { sender, stop: Arc::clone(&stop) };
        let spawned = thread::Builder::new().name("partie".to_owned()).spawn(move || work(results));
        spawned.map_err(|error: io::Error| Kind::Read.error(py, error.to_string()))?;
        Ok(Self { results: Mutex::new(Some(receiver)), stop, sources: sources.clone() })
    }

    /// Waits for the next result; `None` after the end of the work.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            // Checks even if a result is ready, so that Ctrl-C always ends the iteration.
            py.check_signals().inspect_err(|_| self.end())?;
            let received = py.detach(|| {
                let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
                results.as_ref().map(|results| results.recv_timeout(CHECK_INTERVAL))
            });
            match received {
                Some(Ok(Ok(result))) => return Ok(Some(result)),
                Some(Ok(Err(wrong))) => {
                    self.end();
                    return Err(self.sources.raised().unwrap_or_else(|| wrong.into_error(py)));
                }
                Some(Err(RecvTimeoutError::Timeout)) => {}
                Some(Err(RecvTimeoutError::Disconnected)) | None => {
                    self.end();
                    return Ok(None);
                }
            }
        }
    }

    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Drops the receiver, so that a sender that is blocked in `give` fails.
        self.results.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl<T> Drop for Waiting<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
