//! Runs a command over its inputs, and reports progress, problems of files, internal errors, the summary and the exit
//! status. Not for processing the games.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::Exit;
use super::common_args::RunArgs;
use super::progress::Bar;
use super::standard::report_error;
use partie_analyze::folders::Folders;
use partie_archive::disk::Place;
use partie_archive::file_messages::{self, Done, FileMessage};
use partie_archive::passes::Pass;
use partie_archive::{Failure, Input, PassedOver, Progress, Reading, Sink, WalkEntry, Walking};
use partie_input::{Slice, Stored, Worker};
use partie_record::finding::Severity;
use partie_record::shown::shown_path;
use partie_replay::game_worker::SliceOut;
use partie_replay::{Source, is_record};
use partie_table::totals::Totals;

/// The inputs for which a missing record is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expects {
    /// Every file, folder or archive.
    Records,
    /// Files that the user named.
    InNamed,
    /// No input, because the command needs only one game or text. Read errors do not mention how many games were read.
    Nothing,
}

/// The inputs of a run, and options for reading them.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    pub(super) inputs: Vec<PathBuf>,
    pub(super) reading: Reading,
    pub(super) threads: usize,
    /// Options for walking folders.
    pub(super) walking: Walking,
    pub(super) quiet: bool,
    /// True if a progress bar is shown; `pass` is the pass that it shows.
    pub(super) bar: bool,
    pub(super) pass: Option<Pass>,
    /// What the command does with games, for messages.
    pub(super) done: Done,
    pub(super) expects: Expects,
}

impl Sources {
    /// Makes sources from the files and folders in the arguments.
    pub(super) fn new(inputs: &[PathBuf], source: &Source, args: &RunArgs) -> Self {
        Self {
            inputs: inputs.to_vec(),
            reading: reading(source, args.reading.chunk()),
            threads: args.threads.count(),
            walking: args.reading.walking(),
            quiet: args.reading.quiet,
            bar: !args.reading.quiet,
            pass: None,
            done: Done::Read,
            expects: Expects::Records,
        }
    }

    /// Sets what the command does with games, for messages.
    pub(super) fn done(self, done: Done) -> Self {
        Self { done, ..self }
    }

    /// Excludes the output folder from walks.
    pub(super) fn beside(mut self, place: &Place) -> Self {
        self.walking.output = place.folder();
        self
    }

    /// Refuses standard input for a flag that reads all inputs twice.
    pub(super) fn may_be_read_twice(&self, flag: &str) -> Result<(), Exit> {
        if self.inputs.iter().any(|path| path.as_os_str() == "-") {
            let message = format!("error: standard input cannot be read twice, as {flag} does; name a file");
            return Err(report_error(&message, Exit::Operation));
        }
        Ok(())
    }

    pub(super) fn files(&self) -> impl Iterator<Item = Result<WalkEntry, Failure>> + Send + use<> {
        partie_archive::walk(self.inputs.iter().map(|path| Input { path: path.clone() }).collect(), &self.walking)
    }

    /// Processes all files, ends the progress bar, and reports messages about the inputs.
    pub(super) fn run<W, O, H>(&self, make: impl Fn() -> W, handler: &mut H) -> Run
    where
        W: Worker<Out = SliceOut<O>> + Send,
        O: Send,
        H: Handler<O>,
    {
        let mut run = self.over(self.files(), make, handler);
        run.end(handler);
        run
    }

    pub(super) fn over<W, O, H>(
        &self,
        files: impl Iterator<Item = Result<WalkEntry, Failure>> + Send,
        make: impl Fn() -> W,
        handler: &mut H,
    ) -> Run
    where
        W: Worker<Out = SliceOut<O>> + Send,
        O: Send,
        H: Handler<O>,
    {
        let mut run = self.begin();
        self.go_on(&mut run, files, make, handler);
        run
    }

    /// Begins a run without reading a file.
    pub(super) fn begin(&self) -> Run {
        Run::new(self)
    }

    /// Processes more files in the same run.
    pub(super) fn go_on<W, O, H>(
        &self,
        run: &mut Run,
        files: impl Iterator<Item = Result<WalkEntry, Failure>> + Send,
        make: impl Fn() -> W,
        handler: &mut H,
    ) where
        W: Worker<Out = SliceOut<O>> + Send,
        O: Send,
        H: Handler<O>,
    {
        partie_archive::run(files, self.threads, self.reading, make, &mut Runner { run, handler });
    }
}

/// Reports files and links that a walk skipped, even in a quiet run: they may contain broken games.
pub(super) fn report_passed_over(passed_over: &PassedOver) {
    for message in passed_over.messages() {
        report_error(&message.to_string(), Exit::Clean);
    }
}

/// Options for reading files in slices of about `chunk` bytes.
pub(super) fn reading(source: &Source, chunk: usize) -> Reading {
    Reading { chunk, format: source.format, is_record: (!source.is_named()).then_some(is_record) }
}

/// A message about a file or folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfFile<'a> {
    pub(super) path: &'a str,
    /// True for a folder or archive without a record.
    pub(super) is_folder: bool,
    /// The severity in this run.
    pub(super) severity: Severity,
    pub(super) said: &'a FileMessage,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// True if the file was read to its end.
    pub(super) whole: bool,
    /// True if the file changed while it was read.
    pub(super) changed: bool,
}

/// Receives the results for slices, in input order.
pub(super) trait Handler<O> {
    fn begin(&mut self, _: &mut Run, _: &WalkEntry, _: Stored) {}
    /// Receives the result for a slice of the current file.
    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<O>);
    /// The file was read as far as possible; messages about the file follow.
    fn was_read(&mut self, _: &mut Run) {}
    /// The file cannot be read to its end, or contains no record.
    fn of_file(&mut self, run: &mut Run, of: &OfFile<'_>) {
        run.tell(of);
    }
    /// The file changed while it was read.
    fn changed(&mut self, run: &mut Run) {
        run.say(&file_messages::changed(&run.path).to_string());
    }
    /// The file ended, after the messages about it.
    fn end(&mut self, _: &mut Run, _: Ended) {}
    /// Number of findings so far, for the progress bar.
    fn findings(&self) -> u64 {
        0
    }
    /// Flushes the output, so that a message appears after it.
    fn flush(&mut self) {}
    /// True if no more input should be read.
    fn stopped(&self) -> bool {
        false
    }
}

/// The state of a run.
pub(super) struct Run {
    pub(super) bar: Bar,
    pub(super) quiet: bool,
    done: Done,
    expects: Expects,
    pub(super) folders: Folders,
    left_out: PassedOver,
    start: Instant,
    /// The index of the current file, from 0; `path` is its path in visible form.
    pub(super) file: usize,
    pub(super) path: Arc<str>,
    named: bool,
    /// Games of the current file before the current slice; `passed_over` is the number of those that were not selected.
    pub(super) file_games: u64,
    passed_over: u64,
    /// Games of all files before the current slice.
    pub(super) games: u64,
    all_passed_over: u64,
    /// True if something could not be read or written; `panicked` is true after an internal error.
    pub(super) failed: bool,
    pub(super) panicked: bool,
}

impl Run {
    fn new(sources: &Sources) -> Self {
        let is_wanted = sources.expects == Expects::Records;
        Self {
            bar: Bar::of(!sources.bar, sources.pass),
            quiet: sources.quiet,
            done: sources.done,
            expects: sources.expects,
            folders: if is_wanted { Folders::new(&sources.inputs) } else { Folders::default() },
            left_out: sources.walking.passed_over.clone(),
            start: Instant::now(),
            // The first file wraps this index to 0.
            file: usize::MAX,
            path: Arc::default(),
            named: false,
            file_games: 0,
            passed_over: 0,
            games: 0,
            all_passed_over: 0,
            failed: false,
            panicked: false,
        }
    }

    /// Number of selected games of the current file.
    pub(super) const fn judged(&self) -> u64 {
        self.file_games - self.passed_over
    }

    /// Prints a line on standard error.
    pub(super) fn say(&self, line: &str) {
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    /// Prints the reason why the run fails, and marks the run as failed.
    pub(super) fn fail(&mut self, line: &str) {
        self.failed = true;
        self.say(line);
    }

    /// Prints errors and warnings about a file, even in a quiet run.
    pub(super) fn tell(&self, of: &OfFile<'_>) {
        if of.severity >= Severity::Warning {
            self.say(&of.said.to_string());
        }
    }

    /// Prints a note on silenced findings, even in a quiet run: no pull request may disable its own check unnoticed.
    pub(super) fn say_silenced(&self, totals: &Totals) {
        if let Some(silenced) = totals.silenced() {
            self.say(&format!("note: {silenced}"));
        }
    }

    /// Prints the summary line, unless the run is quiet, or failed with no `games`.
    pub(super) fn summary(&self, games: u64, line: impl FnOnce(f64) -> String) {
        if !self.quiet && (games > 0 || !self.failed) {
            report_error(&line(self.start.elapsed().as_secs_f64()), Exit::Clean);
        }
    }

    pub(super) const fn is_whole(&self) -> bool {
        !self.failed && !self.panicked
    }

    /// The exit status of the run: `good`, unless something failed.
    pub(super) fn exit(&self, good: Exit) -> Exit {
        match () {
            () if self.panicked => Exit::Internal,
            () if self.failed => Exit::Operation,
            () => good,
        }
    }

    /// Ends the run after its files.
    pub(super) fn end<O>(&mut self, handler: &mut impl Handler<O>) {
        self.bar.finish();
        handler.flush();
        report_passed_over(&self.left_out);
        // If the handler stopped, unread files of a folder may contain records.
        let folders = if handler.stopped() { Vec::new() } else { self.folders.without_record() };
        for path in folders {
            let said = file_messages::no_record_below(&path);
            self.of_file(handler, &OfFile { path: &path, is_folder: true, severity: Severity::Error, said: &said });
        }
    }

    /// Flushes the output while the progress bar is hidden.
    fn flush<O>(&self, handler: &mut impl Handler<O>) {
        self.bar.with_bar_hidden(|| handler.flush());
    }

    fn of_file<O>(&mut self, handler: &mut impl Handler<O>, of: &OfFile<'_>) {
        self.failed |= of.severity == Severity::Error;
        self.flush(handler);
        handler.of_file(self, of);
    }

    fn unread<O>(&mut self, handler: &mut impl Handler<O>, path: &str, error: &io::Error, games: u64) {
        let games = if self.expects == Expects::Nothing { 0 } else { games };
        let said = file_messages::unread(path, error, games, self.done);
        self.of_file(handler, &OfFile { path, is_folder: false, severity: Severity::Error, said: &said });
    }

    /// Reports a file that was read to its end and contains no record.
    fn file_ended<O>(&mut self, handler: &mut impl Handler<O>) {
        let path = Arc::clone(&self.path);
        let found = match self.expects {
            Expects::Records => self.folders.end(&path, self.file_games),
            Expects::InNamed if self.named && self.file_games == 0 => {
                Some((Severity::Error, file_messages::no_record(&path)))
            }
            Expects::InNamed | Expects::Nothing => None,
        };
        if let Some((severity, said)) = found {
            self.of_file(handler, &OfFile { path: &path, is_folder: false, severity, said: &said });
        }
    }
}

/// A sink that updates the run, and passes results to its handler.
struct Runner<'h, H> {
    run: &'h mut Run,
    handler: &'h mut H,
}

impl<O, H: Handler<O>> Sink<SliceOut<O>> for Runner<'_, H> {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        let Self { run, handler } = self;
        let stored = progress.stored;
        run.path = shown_path(&met.path).into();
        run.file = run.file.wrapping_add(1);
        (run.file_games, run.passed_over, run.named) = (0, 0, met.named);
        run.bar.begin(&run.path, progress);
        run.folders.begin(&met);
        handler.begin(run, &met, stored);
    }

    fn slice(&mut self, slice: &Slice, out: SliceOut<O>) {
        let Self { run, handler } = self;
        if handler.stopped() {
            return;
        }
        let SliceOut { games, passed_over, panicked, .. } = out;
        handler.slice(run, slice, out);
        if let Some(index) = panicked {
            run.flush(*handler);
            run.panicked = true;
            run.say(&file_messages::internal_error(&run.path, run.file_games + index + 1, run.done).to_string());
        }
        run.file_games += games;
        run.games += games;
        run.passed_over += passed_over;
        run.all_passed_over += passed_over;
        run.bar.update(run.games - run.all_passed_over, handler.findings());
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        let Self { run, handler } = self;
        handler.was_read(run);
        let whole = error.is_none();
        if let Some(error) = error {
            let path = Arc::clone(&run.path);
            run.unread(*handler, &path, &error, run.judged());
            run.folders.broken();
        } else if !handler.stopped() {
            run.file_ended(*handler);
        }
        if changed {
            run.flush(*handler);
            handler.changed(run);
        }
        handler.end(run, Ended { whole, changed });
    }

    fn failed(&mut self, failure: Failure) {
        let Self { run, handler } = self;
        run.folders.known(&failure.path);
        run.unread(*handler, &shown_path(&failure.path), &failure.error, 0);
    }

    fn stopped(&self) -> bool {
        self.handler.stopped()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use partie_replay::game_worker::{GameWorker, Games};
    use partie_replay::games::{Game, ReadingHints};

    /// Counts games until one of them ends in an internal error.
    #[derive(Debug)]
    struct Breaking;

    impl Games for Breaking {
        type Out = u64;

        fn game(&mut self, game: &Game<'_>, seen: &mut u64) {
            assert!(game.record.value(game.text.bytes, "Event") != Some(b"broken"), "an internal error");
            *seen += 1;
        }

        fn panicked(&mut self, _: &mut u64) {}
    }

    #[derive(Debug, Default)]
    struct Counting(u64);

    impl Handler<u64> for Counting {
        fn slice(&mut self, _: &mut Run, _: &Slice, out: SliceOut<u64>) {
            self.0 += out.made;
        }
    }

    /// The results for the games around an internal error are kept, and the run reports the error.
    #[test]
    fn an_internal_error_leaves_the_other_games() {
        let game = |event: &str| format!("[Event \"{event}\"]\n[Result \"*\"]\n\n1. e4 *\n\n");
        let text = [game("a"), game("broken"), game("b"), game("c")].concat();
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(text.as_bytes()).expect("written");
        for (threads, chunk) in [(1, 100_000), (2, 100_000), (2, 1), (1, 80)] {
            let sources = Sources {
                inputs: vec![file.path().to_owned()],
                reading: Reading { chunk, format: None, is_record: None },
                threads,
                walking: Walking::default(),
                quiet: true,
                bar: false,
                pass: None,
                done: Done::Judged,
                expects: Expects::Records,
            };
            let mut counting = Counting::default();
            let run = sources.run(|| GameWorker::new(Breaking, ReadingHints::default(), None), &mut counting);
            assert_eq!((counting.0, run.games), (3, 4), "slices of {chunk}");
            assert_eq!(run.exit(Exit::Clean), Exit::Internal);
        }
    }
}
