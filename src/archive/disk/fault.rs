//! Simulates a full disk or a killed process in tests. Each byte written, and each file created, synced or named, uses
//! one unit of disk space. Builds without debug assertions simulate nothing.

use std::io;

/// The environment variable with the number of units before the disk is full.
#[cfg(debug_assertions)]
const ROOM: &str = "PARTIE_TEST_DISK_ROOM";

/// The environment variable that makes a full disk end the process, as if it were killed.
#[cfg(debug_assertions)]
const KILL: &str = "PARTIE_TEST_DISK_KILL";

/// Returns how many of `bytes` still fit on the disk, at least one; fails if the disk is full.
#[cfg(debug_assertions)]
#[expect(clippy::exit, reason = "tests end the process where the disk is full, as a signal does that nobody catches")]
pub(super) fn take(bytes: usize) -> io::Result<usize> {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    static LEFT: OnceLock<Option<AtomicUsize>> = OnceLock::new();
    let given = || std::env::var(ROOM).ok()?.parse().ok().map(AtomicUsize::new);
    let Some(left) = LEFT.get_or_init(given) else { return Ok(bytes) };
    let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - left.min(bytes)));
    match before.unwrap_or_else(|left| left).min(bytes) {
        // Skips all cleanup, as a fatal signal does.
        0 if bytes > 0 && std::env::var_os(KILL).is_some() => std::process::exit(137),
        0 if bytes > 0 => Err(io::Error::from(io::ErrorKind::StorageFull)),
        room => Ok(room),
    }
}

/// Returns `bytes`: without debug assertions, the disk is never full.
#[cfg(not(debug_assertions))]
#[expect(clippy::unnecessary_wraps, reason = "the same as in a build for tests")]
#[inline(always)]
pub(super) const fn take(bytes: usize) -> io::Result<usize> {
    Ok(bytes)
}
