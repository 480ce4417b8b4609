//! The journal: the finished tasks, with the boundaries that they found and the digests of their parts.
//!
//! A line is appended once the parts of a task have their final names. It contains no times, so the journals of two
//! runs differ only in the order of lines. An incomplete line is ignored.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::task_error::TaskError;
use super::text::{Digest, Note};
use partie_archive::disk;
use partie_record::count;

/// Maximum messages about files in an entry.
const MAX_REPORTS: usize = 20;
/// Version of the journal format.
const VERSION: u32 = 1;
/// Maximum bytes of the first line.
const MAX_HEAD_BYTES: u64 = 256;
/// The start of a finished task's line, before the task number.
const DONE: &[u8] = b"{\"done\":{\"task\":";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub task: u64,
    /// Start of the first record, in unpacked bytes from the start of the shard.
    pub begin: u64,
    /// Start of the first record after the shard, in unpacked bytes from the start of the shard.
    pub end: u64,
    /// The blank bytes before `end`, preceded by an `x` if another byte precedes them. They are the context with which
    /// the next task can be read as in the whole file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// True if the task took `begin` for the start of a tag section without seeing the bytes before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// Unpacked bytes of the shard; 0 for packs.
    pub bytes: u64,
    pub games: u64,
    /// Line ends from `begin` to `end`; in a file's first shard, from the start of the file.
    pub lines: u64,
    /// True for each of the line ends LF, CR LF and CR that occurs.
    pub line_ends: [bool; 3],
    /// Record format of the last file.
    pub format: String,
    /// The start given by the join, if the task's own guess did not match the previous task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// Games whose judging panicked.
    #[serde(default)]
    pub panics: u64,
    /// Files that could not be opened or read to the end.
    #[serde(default)]
    pub failures: u64,
    /// Named files without a record.
    #[serde(default)]
    pub empty: u64,
    /// Files in folders that have a record's extension but no record.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skipped: u64,
    /// Files that changed while they were read.
    #[serde(default)]
    pub changed: u64,
    /// Messages about `failures`, `empty`, `skipped` and `changed` files, at most `MAX_REPORTS`.
    #[serde(default, rename = "told", skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Reported>,
    /// The task's parts, in the order of the tables.
    pub parts: Vec<PartEntry>,
    /// The note of the [`TaskWork`](super::TaskWork): totals for a summary.
    #[serde(default)]
    pub note: Note,
}

impl Entry {
    /// Adds a message about a file, up to `MAX_REPORTS`.
    pub(super) fn report(&mut self, path: String, line: String) {
        if self.reports.len() < MAX_REPORTS {
            self.reports.push(Reported { path, line });
        }
    }

    /// The messages about files, one per line.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let more = [self.empty, self.skipped, self.changed]
            .into_iter()
            .fold(self.failures, u64::saturating_add)
            .saturating_sub(self.reports.len() as u64);
        let rest = (more > 0).then(|| {
            let files = count(more, "more file", "more files");
            format!("error[X001]: {files} of task {} cannot be read, hold no game record or changed", self.task)
        });
        self.reports.iter().map(|report| report.line.clone()).chain(rest)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A message about a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reported {
    /// The path of the file as displayed.
    pub path: String,
    /// The message line, with its code.
    pub line: String,
}

impl Reported {
    /// True if all or part of the file is missing in the tables.
    pub fn is_error(&self) -> bool {
        self.line.starts_with("error")
    }
}

/// A part of a table, as recorded in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartEntry {
    pub table: String,
    pub extension: String,
    pub rows: u64,
    pub bytes: u64,
    /// XXH3-128 of the part's bytes.
    pub xxh3: Digest,
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Journal { version: u32, plan: Digest },
    Done(Box<Entry>),
}

/// The journal of an output folder.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    plan: Digest,
}

impl Journal {
    pub(super) fn path(out: &Path) -> PathBuf {
        out.join("journal.jsonl")
    }

    /// Opens the journal of a folder, and reads the last line of each task. With `only`, it parses only the lines of
    /// that task, because a journal may have thousands.
    pub(super) fn open(
        out: &Path,
        plan: Digest,
        tasks: usize,
        only: Option<u64>,
    ) -> Result<(Self, Vec<Option<Entry>>), TaskError> {
        let journal = Self { path: Self::path(out), plan };
        let mut entries = vec![None; tasks];
        let file = match File::open(&journal.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((journal, entries)),
            Err(error) => return Err(TaskError::Io(journal.path, error)),
        };
        disk::wait_for_adding(&file).map_err(TaskError::io(&journal.path))?;
        let mut reader = BufReader::new(file);
        let mut text = Vec::new();
        loop {
            text.clear();
            if reader.read_until(b'\n', &mut text).map_err(TaskError::io(&journal.path))? == 0 {
                return Ok((journal, entries));
            }
            if only.is_some_and(|task| is_of_other(&text, task)) {
                continue;
            }
            match serde_json::from_slice(&text) {
                Ok(Line::Journal { version, plan: known }) if version != VERSION || known != plan => {
                    return Err(TaskError::OtherPlan(out.to_owned()));
                }
                Ok(Line::Done(entry)) if text.ends_with(b"\n") => {
                    if let Some(place) = entries.get_mut(entry.task as usize) {
                        *place = Some(*entry);
                    }
                }
                _ => {}
            }
        }
    }

    /// Appends a finished task and flushes it to disk. Other processes may append at the same time.
    pub(super) fn append(&self, entry: &Entry) -> Result<(), TaskError> {
        let write = || {
            let mut file = disk::open_to_add(&self.path, true)?;
            fs4::FileExt::lock(&file)?;
            let mut text = Vec::new();
            let size = file.metadata()?.len();
            let mut head = vec![0; size.min(MAX_HEAD_BYTES) as usize];
            file.read_exact(&mut head)?;
            if !head.contains(&b'\n') {
                // The file is empty, or has an incomplete first line because the disk was full.
                file.set_len(0)?;
                serde_json::to_writer(&mut text, &Line::Journal { version: VERSION, plan: self.plan })?;
                text.push(b'\n');
            } else {
                let mut last = [0];
                file.seek(SeekFrom::Start(size - 1))?;
                file.read_exact(&mut last)?;
                if last != *b"\n" {
                    text.push(b'\n');
                }
            }
            serde_json::to_writer(&mut text, &Line::Done(Box::new(entry.clone())))?;
            text.push(b'\n');
            disk::add_lasting(&mut file, &text)?;
            fs4::FileExt::unlock(&file)
        };
        write().map_err(TaskError::io(&self.path))
    }
}

/// True if a line is the entry of another task.
fn is_of_other(line: &[u8], task: u64) -> bool {
    line.strip_prefix(DONE).is_some_and(|rest| {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        rest[..digits] != *task.to_string().as_bytes()
    })
}

impl Entry {
    /// The path of a part of this task.
    pub(super) fn part_path(&self, out: &Path, source: &str, part: &PartEntry) -> PathBuf {
        part_path(out, source, (&part.table, &part.extension), self.task)
    }

    /// True if all parts of this task exist with the recorded sizes.
    pub(super) fn is_there(&self, out: &Path, source: &str) -> bool {
        self.parts.iter().all(|part| {
            let data = fs::metadata(self.part_path(out, source, part));
            data.is_ok_and(|data| data.is_file() && data.len() == part.bytes)
        })
    }

    /// True if all parts of this task have the recorded digests; false if one cannot be read.
    pub(super) fn is_sound(&self, out: &Path, source: &str) -> bool {
        self.parts.iter().all(|part| digest(&self.part_path(out, source, part)).is_ok_and(|seen| seen == part.xxh3))
    }
}

/// The digest of a file.
pub(super) fn digest(path: &Path) -> io::Result<Digest> {
    let mut file = File::open(path)?;
    let mut digest = Box::new(Xxh3::new());
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes) {
            Ok(0) => return Ok(Digest(digest.digest128())),
            Ok(read) => digest.update(&bytes[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The path of a part: `OUT/<table>/src=<source>/part-<task>.<extension>`.
pub(super) fn part_path(out: &Path, source: &str, (table, extension): (&str, &str), task: u64) -> PathBuf {
    out.join(table).join(format!("src={source}")).join(format!("part-{task:05}.{extension}"))
}
