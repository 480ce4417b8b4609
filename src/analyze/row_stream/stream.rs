//! Runs workers over files and builds batches, on a separate thread that waits for the consumer.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use super::columns::{ArrowColumns, Before};
use super::worker::{SliceRows, worker};
use super::{RowError, RowTable, TableSpec};
use crate::folders::Folders;
use partie_archive::file_messages::{self, Done, FileMessage};
use partie_archive::{Failure, Opened, Progress, Sink, WalkEntry, run_opened};
use partie_input::Slice;
use partie_record::finding::Severity;
use partie_record::shown::shown_path;
use partie_replay::game_worker::SliceOut;
use partie_table::game_key;
use partie_table::{FindingRow, GameRow, MoveRow};

const BATCH_ROWS: usize = 16_384;
/// Bytes after which a batch is complete, even with fewer rows.
const MAX_BATCH_BYTES: usize = 8 << 20;
/// Maximum batches that wait for the consumer.
const MAX_WAITING_BATCHES: usize = 2;
/// Maximum delay before a request to stop is noticed.
const MAX_STOP_DELAY: Duration = Duration::from_millis(50);

/// An iterator over batches of rows. Dropping it stops the threads.
#[derive(Debug)]
pub struct RowStream {
    schema: SchemaRef,
    batches: Receiver<Result<RecordBatch, RowError>>,
    /// The consumer sets this flag to stop the stream.
    stop: Arc<AtomicBool>,
    ended: bool,
}

impl RowStream {
    /// Starts the threads. `problem` receives messages about unreadable files. Setting `stop` ends the stream.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(
        spec: TableSpec,
        files: impl Iterator<Item = Result<(WalkEntry, Opened), Failure>> + Send + 'static,
        inputs: Vec<PathBuf>,
        problem: impl FnMut(FileMessage) + Send + 'static,
        stop: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let schema = spec.schema();
        let (sender, batches) = sync_channel(MAX_WAITING_BATCHES);
        let mut sink = RowSink {
            columns: none(&spec),
            schema: Arc::clone(&schema),
            sender,
            stop: Arc::clone(&stop),
            gone: false,
            folders: Folders::new(&inputs),
            path: Arc::default(),
            file: (0, 0),
            judged: 0,
            key: game_key(spec.part, 0),
            is_complete: false,
            problem: Box::new(problem),
            spec,
        };
        thread::Builder::new().name("partie-rows".to_owned()).spawn(move || {
            let (threads, reading, spec) = (sink.spec.threads, sink.spec.reading, sink.spec.clone());
            run_opened(files, threads, reading, || worker(&spec), &mut sink);
            sink.end_of_input();
        })?;
        Ok(Self { schema, batches, stop, ended: false })
    }

    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Drop for RowStream {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Yields batches until the input ends, or an error or `stop` ends the stream.
impl Iterator for RowStream {
    type Item = Result<RecordBatch, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.batches.recv_timeout(MAX_STOP_DELAY) {
                Ok(batch) => {
                    self.ended = batch.is_err();
                    return Some(batch);
                }
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    self.ended = true;
                    return Some(Err(RowError::Stopped));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }
}

fn none(spec: &TableSpec) -> ArrowColumns {
    match spec.table {
        RowTable::Games => ArrowColumns::new::<GameRow<'_>>(spec.selection()),
        RowTable::Moves => ArrowColumns::new::<MoveRow<'_>>(spec.selection()),
        RowTable::Findings => ArrowColumns::new::<FindingRow<'_>>(spec.selection()),
    }
}

/// Appends the rows of slices, and sends complete batches.
struct RowSink {
    spec: TableSpec,
    columns: ArrowColumns,
    schema: SchemaRef,
    sender: SyncSender<Result<RecordBatch, RowError>>,
    stop: Arc<AtomicBool>,
    /// True if the consumer is gone, or an error ended the stream.
    gone: bool,
    folders: Folders,
    path: Arc<str>,
    /// Games and lines of the file before the current slice.
    file: (u64, u64),
    /// Judged games of the file.
    judged: u64,
    /// The key of the last game.
    key: i64,
    /// True if the requested shard is complete.
    is_complete: bool,
    problem: Box<dyn FnMut(FileMessage) + Send>,
}

impl RowSink {
    fn send(&mut self, batch: Result<RecordBatch, RowError>) {
        self.gone |= batch.is_err() | self.sender.send(batch).is_err();
    }

    fn flush(&mut self) {
        if self.columns.rows() > 0 && !self.gone {
            let next = self.columns.another();
            let columns = std::mem::replace(&mut self.columns, next);
            let batch = columns.batch(&self.schema).map_err(|error| RowError::Batch(error.to_string()));
            self.send(batch);
        }
    }

    fn wrong(&mut self, said: FileMessage, as_error: fn(FileMessage) -> RowError) {
        if self.spec.stops && said.severity == Severity::Error {
            self.flush();
            if !self.gone {
                self.send(Err(as_error(said)));
            }
        } else if said.severity != Severity::Info {
            (self.problem)(said);
        }
    }

    fn end_of_input(&mut self) {
        if self.gone || self.stop.load(Ordering::Relaxed) {
            return;
        }
        let folders = if self.is_complete { Vec::new() } else { self.folders.without_record() };
        for path in folders {
            self.wrong(file_messages::no_record_below(&path), RowError::NoRecord);
        }
        self.flush();
    }
}

impl Sink<SliceOut<SliceRows>> for RowSink {
    fn begin(&mut self, met: WalkEntry, _: Progress) {
        self.path = shown_path(&met.path).into();
        self.file = (self.spec.shard.games, self.spec.shard.lines);
        self.judged = 0;
        self.folders.begin(&met);
    }

    fn slice(&mut self, slice: &Slice, out: SliceOut<SliceRows>) {
        if self.stopped() {
            return;
        }
        let path = Arc::clone(&self.path);
        let narrow = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let (games, lines) = (narrow(self.file.0), narrow(self.file.1));
        if let Some(columns) = &out.made.columns {
            self.columns.append(columns, &Before { source: &path, games, lines, key: self.key });
        }
        self.file = (self.file.0 + out.games, self.file.1 + out.made.lines);
        self.judged += out.games - out.passed_over;
        self.key += narrow(out.games);
        self.is_complete = self.spec.shard.until.is_some_and(|until| slice.file_offset(slice.bytes.len()) >= until);
        if self.columns.rows() >= self.spec.batch_rows.unwrap_or(BATCH_ROWS) || self.columns.bytes() >= MAX_BATCH_BYTES
        {
            self.flush();
        }
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        if self.stopped() {
            return;
        }
        let path = Arc::clone(&self.path);
        if let Some(error) = error {
            self.folders.broken();
            self.wrong(file_messages::unread(&path, &error, self.judged, Done::Judged), RowError::Unread);
        } else if let Some((severity, said)) = self.folders.end(&path, self.file.0 - self.spec.shard.games) {
            self.wrong(FileMessage { severity, ..said }, RowError::NoRecord);
        }
        if changed {
            (self.problem)(file_messages::changed(&path));
        }
    }

    fn failed(&mut self, failure: Failure) {
        self.folders.known(&failure.path);
        let path = shown_path(&failure.path);
        self.wrong(file_messages::unread(&path, &failure.error, 0, Done::Judged), RowError::Unread);
    }

    fn stopped(&self) -> bool {
        self.gone || self.is_complete || self.stop.load(Ordering::Relaxed)
    }
}
