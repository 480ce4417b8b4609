//! Edits files in place: writes an edited copy beside the original, then renames the copy to the original's name.
//! Copies every byte outside the edits. Not for choosing the edits.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::file_identity::identity;
use super::new_file::NewFile;
use super::packed::{PackedFile, Unwritten};
use super::stamp::Stamp;
use partie_input::{Slice, Stored};
use partie_record::shown::shown_path;
use partie_record::{count, plural};

/// Bytes copied at once, and buffered before a write.
const BUFFER_BYTES: usize = 256 << 10;

/// The reason why a file is not changed.
#[derive(Debug)]
pub enum Unchanged {
    System(Unwritten),
    /// The bytes on disk differ from those that were read.
    Changed,
    Because(String),
}

impl From<Unwritten> for Unchanged {
    fn from(unwritten: Unwritten) -> Self {
        Self::System(unwritten)
    }
}

/// A file to be replaced; the first edit starts the copy.
pub(super) struct InPlace {
    path: PathBuf,
    stored: Stored,
    copy: Option<Copy>,
}

/// An unfinished copy of a file, with edits applied.
struct Copy {
    target: PathBuf,
    original: File,
    stamp: Stamp,
    new: NewFile,
    /// Bytes of the original that were copied or replaced so far.
    at: u64,
    held: Vec<u8>,
}

impl InPlace {
    pub(super) fn new(path: &Path, stored: Stored) -> Self {
        Self { path: path.to_owned(), stored, copy: None }
    }

    /// The path of the file itself, with links resolved.
    pub(super) fn target(&self) -> PathBuf {
        self.path.canonicalize().unwrap_or_else(|_| self.path.clone())
    }

    /// Replaces the bytes `was`, which begin at byte `from` of the file, with `is`.
    pub(super) fn change(&mut self, from: u64, was: &[u8], is: &[u8]) -> Result<(), Unchanged> {
        if let Some(why) = cannot_be_changed(&self.path, self.stored) {
            return Err(Unchanged::Because(why));
        }
        let failed = Unwritten::of(&self.path);
        let copy = match &mut self.copy {
            Some(copy) => copy,
            None => match Copy::begin(&self.path) {
                Ok(copy) => self.copy.insert(copy),
                Err(error) => return Err(failed(error).into()),
            },
        };
        match copy.change(from, was, is) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Unchanged::Changed),
            Err(error) => Err(failed(error).into()),
        }
    }

    /// Copies the bytes after the last edit; `None` if the file has no edits.
    pub(super) fn complete(self) -> Result<Option<CompleteFile>, Unchanged> {
        let Some(mut copy) = self.copy else { return Ok(None) };
        let failed = |error| Unchanged::System(Unwritten::of(&self.path)(error));
        copy.rest().map_err(failed)?;
        copy.new.sync().map_err(failed)?;
        Ok(Some(CompleteFile { path: self.path, copy }))
    }
}

/// A complete edited copy, still under its temporary name.
pub(super) struct CompleteFile {
    path: PathBuf,
    copy: Copy,
}

impl CompleteFile {
    /// Locks the original, and backs it up under its name plus `suffix`, if given. Returns a note if later runs cannot
    /// recognize the backup.
    pub(super) fn prepare(&self, suffix: Option<&str>) -> Result<Option<String>, Unchanged> {
        let Copy { target, original, stamp, at, .. } = &self.copy;
        // Where locks are missing or would block readers, only the stamp detects a change.
        #[cfg(unix)]
        let _ = fs4::FileExt::lock(original);
        let now = Stamp::of(target).map_err(Unwritten::of(&self.path))?;
        if now != *stamp || *at != stamp.bytes() {
            return Err(Unchanged::Changed);
        }
        let Some(suffix) = suffix else { return Ok(None) };
        let copy = backup(target, original, suffix)?;
        let (path, name) = (shown_path(&self.path), shown_path(Path::new(copy.file_name().unwrap_or_default())));
        let note = || {
            format!(
                "note: {path} is kept as {name} beside it, which later runs over the folder read as a file of its own"
            )
        };
        Ok(crate::backups::original(&copy).is_none().then(note))
    }

    /// A note about other hard links of the original, which keep the old content.
    pub(super) fn note_of_names(&self) -> Option<String> {
        let others = identity(&self.copy.target).map_or(0, |file| file.names - 1);
        let keep = plural(others, "keeps", "keep");
        let (path, names) =
            (shown_path(&self.path), count(others, "other name (a hard link)", "other names (hard links)"));
        (others > 0).then(|| format!("note: {path} has {names}, which {keep} what it held before"))
    }

    /// Replaces the original, right after calling `before`.
    pub(super) fn commit(self, before: impl FnOnce() -> io::Result<()>) -> Result<(), Unchanged> {
        let Copy { original, new, .. } = self.copy;
        // Closing the file ends its lock, so it stays open here. Windows cannot replace an open file.
        #[cfg(windows)]
        drop(original);
        let done = new.name_after(before);
        #[cfg(unix)]
        drop(original);
        done.map_err(|error| Unwritten::of(&self.path)(error).into())
    }
}

/// The reason why a file cannot be edited in place; `None` if it can.
pub(super) fn cannot_be_changed(path: &Path, stored: Stored) -> Option<String> {
    let path = shown_path(path);
    let (what, then) = match stored {
        Stored::Plain => return None,
        Stored::Packed(how) => (format!("it is compressed ({})", how.name()), "name the output with -o FILE"),
        Stored::Utf16 => ("it is in UTF-16".to_owned(), "convert it to UTF-8 first"),
        Stored::Member => ("it is a member of an archive".to_owned(), "unpack it, or name the output with -o FILE"),
        Stored::Stream => ("it comes from a pipe".to_owned(), "name the output with -o FILE"),
    };
    Some(format!("error[X002]: cannot change {path} in place: {what}; {then}"))
}

impl Copy {
    fn begin(path: &Path) -> io::Result<Self> {
        let target = path.canonicalize()?;
        let original = File::open(&target)?;
        let data = original.metadata()?;
        let (stamp, new) = (Stamp::new(&target, &data), NewFile::create_like(&target, &data)?);
        Ok(Self { target, original, stamp, new, at: 0, held: Vec::new() })
    }

    /// Replaces bytes; false if the original does not contain `was` at `from`.
    fn change(&mut self, from: u64, was: &[u8], is: &[u8]) -> io::Result<bool> {
        let Some(before) = from.checked_sub(self.at) else { return Ok(false) };
        if self.copy(before)? != before {
            return Ok(false);
        }
        let mut there = vec![0; was.len()];
        match self.original.read_exact(&mut there) {
            Ok(()) if there == was => {}
            Ok(()) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            Err(error) => return Err(error),
        }
        self.at += was.len() as u64;
        self.held.extend_from_slice(is);
        Ok(true)
    }

    /// Copies at most `bytes` bytes, and returns the number copied.
    fn copy(&mut self, bytes: u64) -> io::Result<u64> {
        let mut copied = 0;
        while copied < bytes {
            if self.held.len() >= BUFFER_BYTES {
                self.flush()?;
            }
            let wanted = (bytes - copied).min((BUFFER_BYTES - self.held.len()) as u64);
            let read = (&self.original).take(wanted).read_to_end(&mut self.held)? as u64;
            copied += read;
            self.at += read;
            if read < wanted {
                break;
            }
        }
        Ok(copied)
    }

    fn rest(&mut self) -> io::Result<()> {
        self.copy(u64::MAX)?;
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.new.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }
}

/// Copies a file to its name plus `suffix`, and returns the path of the copy. Never overwrites an existing file; a file
/// with equal content counts as the backup that a killed run made.
fn backup(path: &Path, original: &File, suffix: &str) -> Result<PathBuf, Unchanged> {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    let to = PathBuf::from(name);
    let begin = || -> io::Result<File> {
        let mut file = original.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    };
    if to.symlink_metadata().is_ok() {
        let same = begin().and_then(|file| is_same(file, &to));
        if same.unwrap_or(false) {
            return Ok(to);
        }
        let (path, to) = (shown_path(path), shown_path(&to));
        return Err(Unchanged::Because(format!(
            "error[X002]: {path} is left as it is: its copy {to} is there already; move that away, or name another --backup=SUFFIX"
        )));
    }
    let copy = || {
        let mut file = begin()?;
        let mut new = NewFile::create_like(&to, &original.metadata()?)?;
        io::copy(&mut file, &mut new)?;
        new.commit()
    };
    match copy() {
        Ok(()) => Ok(to),
        Err(error) => Err(Unwritten::of(&to)(error).into()),
    }
}

/// True if `other` is a regular file with the same bytes.
fn is_same(file: File, other: &Path) -> io::Result<bool> {
    let data = other.symlink_metadata()?;
    if !data.is_file() || data.len() != file.metadata()?.len() {
        return Ok(false);
    }
    same_bytes(file, File::open(other)?)
}

/// True if two readers return the same bytes.
pub(super) fn same_bytes(mut one: impl Read, mut other: impl Read) -> io::Result<bool> {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    loop {
        one.by_ref().take(BUFFER_BYTES as u64).read_to_end(&mut a)?;
        other.by_ref().take(BUFFER_BYTES as u64).read_to_end(&mut b)?;
        if a != b || a.is_empty() {
            return Ok(a == b);
        }
        a.clear();
        b.clear();
    }
}

/// Writes a slice up to `end` to a separate file, with `changes` applied.
///
/// # Errors
/// The slice is incomplete, or the file cannot be written.
pub(super) fn write_on<'c>(
    file: &mut PackedFile,
    slice: &Slice,
    end: usize,
    changes: impl Iterator<Item = (Range<usize>, &'c [u8])>,
) -> Result<(), Unchanged> {
    if !slice.elided.is_empty() || slice.cut_short {
        let why = "error[X002]: a game is too long to be kept whole; change the file in place, with --write alone";
        return Err(Unchanged::Because(why.to_owned()));
    }
    let mut at = 0;
    for (span, bytes) in changes {
        file.write(&slice.bytes[at..span.start])?;
        file.write(bytes)?;
        at = span.end;
    }
    Ok(file.write(&slice.bytes[at..end])?)
}
