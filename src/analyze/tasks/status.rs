//! Reports the progress of an output folder, and verifies that it is complete.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::folder::{each_part, is_locked, plan_path, source_name};
use super::join::{seams, unread};
use super::journal::{Entry, Journal, digest};
use super::plan::Plan;
use super::task_error::TaskError;
use partie_archive::disk::is_temporary;

/// The progress of an output folder.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub tasks: u64,
    /// Tasks that are not done.
    pub missing: Vec<u64>,
    /// Tasks that are done, but had unreadable files.
    pub failed: Vec<u64>,
    /// Packed bytes of all tasks, and of finished tasks.
    pub bytes: [u64; 2],
    pub games: u64,
    /// Files that could not be opened or read to the end.
    pub failures: u64,
    /// Messages about unreadable files, and about named files without a record.
    pub reports: Vec<String>,
    /// True if a process is working in the folder.
    pub running: bool,
    /// True if the tasks are joined.
    pub joined: bool,
}

/// The result of verifying an output folder.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Tasks that are not done, or whose parts are missing.
    pub missing: Vec<u64>,
    /// Parts whose digests differ from the journal.
    pub damaged: Vec<PathBuf>,
    /// Tasks that did not begin where the previous task ended; the join runs them again.
    pub seams: Vec<u64>,
    /// Parts and temporary files that belong to no finished task.
    pub strays: Vec<PathBuf>,
    /// Number of parts whose digests match the journal.
    pub sound: u64,
}

impl Verified {
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty() && self.seams.is_empty() && self.strays.is_empty()
    }
}

/// Loads the plan of a folder and the entries of its journal.
fn load(out: &Path) -> Result<(Plan, Vec<Option<Entry>>), TaskError> {
    let plan = Plan::load(&plan_path(out))?;
    let entries = Journal::open(out, plan.digest(), plan.tasks.len(), None)?.1;
    Ok((plan, entries))
}

/// Returns the progress of a folder, from its journal and the sizes of its parts.
///
/// # Errors
/// [`TaskError`], if the folder has no plan, or the journal of another plan.
pub fn status(out: &Path) -> Result<State, TaskError> {
    let (plan, entries) = load(out)?;
    let mut state = State { tasks: plan.tasks.len() as u64, bytes: [plan.bytes(), 0], ..State::default() };
    for (task, entry) in entries.iter().enumerate() {
        match entry.as_ref().filter(|entry| entry.is_there(out, source_name(&plan, task as u64))) {
            Some(entry) => {
                state.bytes[1] = state.bytes[1].saturating_add(plan.tasks[task].cut.bytes());
                state.games = state.games.saturating_add(entry.games);
                state.reports.extend(entry.lines());
                if entry.failures > 0 {
                    state.failed.push(task as u64);
                }
            }
            None => state.missing.push(task as u64),
        }
    }
    let shard = |task: u64| plan.tasks[task as usize].cut.is_shard().then(|| source_name(&plan, task));
    let failed = state.failed.iter().filter_map(|task| entries.get(*task as usize)?.as_ref());
    state.failures = unread(failed.map(|entry| (entry, shard(entry.task))));
    state.running = is_locked(out);
    state.joined = state.missing.is_empty() && out.join("parts.jsonl").is_file();
    Ok(state)
}

/// Verifies that a folder is complete, by reading every part.
///
/// # Errors
/// [`TaskError`], if the folder has no plan or the journal of another plan, or a part cannot be read.
pub fn verify(out: &Path) -> Result<Verified, TaskError> {
    let (plan, entries) = load(out)?;
    let mut verified = Verified::default();
    let mut known = HashSet::new();
    for (task, entry) in entries.iter().enumerate() {
        let source = source_name(&plan, task as u64);
        match entry {
            Some(entry) if entry.is_there(out, source) => {
                for part in &entry.parts {
                    let path = entry.part_path(out, source, part);
                    if digest(&path).map_err(TaskError::io(&path))? == part.xxh3 {
                        verified.sound += 1;
                    } else {
                        verified.damaged.push(path.clone());
                    }
                    known.insert(path);
                }
            }
            _ => verified.missing.push(task as u64),
        }
    }
    each_part(out, &mut |path, name| {
        if !known.contains(path) && (name.starts_with("part-") || is_temporary(name)) {
            verified.strays.push(path.to_owned());
        }
        Ok(())
    })?;
    if verified.missing.is_empty() {
        let entries: Vec<Entry> = entries.into_iter().flatten().collect();
        verified.seams = seams(&plan, &entries);
    }
    Ok(verified)
}
