//! `partie select`: the games that an expression chooses, byte for byte.

use partie_archive::file_messages;
use std::io;
use std::sync::Arc;

use super::Exit;
use super::convert_eco::Codes;
use super::duplicates::Dropped;
use super::folders::Folders;
use super::interrupt;
use super::progress::Bar;
use super::select_args::SelectArgs;
use super::select_kept::Kept;
use super::select_list::{self, Listed};
use super::select_lot::Lot;
use super::select_sort::Waiting;
use super::select_work::{Selected, Selector};
use super::source::Source;
use super::standard::{report_error, report_unwritten};
use super::writer_route::{Place, Refusal, Route};
use partie_archive::{Failure, Input, Progress, Sink, WalkEntry, disk};
use partie_input::Slice;
use partie_notation::formats;
use partie_query::{Matcher, Query, SortKeys};
use partie_record::shown::shown_path;
use partie_record::{Format, Record, count, format_thousands};
use partie_replay::Options;

/// What must stand between a game and the next one, where no blank line ends it.
fn gap_after(text: &[u8]) -> Option<&'static [u8]> {
    match text {
        [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => None,
        [.., b'\n'] => Some(b"\n"),
        _ => Some(b"\n\n"),
    }
}

/// Runs the command.
pub(super) fn run(args: SelectArgs) -> Exit {
    let order = match Order::new(&args) {
        Ok(order) => order,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    if order.place == Place::Standard {
        return select(&args, order);
    }
    let leave = || {
        disk::abandon();
        Some(report_error("interrupted", Exit::Interrupted))
    };
    match interrupt::guarded(move || select(&args, order), leave) {
        Ok(exit) => exit,
        Err(error) => report_error(&format!("error: {error}"), Exit::Operation),
    }
}

/// What is to be done.
struct Order {
    inputs: Vec<std::path::PathBuf>,
    query: Option<Arc<Query>>,
    listed: Option<Listed>,
    sort: Option<Arc<SortKeys>>,
    source: Source,
    /// How games are judged where that is asked.
    options: Options,
    place: Place,
}

impl Order {
    fn new(args: &SelectArgs) -> Result<Self, String> {
        let listed = args.list.as_deref().map(select_list::read).transpose()?;
        let sort = args.sort_keys()?;
        // What sorts games is asked of all of them.
        let query = args.query()?.or_else(|| sort.is_some().then(Query::all));
        let query = match &sort {
            Some(keys) => query.map(|query| query.with_keys(keys)),
            None => query,
        };
        let (query, sort) = (query.map(Arc::new), sort.map(Arc::new));
        let source = args.source.source()?;
        Ok(Self {
            inputs: args.inputs()?,
            query,
            listed,
            sort,
            source,
            options: Options { books: args.rules.books()?, ..source.options() },
            place: args.output.place()?,
        })
    }
}

fn select(args: &SelectArgs, order: Order) -> Exit {
    let Order { inputs, query, listed, sort, source, options, place } = order;
    let kept = match (args.sample, sort.clone().map(|keys| Waiting::new(keys, args.memory)).transpose()) {
        (Some(size), _) => Some(Kept::Drawn(Lot::new(size, args.seed))),
        (None, Ok(waiting)) => waiting.map(Kept::Sorted),
        (None, Err(error)) => return report_unwritten("a temporary file", &error),
    };
    let mut route = Route::new(place, inputs.clone(), "", String::new(), false);
    if let Err(refusal) = route.start() {
        return report_error(&refusal.to_string(), Exit::Operation);
    }
    let by_code = args.output.split_by.as_deref().is_some_and(|tag| tag.eq_ignore_ascii_case("ECO"));
    let mut show = Show {
        route,
        bar: Bar::new(args.reading.quiet),
        order: SelectOrder {
            prints: if args.count {
                Prints::Counts
            } else if args.files_with_matches {
                Prints::Files
            } else {
                Prints::Games
            },
            named: inputs.len() > 1 || inputs.iter().any(|input| input.is_dir()),
            first: args.first,
            skip: args.skip,
        },
        listed,
        dropped: None,
        invert: args.invert_match,
        kept,
        folders: Folders::new(&inputs),
        quiet: args.reading.quiet,
        // No file has begun.
        file: usize::MAX,
        path: String::new(),
        games: 0,
        file_games: 0,
        file_chosen: 0,
        chosen: 0,
        last: None,
        open_end: None,
        said_left_out: false,
        format: None,
        said_mixed: false,
        failed: false,
        panicked: false,
        stopped: false,
    };
    if query.as_ref().is_some_and(|query| query.asks_duplicates()) {
        show.dropped = match Dropped::find(&inputs, ("duplicate", false), &source, (&args.threads, &args.reading)) {
            Ok(dropped) => Some(dropped),
            Err(exit) => return exit,
        };
    }
    let files =
        partie_archive::walk(inputs.iter().map(|path| Input { path: path.clone() }).collect(), args.reading.gitignore);
    let reading = source.reading(args.reading.chunk());
    let make = || {
        let matcher = |query: Query| Matcher::new(Arc::new(query), options.clone(), source.given);
        let of_copies =
            query.as_ref().filter(|query| query.asks_duplicates()).map(|query| matcher(query.of_copies(true)));
        let matcher = query.as_ref().map(|query| matcher(query.of_copies(false)));
        let codes = by_code.then(|| Codes::new(&options));
        // What a list names is told by whoever knows the number of a game in its file.
        let invert = args.invert_match && args.list.is_none();
        Selector {
            matcher,
            of_copies,
            invert,
            given: source.given,
            split_by: args.output.split_by.clone(),
            codes,
            sort: sort.clone(),
            record: Record::default(),
        }
    };
    partie_archive::run(files, args.threads.count(), reading, make, &mut show);
    show.finish()
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prints {
    Games,
    Counts,
    Files,
}

/// Which of the games that are chosen are written, and how.
#[derive(Clone, Copy, Debug)]
struct SelectOrder {
    prints: Prints,
    /// Whether counts are printed with the names of their files.
    named: bool,
    first: Option<u64>,
    skip: u64,
}

/// Writes what the workers chose, in order.
struct Show {
    route: Route,
    bar: Bar,
    order: SelectOrder,
    listed: Option<Listed>,
    /// Copies of other games, if somebody asks for them.
    dropped: Option<Dropped>,
    invert: bool,
    kept: Option<Kept>,
    folders: Folders,
    quiet: bool,
    /// The number of the file, from 0.
    file: usize,
    path: String,
    games: u64,
    file_games: u64,
    file_chosen: u64,
    chosen: u64,
    /// The value of the last game of the file so far, if it was written: what follows it belongs to it.
    last: Option<String>,
    /// The value of a game that was written and does not end with a blank line, and what is missing.
    open_end: Option<(String, &'static [u8])>,
    /// Whether it was said that something is left out.
    said_left_out: bool,
    /// The format of the first game that was written, and whether it was said that others have another one.
    format: Option<Format>,
    said_mixed: bool,
    failed: bool,
    panicked: bool,
    stopped: bool,
}

impl Show {
    fn print_message(&self, line: &str) {
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    fn check(&mut self, done: Result<(), Refusal>) {
        if let Err(refusal) = done
            && !std::mem::replace(&mut self.stopped, true)
        {
            self.failed = true;
            self.print_message(&refusal.to_string());
        }
    }

    fn check_kept(&mut self, done: io::Result<()>) {
        if let Err(error) = done
            && !std::mem::replace(&mut self.stopped, true)
        {
            self.failed = true;
            report_unwritten("a temporary file", &error);
        }
    }

    /// Says that games of several formats come together, which no program reads as one file.
    fn check_format(&mut self, format: Format) {
        let first = *self.format.get_or_insert(format);
        if first != format && !self.route.has_files_of_inputs() && !std::mem::replace(&mut self.said_mixed, true) {
            let (first, second) = (first.name(), format.name());
            self.print_message(&format!(
                "warning: games of {first} and {second} are written into one file; --out-dir keeps them apart"
            ));
        }
    }

    /// Whether the game of that number, from 1, of the file, which may be chosen only as a copy, is one of those that are
    /// wanted, and within what is asked for.
    fn wants(&mut self, game: u64, as_copy: Option<bool>) -> bool {
        let is_copy = self.dropped.as_ref().is_some_and(|dropped| dropped.holds(self.file, &self.path, game));
        if as_copy.is_some_and(|as_copy| as_copy != is_copy) {
            return false;
        }
        if self.listed.as_mut().is_some_and(|listed| listed.holds(&self.path, game) == self.invert) {
            return false;
        }
        self.chosen += 1;
        if self.kept.is_some() {
            return true;
        }
        let number = self.chosen - 1;
        let wanted = number >= self.order.skip;
        let past = self.order.first.is_some_and(|first| number >= self.order.skip.saturating_add(first));
        if past {
            self.chosen -= 1;
            self.stopped = true;
        }
        wanted && !past
    }

    fn write(&mut self, text: &[u8], value: String) {
        if let Some((before, gap)) = self.open_end.take() {
            let done = self.route.rest_of_game(gap, &before);
            self.check(done);
        }
        let done = self.route.game(text, &value);
        self.check(done);
        self.last = Some(value);
    }

    /// Writes a game that no longer stands among its neighbours.
    fn write_apart(&mut self, text: &[u8], value: String) {
        let gap = gap_after(text);
        self.write(text, value.clone());
        self.open_end = gap.map(|gap| (value, gap));
    }

    /// What belongs to the last game of the file so far.
    fn rest_of_last(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        if let Some(value) = self.last.take() {
            if let Some(kept) = &mut self.kept {
                let done = kept.rest_of_last(text);
                self.check_kept(done);
            } else {
                let done = self.route.rest_of_game(text, &value);
                self.check(done);
            }
            self.last = Some(value);
        }
    }

    fn finish(mut self) -> Exit {
        self.bar.finish();
        // What was not looked at may hold records.
        let is_whole = !self.stopped && !self.route.standard.is_broken();
        for line in if is_whole { self.folders.lines() } else { Vec::new() } {
            self.print_message(&line);
            self.failed = true;
        }
        if let Some((games, example)) = self.listed.as_ref().filter(|_| !self.stopped).and_then(Listed::missing) {
            let games = count(games, "game of the list is", "games of the list are");
            self.print_message(&format!("warning: {games} in none of the inputs: {example}"));
        }
        if let Some(kept) = self.kept.take() {
            let done = kept.each(self.order.skip, self.order.first, |text, value| {
                self.write_apart(text, value);
                !self.stopped
            });
            match done {
                // Those that are not asked for were counted, too.
                Ok(given) => self.chosen = given + self.order.skip,
                Err(error) => self.check_kept(Err(error)),
            }
        }
        let total = self.written();
        if self.order.prints == Prints::Counts && !self.order.named {
            self.route.standard.write(&format!("{total}\n"));
        }
        let whole = !(self.panicked || self.failed && self.games == 0);
        let done = self.route.finish(whole);
        self.check(done);
        let Self { route, quiet, order, games, failed, panicked, .. } = self;
        let is_cut = route.standard.is_broken();
        if let Some(error) = route.standard.failure() {
            return report_unwritten("to standard output", &error);
        }
        if !quiet && order.prints == Prints::Games && games > 0 && !is_cut {
            let line = format!("{} of {}", format_thousands(total), count(games, "game", "games"));
            report_error(&line, Exit::Clean);
        }
        match () {
            () if panicked => Exit::Internal,
            () if failed => Exit::Operation,
            () if total == 0 => Exit::Findings,
            () => Exit::Clean,
        }
    }

    /// Games that are asked for.
    fn written(&self) -> u64 {
        self.chosen.saturating_sub(self.order.skip)
    }
}

impl Sink<Selected> for Show {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        self.path = shown_path(&met.path);
        self.folders.begin(&met);
        self.file = self.file.wrapping_add(1);
        self.bar.begin(&self.path, progress);
        (self.file_games, self.file_chosen, self.last) = (0, 0, None);
        self.route.begin(&met.path);
    }

    fn slice(&mut self, slice: &Slice, selected: Selected) {
        if self.stopped {
            return;
        }
        if let Some(index) = selected.panicked {
            let game = self.file_games + index + 1;
            self.print_message(&format!(
                "error[X099]: internal error in {}, game {game}. Please report it with the game",
                self.path
            ));
            self.panicked = true;
        }
        self.route.ending = formats::info(slice.format).extensions.first().copied().unwrap_or("txt");
        let left_out = !slice.elided.is_empty() && self.order.prints == Prints::Games;
        if left_out && !std::mem::replace(&mut self.said_left_out, true) {
            self.print_message(&format!(
                "error[B002]: {} holds more than 1 MiB in one piece; games are written without the rest of it",
                self.path
            ));
            self.failed = true;
        }
        let is_first = self.file_games == 0;
        if !is_first {
            self.rest_of_last(&slice.bytes[..selected.first]);
        }
        if selected.games > 0 {
            self.last = None;
        }
        for chosen in selected.chosen {
            if self.stopped {
                break;
            }
            let game = self.file_games + chosen.index + 1;
            self.last = None;
            if !self.wants(game, chosen.as_copy) {
                continue;
            }
            self.file_chosen += 1;
            if self.order.prints == Prints::Games {
                self.check_format(slice.format);
                let from = if is_first && chosen.index == 0 { 0 } else { chosen.from };
                let text = &slice.bytes[from..chosen.to];
                if let Some(kept) = &mut self.kept {
                    let done = kept.add(text, chosen.keys, chosen.value.clone());
                    self.check_kept(done);
                    self.last = Some(chosen.value);
                } else {
                    self.write(text, chosen.value);
                }
            }
            if chosen.index + 1 < selected.games {
                self.last = None;
            }
        }
        self.file_games += selected.games;
        self.games += selected.games;
        if slice.last && selected.games > 0 {
            self.rest_of_last(&slice.bytes[selected.end..]);
        }
        if slice.last {
            // Games that wait are written apart, and each input of a folder has a file of its own.
            let apart = self.kept.is_some() || self.route.has_files_of_inputs();
            self.open_end = self.last.take().filter(|_| !apart).zip(gap_after(&slice.bytes));
        }
        self.bar.update(self.games, 0);
        if self.route.standard.is_broken() {
            self.route.standard.flush();
        }
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        let whole = error.is_none();
        if let Some(error) = error {
            self.print_message(
                &file_messages::unread(&self.path, &error, self.file_games, file_messages::Done::Read).to_string(),
            );
            self.failed = true;
            self.folders.broken();
        } else if !self.stopped {
            let (line, failed) = self.folders.end_plainly(&self.path, self.file_games, self.quiet);
            self.failed |= failed;
            line.iter().for_each(|line| self.print_message(line));
        }
        if changed {
            self.print_message(&file_messages::changed(&self.path).to_string());
        }
        let path = std::mem::take(&mut self.path);
        match self.order.prints {
            Prints::Counts if self.order.named && self.file_games > 0 => {
                self.route.standard.write(&format!("{path}:{}\n", self.file_chosen));
            }
            Prints::Files if self.file_chosen > 0 => self.route.standard.write(&format!("{path}\n")),
            _ => {}
        }
        let done = self.route.end(whole);
        self.check(done);
    }

    fn failed(&mut self, failure: Failure) {
        self.folders.known(&failure.path);
        self.print_message(
            &file_messages::unread(&shown_path(&failure.path), &failure.error, 0, file_messages::Done::Read)
                .to_string(),
        );
        self.failed = true;
    }

    fn stopped(&self) -> bool {
        self.stopped || self.route.standard.is_broken()
    }
}
