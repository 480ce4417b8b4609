//! Slices through workers, results in input order: the same bytes out for any number of threads.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::claim::Claim;
use super::open::{Failure, Source};
use super::opened::Opened;
use super::slice::{CHUNK, Slice, Slicer};
use super::undeclared::Undeclared;
use super::walk::WalkEntry;
use crate::record::Format;

/// Longest slice that is joined from unfinished ends, in bytes.
const MAX_JOINED: usize = 40 << 20;

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
    /// Judges a slice. The second value is where its last game begins, if that game may go on
    /// after the slice: it is judged again, together with the next one.
    fn work(&mut self, slice: &Slice) -> (Self::Out, Option<usize>);
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
    Slice(Slice, O, Option<usize>),
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
    let mut merger = Merger { worker: make(), sink, pending: None, pool: None };
    if jobs <= 1 {
        let mut worker = make();
        let mut spare = Slice::default();
        read_files(files, reading, |event| {
            match event {
                Event::Slice(slice) => {
                    let (out, tail) = worker.work(&slice);
                    spare = merger.take(Part::Slice(slice, out, tail)).unwrap_or_default();
                }
                Event::Begin(met, progress) => drop(merger.take(Part::Begin(met, progress))),
                Event::End(error, changed) => drop(merger.take(Part::End(error, changed))),
                Event::Failed(failure) => drop(merger.take(Part::Failed(failure))),
            }
            (!merger.sink.stopped()).then(|| std::mem::take(&mut spare))
        });
        return;
    }
    thread::scope(|scope| {
        let (job_in, job_out) = sync_channel::<(u64, Slice)>(jobs);
        let (done_in, done_out) = sync_channel::<(u64, Part<W::Out>)>(jobs * 2);
        let (pool_in, pool_out) = channel::<Slice>();
        let job_out = Arc::new(Mutex::new(job_out));
        for _ in 0..jobs {
            let (jobs, done, mut worker) = (Arc::clone(&job_out), done_in.clone(), make());
            scope.spawn(move || work(&jobs, &done, &mut worker));
        }
        // The workers alone keep the queue open: when they are gone, the reader stops.
        drop(job_out);
        scope.spawn(move || feed(files, reading, &job_in, &done_in, &pool_out));
        merger.pool = Some(pool_in);
        merge(&done_out, &mut merger);
    });
}

fn work<W: Worker>(jobs: &Mutex<Receiver<(u64, Slice)>>, done: &SyncSender<(u64, Part<W::Out>)>, worker: &mut W) {
    loop {
        let next = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok((number, slice)) = next else { return };
        let (out, tail) = worker.work(&slice);
        if done.send((number, Part::Slice(slice, out, tail))).is_err() {
            return;
        }
    }
}

fn feed<O>(
    files: impl Iterator<Item = Result<WalkEntry, Failure>>,
    reading: Reading,
    jobs: &SyncSender<(u64, Slice)>,
    done: &SyncSender<(u64, Part<O>)>,
    pool: &Receiver<Slice>,
) {
    let mut number = 0;
    read_files(files, reading, |event| {
        let sent = match event {
            Event::Slice(slice) => jobs.send((number, slice)).is_ok(),
            Event::Begin(met, progress) => done.send((number, Part::Begin(met, progress))).is_ok(),
            Event::End(error, changed) => done.send((number, Part::End(error, changed))).is_ok(),
            Event::Failed(failure) => done.send((number, Part::Failed(failure))).is_ok(),
        };
        number += 1;
        sent.then(|| pool.try_recv().unwrap_or_default())
    });
}

fn merge<W: Worker, S: Sink<W::Out>>(done: &Receiver<(u64, Part<W::Out>)>, merger: &mut Merger<'_, W, S>) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    while let Ok((number, part)) = done.recv() {
        waiting.insert(number, part);
        while let Some(part) = waiting.remove(&next) {
            next += 1;
            if let (Some(spare), Some(pool)) = (merger.take(part), &merger.pool) {
                // The reader may be done already; then nobody wants the buffer.
                drop(pool.send(spare));
            }
        }
        if merger.sink.stopped() {
            return;
        }
    }
}

/// A slice whose end waits for the next one.
struct Pending {
    slice: Slice,
    /// Where its last game begins.
    from: usize,
    /// Bytes from there on that were read in vain.
    read: usize,
}

/// Joins what was cut in the wrong place, and passes everything on in order.
struct Merger<'a, W, S> {
    worker: W,
    sink: &'a mut S,
    pending: Option<Pending>,
    pool: Option<Sender<Slice>>,
}

impl<W: Worker, S: Sink<W::Out>> Merger<'_, W, S> {
    /// Passes a part on; gives back a buffer that is free again.
    fn take(&mut self, part: Part<W::Out>) -> Option<Slice> {
        match part {
            Part::Begin(met, progress) => {
                self.pending = None;
                self.sink.begin(met, progress);
            }
            Part::Failed(failure) => self.sink.failed(failure),
            Part::End(error, changed) => {
                if let Some(Pending { mut slice, from, .. }) = self.pending.take() {
                    // The file broke off: what was waiting for more is all there is.
                    let tail = std::mem::take(&mut slice);
                    slice.prepend(&tail, from);
                    slice.last = true;
                    let (out, _) = self.worker.work(&slice);
                    self.sink.slice(&slice, out);
                }
                self.sink.end(error, changed);
            }
            Part::Slice(mut slice, mut out, mut tail) => {
                if let Some(Pending { slice: before, from, read }) = self.pending.take() {
                    slice.prepend(&before, from);
                    slice.cut_short |= slice.bytes.len() > MAX_JOINED;
                    // Text without a record goes on through many slices: it is read again once it has doubled.
                    if !slice.last && !slice.cut_short && slice.bytes.len() < 2 * read {
                        self.pending = Some(Pending { slice, from: 0, read });
                        return None;
                    }
                    (out, tail) = self.worker.work(&slice);
                }
                self.sink.slice(&slice, out);
                match tail.filter(|_| !slice.last) {
                    Some(from) => {
                        let read = slice.bytes.len() - from;
                        self.pending = Some(Pending { slice, from, read });
                    }
                    None => return Some(slice),
                }
            }
        }
        None
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
