//! Reading a shard: the games whose first byte lies in it, each as the whole file would have it.
//!
//! Records follow each other without a gap, so that a reader who begins where a record begins
//! meets the same records from there on as one who began at the file's beginning.

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

/// Bytes of a slice of the smallest shards.
const SMALL: u64 = 4 << 10;

/// Where the games of a shard cease, in bytes from its beginning.
#[derive(Debug)]
pub(super) enum ShardEnd {
    Never,
    Byte(u64),
    /// Before the byte that will be known when a byte after it is read.
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

/// What to read. Places are in bytes from the beginning of the shard.
#[derive(Debug)]
pub(super) struct Shard {
    /// Where the reader begins, which may be before the shard.
    pub(super) base: i64,
    /// Records that begin before this byte belong to the shard before.
    pub(super) from: u64,
    pub(super) until: ShardEnd,
    /// The format, unless it is to be found.
    pub(super) format: Option<Format>,
    /// Whether it begins with the file: then what stands before its first record belongs to it.
    pub(super) first: bool,
    /// Bytes of it, if they are known.
    pub(super) size: Option<u64>,
    /// The encoding of the file, where it is not UTF-8.
    pub(super) undeclared: Undeclared,
    /// Bytes at the reader's beginning that only show what stands before the first record.
    pub(super) shown: usize,
}

impl Shard {
    /// Bytes of a slice: small shards are read in small slices.
    fn chunk(&self) -> usize {
        self.size.map_or(CHUNK, |size| CHUNK.min(size.saturating_add(1).max(SMALL) as usize))
    }
}

/// What a shard turned out to be.
#[derive(Debug, Default)]
pub(super) struct ShardExtent {
    /// Where the first record from the shard's beginning on begins.
    pub(super) begin: u64,
    /// Where the first record from the shard's end on begins.
    pub(super) end: u64,
    /// What stands before the byte at `end`: see [`context`].
    pub(super) before: String,
    /// Whether `begin` was taken for the beginning of a tag section though nothing before it was seen.
    pub(super) assumed: bool,
    pub(super) games: u64,
    /// Line ends from `begin` to `end`.
    pub(super) lines: u64,
    pub(super) line_ends: [bool; 3],
    pub(super) panics: u64,
    pub(super) format: Format,
    /// What cut the reading short.
    pub(super) error: Option<io::Error>,
}

/// Reads a shard and gives its games to the work; `before` counts the games of the task so far.
///
/// # Errors
/// What the work says when it writes; what the reader says stands in the result.
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
                // Where the file broke off, what was waiting for more is all there is.
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

/// One thread at most has the buffers that a long game needs.
static LONG_TURN: Mutex<()> = Mutex::new(());

enum Next {
    Stop,
    /// What begins here is to be read together with the next slice.
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
    /// Bytes of the slice that are not read.
    shown: usize,
    /// The last bytes before the slice.
    tail: Vec<u8>,
}

/// Blank bytes before a record that decide whether a tag section begins it, as in `notation::pgn`.
const BLANKS: usize = 64;

/// The blank bytes at the end of some bytes, and an `x` for any other one before them: whether a tag
/// begins a section depends on nothing else.
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
                // Asked after the byte was read, when the boundary before it is known.
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

    /// Notes where the first record begins.
    fn begin(&mut self, place: u64, at: usize) {
        if !self.begun {
            self.begun = true;
            self.done.begin = place;
            self.lines.anchor = at;
        }
    }

    /// The input ended at a place.
    fn finish(&mut self, place: u64) {
        self.begin(place.max(self.shard.from), self.lines.anchor);
        self.done.end = place.max(self.done.begin);
    }

    /// The input ended where the last slice did.
    fn ended(&mut self) {
        let place = self.done.end.max(self.shard.base.max(0) as u64);
        self.finish(place);
    }

    /// Gives the next game to the work; false at the end of the slice.
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

/// The lines of a slice: how they end, and up to where they are counted.
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
