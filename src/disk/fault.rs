//! A disk that is full after so many bytes, for tests: each byte that is written, and each file that is made, synced or
//! named, takes one. Builds without debug assertions have a disk that only the system fills.

use std::io;

/// The variable that says after how many.
#[cfg(debug_assertions)]
const ROOM: &str = "PARTIE_TEST_DISK_ROOM";

/// How many of so many bytes there is room for; at least one.
#[cfg(debug_assertions)]
pub(super) fn take(bytes: usize) -> io::Result<usize> {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    static LEFT: OnceLock<Option<AtomicUsize>> = OnceLock::new();
    let given = || std::env::var(ROOM).ok()?.parse().ok().map(AtomicUsize::new);
    let Some(left) = LEFT.get_or_init(given) else { return Ok(bytes) };
    let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - left.min(bytes)));
    match before.unwrap_or_else(|left| left).min(bytes) {
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
