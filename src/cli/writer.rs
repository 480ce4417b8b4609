//! A file that is written under another name, and takes its own when it is complete.
//!
//! Whatever goes wrong before that, what was there stays as it was.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;

use super::standard::code_and_reason;
use crate::archive::Compression;
use crate::report::shown_path;

/// Bytes that are gathered before they are written.
const BUFFER: usize = 256 << 10;

/// A file that could not be written.
#[derive(Debug)]
pub(super) struct Unwritten {
    pub(super) path: PathBuf,
    pub(super) error: io::Error,
}

/// The line for it, with its code.
impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, why) = code_and_reason(&self.error);
        let (code, path) = (code.as_str(), shown_path(&self.path));
        write!(f, "error[{code}]: cannot write {path}: {why}; what was there before is kept")
    }
}

/// The compression that a name asks for.
pub(super) fn compression(path: &Path) -> Compression {
    match path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("gz") => Compression::Gzip,
        Some("bz2") => Compression::Bzip2,
        Some("zst") => Compression::Zstd,
        _ => Compression::None,
    }
}

/// An open file with its compression.
enum Packed {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
    Bzip2(BzEncoder<BufWriter<File>>),
    Zstd(zstd::Encoder<'static, BufWriter<File>>),
}

impl Packed {
    fn new(file: File, compression: Compression) -> io::Result<Self> {
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok(match compression {
            // What else can be read is not written.
            Compression::None | Compression::Xz | Compression::Zip => Self::Plain(file),
            Compression::Gzip => Self::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Compression::Bzip2 => Self::Bzip2(BzEncoder::new(file, bzip2::Compression::best())),
            Compression::Zstd => Self::Zstd(zstd::Encoder::new(file, 0)?),
        })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(out) => out.write_all(bytes),
            Self::Gzip(out) => out.write_all(bytes),
            Self::Bzip2(out) => out.write_all(bytes),
            Self::Zstd(out) => out.write_all(bytes),
        }
    }

    /// Writes what is still held back.
    fn finish(self) -> io::Result<File> {
        let out = match self {
            Self::Plain(out) => out,
            Self::Gzip(out) => out.finish()?,
            Self::Bzip2(out) => out.finish()?,
            Self::Zstd(out) => out.finish()?,
        };
        out.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// A file on its way.
pub(super) struct NewFile {
    target: PathBuf,
    /// The name it has until it is complete; none for what is no regular file, as a pipe.
    temporary: Option<PathBuf>,
    compression: Compression,
    out: Option<Packed>,
}

/// Distinguishes the temporary files of a run.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// What a run has made so far.
struct WrittenFiles {
    /// Temporary files that are there.
    unfinished: BTreeSet<PathBuf>,
    /// Files that have their name.
    complete: u64,
}

static WRITTEN_FILES: Mutex<WrittenFiles> = Mutex::new(WrittenFiles { unfinished: BTreeSet::new(), complete: 0 });

/// Whoever has it makes, names or removes a file, and nobody else does.
fn made() -> MutexGuard<'static, WrittenFiles> {
    WRITTEN_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Files of this run that are complete.
pub(super) fn complete() -> u64 {
    made().complete
}

/// Removes what is not complete, for a run that ends where it is; how many files are complete. From then on no file
/// is made or named any more: a thread that wants to waits for the end of the process.
pub(super) fn abandon() -> u64 {
    let made = made();
    for temporary in &made.unfinished {
        // One that cannot be removed stays, as after a crash.
        let _ = fs::remove_file(temporary);
    }
    let complete = made.complete;
    std::mem::forget(made);
    complete
}

impl NewFile {
    /// Writes a whole file, which is not compressed whatever its name.
    pub(super) fn plain(path: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
        let mut file = Self::open(path, Compression::None)?;
        file.write(bytes)?;
        file.commit()
    }

    /// Opens the temporary file beside the target.
    pub(super) fn create(path: &Path) -> Result<Self, Unwritten> {
        Self::open(path, compression(path))
    }

    fn open(path: &Path, compression: Compression) -> Result<Self, Unwritten> {
        let fail = |error| Unwritten { path: path.to_owned(), error };
        // A link stays, and the file that it names is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = OpenOptions::new().write(true).open(&target).map_err(fail)?;
            let out = Some(Packed::new(file, compression).map_err(fail)?);
            return Ok(Self { target, temporary: None, compression, out });
        }
        if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            return Err(fail(io::Error::from(io::ErrorKind::PermissionDenied)));
        }
        let temporary = temporary(&target);
        let file = {
            let mut made = made();
            let file = OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(fail)?;
            made.unfinished.insert(temporary.clone());
            file
        };
        let mut new = Self { target, temporary: Some(temporary), compression, out: None };
        if let Some(old) = old {
            file.set_permissions(old.permissions()).map_err(fail)?;
        }
        new.out = Some(Packed::new(file, compression).map_err(fail)?);
        Ok(new)
    }

    fn fail(&self, error: io::Error) -> Unwritten {
        Unwritten { path: self.target.clone(), error }
    }

    /// Adds bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Unwritten> {
        let out = match &mut self.out {
            Some(out) => out,
            None => {
                let file = match &self.temporary {
                    Some(temporary) => OpenOptions::new().append(true).open(temporary),
                    None => OpenOptions::new().write(true).open(&self.target),
                };
                let packed = file.and_then(|file| Packed::new(file, self.compression));
                self.out.insert(packed.map_err(|error| Unwritten { path: self.target.clone(), error })?)
            }
        };
        out.write(bytes).map_err(|error| Unwritten { path: self.target.clone(), error })
    }

    /// Closes it for a while, so that not too many are open at once. Compressed files then have several parts.
    pub(super) fn pause(&mut self) -> Result<(), Unwritten> {
        match self.out.take().map(Packed::finish) {
            Some(Err(error)) => Err(self.fail(error)),
            _ => Ok(()),
        }
    }

    /// The file that it will be.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// The name that it has until then.
    pub(super) fn temporary(&self) -> Option<&Path> {
        self.temporary.as_deref()
    }

    /// Writes what is held back, as nothing is added any more; gives the file, unless it was paused.
    pub(super) fn close(&mut self) -> Result<Option<File>, Unwritten> {
        let finished = self.out.take().map(Packed::finish).transpose();
        finished.map_err(|error| self.fail(error))
    }

    /// Makes it lasting, and gives it its name.
    pub(super) fn commit(mut self) -> Result<(), Unwritten> {
        let closed = self.close()?;
        if let Some(temporary) = &self.temporary {
            let file = closed.map_or_else(|| OpenOptions::new().append(true).open(temporary), Ok);
            file.and_then(|file| file.sync_all()).map_err(|error| self.fail(error))?;
        }
        let target = self.target.clone();
        self.name()?;
        // The name lasts when the folder does; where folders cannot be opened nothing more can be done.
        if let Some(folder) = target.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Gives it its name.
    pub(super) fn name(mut self) -> Result<(), Unwritten> {
        let Some(temporary) = self.temporary.clone() else { return Ok(()) };
        {
            let mut made = made();
            fs::rename(&temporary, &self.target).map_err(|error| self.fail(error))?;
            made.unfinished.remove(&temporary);
            made.complete += 1;
        }
        self.temporary = None;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Whatever is held back is not wanted any more.
        if let Some(Packed::Plain(out)) = self.out.take() {
            let (_, _) = out.into_parts();
        }
        if let Some(temporary) = &self.temporary {
            let mut made = made();
            let _ = fs::remove_file(temporary);
            made.unfinished.remove(temporary);
        }
    }
}

/// A name beside the target's that nobody else has; hidden, so that a walk does not read it.
fn temporary(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    // A long name would be too long with more around it.
    let short: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    name.push(short);
    name.push(format!(".{}-{}.partie", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
    target.with_file_name(name)
}
