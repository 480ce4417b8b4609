//! Whether a process is gone: what it was writing is then nobody's any more. Where the system does not tell, age must.

/// Whether there is surely no such process.
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
        // One that is dead, and whose end nobody asked for yet.
        Ok(stat) => stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with(['Z', 'X'])),
    }
}

/// That there is none is told by another error than that it is not ours to look at.
#[cfg(windows)]
fn is_surely_gone(process: u32) -> bool {
    use winsafe::{HPROCESS, co};
    let opened = HPROCESS::OpenProcess(co::PROCESS::QUERY_LIMITED_INFORMATION, false, process);
    opened.err() == Some(co::ERROR::INVALID_PARAMETER)
}
