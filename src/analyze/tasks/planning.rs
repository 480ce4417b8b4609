//! Makes a plan from file sizes and first bytes, without parsing games.

use std::collections::HashSet;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file_stamp::PackDigest;
use super::plan::{Cut, Header, Plan, Source, Stamp, Task};
use super::text::PathText;
use partie_archive::{Failure, Frame, FrameReader, Frames, Reading, Walking, files, is_wide, open, open_at};
use partie_input::{Claim, Compression};
use partie_notation::formats;
use partie_record::Format;

/// Default size of a task in bytes.
pub const TASK_SIZE: u64 = 32 << 20;
/// Expected ratio of unpacked to packed bytes; in the archives of Lichess, it is 7.1.
const EXPANSION: u64 = 7;

/// The options for cutting a plan.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// Approximate maximum size of a task in (expected) unpacked bytes. A file's last tasks are smaller.
    pub task_size: u64,
    /// Identifies the options on which the tables depend: a digest or any other text.
    pub options: String,
    pub reading: Reading,
    /// The options for walking folders.
    pub walking: Walking,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self { task_size: TASK_SIZE, options: String::new(), reading: Reading::default(), walking: Walking::default() }
    }
}

/// Plans the analysis of files and folders. A named file that cannot be opened gets a task, which reports it. Also
/// returns the failures for unreadable folders, and for links in folders.
pub fn plan(inputs: &[PathBuf], cutting: &PlanOptions) -> (Plan, Vec<Failure>) {
    let header = Header {
        options: cutting.options.clone(),
        task_size: cutting.task_size.max(1),
        format: cutting.reading.format.map(|format| format.name().to_owned()),
        gitignore: cutting.walking.gitignore,
        follow: cutting.walking.follow,
        named: cutting.reading.is_record.is_none(),
        inputs: inputs.iter().map(|path| PathText::from(path.as_path())).collect(),
        ..Header::default()
    };
    let plan = Plan { header, ..Plan::default() };
    let mut planner = Planner {
        plan,
        names: Names::default(),
        reading: cutting.reading,
        walking: cutting.walking.clone(),
        failures: Vec::new(),
    };
    planner.inputs(inputs);
    (planner.plan, planner.failures)
}

struct Planner {
    plan: Plan,
    names: Names,
    reading: Reading,
    walking: Walking,
    failures: Vec<Failure>,
}

/// Small files that are collected for a pack.
#[derive(Default)]
struct Pack {
    first: PathBuf,
    last: PathBuf,
    /// Index of the pack's first file among the inputs.
    index: usize,
    files: u64,
    bytes: u64,
    digest: PackDigest,
}

impl Pack {
    fn add(&mut self, path: &Path, index: usize, data: &Metadata) {
        if self.files == 0 {
            path.clone_into(&mut self.first);
            self.index = index;
        }
        path.clone_into(&mut self.last);
        self.files += 1;
        self.bytes += data.len();
        self.digest.add(path, Some(data));
    }

    /// True if a file of `size` bytes fits into a pack of at most `most` bytes.
    const fn fits(&self, size: u64, most: u64) -> bool {
        self.files == 0 || self.bytes + size <= most
    }
}

impl Planner {
    fn inputs(&mut self, inputs: &[PathBuf]) {
        let most = self.plan.header.task_size;
        let mut pack = Pack::default();
        // Index of the source to which all packs of named files belong.
        let mut files = None;
        for (index, path) in inputs.iter().enumerate() {
            let data = if path.as_os_str() == "-" { None } else { path.metadata().ok() };
            match data {
                Some(data) if data.is_file() && is_small(path, data.len(), most) => {
                    if !pack.fits(data.len(), most) {
                        self.named(std::mem::take(&mut pack), inputs, &mut files);
                    }
                    pack.add(path, index, &data);
                    continue;
                }
                _ => self.named(std::mem::take(&mut pack), inputs, &mut files),
            }
            match data {
                Some(data) if data.is_dir() => self.folder(path),
                data => self.file(path, data.as_ref(), true),
            }
        }
        self.named(pack, inputs, &mut files);
    }

    /// Ends a pack of named files.
    fn named(&mut self, pack: Pack, inputs: &[PathBuf], files: &mut Option<usize>) {
        let Pack { first, index, files: count, bytes, digest, .. } = pack;
        match count {
            0 => {}
            1 => self.whole(&first, first.metadata().ok().as_ref(), true),
            _ => {
                let source = *files.get_or_insert_with(|| {
                    let name = self.names.give(Path::new("files"));
                    self.plan.sources.push(Source { name, named: true, ..Source::default() });
                    self.plan.sources.len() - 1
                });
                let to = (index + count as usize).min(inputs.len());
                self.task(source, Cut::Named { from: index, to, bytes, digest: digest.finish() });
            }
        }
    }

    fn folder(&mut self, folder: &Path) {
        let most = self.plan.header.task_size;
        let mut pack = Pack::default();
        let mut source = None;
        for met in files(folder, &self.walking) {
            let met = match met {
                Ok(met) => met,
                Err(failure) => {
                    self.failures.push(failure);
                    continue;
                }
            };
            let size = met.data.len();
            let small = is_small(&met.path, size, most);
            if !small || !pack.fits(size, most) {
                self.packed(std::mem::take(&mut pack), folder, &mut source);
            }
            if !small {
                self.file(&met.path, Some(&met.data), false);
            } else {
                pack.add(met.path.strip_prefix(folder).unwrap_or(&met.path), 0, &met.data);
            }
        }
        self.packed(pack, folder, &mut source);
    }

    /// Ends a pack of a folder's files.
    fn packed(&mut self, pack: Pack, folder: &Path, source: &mut Option<usize>) {
        if pack.files == 0 {
            return;
        }
        let source = *source.get_or_insert_with(|| {
            let name = self.names.give(folder);
            self.plan.sources.push(Source { path: folder.into(), name, ..Source::default() });
            self.plan.sources.len() - 1
        });
        let Pack { first, last, files, bytes, digest, .. } = pack;
        let (first, last, digest) = (PathText(first), PathText(last), digest.finish());
        self.task(source, Cut::Pack { first, last, files, bytes, digest });
    }

    fn task(&mut self, source: usize, cut: Cut) {
        self.plan.tasks.push(Task { source, cut });
    }

    /// Adds tasks for a single file, which is cut if possible.
    fn file(&mut self, path: &Path, data: Option<&Metadata>, named: bool) {
        let first = self.plan.tasks.len();
        let source = self.plan.sources.len();
        match data
            .filter(|data| data.is_file() && self.wants(path, named))
            .map(|data| self.cut(path, data.len(), source))
        {
            Some(Ok(Some(format))) if self.plan.tasks.len() > first + 1 => {
                let file_stamp = data.and_then(|data| Stamp::of(path, data).ok());
                let format = Some(format.name().to_owned());
                let name = self.names.give(path);
                self.plan.sources.push(Source { path: path.into(), name, named, format, file_stamp });
            }
            // A file that cannot be cut, or cannot be read now, gets one task.
            _ => {
                self.plan.tasks.truncate(first);
                self.whole(path, data, named);
            }
        }
    }

    /// True if a file is a record; otherwise a task for the whole file reports it.
    fn wants(&self, path: &Path, named: bool) -> bool {
        named || open(path).is_ok_and(|mut source| self.reading.wants(Claim::of(path), named, &mut source))
    }

    fn whole(&mut self, path: &Path, data: Option<&Metadata>, named: bool) {
        let data = data.filter(|data| data.is_file());
        let file_stamp = data.and_then(|data| Stamp::of(path, data).ok());
        let name = self.names.give(path);
        let source = Source { path: path.into(), name, named, format: None, file_stamp };
        self.plan.sources.push(source);
        self.task(self.plan.sources.len() - 1, Cut::Stream { bytes: data.map_or(0, Metadata::len) });
    }

    /// Cuts a file into tasks; returns its format, or `None` if it cannot be cut.
    fn cut(&mut self, path: &Path, size: u64, source: usize) -> io::Result<Option<Format>> {
        match Compression::of(&head(&mut open_at(path, 0, Arc::default())?, 8)) {
            Compression::None => {
                let Some(format) = self.format(&head(&mut open_at(path, 0, Arc::default())?, formats::PREFACE)) else {
                    return Ok(None);
                };
                let mut from = 0;
                while from < size {
                    let to = size.min(from.saturating_add(self.share(size - from)));
                    self.task(source, Cut::Range { from, to });
                    from = to;
                }
                Ok(Some(format))
            }
            Compression::Zstd => {
                let mut reader = FrameReader::open(path, 0, size, Arc::default())?;
                let Some(format) = self.format(&head(&mut reader, formats::PREFACE)) else { return Ok(None) };
                let mut run: Option<Frame> = None;
                for frame in Frames::new(File::open(path)?, size) {
                    let frame = frame?;
                    match &mut run {
                        // The rest up to `size` may end with skippable frames, which contain no data.
                        Some(run)
                            if (frame.to - run.from).saturating_mul(EXPANSION)
                                <= self.share((size - run.from).saturating_mul(EXPANSION)) =>
                        {
                            run.to = frame.to;
                        }
                        full => {
                            if let Some(Frame { from, to }) = full.replace(frame) {
                                self.task(source, Cut::Frames { from, to });
                            }
                        }
                    }
                }
                if let Some(Frame { from, to }) = run {
                    self.task(source, Cut::Frames { from, to });
                }
                Ok(Some(format))
            }
            Compression::Gzip | Compression::Bzip2 | Compression::Xz | Compression::Zip => Ok(None),
        }
    }

    /// Bytes of the next task, if `left` bytes of the file remain. The last tasks are halves, so that workers end at
    /// about the same time. The plan does not depend on the number of workers.
    fn share(&self, left: u64) -> u64 {
        let most = self.plan.header.task_size;
        let half = (most / 2).max(1);
        // Avoids a tiny last task.
        if left <= half + half / 2 { left } else { (left / 2).clamp(half, most) }
    }

    /// The format of a file; `None` if the file cannot be read from the middle.
    fn format(&self, head: &[u8]) -> Option<Format> {
        let format = self.reading.format.unwrap_or_else(|| formats::sniff(head));
        (!formats::info(format).is_single && !is_wide(head)).then_some(format)
    }
}

/// True if a file is small enough to be packed with others. A compressed file counts with its expected unpacked size; a
/// file of medium size is opened to detect compression.
pub(super) fn is_small(path: &Path, size: u64, most: u64) -> bool {
    let plain = || {
        let opened = open_at(path, 0, Arc::default());
        opened.is_ok_and(|mut reader| Compression::of(&head(&mut reader, 8)) == Compression::None)
    };
    size.saturating_mul(EXPANSION) <= most || size <= most && plain()
}

/// The first `wanted` bytes, or fewer if they cannot be read.
fn head(reader: &mut impl Read, wanted: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    // The task of the file reports the error.
    let _ = reader.take(wanted as u64).read_to_end(&mut bytes);
    bytes
}

/// Maximum bytes of a source's file name in the name of its output folder.
const MAX_NAME_BYTES: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Names {
    given: HashSet<String>,
}

impl Names {
    /// A unique name for a source: its file name if that is safe, else the safe part of it and a digest of its path.
    pub(super) fn give(&mut self, path: &Path) -> String {
        let own = path.file_name().unwrap_or(path.as_os_str()).as_encoded_bytes();
        let harmless = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        let mut name: String =
            own.iter().take(MAX_NAME_BYTES).map(|byte| if harmless(*byte) { char::from(*byte) } else { '_' }).collect();
        if name.is_empty() || name.starts_with('.') {
            name.insert(0, '_');
        }
        // On some systems, folder names that differ only in case are equal.
        let whole = name.as_bytes() == own;
        if whole && self.given.insert(name.to_ascii_lowercase()) {
            return name;
        }
        let digest = xxhash_rust::xxh3::xxh3_64(path.as_os_str().as_encoded_bytes());
        name = format!("{name}-{digest:016x}");
        let mut tried = name.clone();
        for number in 2.. {
            if self.given.insert(tried.to_ascii_lowercase()) {
                break;
            }
            tried = format!("{name}-{number}");
        }
        tried
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::plan::is_safe;

    #[test]
    fn names_are_harmless_and_differ() {
        let long = "x".repeat(5000);
        let paths = [
            "a.pgn",
            "b/a.pgn",
            "A.PGN",
            "../x",
            "..",
            "/",
            "",
            ".",
            "/etc/passwd",
            "a\nb",
            "a\u{202e}b",
            "-",
            "CON",
            &long,
            "a.pgn",
            "a.pgn",
            ".hidden",
            "日本.kif",
            "日木.kif",
        ];
        let mut names = Names::default();
        let given: Vec<String> = paths.iter().map(|path| names.give(Path::new(path))).collect();
        assert!(given.iter().all(|name| is_safe(name)), "{given:?}");
        let different: HashSet<String> = given.iter().map(|name| name.to_ascii_lowercase()).collect();
        assert_eq!(different.len(), paths.len(), "{given:?}");
        assert_eq!(given[0], "a.pgn");
    }
}
