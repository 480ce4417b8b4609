//! Runs slices through workers, with results in input order: the same output for any number of threads.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::memory::Memory;
use super::open::Failure;
use super::opened::Opened;
use super::reading::{Event, Outlet, Progress, Reading, opened, read_files};
use super::walk::WalkEntry;
use partie_input::{CHUNK, Joiner, Rest, Share, Slice, Worker};

/// Maximum bytes of a slice for the workers, and of a buffer that is reused. Only a long game makes a longer slice; the
/// merging thread judges it.
pub const LONG_SLICE: usize = 512 << 10;

/// Bytes of short files in one batch: fewer than in a slice of a long file, which is a batch by itself.
const BATCH_BYTES: usize = CHUNK / 2;
/// Maximum number of parts in a batch.
const MAX_PARTS: usize = 512;

/// Receives results in input order. For a file without a record, `begin` and `end` are called, but not `slice`.
pub trait Sink<O> {
    fn begin(&mut self, met: WalkEntry, progress: Progress);
    /// A slice of the current file was judged.
    fn slice(&mut self, slice: &Slice, out: O);
    /// The file ended, with the error that cut it short; `changed` if it changed while it was read.
    fn end(&mut self, error: Option<io::Error>, changed: bool);
    /// A file could not be opened.
    fn failed(&mut self, failure: Failure);
    /// True if no more input should be read, for example because the output is closed.
    fn stopped(&self) -> bool;
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
    run_opened(opened(files), jobs, reading, make, sink);
}

/// Reads and judges files or texts that the caller has opened, with `jobs` threads.
pub fn run_opened<W, S>(
    files: impl Iterator<Item = Result<(WalkEntry, Opened), Failure>> + Send,
    jobs: usize,
    reading: Reading,
    make: impl Fn() -> W,
    sink: &mut S,
) where
    W: Worker + Send,
    S: Sink<W::Out>,
{
    let merger = Merger { worker: make(), sink, joiner: Joiner::default() };
    if jobs <= 1 {
        return read_files(files, reading, &mut Alone { merger, spare: Slice::default() });
    }
    let memory = Memory::new(jobs);
    thread::scope(|scope| {
        let memory = &memory;
        let (job_in, job_out) = sync_channel::<Batch<W::Out>>(jobs);
        let (done_in, done_out) = sync_channel::<Batch<W::Out>>(jobs * 2);
        let (pool_in, pool_out) = channel::<Slice>();
        let job_out = Arc::new(Mutex::new(job_out));
        for _ in 0..jobs {
            let (jobs, done, mut worker) = (Arc::clone(&job_out), done_in.clone(), make());
            scope.spawn(move || work(&jobs, &done, &mut worker, memory));
        }
        // With this sender dropped, only the workers keep the queue open: when they end, the reader stops.
        drop(job_out);
        scope.spawn(move || {
            let (parts, bytes, number) = (Vec::new(), 0, 0);
            let mut feeder = Feeder { parts, bytes, number, memory, jobs: job_in, done: done_in, pool: pool_out };
            read_files(files, reading, &mut feeder);
            feeder.send(false);
        });
        merge(&done_out, merger, &pool_in, memory);
    });
}

struct Alone<'a, W, S> {
    merger: Merger<'a, W, S>,
    spare: Slice,
}

impl<W: Worker, S: Sink<W::Out>> Outlet for Alone<'_, W, S> {
    fn pass(&mut self, event: Event) -> bool {
        if let Some(spare) = self.merger.take(event, None) {
            self.spare = spare;
        }
        !self.merger.sink.stopped()
    }

    fn buffer(&mut self) -> Slice {
        std::mem::take(&mut self.spare)
    }
}

/// The unit of work of a thread: a slice of a long file, or many short files.
struct Batch<O> {
    number: u64,
    parts: Vec<Part<O>>,
    /// Bytes held for this batch.
    held: usize,
}

/// An event with a worker's result; `None` if it has no slice, or the merging thread must judge the slice.
type Part<O> = (Event, Option<(O, Rest)>);

fn work<W: Worker>(
    jobs: &Mutex<Receiver<Batch<W::Out>>>,
    done: &SyncSender<Batch<W::Out>>,
    worker: &mut W,
    memory: &Memory,
) {
    loop {
        let next = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok(mut batch) = next else { return };
        batch.held = 0;
        for (event, judged) in &mut batch.parts {
            if let Event::Slice(slice) = event {
                let share = Share::new(memory, batch.number);
                *judged = Some(worker.work(slice, &share));
                batch.held += memory.judged(slice.bytes.len(), share.made());
            }
        }
        if done.send(batch).is_err() {
            return;
        }
    }
}

/// An outlet that sends events to the workers in batches.
struct Feeder<'a, O> {
    /// Events that wait for a full batch.
    parts: Vec<Part<O>>,
    bytes: usize,
    number: u64,
    memory: &'a Memory,
    jobs: SyncSender<Batch<O>>,
    done: SyncSender<Batch<O>>,
    pool: Receiver<Slice>,
}

impl<O> Feeder<'_, O> {
    /// Sends the waiting events to the workers; if `long`, directly to the merging thread. True if more are wanted.
    fn send(&mut self, long: bool) -> bool {
        if self.parts.is_empty() {
            return true;
        }
        let held = self.memory.admit(std::mem::take(&mut self.bytes));
        let batch = Batch { number: self.number, parts: std::mem::take(&mut self.parts), held };
        self.number += 1;
        if long { self.done.send(batch).is_ok() } else { self.jobs.send(batch).is_ok() }
    }
}

impl<O> Outlet for Feeder<'_, O> {
    fn pass(&mut self, event: Event) -> bool {
        let bytes = event.bytes();
        let long = bytes > LONG_SLICE;
        if long && !self.send(false) {
            return false;
        }
        self.bytes += bytes;
        self.parts.push((event, None));
        let enough = long || self.bytes >= BATCH_BYTES || self.parts.len() >= MAX_PARTS;
        !enough || self.send(long)
    }

    fn buffer(&mut self) -> Slice {
        self.pool.try_recv().unwrap_or_default()
    }
}

fn merge<W: Worker, S: Sink<W::Out>>(
    done: &Receiver<Batch<W::Out>>,
    mut merger: Merger<'_, W, S>,
    pool: &Sender<Slice>,
    memory: &Memory,
) {
    // Closes the memory on return, so that no thread waits for it forever.
    let _open = Open(memory);
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    while let Ok(Batch { number, parts, held }) = done.recv() {
        waiting.insert(number, (parts, held));
        while let Some((parts, held)) = waiting.remove(&next) {
            for (event, judged) in parts {
                if let Some(spare) = merger.take(event, judged) {
                    // If the reader has ended, nobody needs the buffer.
                    drop(pool.send(spare));
                }
                // The sink needs no more games, so errors in events that were read ahead must not be reported.
                if merger.sink.stopped() {
                    return;
                }
            }
            memory.pass(next, held);
            next += 1;
        }
    }
}

/// A guard that closes the memory when it is dropped.
struct Open<'a>(&'a Memory);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Joins games that two slices share, and passes all events to the sink in order.
struct Merger<'a, W, S> {
    worker: W,
    sink: &'a mut S,
    joiner: Joiner,
}

impl<W: Worker, S: Sink<W::Out>> Merger<'_, W, S> {
    /// Passes an event to the sink; returns a buffer that can be reused.
    fn take(&mut self, event: Event, judged: Option<(W::Out, Rest)>) -> Option<Slice> {
        match event {
            Event::Begin(met, progress) => {
                self.joiner = Joiner::default();
                self.sink.begin(met, progress);
            }
            Event::Failed(failure) => self.sink.failed(failure),
            Event::End(error, changed) => {
                // After a read error, the rest of the last game will never be read.
                if let Some(mut slice) = self.joiner.finish() {
                    self.judge(&mut slice, None);
                }
                self.sink.end(error, changed);
            }
            Event::Slice(slice) => {
                let (mut slice, joined) = self.joiner.join(slice)?;
                match self.judge(&mut slice, judged.filter(|_| !joined)).filter(|_| !slice.last) {
                    Some(from) => self.joiner.keep(slice, from),
                    // The buffer of a long game would waste memory; the buffer of a short file is too small.
                    None if (CHUNK..=LONG_SLICE).contains(&slice.bytes.capacity()) => return Some(slice),
                    None => {}
                }
            }
        }
        None
    }

    /// Passes the results of a slice to the sink, and judges the part that the worker left. Returns the start of the
    /// slice's last game, if that game may continue in the next slice.
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
