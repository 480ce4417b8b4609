//! Slices through workers, results in input order: the same bytes out for any number of threads.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::claim::Claim;
use super::joiner::Joiner;
use super::memory::{Memory, Share};
use super::open::{Failure, Source};
use super::opened::Opened;
use super::slice::{CHUNK, Slice, Slicer};
use super::undeclared::Undeclared;
use super::walk::WalkEntry;
use crate::record::Format;

/// Bytes of a slice from which on one thread at most judges such a one, as only that of a long game is so large; and
/// largest buffer that is used again.
pub const LONG_SLICE: usize = 512 << 10;

/// Whether a file with a name that says so much, and that begins so, is a record; the last says that this is all of it.
pub type IsRecord = fn(Claim, Vec<u8>, bool) -> bool;

/// How files are read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Bytes of a slice, about.
    pub chunk: usize,
    /// The format, if it is given; else it is found by content.
    pub format: Option<Format>,
    /// Whether a file that was met in a folder is a record; without it every file is taken for one.
    pub is_record: Option<IsRecord>,
}

impl Default for Reading {
    fn default() -> Self {
        Self { chunk: CHUNK, format: None, is_record: None }
    }
}

impl Reading {
    /// Whether a file is to be read: all are that were named.
    pub fn wants(&self, claim: Claim, named: bool, source: &mut Source) -> bool {
        let Some(is_record) = self.is_record.filter(|_| !named) else { return true };
        let (head, whole) = source.head(claim.head());
        // What cannot be read to its end is to be told, unless nobody takes it for a record.
        let broken = !whole && head.len() < claim.head();
        broken && claim != Claim::Other || is_record(claim, head, whole)
    }
}

/// Judges slices; each thread has one.
pub trait Worker {
    /// What it makes of a slice.
    type Out: Send;
    /// Judges a slice; `share` is told what is kept of it, and says when that is enough.
    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Self::Out, Rest);
}

/// What is left of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// The last game, which begins here and may go on after the slice: it is judged again, together with the next one.
    LastGame(usize),
    /// All games from here on, as enough was made of those before.
    Games(usize),
}

impl Rest {
    /// Where it begins.
    pub const fn start(self) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::LastGame(at) | Self::Games(at) => Some(at),
        }
    }
}

/// How far the reading of a file is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Size of the file, if known.
    pub size: Option<u64>,
    /// Bytes of it that were read.
    pub consumed: Arc<AtomicU64>,
}

/// Takes the results, in input order. A file that was met in a folder and is no record begins and ends without a slice.
pub trait Sink<O> {
    /// A file begins.
    fn begin(&mut self, met: WalkEntry, progress: Progress);
    /// A slice of it was judged.
    fn slice(&mut self, slice: &Slice, out: O);
    /// The file ended, with the error that cut it short, and whether it changed while it was read.
    fn end(&mut self, error: Option<io::Error>, changed: bool);
    /// A file could not be opened.
    fn failed(&mut self, failure: Failure);
    /// Whether the rest should be left (the output is gone).
    fn stopped(&self) -> bool;
}

enum Part<O> {
    Begin(WalkEntry, Progress),
    /// With what a worker made of it; nothing where that is left to whoever merges.
    Slice(Slice, Option<(O, Rest)>),
    End(Option<io::Error>, bool),
    Failed(Failure),
}

/// Reads all files and judges them with `jobs` threads.
pub fn run<W, S>(
    files: impl Iterator<Item = Result<WalkEntry, Failure>> + Send,
    jobs: usize,
    reading: Reading,
    make: impl Fn() -> W,
    sink: &mut S,
) where
    W: Worker + Send,
    S: Sink<W::Out>,
{
    let mut merger = Merger { worker: make(), sink, joiner: Joiner::default(), pool: None };
    if jobs <= 1 {
        let mut spare = Slice::default();
        read_files(files, reading, |event| {
            match event {
                Event::Slice(slice) => spare = merger.take(Part::Slice(slice, None)).unwrap_or_default(),
                Event::Begin(met, progress) => drop(merger.take(Part::Begin(met, progress))),
                Event::End(error, changed) => drop(merger.take(Part::End(error, changed))),
                Event::Failed(failure) => drop(merger.take(Part::Failed(failure))),
            }
            (!merger.sink.stopped()).then(|| std::mem::take(&mut spare))
        });
        return;
    }
    let memory = Memory::new(jobs);
    thread::scope(|scope| {
        let memory = &memory;
        let (job_in, job_out) = sync_channel::<(u64, Slice)>(jobs);
        let (done_in, done_out) = sync_channel::<Done<W::Out>>(jobs * 2);
        let (pool_in, pool_out) = channel::<Slice>();
        let job_out = Arc::new(Mutex::new(job_out));
        for _ in 0..jobs {
            let (jobs, done, mut worker) = (Arc::clone(&job_out), done_in.clone(), make());
            scope.spawn(move || work(&jobs, &done, &mut worker, memory));
        }
        // The workers alone keep the queue open: when they are gone, the reader stops.
        drop(job_out);
        scope.spawn(move || feed(files, reading, memory, (&job_in, &done_in), &pool_out));
        merger.pool = Some(pool_in);
        merge(&done_out, &mut merger, memory);
    });
}

/// A part that can be merged when its turn comes.
struct Done<O> {
    number: u64,
    part: Part<O>,
    /// Bytes that are held of it.
    held: usize,
}

fn work<W: Worker>(
    jobs: &Mutex<Receiver<(u64, Slice)>>,
    done: &SyncSender<Done<W::Out>>,
    worker: &mut W,
    memory: &Memory,
) {
    loop {
        let next = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok((number, slice)) = next else { return };
        let share = Share::new(memory, number);
        let judged = worker.work(&slice, &share);
        let held = share.judged(slice.bytes.len());
        if done.send(Done { number, part: Part::Slice(slice, Some(judged)), held }).is_err() {
            return;
        }
    }
}

fn feed<O>(
    files: impl Iterator<Item = Result<WalkEntry, Failure>>,
    reading: Reading,
    memory: &Memory,
    (jobs, done): (&SyncSender<(u64, Slice)>, &SyncSender<Done<O>>),
    pool: &Receiver<Slice>,
) {
    let mut number = 0;
    read_files(files, reading, |event| {
        let pass = |part, held| done.send(Done { number, part, held }).is_ok();
        let sent = match event {
            Event::Slice(slice) => {
                let held = memory.admit(slice.bytes.len());
                match slice.bytes.len() {
                    0..=LONG_SLICE => jobs.send((number, slice)).is_ok(),
                    _ => pass(Part::Slice(slice, None), held),
                }
            }
            Event::Begin(met, progress) => pass(Part::Begin(met, progress), 0),
            Event::End(error, changed) => pass(Part::End(error, changed), 0),
            Event::Failed(failure) => pass(Part::Failed(failure), 0),
        };
        number += 1;
        sent.then(|| pool.try_recv().unwrap_or_default())
    });
}

fn merge<W: Worker, S: Sink<W::Out>>(done: &Receiver<Done<W::Out>>, merger: &mut Merger<'_, W, S>, memory: &Memory) {
    // However this ends, the others must not wait for it.
    let _open = Open(memory);
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    while let Ok(Done { number, part, held }) = done.recv() {
        waiting.insert(number, (part, held));
        while let Some((part, held)) = waiting.remove(&next) {
            let spare = merger.take(part);
            memory.pass(next, held);
            next += 1;
            if let (Some(spare), Some(pool)) = (spare, &merger.pool) {
                // The reader may be done already; then nobody wants the buffer.
                drop(pool.send(spare));
            }
        }
        if merger.sink.stopped() {
            return;
        }
    }
}

/// Closes the memory in the end.
struct Open<'a>(&'a Memory);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Joins what was cut in the wrong place, and passes everything on in order.
struct Merger<'a, W, S> {
    worker: W,
    sink: &'a mut S,
    joiner: Joiner,
    pool: Option<Sender<Slice>>,
}

impl<W: Worker, S: Sink<W::Out>> Merger<'_, W, S> {
    /// Passes a part on; gives back a buffer that is free again.
    fn take(&mut self, part: Part<W::Out>) -> Option<Slice> {
        match part {
            Part::Begin(met, progress) => {
                self.joiner = Joiner::default();
                self.sink.begin(met, progress);
            }
            Part::Failed(failure) => self.sink.failed(failure),
            Part::End(error, changed) => {
                // Where the file broke off, what was waiting for more is all there is.
                if let Some(mut slice) = self.joiner.finish() {
                    self.judge(&mut slice, None);
                }
                self.sink.end(error, changed);
            }
            Part::Slice(slice, judged) => {
                let (mut slice, joined) = self.joiner.join(slice)?;
                match self.judge(&mut slice, judged.filter(|_| !joined)).filter(|_| !slice.last) {
                    Some(from) => self.joiner.keep(slice, from),
                    // One of a long game would hold its memory for nothing.
                    None if slice.bytes.capacity() > LONG_SLICE => {}
                    None => return Some(slice),
                }
            }
        }
        None
    }

    /// Passes on what is made of a slice, and of what is left of it; where its last game begins, if that may go on.
    fn judge(&mut self, slice: &mut Slice, judged: Option<(W::Out, Rest)>) -> Option<usize> {
        let mut judged = judged;
        loop {
            let (out, rest) = judged.take().unwrap_or_else(|| self.worker.work(slice, &Share::in_turn()));
            self.sink.slice(slice, out);
            match rest {
                Rest::Games(from) if !self.sink.stopped() => slice.cut_front(from),
                rest => return rest.start(),
            }
        }
    }
}

enum Event {
    Begin(WalkEntry, Progress),
    Slice(Slice),
    End(Option<io::Error>, bool),
    Failed(Failure),
}

/// Reads the files one after the other; `emit` takes what is read and gives back a buffer, or nothing to stop.
fn read_files(
    files: impl Iterator<Item = Result<WalkEntry, Failure>>,
    reading: Reading,
    mut emit: impl FnMut(Event) -> Option<Slice>,
) {
    for met in files {
        let opened = met.and_then(|met| Opened::open(&met.path, met.named, Arc::default()).map(|opened| (met, opened)));
        let more = match opened {
            Ok((met, Opened::File(source))) => read_file(met, source, reading, &mut emit),
            Ok((met, Opened::Archive(mut members))) => members.all(|member| match member {
                Ok((path, source)) => read_file(WalkEntry { path, named: false, ..met }, source, reading, &mut emit),
                Err(failure) => emit(Event::Failed(failure)).is_some(),
            }),
            Err(failure) => emit(Event::Failed(failure)).is_some(),
        };
        if !more {
            return;
        }
    }
}

/// Reads a file; gives whether more is wanted.
fn read_file(
    met: WalkEntry,
    mut source: Source,
    reading: Reading,
    emit: &mut impl FnMut(Event) -> Option<Slice>,
) -> bool {
    let progress = Progress { size: source.size, consumed: Arc::clone(&source.consumed) };
    let wanted = reading.wants(met.claim(), met.named, &mut source);
    let Some(mut spare) = emit(Event::Begin(met, progress)) else { return false };
    let reader = std::mem::replace(&mut source.reader, Box::new(io::empty()));
    let mut slicer = Slicer::new(reader, reading.chunk, reading.format).of(Undeclared::of_source(&source));
    let error = loop {
        if !wanted {
            break None;
        }
        match slicer.next(spare) {
            Ok(Some(slice)) => match emit(Event::Slice(slice)) {
                Some(buffer) => spare = buffer,
                None => return false,
            },
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    emit(Event::End(error, source.changed())).is_some()
}
