//! The output folder: its lock, its plan, and what a run that was killed left in it.

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
/// What is made of all tasks together.
const OF_ALL_TASKS: [&str; 3] = ["parts.jsonl", "schema.json", "summary.json"];
/// How often a lock is tried again, 20 ms apart.
const LOCK_RETRIES: u32 = 10;
/// The same for a join: copies of tasks that a cluster left behind come to their end within a minute, or never.
const JOIN_LOCK_RETRIES: u32 = 3000;

/// Who else may work in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    Alone,
    /// Nobody, once those are gone who still do single tasks.
    Last,
    /// Others that do single tasks; this one does the task of this number.
    Task(u64),
}

/// An output folder in use. The system gives the lock back when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) journal: Journal,
    /// What is done, by task; only entries whose parts are there. Who does a single task knows of that one only.
    pub(super) entries: Vec<Option<Entry>>,
    _lock: File,
}

/// Where the plan of a folder is.
pub(super) fn plan_path(out: &Path) -> PathBuf {
    out.join("plan.jsonl")
}

impl Folder {
    /// Takes a folder for a plan. `restart` removes what it holds of another plan, and of this one.
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
                // A journal without a plan is of another run.
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
                // What could not be read may be there now.
                if entry.failures > 0 && share != Share::Last {
                    return false;
                }
                // A join reads no part: it may come to a folder of many gigabytes that was just written.
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

/// A file that has a name of ours where no run has been: it is somebody's own.
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

/// The folder name of a task's source.
pub(super) fn source_name(plan: &Plan, task: u64) -> &str {
    let task = plan.tasks.get(task as usize);
    task.and_then(|task| plan.sources.get(task.source)).map_or("unknown", |source| &source.name)
}

/// Refuses a folder in which a link of one of our names leads out of it.
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
            // Somebody who only asks for the status holds it for a moment.
            Err(TryLockError::WouldBlock) if attempt < patience => thread::sleep(Duration::from_millis(20)),
            Err(TryLockError::WouldBlock) => return Err(TaskError::Locked(out.to_owned())),
            Err(TryLockError::Error(error)) => return Err(TaskError::Io(path, error)),
        }
    }
    Ok(file)
}

/// Whether another run is working in a folder.
pub(super) fn is_locked(out: &Path) -> bool {
    matches!(lock(out, Share::Alone), Err(TaskError::Locked(_)))
}

/// Removes what runs wrote, and nothing that has other names. The plan goes last: as long as it is there, the rest is
/// known to be of a run.
fn clear(out: &Path) -> Result<(), TaskError> {
    each_part(out, &mut |path, name| {
        let ours = name.starts_with("part-") || is_temporary(name);
        if ours { fs::remove_file(path) } else { Ok(()) }
    })?;
    forget_join(out)?;
    remove(&Journal::path(out))?;
    remove(&plan_path(out))
}

/// Removes what was made of all tasks together, and holds no more when one of them is done again.
pub(super) fn forget_join(out: &Path) -> Result<(), TaskError> {
    for name in OF_ALL_TASKS {
        remove(&out.join(name))?;
    }
    forget_duplicates(out)
}

/// Removes the table of duplicates in any form, and what runs left that were killed while they wrote one.
///
/// # Errors
/// What the system says.
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

/// Gives each file of `OUT/` and of `OUT/<table>/src=<name>/` to a function.
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

/// What a folder holds, names that are not UTF-8 left out: none of them is ours.
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
