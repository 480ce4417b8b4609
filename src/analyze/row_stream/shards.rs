//! Cuts a source into shards that together give the same rows as the whole source. One pass parses all records, without
//! judging them, and records the games and lines before each cut.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::PoisonError;

use partie_archive::Failure;
use partie_archive::{
    Before, FrameByFrame, FrameStarts, OpenAgain, Opened, Progress, Reading, ShardStart, Sink, Source, WalkEntry,
    run_opened,
};
use partie_input::{Begun, Compression, Rest, Slice, detect_utf16};
use partie_record::span::LineEnds;
use partie_replay::game_worker::{GameWorker, Games, SliceOut};
use partie_replay::games::{self, Game, ReadingHints};

/// Approximate bytes of a slice; less than most shards, because a source is cut only between slices.
const SLICE_BYTES: usize = 64 << 10;

/// A shard of a source: its start, the games and lines before it, and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceShard {
    pub shard: ShardStart,
    /// Number of games before the shard; `lines` is the number of lines before it.
    pub games: u64,
    pub lines: u64,
    /// Unpacked bytes before the next shard; `None` for the last shard.
    pub until: Option<u64>,
}

/// Cuts a source into shards of about `size` unpacked bytes. `None` if it must be read as a whole: compressed without
/// frames or in one frame, in UTF-16, or an archive. In Zstandard files, no two shards begin in the same frame.
///
/// # Errors
/// If reading fails or ends before the source does.
pub fn shards(
    again: &OpenAgain,
    reading: Reading,
    size: u64,
    stopped: impl Fn() -> bool,
) -> io::Result<Option<Vec<SourceShard>>> {
    let mut whole = again()?;
    let mut head = [0; 8];
    let filled = read_up_to(&mut whole, &mut head)?;
    let compression = Compression::of(&head[..filled]);
    let length = whole.seek(SeekFrom::End(0))?;
    whole.seek(SeekFrom::Start(0))?;
    let mut frames = None;
    let reader: Box<dyn Read + Send> = match compression {
        // A compressed source is assumed to unpack to 16 times its size at most.
        _ if length <= size / if compression == Compression::None { 1 } else { 16 } => return Ok(None),
        Compression::None if detect_utf16(&head[..filled]).is_none() => Box::new(whole),
        Compression::Zstd => {
            let reader = FrameByFrame::new(whole, 0);
            frames = Some(reader.starts());
            Box::new(reader)
        }
        _ => return Ok(None),
    };
    let mut reader = Begun::of(reader)?;
    reader.extend(head.len());
    if detect_utf16(reader.head()).is_some() {
        return Ok(None);
    }
    let source = Source::of_whole(reader, again);
    let mut cutter = Cutter { size, length, frames, found: Vec::new(), games: 0, lines: 0, failure: None, stopped };
    let reading = Reading { chunk: SLICE_BYTES, ..reading };
    let met = WalkEntry { path: "-".into(), input: 0, named: true };
    let opened = std::iter::once(Ok((met, Opened::File(source))));
    run_opened(opened, 1, reading, || GameWorker::new(Counter, ReadingHints::default(), None), &mut cutter);
    match cutter.failure {
        Some(error) => Err(error),
        None => Ok((cutter.found.len() > 1).then_some(cutter.found)),
    }
}

fn read_up_to(reader: &mut impl Read, head: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < head.len() {
        match reader.read(&mut head[filled..])? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}

struct Counter;

impl Games for Counter {
    type Out = u64;

    fn game(&mut self, _: &Game<'_>, _: &mut u64) {}

    fn panicked(&mut self, _: &mut u64) {}

    fn end(&mut self, slice: &Slice, rest: Rest, lines: &mut u64) {
        *lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
    }
}

struct Cutter<F> {
    /// Minimum bytes of a shard. `length` is the size of the source in packed bytes.
    size: u64,
    length: u64,
    frames: Option<FrameStarts>,
    found: Vec<SourceShard>,
    games: u64,
    lines: u64,
    failure: Option<io::Error>,
    stopped: F,
}

impl<F> Cutter<F> {
    /// The packed and unpacked offsets of the last frame that begins at or before the unpacked offset `at`.
    fn frame(&self, at: u64) -> (u64, u64) {
        let Some(frames) = &self.frames else { return (at, at) };
        let frames = frames.lock().unwrap_or_else(PoisonError::into_inner);
        let behind = frames.partition_point(|(_, unpacked)| *unpacked <= at);
        behind.checked_sub(1).and_then(|last| frames.get(last).copied()).unwrap_or_default()
    }
}

impl<F: Fn() -> bool> Sink<SliceOut<u64>> for Cutter<F> {
    fn begin(&mut self, _: WalkEntry, _: Progress) {}

    fn slice(&mut self, slice: &Slice, out: SliceOut<u64>) {
        let at = slice.offset;
        let (packed, unpacked) = self.frame(at);
        let is_next = self
            .found
            .last()
            .is_none_or(|last| at >= last.shard.before.offset + self.size && packed > last.shard.packed);
        if is_next {
            if let Some(last) = self.found.last_mut() {
                last.until = Some(at);
            }
            let before = Before { offset: at, line: slice.line, format: Some(slice.format) };
            let shard = match self.found.is_empty() {
                true => ShardStart { length: self.length, ..ShardStart::default() },
                false => ShardStart { packed, skip: at - unpacked, before, length: self.length },
            };
            self.found.push(SourceShard { shard, games: self.games, lines: self.lines, until: None });
        }
        self.games += out.games;
        self.lines += out.made;
    }

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        self.failure = error;
    }

    fn failed(&mut self, failure: Failure) {
        self.failure = Some(failure.error);
    }

    fn stopped(&self) -> bool {
        (self.stopped)()
    }
}
