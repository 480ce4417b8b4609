//! A command over sources: progress, what is said of files that cannot be read, hold no record or changed, an internal error,
//! the summary and the exit status. Not for what is done with the games.

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

/// What is said where no record was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expects {
    /// Of each file, and of folders and archives that hold none.
    Records,
    /// Of files that were named.
    InNamed,
    /// Nothing, as one game or text of one file is looked for; nor how many games came before what cannot be read.
    Nothing,
}

/// What is read, and how.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    pub(super) inputs: Vec<PathBuf>,
    pub(super) reading: Reading,
    pub(super) threads: usize,
    /// How folders are walked.
    pub(super) walking: Walking,
    pub(super) quiet: bool,
    /// Whether there is a bar, and which pass of the work it shows.
    pub(super) bar: bool,
    pub(super) pass: Option<Pass>,
    /// What is done with the games.
    pub(super) done: Done,
    pub(super) expects: Expects,
}

impl Sources {
    /// Files and folders as arguments name them.
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

    /// The same, where that is done with the games.
    pub(super) fn done(self, done: Done) -> Self {
        Self { done, ..self }
    }

    /// The same, where a folder that takes the output is left out.
    pub(super) fn beside(mut self, place: &Place) -> Self {
        self.walking.output = place.folder();
        self
    }

    /// Refuses standard input where a flag reads all of it twice.
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

    /// Goes through all files, to the end of the bar and of what is to be said of the inputs.
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

    /// A run that has read nothing yet.
    pub(super) fn begin(&self) -> Run {
        Run::new(self)
    }

    /// Goes through some more files.
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

/// Reports files and links that a walk passed over, also in a quiet run: they may hold broken games.
pub(super) fn report_passed_over(passed_over: &PassedOver) {
    for message in passed_over.messages() {
        report_error(&message.to_string(), Exit::Clean);
    }
}

/// How files are read in slices of about `chunk` bytes.
pub(super) fn reading(source: &Source, chunk: usize) -> Reading {
    Reading { chunk, format: source.format, is_record: (!source.is_named()).then_some(is_record) }
}

/// What is to be said of a file or folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfFile<'a> {
    pub(super) path: &'a str,
    /// Whether it is a folder or an archive, in which no file holds a record.
    pub(super) is_folder: bool,
    /// How grave it is in this run.
    pub(super) severity: Severity,
    pub(super) said: &'a FileMessage,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// Whether it was read to its end.
    pub(super) whole: bool,
    /// Whether it changed while it was read.
    pub(super) changed: bool,
}

/// What a command does with what was made of slices, in input order.
pub(super) trait Handler<O> {
    fn begin(&mut self, _: &mut Run, _: &WalkEntry, _: Stored) {}
    /// Something was made of a slice of it.
    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<O>);
    /// All of it was read that can be; what is to be said of the file itself comes after this.
    fn was_read(&mut self, _: &mut Run) {}
    /// The file cannot be read, or not to its end, or holds no record.
    fn of_file(&mut self, run: &mut Run, of: &OfFile<'_>) {
        run.tell(of);
    }
    /// The file changed while it was read.
    fn changed(&mut self, run: &mut Run) {
        run.say(&file_messages::changed(&run.path).to_string());
    }
    /// The file ended, and what is to be said of it is said.
    fn end(&mut self, _: &mut Run, _: Ended) {}
    /// Findings so far, for the bar.
    fn findings(&self) -> u64 {
        0
    }
    /// Passes on what waits, so that what is said now stands after it.
    fn flush(&mut self) {}
    /// Whether the rest should be left.
    fn stopped(&self) -> bool {
        false
    }
}

/// How far a run is.
pub(super) struct Run {
    pub(super) bar: Bar,
    pub(super) quiet: bool,
    done: Done,
    expects: Expects,
    pub(super) folders: Folders,
    left_out: PassedOver,
    start: Instant,
    /// The number of the file at hand, from 0, and what is shown of its path.
    pub(super) file: usize,
    pub(super) path: Arc<str>,
    named: bool,
    /// Its games up to the slice at hand, and those of them that were passed over.
    pub(super) file_games: u64,
    passed_over: u64,
    /// Games of all files up to the slice at hand.
    pub(super) games: u64,
    all_passed_over: u64,
    /// Whether something could not be read or written, and whether there was an internal error.
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
            // No file has begun.
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

    /// Games of the file at hand that were not passed over.
    pub(super) const fn judged(&self) -> u64 {
        self.file_games - self.passed_over
    }

    /// Says a line on standard error.
    pub(super) fn say(&self, line: &str) {
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    /// Says why the run does not end well.
    pub(super) fn fail(&mut self, line: &str) {
        self.failed = true;
        self.say(line);
    }

    /// Reports errors and warnings of a file to a person, also in a quiet run.
    pub(super) fn tell(&self, of: &OfFile<'_>) {
        if of.severity >= Severity::Warning {
            self.say(&of.said.to_string());
        }
    }

    /// Reports silenced findings, also in a quiet run: a change must not switch its own check off unseen.
    pub(super) fn say_silenced(&self, totals: &Totals) {
        if let Some(silenced) = totals.silenced() {
            self.say(&format!("note: {silenced}"));
        }
    }

    /// Says in a line what came of the run, unless it is quiet or nothing came of it; `games` are those that it is about.
    pub(super) fn summary(&self, games: u64, line: impl FnOnce(f64) -> String) {
        if !self.quiet && (games > 0 || !self.failed) {
            report_error(&line(self.start.elapsed().as_secs_f64()), Exit::Clean);
        }
    }

    pub(super) const fn is_whole(&self) -> bool {
        !self.failed && !self.panicked
    }

    /// How the run ends; `good` is how it does where nothing went wrong.
    pub(super) fn exit(&self, good: Exit) -> Exit {
        match () {
            () if self.panicked => Exit::Internal,
            () if self.failed => Exit::Operation,
            () => good,
        }
    }

    /// All files were gone through.
    pub(super) fn end<O>(&mut self, handler: &mut impl Handler<O>) {
        self.bar.finish();
        handler.flush();
        report_passed_over(&self.left_out);
        // What was not looked at may hold records.
        let folders = if handler.stopped() { Vec::new() } else { self.folders.without_record() };
        for path in folders {
            let said = file_messages::no_record_below(&path);
            self.of_file(handler, &OfFile { path: &path, is_folder: true, severity: Severity::Error, said: &said });
        }
    }

    fn of_file<O>(&mut self, handler: &mut impl Handler<O>, of: &OfFile<'_>) {
        self.failed |= of.severity == Severity::Error;
        handler.flush();
        handler.of_file(self, of);
    }

    fn unread<O>(&mut self, handler: &mut impl Handler<O>, path: &str, error: &io::Error, games: u64) {
        let games = if self.expects == Expects::Nothing { 0 } else { games };
        let said = file_messages::unread(path, error, games, self.done);
        self.of_file(handler, &OfFile { path, is_folder: false, severity: Severity::Error, said: &said });
    }

    /// The file at hand was read to its end.
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

/// A run with what it is for.
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
            handler.flush();
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
            handler.flush();
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

    /// What is made of the games around one that breaks off is kept, and the run says that it did.
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
