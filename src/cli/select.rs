//! `partie select`: writes the games that an expression selects, byte for byte.

use std::path::PathBuf;
use std::sync::Arc;

use super::Exit;
use super::duplicates;
use super::interrupt;
use super::judging;
use super::output::Output;
use super::refused::Refused;
use super::run::{Ended, Handler, Run, Sources};
use super::select_args::SelectArgs;
use super::standard::{report_error, report_unwritten};
use super::where_args::WhereArgs;
use partie_analyze::duplicates::Copies;
use partie_analyze::game_list::{self, Listed};
use partie_archive::disk::{self, FileForm, Place, Refusal, Route};
use partie_archive::{AsTheyStand, Kept, WalkEntry, Window};
use partie_convert::{Codes, tag_value};
use partie_core::Source;
use partie_input::{Slice, Stored};
use partie_notation::formats;
use partie_record::{Format, count, format_thousands};
use partie_replay::Options;
use partie_replay::game_worker::SliceOut;
use partie_select::{ChosenGame, Matcher, Query, Selected, Selector, SortKeys, SplitValue};

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

/// The plan of a selection.
struct Order {
    inputs: Vec<PathBuf>,
    query: Option<Arc<Query>>,
    listed: Option<Listed>,
    sort: Option<Arc<SortKeys>>,
    source: Source,
    /// Options for judging games, if the query requires it.
    options: Options,
    place: Place,
}

impl Order {
    fn new(args: &SelectArgs) -> Result<Self, Refused> {
        let listed = args.list.as_deref().map(game_list::read_game_list).transpose()?;
        let sort = args.sort_keys()?;
        // Sort keys are values of a query, so a sorted list of games also needs a query.
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
            options: judging::reading(source, &args.rules, &WhereArgs::default())?.build()?.judge_plan().options,
            place: args.output.place()?,
        })
    }
}

fn select(args: &SelectArgs, order: Order) -> Exit {
    let Order { inputs, query, listed, sort, source, options, place } = order;
    let kept = match (args.sample, sort.as_ref().map(|_| Kept::sorted(args.memory)).transpose()) {
        (Some(size), _) => Some(Kept::drawn(size, args.seed)),
        (None, Ok(waiting)) => waiting,
        (None, Err(error)) => return report_unwritten("a temporary file", &error),
    };
    let sources = Sources::new(&inputs, &source, &args.run).beside(&place);
    let mut route = Route::new(place, inputs.clone(), FileForm::default(), Output::new());
    if let Err(refusal) = route.start() {
        return report_error(&refusal.to_string(), Exit::Operation);
    }
    let mut show = Show {
        out: AsTheyStand::new(route, kept, Window { skip: args.skip, first: args.first }),
        prints: match () {
            () if args.count => Prints::Counts,
            () if args.files_with_matches => Prints::Files,
            () => Prints::Games,
        },
        named: inputs.len() > 1 || inputs.iter().any(|input| input.is_dir()),
        listed,
        dropped: None,
        invert: args.invert_match,
        sort: sort.clone(),
        file_chosen: 0,
        said_left_out: false,
        format: None,
        said_mixed: false,
        stopped: false,
    };
    if query.as_ref().is_some_and(|query| query.asks_duplicates()) {
        show.dropped = match duplicates::copies(&sources, ("duplicate", false), &source) {
            Ok(dropped) => Some(dropped),
            Err(exit) => return exit,
        };
    }
    let make = || {
        let matcher = |query: Query| Matcher::new(Arc::new(query), options.clone(), source.given);
        let of_copies =
            query.as_ref().filter(|query| query.asks_duplicates()).map(|query| matcher(query.of_copies(true)));
        let matcher = query.as_ref().map(|query| matcher(query.of_copies(false)));
        Selector {
            matcher,
            of_copies,
            // The worker cannot invert a list, because only `Show` knows the number of a game in its file.
            invert: args.invert_match && args.list.is_none(),
            given: source.given,
            split: args.output.split_by.as_deref().map(|tag| split(tag, &options)),
            sort: sort.clone(),
        }
    };
    let run = sources.run(make, &mut show);
    show.finish(run)
}

/// Returns the value of a tag for each game; a missing ECO code is computed from the moves.
fn split(tag: &str, options: &Options) -> Box<SplitValue> {
    let (tag, mut codes) = (tag.to_owned(), Codes::of_tag(tag, options));
    Box::new(move |game| {
        let value = tag_value(game.text, game.record, &tag);
        match &mut codes {
            Some(codes) if value.trim().is_empty() || value == "?" => codes.of(game).to_owned(),
            _ => value,
        }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prints {
    Games,
    Counts,
    Files,
}

/// Writes the selected games in order.
struct Show {
    out: AsTheyStand<Output>,
    prints: Prints,
    /// True if counts are printed with the names of their files.
    named: bool,
    listed: Option<Listed>,
    /// Copies of other games, if the query requires them.
    dropped: Option<Copies>,
    invert: bool,
    sort: Option<Arc<SortKeys>>,
    file_chosen: u64,
    /// True once left-out text was reported.
    said_left_out: bool,
    /// The format of the first written game; `said_mixed` is true once another format was reported.
    format: Option<Format>,
    said_mixed: bool,
    stopped: bool,
}

impl Show {
    fn check(&mut self, run: &mut Run, done: Result<(), Refusal>) {
        if let Err(refusal) = done
            && !std::mem::replace(&mut self.stopped, true)
        {
            run.fail(&refusal.to_string());
        }
    }

    /// Warns once about games of several formats in one output file, which no program can read.
    fn check_format(&mut self, run: &Run, format: Format) {
        let first = *self.format.get_or_insert(format);
        if first != format && !self.out.route.has_files_of_inputs() && !std::mem::replace(&mut self.said_mixed, true) {
            let (first, second) = (first.name(), format.name());
            run.say(&format!(
                "warning: games of {first} and {second} are written into one file; --out-dir keeps them apart"
            ));
        }
    }

    /// True if game number `game` (from 1) of the current file is selected and within the window. `Some(true)` for
    /// `as_copy` selects only copies, `Some(false)` only other games.
    fn wants(&mut self, run: &Run, game: u64, as_copy: Option<bool>) -> bool {
        let is_copy = self.dropped.as_ref().is_some_and(|dropped| dropped.holds(run.file, &run.path, game));
        if as_copy.is_some_and(|as_copy| as_copy != is_copy) {
            return false;
        }
        if self.listed.as_mut().is_some_and(|listed| listed.holds(&run.path, game) == self.invert) {
            return false;
        }
        let wanted = self.out.wants();
        self.stopped |= wanted.is_none();
        wanted.unwrap_or_default()
    }

    fn take(&mut self, run: &mut Run, text: &[u8], chosen: ChosenGame) {
        let mut order = Vec::new();
        if let (Some(sort), Some(keys)) = (&self.sort, &chosen.keys) {
            sort.write_order(keys, &mut order);
        }
        let done = self.out.add(text, order, chosen.value);
        self.check(run, done);
    }

    fn finish(mut self, mut run: Run) -> Exit {
        if let Some((games, example)) = self.listed.as_ref().filter(|_| !self.stopped).and_then(Listed::missing) {
            let games = count(games, "game of the list is", "games of the list are");
            run.say(&format!("warning: {games} in none of the inputs: {example}"));
        }
        let done = self.out.write_kept();
        self.check(&mut run, done);
        let total = self.out.written();
        if self.prints == Prints::Counts && !self.named {
            self.out.route.standard.write(&format!("{total}\n"));
        }
        let whole = !(run.panicked || run.failed && run.games == 0);
        let done = self.out.route.finish(whole);
        self.check(&mut run, done);
        let is_cut = self.out.route.standard.is_broken();
        if let Some(error) = self.out.route.standard.failure() {
            return report_unwritten("to standard output", &error);
        }
        if self.prints == Prints::Games && run.games > 0 && !is_cut {
            run.summary(run.games, |_| format!("{} of {}", format_thousands(total), count(run.games, "game", "games")));
        }
        run.exit(if total == 0 { Exit::Findings } else { Exit::Clean })
    }
}

impl Handler<Selected> for Show {
    fn begin(&mut self, _: &mut Run, met: &WalkEntry, _: Stored) {
        self.file_chosen = 0;
        self.out.begin(&met.path);
    }

    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<Selected>) {
        let SliceOut { made: selected, games, .. } = out;
        self.out.route.ending = formats::info(slice.format).extensions.first().copied().unwrap_or("txt");
        let left_out = !slice.elided.is_empty() && self.prints == Prints::Games;
        if left_out && !std::mem::replace(&mut self.said_left_out, true) {
            run.fail(&format!(
                "error[B002]: {} holds more than 1 MiB in one piece; games are written without the rest of it",
                run.path
            ));
        }
        let is_first = run.file_games == 0;
        if !is_first {
            let done = self.out.add_rest(&slice.bytes[..selected.first]);
            self.check(run, done);
        }
        if games > 0 {
            self.out.part();
        }
        for chosen in selected.chosen {
            if self.stopped {
                break;
            }
            self.out.part();
            if !self.wants(run, run.file_games + chosen.index + 1, chosen.as_copy) {
                continue;
            }
            self.file_chosen += 1;
            let index = chosen.index;
            if self.prints == Prints::Games {
                self.check_format(run, slice.format);
                let from = if is_first && index == 0 { 0 } else { chosen.from };
                self.take(run, &slice.bytes[from..chosen.to], chosen);
            }
            if index + 1 < games {
                self.out.part();
            }
        }
        if slice.last && games > 0 {
            let done = self.out.add_rest(&slice.bytes[selected.end..]);
            self.check(run, done);
        }
        if slice.last {
            self.out.end_text(&slice.bytes);
        }
        if self.out.route.standard.is_broken() {
            self.out.route.standard.flush();
        }
    }

    fn end(&mut self, run: &mut Run, ended: Ended) {
        let path = &run.path;
        match self.prints {
            Prints::Counts if self.named && run.file_games > 0 => {
                self.out.route.standard.write(&format!("{path}:{}\n", self.file_chosen));
            }
            Prints::Files if self.file_chosen > 0 => self.out.route.standard.write(&format!("{path}\n")),
            _ => {}
        }
        let done = self.out.route.end(ended.whole);
        self.check(run, done);
    }

    fn stopped(&self) -> bool {
        self.stopped || self.out.route.standard.is_broken()
    }
}
