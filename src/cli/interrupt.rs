//! Ends a run at once after a signal. Not for runs that first finish the work in progress, such as `analyze`.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Exit;

/// Interval between two checks for a signal.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Sets a flag on signals. A second signal does not end the process: some callers send two at once, and files must be
/// removed first.
#[cfg(unix)]
fn heed(stop: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(stop))?;
    }
    Ok(())
}

/// Sets a flag on Ctrl-C, Ctrl-Break, and a closed window.
#[cfg(windows)]
fn heed(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let stop = Arc::clone(stop);
    ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed)).map_err(io::Error::other)
}

/// Runs `work` on a separate thread. On Ctrl-C or a request to terminate, `leave` cleans up and returns the exit
/// status. If `leave` returns `None`, the work runs to its end.
///
/// # Errors
/// An error of the system.
pub(super) fn guarded(
    work: impl FnOnce() -> Exit + Send + 'static,
    leave: impl FnOnce() -> Option<Exit>,
) -> io::Result<Exit> {
    let stop = Arc::new(AtomicBool::new(false));
    heed(&stop)?;
    let (done, ended) = channel();
    thread::Builder::new().spawn(move || {
        // After a signal, nobody receives the exit status.
        let _ = done.send(work());
    })?;
    loop {
        match ended.recv_timeout(CHECK_INTERVAL) {
            Ok(exit) => return Ok(exit),
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Internal),
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    Ok(leave().unwrap_or_else(|| ended.recv().unwrap_or(Exit::Internal)))
}
