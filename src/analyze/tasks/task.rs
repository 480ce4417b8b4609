//! Runs one task: opens its input, and gives its parts their final names.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::file_stamp::PackDigest;
use super::journal::{Entry, PartEntry, part_path};
use super::part::PartFile;
use super::plan::{Cut, Plan, Source};
use super::planning::is_small;
use super::reading::{self, Shard, ShardEnd, ShardExtent};
use super::start;
use super::task_error::TaskError;
use super::text::Digest;
use super::work::{FileEnd, FileStart, TaskWork};
use partie_archive::{
    FrameReader, IsRecord, Members, Opened, Reading, Source as Opening, file_messages, files_between, kind_of_skipped,
    open_at,
};
use partie_input::Claim;
use partie_record::finding::Severity;
use partie_record::shown::shown_path;
use partie_record::{Format, format_thousands};
use partie_replay::game_worker::GameReader;
use partie_replay::is_record;

/// Counts the progress of all running tasks.
#[derive(Debug, Default)]
pub struct Meter {
    /// Packed bytes read so far.
    pub bytes: Arc<AtomicU64>,
    pub games: AtomicU64,
}

/// The start of a task's first record, as the join determined it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// Unpacked bytes from the start of the shard.
    pub(super) at: u64,
    /// The context before the start; see [`Entry::before`].
    pub(super) before: String,
}

/// Runs a task, from a given start or else from its own guess.
pub(super) fn execute(
    plan: &Plan,
    (task, given): (u64, Option<Start>),
    out: &Path,
    work: &mut dyn TaskWork,
    meter: &Meter,
) -> Result<Entry, TaskError> {
    let (cut, source) = plan.task(task).ok_or(TaskError::NoTask(task))?;
    let write = TaskError::io;
    let mut parts = Vec::new();
    let tables = work.tables();
    for table in &tables {
        let path = part_path(out, &source.name, (table.name, table.extension), task);
        parts.push(PartFile::create(out, &path).map_err(TaskError::io(&path))?);
    }
    work.begin(parts).map_err(write(out))?;
    let entry = Entry { task, start: given.as_ref().map(|start| start.at), ..Entry::default() };
    let games = work.reader();
    let mut doing =
        TaskRun { plan, source, out, work, meter, entry, given, games, files: 0, shard: None, named: false };
    doing.cut(cut)?;
    let mut entry = doing.entry;
    let (parts, note) = work.finish().map_err(write(out))?;
    entry.note = note;
    for (part, table) in parts.into_iter().zip(&tables) {
        let done = part.finish().map_err(write(out))?;
        let (table, extension) = (table.name.to_owned(), table.extension.to_owned());
        entry.parts.push(PartEntry { table, extension, rows: done.rows, bytes: done.bytes, xxh3: Digest(done.digest) });
    }
    Ok(entry)
}

struct TaskRun<'a> {
    plan: &'a Plan,
    source: &'a Source,
    out: &'a Path,
    work: &'a mut dyn TaskWork,
    meter: &'a Meter,
    entry: Entry,
    given: Option<Start>,
    games: GameReader,
    files: u64,
    /// The range of bytes that the task reads of the last file; `None` for the whole file.
    shard: Option<(u64, u64)>,
    /// True if the user named the last file.
    named: bool,
}

impl Start {
    /// Sets the start of `shard`, and returns a reader with the context bytes in front.
    fn show(&self, shard: &mut Shard, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        shard.from = self.at;
        shard.shown = self.before.len();
        shard.base = self.at as i64 - shard.shown as i64;
        Box::new(io::Cursor::new(self.before.clone().into_bytes()).chain(reader))
    }
}

impl TaskRun<'_> {
    fn cut(&mut self, cut: &Cut) -> Result<(), TaskError> {
        let path = self.source.path.0.as_path();
        if self.source.file_stamp.is_some_and(|file_stamp| !file_stamp.fits(path)) {
            return Err(TaskError::Changed(path.to_owned()));
        }
        match cut {
            Cut::Range { from, to } => self.range(path, *from, *to),
            Cut::Frames { from, to } => self.frames(path, *from, *to),
            Cut::Stream { .. } => self.whole(path, self.source.named),
            Cut::Pack { first, last, digest, .. } => {
                let mut seen = PackDigest::default();
                for met in files_between(path, &self.plan.header.walking(), Some((&first.0, &last.0))) {
                    // Planning has already reported unreadable entries.
                    let Ok(met) = met else { continue };
                    if is_small(&met.path, met.data.len(), self.plan.header.task_size) {
                        seen.add(met.path.strip_prefix(path).unwrap_or(&met.path), Some(&met.data));
                        self.whole(&met.path, false)?;
                    }
                }
                self.unchanged(&seen, *digest, path)
            }
            Cut::Named { from, to, digest, .. } => {
                let inputs = self.plan.header.inputs.get(*from..*to).unwrap_or_default();
                let mut seen = PackDigest::default();
                for input in inputs {
                    if let Ok(data) = input.0.metadata() {
                        seen.add(&input.0, Some(&data));
                    }
                    self.whole(&input.0, true)?;
                }
                self.unchanged(&seen, *digest, inputs.first().map_or(path, |input| &input.0))
            }
        }
    }

    fn unchanged(&self, seen: &PackDigest, planned: Digest, path: &Path) -> Result<(), TaskError> {
        if seen.finish() == planned { Ok(()) } else { Err(TaskError::Changed(path.to_owned())) }
    }

    /// Reads a whole file, alone or in a pack.
    fn whole(&mut self, path: &Path, named: bool) -> Result<(), TaskError> {
        match Opened::open(path, named, Arc::clone(&self.meter.bytes)) {
            Ok(Opened::File(source)) => self.source(path, source, named),
            Ok(Opened::Archive(members)) => self.members(path, members, named),
            Err(failure) => self.unopened(&failure.path, failure.error, named),
        }
    }

    /// Reports a file that cannot be opened.
    fn unopened(&mut self, path: &Path, error: io::Error, named: bool) -> Result<(), TaskError> {
        self.start(path, named, None);
        self.end(path, ShardExtent { error: Some(error), ..ShardExtent::default() }, false)
    }

    /// Reads the members of an archive one after another.
    fn members(&mut self, path: &Path, members: Members, named: bool) -> Result<(), TaskError> {
        let seen = |entry: &Entry| entry.games + entry.failures;
        let before = seen(&self.entry);
        for member in members {
            match member {
                Ok((path, source)) => self.source(&path, source, false)?,
                Err(failure) => self.unopened(&failure.path, failure.error, false)?,
            }
        }
        // Offsets of several files have no common meaning.
        (self.entry.begin, self.entry.end, self.entry.bytes) = (0, 0, 0);
        if named && seen(&self.entry) == before {
            self.entry.empty += 1;
            self.entry.report(shown_path(path), file_messages::no_record_below(&shown_path(path)).to_string());
        }
        Ok(())
    }

    fn source(&mut self, path: &Path, mut source: Opening, named: bool) -> Result<(), TaskError> {
        self.start(path, named, None);
        let format = self.plan.format();
        let reading = self.plan.reading();
        if !reading.wants(Claim::of(path), named, &mut source) {
            return self.end(path, ShardExtent::default(), false);
        }
        let plain = source.compression == partie_input::Compression::None;
        let size = source.size.filter(|_| plain);
        let undeclared = source.undeclared();
        let shard = Shard { base: 0, from: 0, until: ShardEnd::Never, format, first: true, size, undeclared, shown: 0 };
        let reader: Box<dyn Read + Send> = Box::new(std::mem::take(&mut source.reader));
        let extent = self.read_shard(reader, &shard)?;
        self.entry.bytes = if self.files == 1 { extent.end } else { 0 };
        self.end(path, extent, source.changed())
    }

    /// Reads the records that begin in a range of bytes.
    fn range(&mut self, path: &Path, from: u64, to: u64) -> Result<(), TaskError> {
        self.start(path, self.source.named, Some((from, to)));
        let format = self.format();
        let until = ShardEnd::Byte(to - from);
        self.entry.bytes = to - from;
        let size = Some(to - from);
        let (first, format, undeclared) = (from == 0, Some(format), partie_archive::undeclared(path));
        let mut shard = Shard { base: 0, from: 0, until, format, first, size, undeclared, shown: 0 };
        let opened = self.range_reader(path, from, &mut shard);
        match opened {
            Ok(reader) => {
                let extent = self.read_shard(reader, &shard)?;
                self.end(path, extent, false)
            }
            Err(error) => self.end(path, ShardExtent { error: Some(error), ..ShardExtent::default() }, false),
        }
    }

    /// A reader that starts at the first record of a range, or at an earlier record.
    fn range_reader(&self, path: &Path, from: u64, shard: &mut Shard) -> io::Result<Box<dyn Read + Send>> {
        let count = Arc::clone(&self.meter.bytes);
        if shard.first {
            return open_at(path, 0, count);
        }
        let format = self.format();
        if let Some(start) = &self.given {
            return Ok(start.show(shard, open_at(path, from + start.at, count)?));
        }
        if let Some(at) = start::before(path, format, from)? {
            shard.base = at.wrapping_sub(from) as i64;
            return open_at(path, at, count);
        }
        let mut reader = open_at(path, from, count)?;
        let after = start::after(&mut reader, format)?;
        shard.base = after.at as i64;
        Ok(Box::new(io::Cursor::new(after.bytes).chain(reader)))
    }

    /// Reads the records that begin in consecutive frames.
    fn frames(&mut self, path: &Path, from: u64, to: u64) -> Result<(), TaskError> {
        self.start(path, self.source.named, Some((from, to)));
        let format = self.format();
        let mut boundary = Arc::default();
        let opened = FrameReader::open(path, from, to, Arc::clone(&self.meter.bytes)).and_then(|mut reader| {
            boundary = reader.boundary();
            let until = ShardEnd::Boundary(reader.boundary());
            let (first, undeclared) = (from == 0, partie_archive::undeclared(path));
            let mut shard =
                Shard { base: 0, from: 0, until, format: Some(format), first, size: None, undeclared, shown: 0 };
            if shard.first {
                return Ok((Box::new(reader) as Box<dyn Read + Send>, shard));
            }
            if let Some(start) = &self.given {
                io::copy(&mut (&mut reader).take(start.at), &mut io::sink())?;
                let reader = start.show(&mut shard, Box::new(reader));
                return Ok((reader, shard));
            }
            let after = start::after(&mut reader, format)?;
            shard.base = after.at as i64;
            Ok((Box::new(io::Cursor::new(after.bytes).chain(reader)), shard))
        });
        match opened {
            Ok((reader, shard)) => {
                let extent = self.read_shard(reader, &shard)?;
                let bytes = boundary.load(Ordering::Acquire);
                // Without a boundary, the file ended with these frames.
                self.entry.bytes = if bytes == u64::MAX { extent.end } else { bytes };
                self.end(path, extent, false)
            }
            Err(error) => self.end(path, ShardExtent { error: Some(error), ..ShardExtent::default() }, false),
        }
    }

    fn format(&self) -> Format {
        self.source.format.as_deref().and_then(Format::named).unwrap_or_default()
    }

    fn start(&mut self, path: &Path, named: bool, shard: Option<(u64, u64)>) {
        self.work.file(&FileStart { path, task: self.entry.task, index: self.files, named, shard: shard.is_some() });
        self.files += 1;
        (self.shard, self.named) = (shard, named);
    }

    fn read_shard(&mut self, reader: impl Read, shard: &Shard) -> Result<ShardExtent, TaskError> {
        let before = self.entry.games;
        reading::read_shard(reader, shard, self.work, (&mut self.games, before, &self.meter.games))
            .map_err(TaskError::io(self.out))
    }

    fn end(&mut self, path: &Path, extent: ShardExtent, changed: bool) -> Result<(), TaskError> {
        let entry = &mut self.entry;
        (entry.begin, entry.end) = if self.files == 1 { (extent.begin, extent.end) } else { (0, 0) };
        (entry.before, entry.assumed) = (extent.before, extent.assumed);
        entry.games += extent.games;
        entry.lines += extent.lines;
        entry.panics += extent.panics;
        extent.format.name().clone_into(&mut entry.format);
        for (all, one) in entry.line_ends.iter_mut().zip(extent.line_ends) {
            *all |= one;
        }
        let shown = shown_path(path);
        let what = match self.shard {
            Some((from, to)) => format!("{shown}, bytes {} to {}", format_thousands(from), format_thousands(to)),
            None => shown.clone(),
        };
        if let Some(error) = &extent.error {
            entry.failures += 1;
            entry.report(
                shown,
                file_messages::unread(&what, error, extent.games, file_messages::Done::Judged).to_string(),
            );
        } else if extent.games == 0 && self.shard.is_none() {
            let claim = Claim::of(path);
            if self.named {
                entry.empty += 1;
                entry.report(shown, file_messages::no_record(&what).to_string());
            } else {
                let message = match kind_of_skipped(path, claim) {
                    Some(kind) => file_messages::skipped_kind(&what, claim, kind),
                    None => file_messages::skipped(&what, claim),
                };
                if message.severity > Severity::Info {
                    entry.skipped += 1;
                    entry.report(shown, message.to_string());
                }
            }
        } else if changed {
            entry.changed += 1;
            entry.report(shown, file_messages::changed(&what).to_string());
        }
        let end = FileEnd { games: extent.games, line_ends: extent.line_ends, error: extent.error, changed };
        self.work.file_end(extent.format, &end).map_err(TaskError::io(self.out))
    }
}

impl Plan {
    /// The cut and the source of a task; `None` if the plan has no such task.
    pub(super) fn task(&self, task: u64) -> Option<(&Cut, &Source)> {
        let task = usize::try_from(task).ok().and_then(|task| self.tasks.get(task))?;
        Some((&task.cut, self.sources.get(task.source)?))
    }

    /// The format given to `--from`.
    fn format(&self) -> Option<Format> {
        self.header.format.as_deref().and_then(Format::named)
    }

    fn reading(&self) -> Reading {
        let is_record: IsRecord = is_record;
        Reading { format: self.format(), is_record: (!self.header.named).then_some(is_record), ..Reading::default() }
    }

    /// True if standard input is a source; such a plan can run only once, in the process that made it.
    pub fn has_stdin(&self) -> bool {
        self.sources.iter().any(|source| source.path.0.as_os_str() == "-")
    }
}
