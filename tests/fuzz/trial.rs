//! Trying an input: panics are caught, time is bounded, and what fails is made smaller and written to a file.

use std::cell::RefCell;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

use super::targets::Target;
use crate::common::computing;

/// Time of computing that an input of 100 kB may cost, and any shorter one.
const LIMIT: Duration = Duration::from_secs(1);
/// Time after which an input is given up, and with it the process.
const HANG: Duration = Duration::from_secs(120);
/// Attempts to make a failing input smaller.
const ATTEMPTS: usize = 3000;

/// Where an input failed, and why.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure {
    /// File and line of the panic: one of them is told once.
    pub(crate) place: String,
    pub(crate) message: String,
    target: &'static str,
    input: Vec<u8>,
    file: PathBuf,
}

impl Failure {
    /// What is to be known of it.
    pub(crate) fn text(&self) -> String {
        let shown: String = self.input.escape_ascii().to_string().chars().take(2000).collect();
        let message: String = self.message.chars().take(3000).collect();
        let Self { target, place, file, .. } = self;
        format!("{target}: {message}\nat {place}, {} bytes in {}:\n{shown}", self.input.len(), file.display())
    }
}

thread_local! {
    /// The last panic of a thread that tries an input; nothing in other threads.
    static LAST: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Panics of inputs are kept instead of printed; those of other tests are printed as ever.
fn keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let kept = LAST.with_borrow_mut(|last| {
                let Some(last) = last else { return false };
                last.place = info.location().map(ToString::to_string).unwrap_or_default();
                let text = info.payload().downcast_ref::<&str>().copied();
                let text = text.or_else(|| info.payload().downcast_ref::<String>().map(String::as_str));
                last.message = text.unwrap_or("a panic").to_owned();
                true
            });
            if !kept {
                print(info);
            }
        }));
    });
}

/// What is tried, and since when.
type Current = Arc<Mutex<(Option<Instant>, &'static str, Vec<u8>)>>;

/// Ends the process if an input never comes to its end, as no thread can be ended from outside.
pub(crate) struct Watchdog {
    current: Current,
}

impl Watchdog {
    pub(crate) fn start() -> Self {
        let current = Current::default();
        let weak = Arc::downgrade(&current);
        thread::spawn(move || {
            while let Some(current) = weak.upgrade() {
                if let Ok(current) = current.lock()
                    && current.0.is_some_and(|since| since.elapsed() > HANG)
                {
                    let file = keep(current.1, &current.2);
                    eprintln!("{}: no end after {HANG:?}, {} bytes in {}", current.1, current.2.len(), file.display());
                    std::process::abort();
                }
                drop(current);
                thread::sleep(Duration::from_millis(500));
            }
        });
        Self { current }
    }

    fn set(&self, since: Option<Instant>, target: &'static str, input: &[u8]) {
        if let Ok(mut current) = self.current.lock() {
            (current.0, current.1) = (since, target);
            current.2.clear();
            current.2.extend_from_slice(input);
        }
    }
}

/// A target under trial.
pub(crate) struct Trial<'a> {
    target: &'static Target,
    watchdog: &'a Watchdog,
    slowest: Duration,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(target: &'static Target, watchdog: &'a Watchdog) -> Self {
        keep_panics();
        Self { target, watchdog, slowest: Duration::ZERO }
    }

    /// The longest time of computing that an input cost.
    pub(crate) const fn slowest(&self) -> Duration {
        self.slowest
    }

    /// Tries an input; one that took too long again, as a time may have been a bad one.
    pub(crate) fn run(&mut self, input: &[u8]) -> Result<(), Failure> {
        let limit = LIMIT.max(LIMIT.mul_f64(input.len() as f64 / 100_000.0));
        let mut time = self.once(input)?;
        for _ in 0..2 {
            if time > limit {
                time = time.min(self.once(input)?);
            }
        }
        self.slowest = self.slowest.max(time);
        if time <= limit {
            return Ok(());
        }
        let message = format!("{} bytes cost {time:?}", input.len());
        Err(Failure { place: "time".to_owned(), message, target: self.target.name, ..Failure::default() })
    }

    /// The time of computing that an input costs.
    fn once(&self, input: &[u8]) -> Result<Duration, Failure> {
        self.watchdog.set(Some(Instant::now()), self.target.name, input);
        let outer = LAST.replace(Some(Failure::default()));
        let start = computing();
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| (self.target.run)(input)));
        let time = computing().saturating_sub(start);
        let last = LAST.replace(outer).unwrap_or_default();
        self.watchdog.set(None, self.target.name, &[]);
        outcome.map(|()| time).map_err(|_| Failure { target: self.target.name, ..last })
    }

    /// A failing input made as small as a few thousand attempts make it, written to a file.
    pub(crate) fn minimised(&mut self, mut input: Vec<u8>, mut failure: Failure) -> Failure {
        let (mut length, mut attempts) = (input.len() / 2, ATTEMPTS);
        // What takes long is as long as it must be.
        while length > 0 && failure.place != "time" {
            let (mut at, mut shrunk) = (0, false);
            while at < input.len() && attempts > 0 {
                attempts -= 1;
                let to = (at + length).min(input.len());
                let smaller = [&input[..at], &input[to..]].concat();
                match self.run(&smaller) {
                    Err(again) if again.place == failure.place => {
                        (input, failure, shrunk) = (smaller, again, true);
                    }
                    _ => at = to,
                }
            }
            if !shrunk || length > 1 {
                length /= 2;
            }
        }
        failure.file = keep(self.target.name, &input);
        failure.input = input;
        failure
    }
}

/// Writes an input to a file beside the build.
fn keep(target: &str, input: &[u8]) -> PathBuf {
    let hash = input
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let file = folder.join(format!("{target}-{hash:016x}"));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, input));
    written.expect("a failing input is written");
    file
}
