//! Reading a shard of a file and what comes after it: a range of bytes, or a run of frames.

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
/// What the system says.
pub fn open_at(path: &Path, from: u64, count: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    Ok(Box::new(Counted { inner: file, count }))
}

/// Whether text that begins with `head` is UTF-16, which cannot be read from the middle on.
pub fn is_wide(head: &[u8]) -> bool {
    detect_utf16(head).is_some()
}

/// Unpacked bytes of a run of frames, and of all that follow it.
pub struct FrameReader {
    current: Box<dyn Read + Send>,
    /// The file from the end of the run on, until it is wanted.
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
    /// Opens the frames in `from..to` of a file. Packed bytes of the run that are read are added to `count`.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(path: &Path, from: u64, to: u64, count: Arc<AtomicU64>) -> io::Result<Self> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(from))?;
        let mut rest = File::open(path)?;
        rest.seek(SeekFrom::Start(to))?;
        let current = unpack(file.take(to.saturating_sub(from)), Arc::clone(&count))?;
        let boundary = Arc::new(AtomicU64::new(u64::MAX));
        Ok(Self { current, rest: Some(rest), read: 0, boundary, count })
    }

    /// Where the unpacked bytes of the run end: the greatest number as long as that is not known,
    /// which it is before any byte after it is read.
    pub fn boundary(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.boundary)
    }
}

fn unpack(packed: Take<File>, count: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let ratio = Arc::new(AtomicU64::new(0));
    let counted = Counted { inner: Counted { inner: packed, count }, count: Arc::clone(&ratio) };
    let mut buffered = BufReader::with_capacity(128 << 10, counted);
    if buffered.fill_buf()?.is_empty() {
        // No frame at all would be taken for one that is cut short.
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
            // What is read of the next task's frames is no progress.
            self.count = Arc::default();
            self.current = unpack(rest.take(u64::MAX), Arc::clone(&self.count))?;
        }
    }
}
