//! Reads a shard: the games whose first byte is in it, each as in the whole file.
//!
//! Records follow each other without gaps. A reader that starts at any record therefore finds the same records from
//! there on as one that starts at the beginning of the file.

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

/// Minimum bytes of a slice, for the smallest shards.
const SMALL: u64 = 4 << 10;

/// The end of a shard's games, in bytes from its start.
#[derive(Debug)]
pub(super) enum ShardEnd {
    Never,
    Byte(u64),
    /// The end is known once a byte after it is read.
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

/// The shard to read. Places are in bytes from the start of the shard.
#[derive(Debug)]
pub(super) struct Shard {
    /// The start of the reader, which may be before the shard.
    pub(super) base: i64,
    /// Records that begin before this byte belong to the previous shard.
    pub(super) from: u64,
    pub(super) until: ShardEnd,
    /// The format; `None` to detect it.
    pub(super) format: Option<Format>,
    /// Whether it begins with the file; then it owns the bytes before its first record.
    pub(super) first: bool,
    /// Bytes of the shard, if known.
    pub(super) size: Option<u64>,
    /// The encoding of text without a declared one, if the file is not UTF-8.
    pub(super) undeclared: Undeclared,
    /// Bytes at the start of the reader that only provide the context of the first record.
    pub(super) shown: usize,
}

impl Shard {
    /// Bytes of a slice; small shards have small slices.
    fn chunk(&self) -> usize {
        self.size.map_or(CHUNK, |size| CHUNK.min(size.saturating_add(1).max(SMALL) as usize))
    }
}

/// The result of reading a shard.
#[derive(Debug, Default)]
pub(super) struct ShardExtent {
    /// Start of the first record at or after the start of the shard.
    pub(super) begin: u64,
    /// Start of the first record at or after the end of the shard.
    pub(super) end: u64,
    /// The bytes before `end`; see [`context`].
    pub(super) before: String,
    /// Whether `begin` was taken for the start of a tag section without seeing the bytes before it.
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

/// Reads a shard and passes its games to the work; `before` is the number of games of the task so far.
///
/// # Errors
/// Errors of writing in the work. Errors of the reader are in the result.
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
                // If the file broke off, the pending bytes are complete.
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

/// At most one thread has the buffers of a long game.
static LONG_TURN: Mutex<()> = Mutex::new(());

enum Next {
    Stop,
    /// The bytes from here on are read again together with the next slice.
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
    /// Bytes of the slice that are context only.
    shown: usize,
    /// The last bytes before the slice.
    tail: Vec<u8>,
}

/// Maximum blank bytes before a record that decide whether a tag section begins it, as in `notation::pgn`.
const BLANKS: usize = 64;

/// The blank bytes at the end, preceded by an `x` for any other byte. The start of a section depends on nothing else.
fn context(tail: &[u8], bytes: &[u8]) -> String {
    let all = || bytes.iter().rev().chain(tail.iter().rev());
    let blanks: String =
        all().take(BLANKS).take_while(|byte| byte.is_ascii_whitespace()).copied().map(char::from).collect();
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
                // Blank bytes before a cut belong to no record.
                break start;
            }
            let place = self.place(slice, start);
            let owned = place >= 0 && place as u64 >= self.shard.from;
            if owned {
                if !self.begun {
                    self.done.assumed = slice.offset == 0 && start == 0 && bytes[start] == b'[';
                }
                self.begin(place as u64, start);
                // Checked after the byte was read, when the boundary before it is known.
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
        let seen = &bytes[tail.saturating_sub(BLANKS + 1)..tail];
        self.tail.extend_from_slice(seen);
        let gone = self.tail.len().saturating_sub(BLANKS + 1);
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

    /// Records the end of the input.
    fn finish(&mut self, place: u64) {
        self.begin(place.max(self.shard.from), self.lines.anchor);
        self.done.end = place.max(self.done.begin);
    }

    /// Records the end of the input, which is the end of the last slice.
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

/// The lines of a slice: their ends, and the place up to which they are counted.
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
