//! Opens a file, and detects its compression and encoding by its first bytes, not by its name.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::SystemTime;

use lzma_rust2::XzReader;

use super::seekable::{Before, OpenAgain};
use partie_input::{Begun, Compression, Stored, Undeclared, Utf16, detect_utf16, is_named_packed};

/// Maximum unpacked bytes of an input whose ratio exceeds [`BOMB_RATIO`].
const BOMB_SIZE: u64 = 1 << 30;
/// Unpacked bytes per packed byte above which an input may be a decompression bomb.
const BOMB_RATIO: u64 = 200;
/// Maximum window of a Zstandard frame, as the logarithm to base 2: 128 MiB.
pub(super) const ZSTD_WINDOW: u32 = 27;

/// Maximum memory for unpacking XZ, in KiB: twice the requirement of `xz -9`.
const XZ_MEMORY_KIB: u32 = 128 << 10;

/// A file that cannot be opened or read.
#[derive(Debug)]
pub struct Failure {
    pub path: PathBuf,
    pub error: io::Error,
}

pub struct Source {
    /// The unpacked bytes, in UTF-8 or an encoding with one byte per character.
    pub reader: Begun,
    pub compression: Compression,
    pub stored: Stored,
    /// Size of the file in bytes, if it is known.
    pub size: Option<u64>,
    /// Packed bytes read so far.
    pub consumed: Arc<AtomicU64>,
    stamp: Option<(PathBuf, u64, SystemTime)>,
    /// The position in the whole input, if this is a shard.
    pub(super) before: Before,
    /// Opens the whole input again for encoding detection.
    again: Option<OpenAgain>,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("compression", &self.compression)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Source {
    /// Unpacks and decodes the bytes of a reader, which is read only once.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn of_reader(reader: impl Read + Send + 'static) -> io::Result<Self> {
        prepare(Counted { inner: reader, count: Arc::default() }, None, None, None)
    }

    /// Unpacks and decodes a whole input that can be read from any offset.
    ///
    /// # Errors
    /// An error of the reader.
    pub fn of_seekable(again: &OpenAgain) -> io::Result<Self> {
        Ok(Self { again: Some(Arc::clone(again)), ..Self::of_reader(again()?)? })
    }

    /// A source for a whole seekable input that the caller has already unpacked and begun to read.
    pub fn of_whole(reader: Begun, again: &OpenAgain) -> Self {
        Self::of_shard(reader, Before::default(), Arc::clone(again))
    }

    /// A source for a shard of a seekable input. `reader` yields unpacked bytes up to the end of the input.
    pub(super) fn of_shard(reader: Begun, before: Before, again: OpenAgain) -> Self {
        Self {
            reader,
            compression: Compression::None,
            stored: Stored::Stream,
            size: None,
            consumed: Arc::default(),
            stamp: None,
            before,
            again: Some(again),
        }
    }

    /// Returns at most `wanted` first bytes without consuming them, and true if the input ended. A read error that cuts
    /// them short is reported by the next read.
    pub fn head(&mut self, wanted: usize) -> (&[u8], bool) {
        let ended = self.reader.extend(wanted);
        let head = self.reader.head();
        (&head[..wanted.min(head.len())], ended)
    }

    /// Detects the encoding of an input that does not declare one. A plain file is read twice; a stream or compressed
    /// file is observed while it is read.
    pub fn undeclared(&self) -> Undeclared {
        if let Some(again) = self.again.clone() {
            let whole =
                move || Self::of_seekable(&again).ok().map(|whole| Box::new(whole.reader) as Box<dyn Read + Send>);
            return Undeclared::of(whole);
        }
        let path = self.stamp.as_ref().map(|(path, ..)| path).filter(|_| self.compression == Compression::None);
        path.map_or_else(Undeclared::default, |path| undeclared(path))
    }

    /// True if the file has changed since it was opened.
    pub fn changed(&self) -> bool {
        let Some((path, size, time)) = &self.stamp else { return false };
        match path.metadata() {
            Ok(now) => now.len() != *size || now.modified().is_ok_and(|modified| modified != *time),
            Err(_) => true,
        }
    }
}

/// Detects the encoding of a file that does not declare one, by opening it again.
pub fn undeclared(path: &Path) -> Undeclared {
    let path = path.to_owned();
    Undeclared::of(move || open(&path).ok().map(|source| Box::new(source.reader) as Box<dyn Read + Send>))
}

pub(super) struct Counted<R> {
    pub(super) inner: R,
    pub(super) count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A reader that fails on a decompression bomb: data with a suspicious ratio of unpacked to packed bytes.
pub(super) struct Guarded<R> {
    pub(super) inner: R,
    /// Total bytes unpacked from the packed input, including other members of an archive.
    pub(super) unpacked: Arc<AtomicU64>,
    pub(super) packed: Arc<AtomicU64>,
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        let unpacked = self.unpacked.fetch_add(read as u64, Ordering::Relaxed) + read as u64;
        let packed = self.packed.load(Ordering::Relaxed).max(1);
        if unpacked > BOMB_SIZE && unpacked / packed > BOMB_RATIO {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "decompression ratio"));
        }
        Ok(read)
    }
}

/// Opens a file, or standard input for `-`.
///
/// # Errors
/// An error of the system, with the path; a folder is an error.
pub fn open(path: &Path) -> Result<Source, Failure> {
    open_counted(path, Arc::default())
}

/// Opens a file, or standard input for `-`, and adds the packed bytes that are read to `count`.
///
/// # Errors
/// An error of the system, with the path; a folder is an error.
pub(super) fn open_counted(path: &Path, count: Arc<AtomicU64>) -> Result<Source, Failure> {
    let fail = |error| Failure { path: path.to_owned(), error };
    if path.as_os_str() == "-" {
        return prepare(Counted { inner: io::stdin(), count }, None, None, None).map_err(fail);
    }
    let file = File::open(path).map_err(fail)?;
    let data = file.metadata().map_err(fail)?;
    if data.is_dir() {
        return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let stamp = data.modified().ok().filter(|_| data.is_file()).map(|time| (path.to_owned(), data.len(), time));
    let size = data.is_file().then_some(data.len());
    prepare(Counted { inner: file, count }, size, stamp, None).map_err(fail)
}

/// Unpacks and decodes the bytes of a reader. For a member of an archive, `of_archive` counts the bytes that are read.
pub(super) fn prepare<R: Read + Send + 'static>(
    inner: R,
    size: Option<u64>,
    stamp: Option<(PathBuf, u64, SystemTime)>,
    of_archive: Option<Arc<AtomicU64>>,
) -> io::Result<Source> {
    let packed = Arc::new(AtomicU64::new(0));
    let raw = Counted { inner, count: Arc::clone(&packed) };
    let raw = match &stamp {
        Some((path, size, _)) if !is_named_packed(path) => Begun::of_file(raw, *size),
        _ => Begun::of(raw),
    }?;
    let compression = Compression::of(raw.head());
    let text = match compression {
        Compression::None => raw,
        // `Opened` reads this file as an archive, or skips it as a file without a record.
        Compression::Zip if stamp.is_some() => raw,
        Compression::Zip => {
            let what = if of_archive.is_some() {
                "an archive in an archive"
            } else {
                "a zip archive, whose list is at its end,"
            };
            let message = format!("{what} cannot be read from a stream; unpack it, and name the file");
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        _ => unpack(raw, compression, &packed)?,
    };
    let utf16 = detect_utf16(text.head());
    let stored = match compression {
        _ if utf16.is_some() => Stored::Utf16,
        _ if of_archive.is_some() => Stored::Member,
        Compression::None if stamp.is_none() => Stored::Stream,
        Compression::None => Stored::Plain,
        packed => Stored::Packed(packed),
    };
    let reader = match utf16 {
        Some(encoding) => Begun::unread(Utf16::new(text, encoding)),
        None => text,
    };
    let consumed = of_archive.unwrap_or(packed);
    Ok(Source { reader, compression, stored, size, consumed, stamp, before: Before::default(), again: None })
}

/// Unpacks compressed bytes; `packed` is the number of bytes read.
fn unpack(raw: Begun, compression: Compression, packed: &Arc<AtomicU64>) -> io::Result<Begun> {
    let ended = Arc::new(AtomicBool::new(false));
    let raw = Packed { inner: raw, ended: Arc::clone(&ended) };
    let inner: Box<dyn Read + Send> = match compression {
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(raw)),
        Compression::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(raw)),
        Compression::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::new(raw)?;
            decoder.window_log_max(ZSTD_WINDOW)?;
            Box::new(decoder)
        }
        Compression::Xz => Box::new(xz(raw)),
        Compression::None | Compression::Zip => Box::new(raw),
    };
    let inner = Unpacked { inner, compression, packed: Arc::clone(packed), ended };
    Begun::of(Guarded { inner, unpacked: Arc::default(), packed: Arc::clone(packed) })
}

/// Unpacks XZ with at most [`XZ_MEMORY_KIB`] KiB.
pub(super) fn xz<R: Read>(packed: R) -> XzReader<R> {
    XzReader::new_mem_limit(packed, true, XZ_MEMORY_KIB)
}

/// Packed bytes, with a flag that is set at their end.
pub(super) struct Packed<R> {
    pub(super) inner: R,
    pub(super) ended: Arc<AtomicBool>,
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        if read == 0 && !out.is_empty() {
            self.ended.store(true, Ordering::Relaxed);
        }
        Ok(read)
    }
}

/// A reader of unpacked bytes that explains errors of the decoder as damage of the packed file.
pub(super) struct Unpacked<R> {
    pub(super) inner: R,
    pub(super) compression: Compression,
    /// Number of packed bytes that were read.
    pub(super) packed: Arc<AtomicU64>,
    pub(super) ended: Arc<AtomicBool>,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.inner.read(out).map_err(|error| {
            // An error of the system is no damage of the packed data.
            if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let (form, bytes) = (self.compression.name(), self.packed.load(Ordering::Relaxed));
            let message = if error.kind() == io::ErrorKind::UnexpectedEof && self.ended.load(Ordering::Relaxed) {
                format!("its {form} data break off after {bytes} bytes, where the file ends: it was cut off")
            } else {
                format!("its {form} data are damaged at or before byte {bytes} ({error})")
            };
            io::Error::new(error.kind(), message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn all(bytes: &[u8]) -> Vec<u8> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(bytes).expect("written");
        let mut out = Vec::new();
        open(file.path()).expect("opens").reader.read_to_end(&mut out).expect("reads");
        out
    }

    #[test]
    fn several_frames_are_read_to_the_last() {
        let mut packed = zstd::encode_all(&b"one "[..], 3).expect("packs");
        packed.extend_from_slice(&[0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]);
        packed.extend(zstd::encode_all(&b"two"[..], 3).expect("packs"));
        assert_eq!(all(&packed), b"one two");
    }

    #[test]
    fn utf16_becomes_utf8() {
        let text: Vec<u8> = "\u{feff}[Event \"Réti\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(all(&text), "[Event \"Réti\"]".as_bytes());
    }

    #[test]
    fn plain_and_empty_files() {
        assert_eq!(all(b"1. e4 *"), b"1. e4 *");
        assert_eq!(all(b""), b"");
    }
}
