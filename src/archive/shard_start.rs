//! The starts of shards in a seekable input, in packed and in unpacked bytes. Not for the starts of games.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use super::open::{Source, ZSTD_WINDOW};
use super::seekable::{Before, OpenAgain};
use partie_input::{Begun, Compression};

/// Packed bytes per read.
const READ_BYTES: usize = 128 << 10;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardStart {
    /// Packed bytes before the frame in which the shard begins; for plain text, bytes before the shard.
    pub packed: u64,
    /// Unpacked bytes between the start of that frame and the start of the shard.
    pub skip: u64,
    pub before: Before,
    /// Size of the whole input, packed; a mismatch means that the input changed.
    pub length: u64,
}

impl ShardStart {
    /// Opens the input from the start of the shard to the end of the input.
    ///
    /// # Errors
    /// The input has changed, or the reader fails.
    pub fn open(self, again: &OpenAgain) -> io::Result<Source> {
        let mut whole = again()?;
        if whole.seek(SeekFrom::End(0))? != self.length {
            return Err(io::Error::other("it is another file than the one that the plan cut; plan again"));
        }
        if self.before.offset == 0 {
            // The first shard may be of any compression and encoding: it begins with the first byte of the file.
            return Source::of_seekable(again);
        }
        whole.seek(SeekFrom::Start(0))?;
        let mut head = [0; 8];
        let filled = whole.by_ref().take(head.len() as u64).read(&mut head)?;
        whole.seek(SeekFrom::Start(self.packed))?;
        let mut reader: Box<dyn Read + Send> = match Compression::of(&head[..filled]) {
            Compression::Zstd => Box::new(FrameByFrame::new(whole, self.packed)),
            _ => Box::new(whole),
        };
        io::copy(&mut reader.by_ref().take(self.skip), &mut io::sink())?;
        Ok(Source::of_shard(Begun::of(reader)?, self.before, Arc::clone(again)))
    }
}

/// The offsets at which frames begin, in packed and in unpacked bytes.
pub type FrameStarts = Arc<Mutex<Vec<(u64, u64)>>>;

/// A reader that unpacks the frames of a Zstandard file one by one, and records where each begins.
pub struct FrameByFrame<R: Read> {
    /// The current frame; `None` before the first one and after the last.
    frame: Option<Frame<R>>,
    next: Option<BufReader<Tell<R>>>,
    unpacked: u64,
    starts: FrameStarts,
}

type Frame<R> = zstd::stream::read::Decoder<'static, BufReader<Tell<R>>>;

/// A reader that tracks its offset.
struct Tell<R> {
    inner: R,
    at: u64,
}

impl<R: Read> Read for Tell<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl<R: Read> std::fmt::Debug for FrameByFrame<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrameByFrame").field("unpacked", &self.unpacked).finish_non_exhaustive()
    }
}

impl<R: Read> FrameByFrame<R> {
    /// Unpacks the frames of a reader that begins at offset `at` of its file.
    pub fn new(reader: R, at: u64) -> Self {
        let next = BufReader::with_capacity(READ_BYTES, Tell { inner: reader, at });
        Self { frame: None, next: Some(next), unpacked: 0, starts: Arc::default() }
    }

    /// The beginnings of the frames reached so far.
    pub fn starts(&self) -> FrameStarts {
        Arc::clone(&self.starts)
    }

    /// Begins the next frame; false at the end.
    fn begin(&mut self) -> io::Result<bool> {
        let Some(mut packed) = self.next.take() else { return Ok(false) };
        if packed.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let at = packed.get_ref().at - packed.buffer().len() as u64;
        self.starts.lock().unwrap_or_else(PoisonError::into_inner).push((at, self.unpacked));
        let mut frame = zstd::stream::read::Decoder::with_buffer(packed)?.single_frame();
        frame.window_log_max(ZSTD_WINDOW)?;
        self.frame = Some(frame);
        Ok(true)
    }
}

impl<R: Read> Read for FrameByFrame<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else {
                if out.is_empty() || !self.begin()? {
                    return Ok(0);
                }
                continue;
            };
            let read = frame.read(out)?;
            self.unpacked += read as u64;
            if read > 0 || out.is_empty() {
                return Ok(read);
            }
            self.next = self.frame.take().map(zstd::stream::read::Decoder::finish);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_told_where_they_begin() {
        let packed = |text: &[u8]| zstd::encode_all(text, 3).expect("packs");
        let (one, two) = (packed(b"one "), packed(b"two "));
        let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7][..], &two].concat();
        let all = [one.clone(), two.clone(), skippable].concat();
        let mut reader = FrameByFrame::new(&all[..], 0);
        let starts = reader.starts();
        let mut text = Vec::new();
        reader.read_to_end(&mut text).expect("unpacks");
        assert_eq!(text, b"one two two ");
        let (a, b) = (one.len() as u64, two.len() as u64);
        let starts = starts.lock().map(|starts| starts.clone()).unwrap_or_default();
        assert_eq!(starts[..3], [(0, 0), (a, 4), (a + b, 8)]);
        let mut cut = FrameByFrame::new(&all[..all.len() - 3], 0);
        assert!(cut.read_to_end(&mut text).is_err(), "a frame that breaks off is an error");
    }
}
