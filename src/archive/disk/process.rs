//! Checks whether a process has ended, so that its temporary files can be removed. In doubt, it counts as running.

/// True if a process has certainly ended.
pub(super) fn is_gone(process: u32) -> bool {
    process != std::process::id() && is_surely_gone(process)
}

#[cfg(unix)]
fn is_surely_gone(process: u32) -> bool {
    if !std::path::Path::new("/proc/self/stat").exists() {
        return false;
    }
    match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        // `Z` and `X` denote a dead process for which its parent has not waited yet.
        Ok(stat) => stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with(['Z', 'X'])),
    }
}

/// True if Windows reports an invalid parameter, its error for a missing process; other users' processes cause another.
#[cfg(windows)]
fn is_surely_gone(process: u32) -> bool {
    use winsafe::{HPROCESS, co};
    let opened = HPROCESS::OpenProcess(co::PROCESS::QUERY_LIMITED_INFORMATION, false, process);
    opened.err() == Some(co::ERROR::INVALID_PARAMETER)
}
