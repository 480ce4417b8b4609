//! Joins tasks: verifies the boundaries of shards, and computes the offsets of their numbers in their files.
//!
//! Parts are not rewritten: their game numbers, lines and offsets stay relative to the shard. `OUT/parts.jsonl` and
//! [`Joined`] contain the numbers to add for each task.

use std::io::{BufWriter, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::folder::{Folder, Share, plan_path, source_name};
use super::journal::Entry;
use super::part::PartFile;
use super::plan::Plan;
use super::task::{Meter, Start, execute};
use super::task_error::TaskError;
use super::work::TaskWork;

/// The numbers to add to the values in a task's parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// Number of the task and of its parts.
    pub task: u64,
    /// The name of the source's folder, after `src=`.
    pub source: String,
    /// Number of games in the file before the shard.
    pub game: u64,
    /// Number of lines in the file before the first line that the task counts.
    pub line: u64,
    /// Number of unpacked bytes in the file before the shard.
    pub offset: u64,
    pub games: u64,
    /// True if the task reads a shard of a file; otherwise the numbers to add are 0.
    pub shard: bool,
}

/// The outcome of a join.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    /// The bases, by task.
    pub bases: Vec<Base>,
    /// The journal, by task: rows, notes, failures.
    pub entries: Vec<Entry>,
    /// Tasks that ran again because they guessed their start wrong.
    pub again: u64,
    /// Number of games in the whole input up to the end of each task.
    ends: Vec<u64>,
}

impl Joined {
    pub fn games(&self) -> u64 {
        self.entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.games))
    }

    /// The task of a game, and the game's number in the task, from 1. `before` is the number of games before the game
    /// in the whole input. `None` if the input has fewer games.
    pub fn place(&self, before: u64) -> Option<(u64, u64)> {
        let task = self.ends.partition_point(|end| *end <= before);
        let first = task.checked_sub(1).and_then(|task| self.ends.get(task)).copied().unwrap_or(0);
        (task < self.ends.len()).then_some((task as u64, before - first + 1))
    }

    /// Files that could not be opened or read to the end.
    pub fn failures(&self) -> u64 {
        let shards = self.bases.iter().map(|base| base.shard.then_some(base.source.as_str()));
        unread(self.entries.iter().zip(shards))
    }
}

/// Counts files that could not be opened or read to the end. Entries are in task order; a task that read only a shard
/// has its source beside the entry.
pub(super) fn unread<'a>(entries: impl Iterator<Item = (&'a Entry, Option<&'a str>)>) -> u64 {
    let (mut files, mut last) = (0, None);
    for (entry, shard) in entries.filter(|(entry, _)| entry.failures > 0) {
        // The shards of a file are adjacent, and count as one file.
        files = u64::saturating_add(files, if shard.is_none() { entry.failures } else { u64::from(shard != last) });
        last = shard;
    }
    files
}

/// Joins a folder whose tasks are done: repeats tasks that guessed their start wrong, and writes `parts.jsonl`.
///
/// # Errors
/// [`TaskError::Missing`] if tasks are not done, or another [`TaskError`].
pub fn join<W: TaskWork>(out: &Path, work: &mut W) -> Result<Joined, TaskError> {
    let plan = Plan::load(&plan_path(out))?;
    let mut folder = Folder::take(out, &plan, Share::Last, false)?;
    join_folder(&plan, &mut folder, work)
}

pub(super) fn join_folder(plan: &Plan, folder: &mut Folder, work: &mut dyn TaskWork) -> Result<Joined, TaskError> {
    let missing = folder.entries.iter().filter(|entry| entry.is_none()).count() as u64;
    if missing > 0 {
        return Err(TaskError::Missing(missing));
    }
    let mut joined = Joined::default();
    let mut entries: Vec<Entry> = folder.entries.iter_mut().filter_map(Option::take).collect();
    let meter = Meter::default();
    for task in 0..entries.len() {
        let Some(start) = expected(plan, &entries, task).filter(|start| !fits(&entries[task], start)) else { continue };
        let entry = execute(plan, (task as u64, Some(start)), &folder.path, work, &meter)?;
        folder.journal.append(&entry)?;
        entries[task] = entry;
        joined.again += 1;
    }
    joined.bases = bases(plan, &entries);
    let games = entries.iter().map(|entry| entry.games);
    joined.ends = games
        .scan(0, |sum, games| {
            *sum = u64::saturating_add(*sum, games);
            Some(*sum)
        })
        .collect();
    joined.entries = entries;
    write(&folder.path, &joined.bases)?;
    Ok(joined)
}

/// The correct start of a task, which is the end of the previous task; `None` if that is unknown.
fn expected(plan: &Plan, entries: &[Entry], task: usize) -> Option<Start> {
    let before = entries.get(task.checked_sub(1)?)?;
    let (this, other) = (&plan.tasks[task], &plan.tasks[task - 1]);
    let neighbours = this.source == other.source && this.cut.is_shard() && other.cut.is_shard();
    let at = before.end.saturating_sub(before.bytes);
    (neighbours && before.failures == 0).then(|| Start { at, before: before.before.clone() })
}

fn fits(entry: &Entry, start: &Start) -> bool {
    // An assumed tag section is only real after a blank line.
    let seen = !entry.assumed || partie_record::span::count_lines(start.before.as_bytes()) >= 2;
    entry.failures > 0 || entry.start == Some(start.at) || entry.begin == start.at && seen
}

/// Tasks whose start does not match the end of the previous task.
pub(super) fn seams(plan: &Plan, entries: &[Entry]) -> Vec<u64> {
    let wrong = |task: &usize| expected(plan, entries, *task).is_some_and(|start| !fits(&entries[*task], &start));
    (0..entries.len()).filter(wrong).map(|task| task as u64).collect()
}

fn bases(plan: &Plan, entries: &[Entry]) -> Vec<Base> {
    let (mut game, mut line, mut offset) = (0, 0, 0);
    let mut bases = Vec::with_capacity(entries.len());
    for (task, entry) in plan.tasks.iter().zip(entries) {
        let before = entry.task.checked_sub(1).and_then(|task| plan.tasks.get(task as usize));
        let shard = task.cut.is_shard();
        if !shard || before.is_none_or(|before| before.source != task.source || !before.cut.is_shard()) {
            (game, line, offset) = (0, 0, 0);
        }
        let source = source_name(plan, entry.task).to_owned();
        bases.push(Base { task: entry.task, source, game, line, offset, games: entry.games, shard });
        // Saturates, because an edited journal may contain any number.
        game = u64::saturating_add(game, entry.games);
        line = u64::saturating_add(line, entry.lines);
        offset = u64::saturating_add(offset, entry.bytes);
    }
    bases
}

fn write(out: &Path, bases: &[Base]) -> Result<(), TaskError> {
    let path = out.join("parts.jsonl");
    let write = || {
        let mut part = PartFile::create(out, &path)?;
        let mut lines = BufWriter::new(&mut part);
        for base in bases {
            serde_json::to_writer(&mut lines, base)?;
            lines.write_all(b"\n")?;
        }
        lines.flush()?;
        drop(lines);
        part.finish()
    };
    write().map(drop).map_err(TaskError::io(&path))
}
