//! A disk that is full after so many bytes, for tests: each byte that is written, and each file that is made, synced or
//! named, takes one. Or a process that is killed there. Builds without debug assertions have a disk that only the system fills.

use std::io;

/// The variable that says after how many.
#[cfg(debug_assertions)]
const ROOM: &str = "PARTIE_TEST_DISK_ROOM";

/// The variable that has the process end where the disk is full, as if it were killed there.
#[cfg(debug_assertions)]
const KILL: &str = "PARTIE_TEST_DISK_KILL";

/// How many of so many bytes there is room for; at least one.
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
        // As by a signal that nobody catches: nothing is cleaned up.
        0 if bytes > 0 && std::env::var_os(KILL).is_some() => std::process::exit(137),
        0 if bytes > 0 => Err(io::Error::from(io::ErrorKind::StorageFull)),
        room => Ok(room),
    }
}

/// How many of so many bytes there is room for.
#[cfg(not(debug_assertions))]
#[expect(clippy::unnecessary_wraps, reason = "the same as in a build for tests")]
#[inline(always)]
pub(super) const fn take(bytes: usize) -> io::Result<usize> {
    Ok(bytes)
}
