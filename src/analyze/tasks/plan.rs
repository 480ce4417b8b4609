//! A plan: the tasks of an analysis, cut by size, the same for any number of threads or machines.
//!
//! A plan file is JSON lines: a header, and each source before its first task. Its size depends on the number of tasks,
//! not of files: a pack of small files names only the first and last file, and a walk of the folder finds the others.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::task_error::TaskError;
use super::text::{Digest, PathText};
use partie_archive::Walking;

/// Version of the plan format.
const VERSION: u32 = 1;
/// The version of the program, on which tables depend.
const TOOL: &str = env!("CARGO_PKG_VERSION");

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Settings for all tasks.
    pub header: Header,
    /// Files with tasks of their own, and folders and runs of named files that are packed.
    pub sources: Vec<Source>,
    /// The tasks, in input order.
    pub tasks: Vec<Task>,
}

/// Settings for all tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub plan: u32,
    pub tool: String,
    /// Identifies the options on which the tables depend: a digest or any other text.
    pub options: String,
    /// Approximate bytes of a task.
    pub task_size: u64,
    /// The record format given to `--from`; `None` to detect it.
    pub format: Option<String>,
    /// True if `--from` was given, so that every file is treated as a record.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// True if walks of folders skip the files that git ignores.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gitignore: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub follow: bool,
    /// The inputs as given.
    pub inputs: Vec<PathText>,
}

impl Header {
    /// The options for walking folders.
    pub fn walking(&self) -> Walking {
        Walking { gitignore: self.gitignore, follow: self.follow, ..Walking::default() }
    }
}

impl Default for Header {
    fn default() -> Self {
        let tool = TOOL.to_owned();
        Self {
            plan: VERSION,
            tool,
            options: String::new(),
            task_size: 0,
            format: None,
            named: false,
            gitignore: false,
            follow: false,
            inputs: Vec::new(),
        }
    }
}

/// A file, a folder whose small files are packed, or the named small files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The path of the source; empty for named files that are packed.
    pub path: PathText,
    /// The name of the source's output folder, unique in the plan: letters, digits, `.`, `-` and `_`.
    pub name: String,
    /// True if the user named the path itself, not a folder that contains it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// The record format, if the file is cut into shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Detects later changes of the file; `None` for folders, and for files that could not be opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_stamp: Option<Stamp>,
}

/// Detects changes of a file by its size, and by its time or the contents at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    pub size: u64,
    /// Modification time in nanoseconds since 1970.
    pub mtime: u64,
    /// XXH3-128 of the first MiB.
    pub head: Digest,
    /// XXH3-128 of the last MiB.
    pub tail: Digest,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub source: usize,
    pub cut: Cut,
}

/// The part of a source that a task reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// The records whose first byte is in a range of bytes.
    Range {
        from: u64,
        /// One past the last byte.
        to: u64,
    },
    /// The records whose first byte is in consecutive Zstandard frames.
    Frames {
        from: u64,
        /// One past the last packed byte.
        to: u64,
    },
    /// The whole file; its size is known unless it is a pipe.
    Stream { bytes: u64 },
    /// Consecutive small files of a folder, in byte order.
    Pack {
        /// The path of the first file, relative to the folder.
        first: PathText,
        last: PathText,
        files: u64,
        bytes: u64,
        /// XXH3-128 over paths, sizes and times.
        digest: Digest,
    },
    /// Consecutive small files among the inputs.
    Named {
        /// Index of the first file in the header's inputs.
        from: usize,
        /// One past the index of the last file.
        to: usize,
        bytes: u64,
        /// XXH3-128 over paths, sizes and times.
        digest: Digest,
    },
}

impl Cut {
    /// Packed bytes that the task reads.
    pub const fn bytes(&self) -> u64 {
        match self {
            Self::Range { from, to } | Self::Frames { from, to } => to.saturating_sub(*from),
            Self::Stream { bytes } | Self::Pack { bytes, .. } | Self::Named { bytes, .. } => *bytes,
        }
    }

    /// True for a shard of a file; it may share a game with the shards before and after it.
    pub const fn is_shard(&self) -> bool {
        matches!(self, Self::Range { .. } | Self::Frames { .. })
    }
}

/// A line of a plan file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Header(Header),
    Source(Source),
    Task(Task),
    /// The last line, with the number of tasks; a file without it is incomplete.
    End(u64),
}

struct Digesting<W> {
    inner: W,
    digest: Box<Xxh3>,
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Plan {
    /// Writes the plan as JSON lines and returns its digest.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn write(&self, out: impl Write) -> io::Result<Digest> {
        let mut out = Digesting { inner: out, digest: Box::new(Xxh3::new()) };
        let mut line = |line: &Line| -> io::Result<()> {
            serde_json::to_writer(&mut out, line)?;
            out.write_all(b"\n")
        };
        line(&Line::Header(self.header.clone()))?;
        let mut known = 0;
        for task in &self.tasks {
            for source in self.sources.get(known..=task.source).unwrap_or_default() {
                line(&Line::Source(source.clone()))?;
            }
            known = known.max(task.source + 1);
            line(&Line::Task(task.clone()))?;
        }
        line(&Line::End(self.tasks.len() as u64))?;
        out.flush()?;
        Ok(Digest(out.digest.digest128()))
    }

    /// The digest of the plan's lines.
    pub fn digest(&self) -> Digest {
        self.write(io::sink()).unwrap_or_default()
    }

    /// Writes the plan to a file, which gets its final name only when it is complete.
    ///
    /// # Errors
    /// [`TaskError::Io`].
    pub fn save(&self, path: &Path) -> Result<Digest, TaskError> {
        let write = || {
            let folder = path.parent().unwrap_or_else(|| Path::new(""));
            let mut part = super::part::PartFile::create(folder, path)?;
            let digest = self.write(BufWriter::new(&mut part))?;
            part.finish()?;
            Ok(digest)
        };
        write().map_err(TaskError::io(path))
    }

    /// Reads a plan from a file.
    ///
    /// # Errors
    /// [`TaskError::Io`], or [`TaskError::Plan`] if it is not a complete plan of this program version.
    pub fn load(path: &Path) -> Result<Self, TaskError> {
        let bad = |number: usize, what: &str| TaskError::Plan(format!("{}:{}: {what}", path.display(), number + 1));
        let file = File::open(path).map_err(TaskError::io(path))?;
        let mut plan = Self::default();
        let mut whole = false;
        for (number, text) in BufReader::new(file).lines().enumerate() {
            let text = text.map_err(TaskError::io(path))?;
            let line: Line = serde_json::from_str(&text).map_err(|error| bad(number, &error.to_string()))?;
            match line {
                Line::Header(header) if number == 0 && header.plan == VERSION && header.tool == TOOL => {
                    plan.header = header;
                }
                Line::Header(header) => {
                    let what = format!("a plan of version {} (form {}), not of {TOOL}", header.tool, header.plan);
                    return Err(bad(number, &what));
                }
                _ if number == 0 => return Err(bad(number, "no plan")),
                Line::Source(source) if is_safe(&source.name) => plan.sources.push(source),
                Line::Source(_) => return Err(bad(number, "an unsafe name")),
                Line::Task(task) if task.source < plan.sources.len() => plan.tasks.push(task),
                Line::Task(_) => return Err(bad(number, "a task without a source")),
                Line::End(tasks) => whole = tasks == plan.tasks.len() as u64,
            }
        }
        if whole { Ok(plan) } else { Err(TaskError::Plan(format!("{}: the plan is not whole", path.display()))) }
    }

    /// Packed bytes of all tasks. Saturates, because an edited plan may contain any number.
    pub fn bytes(&self) -> u64 {
        self.tasks.iter().fold(0, |sum, task| sum.saturating_add(task.cut.bytes()))
    }
}

/// True if a name is safe as a single folder name.
pub(super) fn is_safe(name: &str) -> bool {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    !name.is_empty() && name.len() <= 128 && !name.starts_with('.') && name.bytes().all(harmless)
}
