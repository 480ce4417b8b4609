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

/// The shared data: `PARTIE_DATA`, or the folder beside the repository.
fn data() -> PathBuf {
    std::env::var_os("PARTIE_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from)
}

/// A path in the shared data, if it is at hand.
pub fn found(path: &str) -> Option<PathBuf> {
    Some(data().join(path)).filter(|found| found.exists())
}

/// A path in the shared data; `None` if it is not at hand, which is printed when all tests are done. `PARTIE_TESTS_OF_DATA` names
/// the file to which the names of tests without their data are added.
#[track_caller]
pub fn shared(path: &str) -> Option<PathBuf> {
    let found = found(path);
    if found.is_none() {
        println!("not run: needs ../shared/data/{path}");
        if !data().exists() {
            needs(path);
            not_run::note(path);
        }
    }
    found
}

/// The same, for a test that means something without it, too.
#[track_caller]
pub fn extra(path: &str) -> Option<PathBuf> {
    if found(path).is_none() {
        needs(path);
    }
    found(path)
}

/// Fails if shared data is missing that must be there.
#[track_caller]
pub fn needs(path: &str) {
    assert!(std::env::var_os("PARTIE_NEEDS_DATA").is_none(), "../shared/data/{path} is missing, and must be there");
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

/// How many times longer `more` takes than `less`, in the least times of both. They are taken in turns until that is at most
/// `bound`, since a machine may be slower for a while; time that grows with the square stays so however often it is taken.
pub fn ratio_of_least(mut less: impl FnMut() -> Duration, mut more: impl FnMut() -> Duration, bound: f64) -> f64 {
    const TIMES: usize = 20;
    let (mut short, mut long, mut ratio) = (Duration::MAX, Duration::MAX, f64::INFINITY);
    for _ in 0..TIMES {
        short = short.min(less());
        long = long.min(more());
        ratio = long.as_secs_f64() / short.as_secs_f64();
        if ratio <= bound {
            break;
        }
    }
    ratio
}
