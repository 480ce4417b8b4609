//! Files that are put right: written beside the original and then named, with every byte copied that no edit changes.
//! Not for what the edits are.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::writer::{PackedFile, Unwritten};
use crate::archive::{Slice, Stored};
use crate::disk::NewFile;
use crate::report::{Change, shown_path};

/// Bytes that are copied at once, and gathered before they are written.
const BUFFER: usize = 256 << 10;

/// Why a file is not written.
#[derive(Debug)]
pub(super) enum Refusal {
    System(Unwritten),
    /// The bytes on the disk are not those that were read.
    Changed,
    /// In words.
    Because(String),
}

impl From<Unwritten> for Refusal {
    fn from(unwritten: Unwritten) -> Self {
        Self::System(unwritten)
    }
}

/// Where the result of a run goes.
pub(super) enum Destination {
    /// Into the files themselves, with the suffix of their copies.
    InPlace(Option<String>),
    /// Into one file.
    File(PackedFile),
}

/// A file that is replaced, from its first edit on.
pub(super) struct InPlace {
    path: PathBuf,
    stored: Stored,
    copy: Option<Copy>,
}

/// A copy of a file that is being made.
struct Copy {
    target: PathBuf,
    original: File,
    stamp: (u64, Option<SystemTime>),
    new: NewFile,
    /// Bytes of the original that were copied, or whose place was taken.
    at: u64,
    held: Vec<u8>,
}

impl InPlace {
    pub(super) fn new(path: &Path, stored: Stored) -> Self {
        Self { path: path.to_owned(), stored, copy: None }
    }

    /// The file that it is, whatever links lead to it.
    pub(super) fn target(&self) -> PathBuf {
        self.path.canonicalize().unwrap_or_else(|_| self.path.clone())
    }

    /// Puts bytes in the place of others, which stand in the file from byte `from` on.
    pub(super) fn change(&mut self, from: u64, was: &[u8], is: &[u8]) -> Result<(), Refusal> {
        if let Some(why) = cannot_be_changed(&self.path, self.stored) {
            return Err(Refusal::Because(why));
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
            Ok(false) => Err(Refusal::Changed),
            Err(error) => Err(failed(error).into()),
        }
    }

    /// Copies what is left; nothing where nothing changed.
    pub(super) fn complete(self, suffix: Option<&str>) -> Result<Option<CompleteFile>, Refusal> {
        let Some(mut copy) = self.copy else { return Ok(None) };
        let failed = |error| Refusal::System(Unwritten::of(&self.path)(error));
        copy.rest().map_err(failed)?;
        if stamp(&copy.target).map_err(failed)? != copy.stamp || copy.at != copy.stamp.0 {
            return Err(Refusal::Changed);
        }
        if let Some(suffix) = suffix {
            backup(&copy.target, suffix)?;
        }
        Ok(Some(CompleteFile { path: self.path, new: copy.new }))
    }
}

/// A file that only has to be named.
pub(super) struct CompleteFile {
    path: PathBuf,
    new: NewFile,
}

impl CompleteFile {
    /// It takes the place of the original.
    pub(super) fn commit(self) -> Result<(), Refusal> {
        self.new.commit().map_err(|error| Unwritten::of(&self.path)(error).into())
    }
}

/// Why a file cannot be changed where it is.
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
        let stamp = stamp(&target)?;
        let new = NewFile::create(&target)?;
        Ok(Self { target, original, stamp, new, at: 0, held: Vec::new() })
    }

    /// Whether the bytes stand where they were.
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

    /// Copies so many bytes, or as many as there are.
    fn copy(&mut self, bytes: u64) -> io::Result<u64> {
        let mut copied = 0;
        while copied < bytes {
            if self.held.len() >= BUFFER {
                self.flush()?;
            }
            let wanted = (bytes - copied).min((BUFFER - self.held.len()) as u64);
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

/// Size and time of a file.
fn stamp(path: &Path) -> io::Result<(u64, Option<SystemTime>)> {
    let data = fs::metadata(path)?;
    Ok((data.len(), data.modified().ok()))
}

/// Copies a file to its name with a suffix; one that is there already is somebody's original.
fn backup(path: &Path, suffix: &str) -> Result<(), Refusal> {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    let to = PathBuf::from(name);
    if to.symlink_metadata().is_ok() {
        let (path, to) = (shown_path(path), shown_path(&to));
        return Err(Refusal::Because(format!(
            "error[X002]: {path} is left as it is: its copy {to} is there already; move that away, or name another --backup=SUFFIX"
        )));
    }
    let copy = || {
        let mut new = NewFile::create(&to)?;
        let mut original = File::open(path)?;
        io::copy(&mut original, &mut new)?;
        new.commit()?;
        fs::set_permissions(&to, original.metadata()?.permissions())
    };
    copy().map_err(|error| Unwritten::of(&to)(error).into())
}

/// Writes a stretch of a slice with its changes to a file of its own.
pub(super) fn write_on(file: &mut PackedFile, slice: &Slice, end: usize, changes: &[Change]) -> Result<(), Refusal> {
    if !slice.elided.is_empty() || slice.cut_short {
        let why = "error[X002]: a game is too long to be kept whole; change the file in place, with --write alone";
        return Err(Refusal::Because(why.to_owned()));
    }
    let mut at = 0;
    for Change { span, bytes } in changes {
        file.write(&slice.bytes[at..span.start])?;
        file.write(bytes)?;
        at = span.end;
    }
    Ok(file.write(&slice.bytes[at..end])?)
}
