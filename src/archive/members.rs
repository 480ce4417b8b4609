//! The members of a zip archive, each read as a separate file: `archive.zip/member.pgn`.
//!
//! The `zip` crate reads only the central directory, the list at the archive's end. Members are streamed, and their
//! checksums compared at the end, so that none is held in memory. Archives in archives are not unpacked. Not for the
//! contents of members.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use flate2::Crc;
use flate2::read::DeflateDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

use super::open::{Counted, Failure, Guarded, Source, prepare, xz};

/// Compression methods by their numbers in the zip format.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const BZIP2: u16 = 12;
const ZSTD: u16 = 93;
const XZ: u16 = 95;

/// An iterator over the members, in the order of the archive's list.
pub struct Members {
    path: PathBuf,
    archive: ZipArchive<File>,
    /// The failure to report for members that another member of the same name hides.
    unreached: Option<Failure>,
    next: usize,
    size: u64,
    consumed: Arc<AtomicU64>,
    /// Total unpacked bytes of all members: a single member may be packed much better than the others.
    unpacked: Arc<AtomicU64>,
    count: Arc<AtomicU64>,
}

impl std::fmt::Debug for Members {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Members").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Members {
    /// Opens an archive; the packed bytes that are read are added to `count`.
    pub(super) fn open(path: &Path, count: Arc<AtomicU64>) -> io::Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let archive = ZipArchive::new(file).map_err(|error| match error {
            ZipError::InvalidArchive(reason) => damaged(size, &reason),
            // An I/O error without an OS error number: the file ended within the list.
            ZipError::Io(error) if error.raw_os_error().is_none() => damaged(size, &error.to_string()),
            other => other.into(),
        })?;
        // The `zip` crate keeps only one of several members with the same name.
        let missing = listed(path, size, archive.comment().len())?.saturating_sub(archive.len());
        let message =
            || format!("several members have the same name, and {missing} of them cannot be reached; unpack it first");
        let unreached = (missing > 0).then(|| io::Error::new(io::ErrorKind::InvalidData, message()));
        let path = path.to_owned();
        let unreached = unreached.map(|error| Failure { path: path.clone(), error });
        Ok(Self { path, archive, unreached, next: 0, size, consumed: Arc::default(), unpacked: Arc::default(), count })
    }

    /// The path of a member, only for display: a member's name may lead anywhere, and is never opened.
    fn path(&self, name: &str) -> PathBuf {
        let mut path = OsString::from(&self.path);
        path.push("/");
        path.push(name);
        path.into()
    }

    /// Returns the path and content of a member; `None` if it is a folder.
    fn member(&mut self, index: usize) -> Option<Result<(PathBuf, Source), Failure>> {
        let unnamed = self.path(&format!("member {}", index + 1));
        let member = match self.archive.by_index_raw(index) {
            Ok(member) => member,
            Err(error) => return Some(Err(Failure { path: unnamed, error: error.into() })),
        };
        if member.is_dir() {
            return None;
        }
        let name = member.name().to_owned();
        let (start, packed) = (member.data_start(), member.compressed_size());
        let (method, encrypted) = (member.compression(), member.encrypted());
        let sum = Sum { crc: member.crc32(), size: member.size() };
        drop(member);
        let path = self.path(&name);
        let source = self.source((start, packed), method_number(method), encrypted, sum);
        Some(source.map(|source| (path.clone(), source)).map_err(|error| Failure { path, error }))
    }

    fn source(&self, (start, packed): (u64, u64), method: u16, encrypted: bool, sum: Sum) -> io::Result<Source> {
        if encrypted {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "it is encrypted; unpack it with its password first",
            ));
        }
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(start))?;
        let counted = Counted {
            inner: Counted { inner: file.take(packed), count: Arc::clone(&self.count) },
            count: Arc::clone(&self.consumed),
        };
        let unpacked: Box<dyn Read + Send> = match method {
            STORED => Box::new(counted),
            DEFLATED => Box::new(DeflateDecoder::new(counted)),
            BZIP2 => Box::new(bzip2::read::BzDecoder::new(counted)),
            ZSTD => Box::new(zstd::stream::read::Decoder::new(counted)?),
            XZ => Box::new(xz(counted)),
            other => {
                let message = format!("its compression (method {other}) is not supported; unpack it first");
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
        };
        let guarded = Guarded {
            inner: unpacked,
            unpacked: Arc::clone(&self.unpacked),
            packed: Arc::new(AtomicU64::new(self.size)),
        };
        let checked = Checked { inner: guarded, crc: Crc::new(), sum };
        prepare(checked, Some(self.size), None, Some(Arc::clone(&self.consumed)))
    }
}

/// The error of an archive whose list of members cannot be read.
fn damaged(size: u64, reason: &str) -> io::Error {
    let message = format!(
        "it is a zip archive whose list of members, at its end, is missing or damaged ({reason}), so that none of its {size} \
         bytes is read: it was cut off, or is damaged there; fetch it again"
    );
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The number of members in the archive's end record; 0 if there are too many for that field.
fn listed(path: &Path, size: u64, comment: usize) -> io::Result<usize> {
    let mut file = File::open(path)?;
    let mut end = [0; 22];
    file.seek(SeekFrom::Start(size.saturating_sub((end.len() + comment) as u64)))?;
    file.read_exact(&mut end)?;
    let count = u16::from_le_bytes([end[10], end[11]]);
    let is_end = end.starts_with(b"PK\x05\x06") && count < u16::MAX;
    Ok(if is_end { usize::from(count) } else { 0 })
}

#[expect(deprecated, reason = "the crate knows none of them by name without unpacking them itself")]
const fn method_number(method: zip::CompressionMethod) -> u16 {
    match method {
        zip::CompressionMethod::Unsupported(number) => number,
        _ => STORED,
    }
}

impl Iterator for Members {
    type Item = Result<(PathBuf, Source), Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(failure) = self.unreached.take() {
            return Some(Err(failure));
        }
        while self.next < self.archive.len() {
            self.next += 1;
            if let Some(member) = self.member(self.next - 1) {
                return Some(member);
            }
        }
        None
    }
}

/// The checksum and size of a member in the list.
struct Sum {
    crc: u32,
    size: u64,
}

/// A reader that checks a member, at its end, against the checksum and size in the list.
struct Checked<R> {
    inner: R,
    crc: Crc,
    sum: Sum,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        self.crc.update(&out[..read]);
        // `Crc` counts the length modulo 2^32.
        let whole = self.crc.sum() == self.sum.crc && self.crc.amount() == self.sum.size as u32;
        if read == 0 && !out.is_empty() && !whole {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the member is damaged: its checksum does not match",
            ));
        }
        Ok(read)
    }
}
