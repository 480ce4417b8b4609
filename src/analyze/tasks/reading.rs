//! Reads a shard: the games whose first byte is in the shard, parsed as in the whole file.
//!
//! Records are adjacent. So a reader that starts at any record finds the same later records as a reader that starts at
//! the beginning of the file.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::work::{TaskPlace, TaskWork};
use partie_archive::LONG_SLICE;
use partie_input::{CHUNK, Joiner, Slice, Slicer, Undeclared};
use partie_record::Format;
use partie_record::span::LineForm;
use partie_replay::game_worker::{GameReader, Taken};
use partie_replay::games::{Game, SliceReader, is_plain};

/// Minimum bytes of a slice; only the smallest shards have such small slices.
const MIN_SLICE_BYTES: u64 = 4 << 10;

/// The end of a shard, in bytes from its start: games that begin there or later belong to the next shard.
#[derive(Debug)]
pub(super) enum ShardEnd {
    Never,
    Byte(u64),
    /// An end in packed data, which is known only once a byte after the shard was read.
    Boundary(Arc<AtomicU64>),
}

impl ShardEnd {
    fn byte(&self) -> u64 {
        match self {
            Self::Never => u64::MAX,
            Self::Byte(byte) => *byte,
            Self::Boundary(boundary) => boundary.load(Ordering::Acquire),
        }
    }
}

/// The shard to read. Positions are in bytes from the start of the shard.
#[derive(Debug)]
pub(super) struct Shard {
    /// The position of the reader's first byte; negative if the reader starts before the shard.
    pub(super) base: i64,
    /// Records that begin before this byte belong to the previous shard.
    pub(super) from: u64,
    pub(super) until: ShardEnd,
    /// The format; `None` to detect it.
    pub(super) format: Option<Format>,
    /// True for the first shard of the file, which owns the bytes before the first record.
    pub(super) first: bool,
    /// Size of the shard in bytes, if known.
    pub(super) size: Option<u64>,
    /// Detects the encoding if the file is not UTF-8 and declares none.
    pub(super) undeclared: Undeclared,
    /// Number of the reader's first bytes that only provide context for the first record.
    pub(super) shown: usize,
}

impl Shard {
    /// Approximate size of a slice in bytes; small shards have small slices.
    fn chunk(&self) -> usize {
        self.size.map_or(CHUNK, |size| CHUNK.min(size.saturating_add(1).max(MIN_SLICE_BYTES) as usize))
    }
}

/// The result of reading a shard.
#[derive(Debug, Default)]
pub(super) struct ShardExtent {
    /// Start of the first record at or after the start of the shard.
    pub(super) begin: u64,
    /// Start of the first record at or after the end of the shard.
    pub(super) end: u64,
    /// The context before `end`; see [`context`].
    pub(super) before: String,
    /// True if `begin` was taken for the start of a tag section without seeing the bytes before it.
    pub(super) assumed: bool,
    pub(super) games: u64,
    /// Line ends from `begin` to `end`.
    pub(super) lines: u64,
    pub(super) line_ends: [bool; 3],
    pub(super) panics: u64,
    pub(super) format: Format,
    /// The error that ended the reading early.
    pub(super) error: Option<io::Error>,
}

/// Reads a shard, and passes its games to `work`; `before` is the number of games of the task before this shard.
///
/// # Errors
/// A write error of `work`. Errors of the reader are in the result.
pub(super) fn read_shard(
    reader: impl Read,
    shard: &Shard,
    work: &mut dyn TaskWork,
    (games, before, count): (&mut GameReader, u64, &AtomicU64),
) -> io::Result<ShardExtent> {
    let mut slicer = Slicer::new(reader, shard.chunk(), shard.format).of(shard.undeclared.clone());
    let mut state = State {
        shard,
        work,
        games,
        before,
        count,
        done: ShardExtent::default(),
        begun: shard.first,
        lines: LinesOfSlice::default(),
        shown: shard.shown,
        tail: Vec::new(),
    };
    let mut spare = Slice::default();
    let mut joiner = Joiner::default();
    loop {
        let slice = match slicer.next(std::mem::take(&mut spare)) {
            Ok(Some(slice)) => slice,
            ended => {
                state.done.error = ended.err();
                // After a read error, the rest of the last game will never be read.
                match joiner.finish() {
                    Some(slice) => {
                        state.slice(&slice)?;
                    }
                    None => state.ended(),
                }
                return Ok(state.done);
            }
        };
        let Some((slice, _)) = joiner.join(slice) else { continue };
        match state.slice(&slice)? {
            Next::Stop => return Ok(state.done),
            Next::After(from) if from < slice.bytes.len() && !slice.last => joiner.keep(slice, from),
            Next::After(_) => spare = slice,
        }
    }
}

/// A lock, so that only one thread at a time has the buffers of a long game.
static LONG_TURN: Mutex<()> = Mutex::new(());

enum Next {
    Stop,
    /// The bytes from this offset on are read again together with the next slice.
    After(usize),
}

struct State<'a> {
    shard: &'a Shard,
    work: &'a mut dyn TaskWork,
    games: &'a mut GameReader,
    /// Games of the task before the shard.
    before: u64,
    count: &'a AtomicU64,
    done: ShardExtent,
    begun: bool,
    lines: LinesOfSlice,
    /// Number of the slice's first bytes that are only context.
    shown: usize,
    /// The last bytes before the slice.
    tail: Vec<u8>,
}

/// Maximum blank bytes before a record that affect whether a tag section begins there, as in `notation::pgn`.
const MAX_BLANKS: usize = 64;

/// The blank bytes at the end of `bytes`, preceded by an `x` if another byte precedes them. No other bytes affect
/// whether a tag section begins after them.
fn context(tail: &[u8], bytes: &[u8]) -> String {
    let all = || bytes.iter().rev().chain(tail.iter().rev());
    let blanks: String =
        all().take(MAX_BLANKS).take_while(|byte| byte.is_ascii_whitespace()).copied().map(char::from).collect();
    let other = all().nth(blanks.len()).map(|_| 'x');
    other.into_iter().chain(blanks.chars().rev()).collect()
}

impl State<'_> {
    fn place(&self, slice: &Slice, at: usize) -> i64 {
        self.shard.base.saturating_add_unsigned(slice.file_offset(at))
    }

    fn slice(&mut self, slice: &Slice) -> io::Result<Next> {
        let bytes = &slice.bytes;
        let turn = || LONG_TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let _turn = (bytes.len() > LONG_SLICE).then(turn);
        self.done.format = slice.format;
        let plain = is_plain(bytes);
        self.lines = LinesOfSlice { form: LineForm::of(bytes), anchor: 0 };
        let mut reader = SliceReader::new(slice, std::mem::take(&mut self.shown));
        let tail = loop {
            let start = reader.start();
            if start == bytes.len() {
                // Blank bytes at the end of a slice belong to no record.
                break start;
            }
            let place = self.place(slice, start);
            let owned = place >= 0 && place as u64 >= self.shard.from;
            if owned {
                if !self.begun {
                    self.done.assumed = slice.offset == 0 && start == 0 && bytes[start] == b'[';
                }
                self.begin(place as u64, start);
                // The boundary of frames is known only now, after a byte behind it was read.
                if place as u64 >= self.shard.until.byte() {
                    self.lines.count(&mut self.done, slice, start);
                    self.done.end = place as u64;
                    self.done.before = context(&self.tail, &bytes[..start]);
                    return Ok(Next::Stop);
                }
            }
            let is_read = if owned { self.game(slice, plain, &mut reader)? } else { self.games.skip(&mut reader) };
            if !is_read {
                break reader.rest().start().unwrap_or(bytes.len());
            }
        };
        if self.begun {
            self.lines.count(&mut self.done, slice, tail);
        }
        if slice.last {
            let place = self.place(slice, bytes.len());
            self.finish(place.max(0) as u64);
        } else {
            self.done.end = self.place(slice, tail).max(0) as u64;
        }
        let seen = &bytes[tail.saturating_sub(MAX_BLANKS + 1)..tail];
        self.tail.extend_from_slice(seen);
        let gone = self.tail.len().saturating_sub(MAX_BLANKS + 1);
        self.tail.drain(..gone);
        Ok(Next::After(tail))
    }

    /// Records the start of the first record.
    fn begin(&mut self, place: u64, at: usize) {
        if !self.begun {
            self.begun = true;
            self.done.begin = place;
            self.lines.anchor = at;
        }
    }

    /// Records the end of the input at `place`.
    fn finish(&mut self, place: u64) {
        self.begin(place.max(self.shard.from), self.lines.anchor);
        self.done.end = place.max(self.done.begin);
    }

    /// Records the end of the input at the end of the last slice.
    fn ended(&mut self) {
        let place = self.done.end.max(self.shard.base.max(0) as u64);
        self.finish(place);
    }

    /// Passes the next game to the work; returns false at the end of the slice.
    fn game(&mut self, slice: &Slice, plain: bool, reader: &mut SliceReader<'_>) -> io::Result<bool> {
        let start = reader.start();
        let offset = self.place(slice, start).max(0) as u64;
        let Self { work, games, before, count, done, lines, .. } = self;
        let place = |_: &Game<'_>| {
            lines.count(done, slice, start);
            done.games += 1;
            count.fetch_add(1, Ordering::Relaxed);
            TaskPlace { number: done.games, in_task: *before + done.games, lines: done.lines, offset }
        };
        let judge = |game: &Game<'_>, place: &TaskPlace| work.game(*place, game);
        let Some((place, taken)) = games.read_next(reader, (0, plain), place, judge) else { return Ok(false) };
        match taken {
            Taken::Made(written) => written?,
            Taken::PassedOver => {}
            Taken::Panicked => {
                done.panics += 1;
                work.panicked(place, slice)?;
            }
        }
        Ok(true)
    }
}

/// The line ends of a slice, and the offset up to which lines are counted.
#[derive(Default)]
struct LinesOfSlice {
    form: LineForm,
    anchor: usize,
}

impl LinesOfSlice {
    fn count(&mut self, done: &mut ShardExtent, slice: &Slice, to: usize) {
        let ends = self.form.ends_of(&slice.bytes[self.anchor..to]);
        let [lf, crlf, cr] = &mut done.line_ends;
        *lf |= ends.feeds > ends.pairs;
        *crlf |= ends.pairs > 0;
        *cr |= ends.returns > ends.pairs;
        done.lines += ends.lines() + slice.lines_left_out(self.anchor, to);
        self.anchor = to;
    }
}
