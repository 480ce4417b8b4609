//! The output folder: its lock, its plan, and the leftovers of killed runs.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use fs4::TryLockError;

use super::journal::{Entry, Journal};
use super::plan::{Plan, is_safe};
use super::task_error::TaskError;
use super::text::Digest;
use partie_archive::disk::{confine, is_temporary};
use partie_archive::{PLAN_HEAD, begins};

const JOURNAL_HEAD: &[u8] = b"{\"journal\":";
/// Files that a join makes from the results of all tasks.
const OF_ALL_TASKS: [&str; 3] = ["parts.jsonl", "schema.json", "summary.json"];
/// Maximum retries to lock the folder, 20 ms apart.
const LOCK_RETRIES: u32 = 10;
/// Maximum retries of a join, which waits up to a minute for tasks that a cluster still runs.
const JOIN_LOCK_RETRIES: u32 = 3000;

/// How this process shares the folder with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    Alone,
    /// No others, after waiting for processes that run single tasks.
    Last,
    /// With other processes that run single tasks; this process runs the task with this number.
    Task(u64),
}

/// A locked output folder. The system releases the lock when the process ends, even if it is killed.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) journal: Journal,
    /// The entries of finished tasks whose parts exist, by task number. For [`Share::Task`], only its own entry.
    pub(super) entries: Vec<Option<Entry>>,
    _lock: File,
}

/// The path of the plan in a folder.
pub(super) fn plan_path(out: &Path) -> PathBuf {
    out.join("plan.jsonl")
}

impl Folder {
    /// Locks a folder for a plan. If `restart`, removes earlier results, even those of another plan.
    pub(super) fn take(out: &Path, plan: &Plan, share: Share, restart: bool) -> Result<Self, TaskError> {
        if out.exists() && !out.is_dir() {
            return Err(TaskError::NoFolder(out.to_owned()));
        }
        fs::create_dir_all(out).map_err(TaskError::io(out))?;
        let lock = lock(out, share)?;
        let path = plan_path(out);
        if let Some(foreign) = foreign(out) {
            return Err(TaskError::Foreign(foreign));
        }
        if restart {
            clear(out)?;
        }
        let digest = plan.digest();
        match fs::read(&path) {
            Ok(known) if Digest::of(&known) == digest => {}
            Ok(_) => return Err(TaskError::OtherPlan(out.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A journal without a plan belongs to another run.
                if Journal::path(out).exists() && Journal::open(out, digest, 0, None).is_err() {
                    return Err(TaskError::OtherPlan(out.to_owned()));
                }
                plan.save(&path)?;
            }
            Err(error) => return Err(TaskError::Io(path, error)),
        }
        let only = if let Share::Task(task) = share { Some(task) } else { None };
        let (journal, mut entries) = Journal::open(out, digest, plan.tasks.len(), only)?;
        if plan.has_stdin() && entries.iter().any(Option::is_some) {
            return Err(TaskError::OtherPlan(out.to_owned()));
        }
        for entry in &mut entries {
            let there = |entry: &Entry| {
                let source = source_name(plan, entry.task);
                // Tries again: the unreadable inputs may be readable now.
                if entry.failures > 0 && share != Share::Last {
                    return false;
                }
                // A join only checks sizes: reading all parts may take long.
                entry.is_there(out, source) && (share == Share::Last || entry.is_sound(out, source))
            };
            if entry.as_ref().is_some_and(|entry| !there(entry)) {
                *entry = None;
            }
        }
        if only.is_none() {
            each_part(out, &mut |path, name| if is_temporary(name) { fs::remove_file(path) } else { Ok(()) })?;
        }
        Ok(Self { path: out.to_owned(), journal, entries, _lock: lock })
    }
}

/// Returns a file of the user with a name that `analyze` uses, in a folder without a run.
fn foreign(out: &Path) -> Option<PathBuf> {
    let plan = plan_path(out);
    let journal = Journal::path(out);
    if plan.exists() {
        return (!begins(&plan, PLAN_HEAD)).then_some(plan);
    }
    if journal.exists() {
        return (!begins(&journal, JOURNAL_HEAD)).then_some(journal);
    }
    OF_ALL_TASKS.map(|name| out.join(name)).into_iter().find(|path| path.exists())
}

/// The name of a task's source in output paths.
pub(super) fn source_name(plan: &Plan, task: u64) -> &str {
    let task = plan.tasks.get(task as usize);
    task.and_then(|task| plan.sources.get(task.source)).map_or("unknown", |source| &source.name)
}

/// Refuses a folder in which a link, with a name that `analyze` uses, leads out of the folder.
fn confine_names(out: &Path) -> Result<(), TaskError> {
    let names = ["lock", "duplicates"].into_iter().chain(OF_ALL_TASKS).map(|name| out.join(name));
    let mut paths = names.chain([plan_path(out), Journal::path(out)]);
    paths.try_for_each(|path| confine(out, &path).map_err(TaskError::io(&path)))
}

fn lock(out: &Path, share: Share) -> Result<File, TaskError> {
    confine_names(out)?;
    let path = out.join("lock");
    let open = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = open.map_err(TaskError::io(&path))?;
    let patience = if share == Share::Last { JOIN_LOCK_RETRIES } else { LOCK_RETRIES };
    for attempt in 0.. {
        let locked = match share {
            Share::Alone | Share::Last => fs4::FileExt::try_lock(&file),
            Share::Task(_) => fs4::FileExt::try_lock_shared(&file),
        };
        match locked {
            Ok(()) => break,
            // A process that only queries the status locks the folder briefly.
            Err(TryLockError::WouldBlock) if attempt < patience => thread::sleep(Duration::from_millis(20)),
            Err(TryLockError::WouldBlock) => return Err(TaskError::Locked(out.to_owned())),
            Err(TryLockError::Error(error)) => return Err(TaskError::Io(path, error)),
        }
    }
    Ok(file)
}

/// True if another run is working in a folder.
pub(super) fn is_locked(out: &Path) -> bool {
    matches!(lock(out, Share::Alone), Err(TaskError::Locked(_)))
}

/// Removes only the files of runs. The plan comes last, because it proves that the other files belong to a run.
fn clear(out: &Path) -> Result<(), TaskError> {
    each_part(out, &mut |path, name| {
        let ours = name.starts_with("part-") || is_temporary(name);
        if ours { fs::remove_file(path) } else { Ok(()) }
    })?;
    forget_join(out)?;
    remove(&Journal::path(out))?;
    remove(&plan_path(out))
}

/// Removes the files that a join made; they are outdated once a task runs again.
pub(super) fn forget_join(out: &Path) -> Result<(), TaskError> {
    for name in OF_ALL_TASKS {
        remove(&out.join(name))?;
    }
    forget_duplicates(out)
}

/// Removes the table of duplicates in any format, and temporary files of killed runs.
///
/// # Errors
/// Errors of the file system.
pub fn forget_duplicates(out: &Path) -> Result<(), TaskError> {
    let folder = out.join("duplicates");
    confine(out, &folder).map_err(TaskError::io(&folder))?;
    if !folder.is_dir() {
        return Ok(());
    }
    for (path, name) in list(&folder)? {
        let form = name.strip_prefix("duplicates.").unwrap_or_default();
        if matches!(form, "csv" | "jsonl" | "parquet") || is_temporary(&name) {
            remove(&path)?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), TaskError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(TaskError::Io(path.to_owned(), error)),
        _ => Ok(()),
    }
}

/// Calls `each` with each file of `OUT/` and of `OUT/<table>/src=<name>/`.
pub(super) fn each_part(out: &Path, each: &mut dyn FnMut(&Path, &str) -> io::Result<()>) -> Result<(), TaskError> {
    for (table, name) in list(out)? {
        if table.is_file() {
            each(&table, &name).map_err(TaskError::io(&table))?;
        } else if is_safe(&name) && !table.is_symlink() && table.is_dir() {
            for (source, name) in list(&table)? {
                if name.starts_with("src=") && !source.is_symlink() && source.is_dir() {
                    for (part, name) in list(&source)? {
                        each(&part, &name).map_err(TaskError::io(&part))?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// The entries of a folder. Skips names that are not UTF-8, because `analyze` makes none.
fn list(folder: &Path) -> Result<Vec<(PathBuf, String)>, TaskError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(TaskError::io(folder))? {
        let entry = entry.map_err(TaskError::io(folder))?;
        if let Ok(name) = entry.file_name().into_string() {
            found.push((entry.path(), name));
        }
    }
    Ok(found)
}
