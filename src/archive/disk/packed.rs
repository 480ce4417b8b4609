//! An output file, compressed as its extension requires.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;

use super::new_file::NewFile;
use crate::file_messages::unwritten;
use partie_input::Compression;
use partie_record::shown::shown_path;

/// Bytes buffered before a write.
const BUFFER_BYTES: usize = 256 << 10;

/// A file that could not be written.
#[derive(Debug)]
pub struct Unwritten {
    pub path: PathBuf,
    pub error: io::Error,
}

/// The message, with its code.
impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; what was there before is kept", unwritten(&shown_path(&self.path), &self.error))
    }
}

/// The compression for the extension of a path.
pub fn compression(path: &Path) -> Compression {
    match path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("gz") => Compression::Gzip,
        Some("bz2") => Compression::Bzip2,
        Some("zst") => Compression::Zstd,
        _ => Compression::None,
    }
}

impl Unwritten {
    /// Returns a function that adds the path to an error.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |error| Self { path: path.to_owned(), error }
    }
}

/// Writes a whole file, uncompressed whatever its extension is.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    let write = || {
        let mut file = NewFile::create(path)?;
        file.write_all(bytes)?;
        file.commit()
    };
    write().map_err(Unwritten::of(path))
}

/// An open file with its compression.
enum Packed {
    Plain(BufWriter<NewFile>),
    Gzip(GzEncoder<BufWriter<NewFile>>),
    Bzip2(BzEncoder<BufWriter<NewFile>>),
    Zstd(zstd::Encoder<'static, BufWriter<NewFile>>),
}

impl Packed {
    fn new(file: NewFile, compression: Compression) -> io::Result<Self> {
        let file = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(match compression {
            // XZ and zip can only be read.
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

    /// Writes the buffered bytes, and ends the compression.
    fn finish(self) -> io::Result<NewFile> {
        let out = match self {
            Self::Plain(out) => out,
            Self::Gzip(out) => out.finish()?,
            Self::Bzip2(out) => out.finish()?,
            Self::Zstd(out) => out.finish()?,
        };
        out.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// The state of a file: `Failed` during a call, and after an error.
enum State {
    Open(Packed),
    Paused(NewFile),
    Failed,
}

/// An incomplete output file.
pub struct PackedFile {
    path: PathBuf,
    compression: Compression,
    state: State,
}

impl PackedFile {
    pub fn create(path: &Path) -> Result<Self, Unwritten> {
        let compression = compression(path);
        let packed = NewFile::create(path).and_then(|file| Packed::new(file, compression));
        let packed = packed.map_err(Unwritten::of(path))?;
        Ok(Self { path: path.to_owned(), compression, state: State::Open(packed) })
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Unwritten> {
        let mut packed = match std::mem::replace(&mut self.state, State::Failed) {
            State::Open(packed) => packed,
            State::Paused(file) => Packed::new(file, self.compression).map_err(Unwritten::of(&self.path))?,
            State::Failed => return Err(self.failed()),
        };
        packed.write(bytes).map_err(Unwritten::of(&self.path))?;
        self.state = State::Open(packed);
        Ok(())
    }

    /// Closes the file for a while, to limit the number of open files. A compressed file continues with a new stream.
    pub fn pause(&mut self) -> Result<(), Unwritten> {
        let mut file = self.take()?;
        file.pause();
        self.state = State::Paused(file);
        Ok(())
    }

    /// Ends the compression, and returns the file.
    pub fn finish(mut self) -> Result<NewFile, Unwritten> {
        self.take()
    }

    /// Flushes the file to disk, and gives it its final name.
    pub fn commit(self) -> Result<(), Unwritten> {
        let path = self.path.clone();
        self.finish()?.commit().map_err(Unwritten::of(&path))
    }

    /// Flushes the file to disk, calls `before`, and then gives the file its final name.
    pub fn commit_after(self, before: impl FnOnce() -> io::Result<()>) -> Result<(), Unwritten> {
        let path = self.path.clone();
        let commit = |mut file: NewFile| {
            file.sync()?;
            file.name_after(before)
        };
        commit(self.finish()?).map_err(Unwritten::of(&path))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn take(&mut self) -> Result<NewFile, Unwritten> {
        match std::mem::replace(&mut self.state, State::Failed) {
            State::Open(packed) => packed.finish().map_err(Unwritten::of(&self.path)),
            State::Paused(file) => Ok(file),
            State::Failed => Err(self.failed()),
        }
    }

    fn failed(&self) -> Unwritten {
        Unwritten::of(&self.path)(io::Error::other("an earlier write failed"))
    }
}

impl Drop for PackedFile {
    fn drop(&mut self) {
        // Dropping a `BufWriter` would write its buffer to the abandoned file.
        if let State::Open(Packed::Plain(out)) = std::mem::replace(&mut self.state, State::Failed) {
            let (_, _) = out.into_parts();
        }
    }
}
