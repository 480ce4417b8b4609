//! Slices through workers, results in input order: the same bytes out for any number of threads.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::open::{Failure, open};
use super::slice::{Slice, Slicer};
use super::walk::Met;
use crate::record::Format;

/// Longest slice that is joined from unfinished ends, in bytes.
const MAX_JOINED: usize = 40 << 20;

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

/// Takes the results, in input order.
pub trait Sink<O> {
    /// A file begins.
    fn begin(&mut self, met: Met, progress: Progress);
    /// A slice of it was judged.
    fn slice(&mut self, slice: &Slice, out: O);
    /// The file ended, with the error that cut it short, and whether it changed while it was read.
    fn end(&mut self, error: Option<io::Error>, changed: bool);
    /// A file could not be opened.
    fn failed(&mut self, failure: Failure, named: bool);
    /// Whether the rest should be left (the output is gone).
    fn stopped(&self) -> bool;
}

enum Part<O> {
    Begin(Met, Progress),
    Slice(Slice, O, Option<usize>),
    End(Option<io::Error>, bool),
    Failed(Failure, bool),
}

/// Reads all files and judges them with `jobs` threads, in slices of about `chunk` bytes. Their
/// format is found by content, unless it is given.
pub fn run<W, S>(
    files: impl Iterator<Item = Result<Met, Failure>> + Send,
    jobs: usize,
    (chunk, format): (usize, Option<Format>),
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
        read_files(files, chunk, format, |event| {
            match event {
                Event::Slice(slice) => {
                    let (out, tail) = worker.work(&slice);
                    spare = merger.take(Part::Slice(slice, out, tail)).unwrap_or_default();
                }
                Event::Begin(met, progress) => drop(merger.take(Part::Begin(met, progress))),
                Event::End(error, changed) => drop(merger.take(Part::End(error, changed))),
                Event::Failed(failure, named) => drop(merger.take(Part::Failed(failure, named))),
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
        scope.spawn(move || feed(files, (chunk, format), &job_in, &done_in, &pool_out));
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
    files: impl Iterator<Item = Result<Met, Failure>>,
    (chunk, format): (usize, Option<Format>),
    jobs: &SyncSender<(u64, Slice)>,
    done: &SyncSender<(u64, Part<O>)>,
    pool: &Receiver<Slice>,
) {
    let mut number = 0;
    read_files(files, chunk, format, |event| {
        let sent = match event {
            Event::Slice(slice) => jobs.send((number, slice)).is_ok(),
            Event::Begin(met, progress) => done.send((number, Part::Begin(met, progress))).is_ok(),
            Event::End(error, changed) => done.send((number, Part::End(error, changed))).is_ok(),
            Event::Failed(failure, named) => done.send((number, Part::Failed(failure, named))).is_ok(),
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

/// Joins what was cut in the wrong place, and passes everything on in order.
struct Merger<'a, W, S> {
    worker: W,
    sink: &'a mut S,
    pending: Option<(Slice, usize)>,
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
            Part::Failed(failure, named) => self.sink.failed(failure, named),
            Part::End(error, changed) => {
                if let Some((mut slice, from)) = self.pending.take() {
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
                if let Some((before, from)) = self.pending.take() {
                    slice.prepend(&before, from);
                    slice.cut_short |= slice.bytes.len() > MAX_JOINED;
                    (out, tail) = self.worker.work(&slice);
                }
                self.sink.slice(&slice, out);
                match tail.filter(|_| !slice.last) {
                    Some(from) => self.pending = Some((slice, from)),
                    None => return Some(slice),
                }
            }
        }
        None
    }
}

enum Event {
    Begin(Met, Progress),
    Slice(Slice),
    End(Option<io::Error>, bool),
    Failed(Failure, bool),
}

/// Reads the files one after the other; `emit` takes what is read and gives back a buffer, or nothing to stop.
fn read_files(
    files: impl Iterator<Item = Result<Met, Failure>>,
    chunk: usize,
    format: Option<Format>,
    mut emit: impl FnMut(Event) -> Option<Slice>,
) {
    for met in files {
        let opened = met.map_err(|failure| (failure, true)).and_then(|met| {
            let named = met.named;
            open(&met.path).map(|source| (met, source)).map_err(|failure| (failure, named))
        });
        let (met, source) = match opened {
            Ok(opened) => opened,
            Err((failure, named)) => {
                if emit(Event::Failed(failure, named)).is_none() {
                    return;
                }
                continue;
            }
        };
        let progress = Progress { size: source.size, consumed: Arc::clone(&source.consumed) };
        let Some(mut spare) = emit(Event::Begin(met, progress)) else { return };
        let mut source = source;
        let reader = std::mem::replace(&mut source.reader, Box::new(io::empty()));
        let mut slicer = Slicer::new(reader, chunk, format);
        let error = loop {
            match slicer.next(spare) {
                Ok(Some(slice)) => match emit(Event::Slice(slice)) {
                    Some(buffer) => spare = buffer,
                    None => return,
                },
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        if emit(Event::End(error, source.changed())).is_none() {
            return;
        }
    }
}
