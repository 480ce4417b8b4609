//! Where things are: the repository, the data outside of it, the time that was spent.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

mod not_run;

/// The repository.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        folders.find(|folder| folder.join("Cargo.lock").exists()).expect("a workspace").to_owned()
    });
    &ROOT
}

/// A path in the shared data; nothing where it is not at hand, which is said when all tests are done.
#[track_caller]
pub fn shared(path: &str) -> Option<PathBuf> {
    let data = root().join("../shared/data");
    let found = data.join(path);
    if found.exists() {
        return Some(found);
    }
    println!("no {}: skipped", found.display());
    if !data.exists() {
        not_run::note(path);
    }
    None
}

/// The time that this thread has been computing, which other processes do not touch; the clock where it is unknown.
#[cfg(target_os = "linux")]
pub fn computing() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(spent.tv_sec).unwrap_or_default(), u32::try_from(spent.tv_nsec).unwrap_or_default())
}

/// The time that this thread has been computing, which other processes do not touch; the clock where it is unknown.
#[cfg(not(target_os = "linux"))]
pub fn computing() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
