//! Runs tasks: all missing ones with a pool of threads, or a single one.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::folder::{Folder, Share, forget_join};
use super::join::{Joined, join_folder};
use super::journal::Entry;
use super::plan::Plan;
use super::task::{Meter, execute};
use super::task_error::TaskError;
use super::work::TaskWork;

/// Interval of progress reports.
const TICK: Duration = Duration::from_millis(100);

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct Running<'a> {
    pub out: &'a Path,
    pub jobs: usize,
    /// True if earlier results in the folder are removed first.
    pub restart: bool,
    /// The caller sets this flag to stop the run: running tasks finish, and no others begin.
    pub stop: &'a AtomicBool,
    /// In tests, a seed that shuffles the tasks: their order must not affect the output.
    pub shuffle: Option<u64>,
}

/// Observes a run, on the thread that called [`run`].
pub trait Watch {
    /// The run begins: `bytes` are the packed bytes of all tasks, `done` those of finished tasks in the journal.
    fn begin(&mut self, bytes: u64, done: u64) {
        let _ = (bytes, done);
    }

    fn tick(&mut self, meter: &Meter) {
        let _ = meter;
    }

    /// A task is finished and recorded in the journal.
    fn task(&mut self, entry: &Entry) {
        let _ = entry;
    }
}

impl Watch for () {}

/// A flag that Ctrl-C or a request to terminate sets; a second request ends the process.
///
/// # Errors
/// Errors of the system.
pub fn interrupted() -> std::io::Result<std::sync::Arc<AtomicBool>> {
    let flag = std::sync::Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, std::sync::Arc::clone(&flag))?;
        signal_hook::flag::register(signal, std::sync::Arc::clone(&flag))?;
    }
    #[cfg(windows)]
    {
        let flag = std::sync::Arc::clone(&flag);
        #[expect(clippy::exit, reason = "who asks twice does not wait")]
        let handler = move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(handler).map_err(std::io::Error::other)?;
    }
    Ok(flag)
}

/// Runs all missing tasks of a plan, and joins them. After an interruption, calling it again continues the run.
///
/// # Errors
/// [`TaskError`]; finished tasks are kept.
pub fn run<W: TaskWork>(
    plan: &Plan,
    running: &Running<'_>,
    make: impl Fn() -> W + Sync,
    watch: &mut dyn Watch,
) -> Result<Joined, TaskError> {
    let mut folder = Folder::take(running.out, plan, Share::Alone, running.restart)?;
    let missing = |(task, entry): (usize, &Option<Entry>)| entry.is_none().then_some(task);
    let mut order: Vec<usize> = folder.entries.iter().enumerate().filter_map(missing).collect();
    // Runs the largest tasks first, so that no thread is left with a long task at the end.
    order.sort_by_key(|task| std::cmp::Reverse(plan.tasks[*task].cut.bytes()));
    if let Some(seed) = running.shuffle {
        order.sort_by_key(|task| xxhash_rust::xxh3::xxh3_64_with_seed(&task.to_le_bytes(), seed));
    }
    if !order.is_empty() {
        forget_join(running.out)?;
    }
    let all = plan.bytes();
    let left = order.iter().fold(0, |sum, task| u64::saturating_add(sum, plan.tasks[*task].cut.bytes()));
    watch.begin(all, all - left);
    let queue = Mutex::new(order.into_iter());
    let failed = AtomicBool::new(false);
    let meter = Meter::default();
    let (sender, results) = channel();
    let mut trouble = None;
    thread::scope(|scope| {
        for _ in 0..running.jobs.max(1) {
            let (sender, queue, failed, meter, make) = (sender.clone(), &queue, &failed, &meter, &make);
            scope.spawn(move || {
                let mut work = make();
                loop {
                    if failed.load(Ordering::Relaxed) || running.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let Some(task) = queue.lock().ok().and_then(|mut queue| queue.next()) else { return };
                    let done = execute(plan, (task as u64, None), running.out, &mut work, meter);
                    if done.is_err() {
                        failed.store(true, Ordering::Relaxed);
                    }
                    if sender.send(done).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match results.recv_timeout(TICK) {
                Ok(done) => match done.and_then(|entry| folder.journal.append(&entry).map(|()| entry)) {
                    Ok(entry) => {
                        watch.task(&entry);
                        let task = entry.task as usize;
                        folder.entries[task] = Some(entry);
                    }
                    Err(error) => {
                        // A failed task has already set the flag, but a failed journal has not.
                        failed.store(true, Ordering::Relaxed);
                        trouble.get_or_insert(error);
                    }
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            watch.tick(&meter);
        }
    });
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    if folder.entries.iter().any(Option::is_none) {
        return Err(TaskError::Interrupted);
    }
    join_folder(plan, &mut folder, &mut make())
}

/// Runs one task, unless it is in the journal. Any number of processes may run tasks in the same folder at the same
/// time, even the same task.
///
/// # Errors
/// [`TaskError`].
pub fn run_one<W: TaskWork>(plan: &Plan, task: u64, out: &Path, work: &mut W) -> Result<Entry, TaskError> {
    let folder = Folder::take(out, plan, Share::Task(task), false)?;
    let known = usize::try_from(task).ok().and_then(|task| folder.entries.get(task)).ok_or(TaskError::NoTask(task))?;
    if let Some(entry) = known {
        return Ok(entry.clone());
    }
    forget_join(out)?;
    let entry = execute(plan, (task, None), out, work, &Meter::default())?;
    folder.journal.append(&entry)?;
    Ok(entry)
}
