//! Reads from the start of a shard to the end of a file; a shard is a range of bytes, or consecutive Zstandard frames.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::open::{Counted, Guarded, ZSTD_WINDOW};
use partie_input::detect_utf16;

/// Opens a plain file at an offset. Bytes that are read are added to `count`.
///
/// # Errors
/// An error of the system.
pub fn open_at(path: &Path, from: u64, count: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    Ok(Box::new(Counted { inner: file, count }))
}

/// True if the first bytes of a text are UTF-16, which cannot be read from the middle of the file.
pub fn is_wide(head: &[u8]) -> bool {
    detect_utf16(head).is_some()
}

/// Reads the unpacked bytes of consecutive frames (the run), and then those of all later frames.
pub struct FrameReader {
    current: Box<dyn Read + Send>,
    /// The file, positioned after the run; `None` once those bytes are being read.
    rest: Option<File>,
    read: u64,
    boundary: Arc<AtomicU64>,
    count: Arc<AtomicU64>,
}

impl std::fmt::Debug for FrameReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrameReader").field("read", &self.read).finish_non_exhaustive()
    }
}

impl FrameReader {
    /// Opens the frames in `from..to` of a file. Adds the packed bytes read from these frames to `count`.
    ///
    /// # Errors
    /// An error of the system.
    pub fn open(path: &Path, from: u64, to: u64, count: Arc<AtomicU64>) -> io::Result<Self> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(from))?;
        let mut rest = File::open(path)?;
        rest.seek(SeekFrom::Start(to))?;
        let current = unpack(file.take(to.saturating_sub(from)), Arc::clone(&count))?;
        let boundary = Arc::new(AtomicU64::new(u64::MAX));
        Ok(Self { current, rest: Some(rest), read: 0, boundary, count })
    }

    /// The offset of the run's end in the unpacked bytes, or `u64::MAX` until it is known. It is set before any byte
    /// after the run is read.
    pub fn boundary(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.boundary)
    }
}

fn unpack(packed: Take<File>, count: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let ratio = Arc::new(AtomicU64::new(0));
    let counted = Counted { inner: Counted { inner: packed, count }, count: Arc::clone(&ratio) };
    let mut buffered = BufReader::with_capacity(128 << 10, counted);
    if buffered.fill_buf()?.is_empty() {
        // The decoder would report an empty range as truncated.
        return Ok(Box::new(io::empty()));
    }
    let mut decoder = zstd::stream::read::Decoder::with_buffer(buffered)?;
    decoder.window_log_max(ZSTD_WINDOW)?;
    Ok(Box::new(Guarded { inner: decoder, unpacked: Arc::default(), packed: ratio }))
}

impl Read for FrameReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.current.read(out)?;
            self.read += read as u64;
            if read > 0 || out.is_empty() {
                return Ok(read);
            }
            let Some(rest) = self.rest.take() else { return Ok(0) };
            self.boundary.store(self.read, Ordering::Release);
            // Frames of the next task do not count as progress.
            self.count = Arc::default();
            self.current = unpack(rest.take(u64::MAX), Arc::clone(&self.count))?;
        }
    }
}
