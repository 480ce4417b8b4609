//! Other games as evidence for repairs: the positions of their openings. Not for what they prove.

use partie_archive::file_messages;
use std::io;

use super::Exit;
use super::fix_args::FixArgs;
use super::fix_work::FixPlan;
use super::progress::Bar;
use super::standard::report_error;
use partie_archive::{Failure, Input, Progress, Sink, WalkEntry, Worker};
use partie_input::{Rest, Share, Slice};
use partie_record::shown::shown_path;
use partie_record::{Record, count, format_thousands};
use partie_replay::games::{self, Game, Games, ReadingHints};
use partie_replay::repair::{DEPTH, Effort, KnownPositions, keys_of_line};
use partie_replay::{Line, Options, ReplayVisitor, Replayer, Status, Text, Wanted};
use partie_rules::Rules;

/// Reads the games that are evidence, and says what they are.
///
/// # Errors
/// Something cannot be read: it was said.
pub(super) fn read(args: &FixArgs, plan: &FixPlan) -> Result<KnownPositions, Exit> {
    let quiet = args.reading.quiet;
    let mut gathering = Gathering {
        known: KnownPositions::default(),
        bar: Bar::new(quiet),
        path: String::new(),
        of_file: 0,
        named: false,
        games: 0,
        sound: 0,
        failed: false,
        panicked: false,
    };
    let inputs = args.book.iter().map(|path| Input { path: path.clone() }).collect();
    let files = partie_archive::walk(inputs, args.reading.gitignore);
    let options = Options { moves_only: true, search: Effort::NONE, ..plan.options.clone() };
    let make = || BookWorker::new(options.clone(), plan.source.given);
    partie_archive::run(files, args.threads.count(), plan.source.reading(args.reading.chunk()), make, &mut gathering);
    gathering.bar.finish();
    let Gathering { mut known, games, sound, failed, panicked, .. } = gathering;
    if panicked {
        return Err(Exit::Internal);
    }
    if failed {
        return Err(Exit::Operation);
    }
    if sound == 0 {
        return Err(report_error("error: no game of the book can be evidence: none is sound", Exit::Operation));
    }
    known.settle();
    let full = known.is_full();
    if !quiet || full {
        let positions = count(known.count() as u64, "position", "positions");
        let sound = format_thousands(sound);
        let more = if full { "; that is as many as are kept, and the rest is left out" } else { "" };
        let games = count(games, "game", "games");
        report_error(&format!("book: {positions} of {sound} sound games among {games}{more}"), Exit::Clean);
    }
    Ok(known)
}

/// What a slice adds.
#[derive(Debug, Default)]
struct Opened {
    keys: Vec<u64>,
    games: u64,
    sound: u64,
    panicked: bool,
}

/// Replays the games of slices.
struct BookWorker {
    replayer: Replayer,
    options: Options,
    given: ReadingHints,
    record: Record,
}

impl BookWorker {
    fn new(options: Options, given: ReadingHints) -> Self {
        let replayer = Replayer::new(options.clone(), Wanted::default());
        Self { replayer, options, given, record: Record::default() }
    }
}

impl Worker for BookWorker {
    type Out = Opened;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Opened, Rest) {
        let mut opened = Opened::default();
        let mut record = std::mem::take(&mut self.record);
        let given = self.given;
        let rest = games::read(slice, &mut record, given, &mut OfSlice { worker: self, opened: &mut opened }, share);
        self.record = record;
        opened.keys.sort_unstable();
        opened.keys.dedup();
        (opened, rest)
    }
}

/// A worker with what it makes of the slice at hand.
struct OfSlice<'a> {
    worker: &'a mut BookWorker,
    opened: &'a mut Opened,
}

impl Games for OfSlice<'_> {
    fn game(&mut self, game: &Game<'_>) {
        let mut first = FirstPositions::default();
        let replayed = self.worker.replayer.replay_to(game.text, game.record, game.plain, &mut first);
        self.opened.games += 1;
        // A game that breaks would be evidence for its own fault.
        if replayed.status == Status::Ok {
            self.opened.sound += 1;
            self.opened.keys.append(&mut first.keys);
        }
    }

    fn kept(&mut self) -> usize {
        self.opened.keys.len() * size_of::<u64>()
    }

    fn panicked(&mut self) {
        self.opened.panicked = true;
        self.worker.replayer = Replayer::new(self.worker.options.clone(), Wanted::default());
    }
}

/// The first positions of a main line.
#[derive(Default)]
struct FirstPositions {
    keys: Vec<u64>,
}

impl<G: Rules> ReplayVisitor<G> for FirstPositions {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, _: &G) {
        self.keys.clear();
        self.keys.reserve(DEPTH + 1);
    }

    fn end_game(&mut self, main: &Line<'_, G>) {
        self.keys.clear();
        keys_of_line(main.start, main.moves, &mut self.keys);
    }
}

/// Gathers the positions of all slices.
struct Gathering {
    known: KnownPositions,
    bar: Bar,
    path: String,
    of_file: u64,
    named: bool,
    games: u64,
    sound: u64,
    failed: bool,
    panicked: bool,
}

impl Gathering {
    fn print_message(&mut self, line: &str) {
        self.failed = true;
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }
}

impl Sink<Opened> for Gathering {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        self.path = shown_path(&met.path);
        (self.of_file, self.named) = (0, met.named);
        self.bar.begin(&self.path, progress);
    }

    fn slice(&mut self, _: &Slice, opened: Opened) {
        self.known.add(&opened.keys);
        self.games += opened.games;
        self.sound += opened.sound;
        self.of_file += opened.games;
        if opened.panicked && !self.panicked {
            self.panicked = true;
            let line = format!("error[X099]: internal error in {}. Please report it with the file", self.path);
            self.print_message(&line);
        }
        self.bar.update(self.games, 0);
    }

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        if let Some(error) = error {
            let line = file_messages::unread(&self.path, &error, self.of_file, file_messages::Done::Read).to_string();
            self.print_message(&line);
        } else if self.of_file == 0 && self.named {
            let line = file_messages::no_record(&self.path).to_string();
            self.print_message(&line);
        }
    }

    fn failed(&mut self, failure: Failure) {
        self.print_message(
            &file_messages::unread(&shown_path(&failure.path), &failure.error, 0, file_messages::Done::Read)
                .to_string(),
        );
    }

    fn stopped(&self) -> bool {
        self.known.is_full()
    }
}
