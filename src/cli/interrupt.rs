//! A run that a signal ends whatever it waits for. Not for runs that first finish what is in work, as those of `analyze`.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Exit;

/// How long a signal waits to be seen.
const MOMENT: Duration = Duration::from_millis(20);

/// Has a flag set by signals. A second one does not end the process: some callers send two at once, and there is something to
/// tidy up.
#[cfg(unix)]
fn heed(stop: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(stop))?;
    }
    Ok(())
}

/// Has a flag set by Ctrl-C, Ctrl-Break, and a window that is closed.
#[cfg(windows)]
fn heed(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let stop = Arc::clone(stop);
    ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed)).map_err(io::Error::other)
}

/// Does `work` on a thread of its own. When Ctrl-C or a request to terminate comes before its end, `leave` tidies up
/// and says how the run ends; where it says nothing, the work comes to its end.
///
/// # Errors
/// What the system says.
pub(super) fn guarded(
    work: impl FnOnce() -> Exit + Send + 'static,
    leave: impl FnOnce() -> Option<Exit>,
) -> io::Result<Exit> {
    let stop = Arc::new(AtomicBool::new(false));
    heed(&stop)?;
    let (done, ended) = channel();
    thread::Builder::new().spawn(move || {
        // Nobody waits for it any more where a signal came.
        let _ = done.send(work());
    })?;
    loop {
        match ended.recv_timeout(MOMENT) {
            Ok(exit) => return Ok(exit),
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Internal),
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    Ok(leave().unwrap_or_else(|| ended.recv().unwrap_or(Exit::Internal)))
}
