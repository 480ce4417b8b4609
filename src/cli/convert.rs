//! `partie convert`: reads, replays, rewrites.

use partie_archive::file_messages::{self, Done, FileMessage};
use std::io;
use std::time::Instant;

use super::Exit;
use super::convert_args::{ConvertArgs, Order};
use super::convert_work::{ConversionIssue, ConvertedGame, GameWithIssue, Work};
use super::duplicates::Dropped;
use super::folders::Folders;
use super::interrupt;
use super::progress::Bar;
use super::standard::{print, report_end, report_error, report_styled, report_unwritten};
use super::writer_route::{Place, Refusal, Route};
use crate::report::{Issue, IssueOf, Reporter, TerminalStyle};
use partie_archive::{Failure, Input, Progress, Sink, WalkEntry, disk};
use partie_convert::{ANY, Losses, OnBroken, TARGETS, Target};
use partie_input::Slice;
use partie_record::finding::{Code, Severity};
use partie_record::message::{self, Message, moved, ply as at_ply, quoted, text as said};
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands, say};
use partie_rules::GameKind;

/// Games that are named because they are cut or left out; the others are only counted.
const MOST: u64 = 1000;

/// Runs the command.
pub(super) fn run(args: ConvertArgs) -> Exit {
    if args.list {
        return print(&list(), Exit::Clean);
    }
    let order = match args.order() {
        Ok(order) => order,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    for line in args.old_names() {
        report_error(&line, Exit::Clean);
    }
    let place = order.place.clone();
    if place == Place::Standard {
        // There is nothing to tidy up when a signal comes.
        return convert(&args, order);
    }
    match interrupt::guarded(move || convert(&args, order), || interrupted(&place)) {
        Ok(exit) => exit,
        Err(error) => report_error(&format!("error: {error}"), Exit::Operation),
    }
}

/// Leaves no file that is not complete, and says what holds; nothing if all was written before.
fn interrupted(place: &Place) -> Option<Exit> {
    let complete = disk::abandon();
    if matches!(place, Place::File(_)) && complete > 0 {
        return None;
    }
    Some(report_end(&format!("interrupted{}", kept(place, complete)), Exit::Interrupted))
}

/// What holds of the output when a run ends before its end and so many files are complete.
fn kept(place: &Place, complete: u64) -> String {
    match place {
        Place::Standard => String::new(),
        // What a pipe took is gone.
        Place::File(path) if path.metadata().is_ok_and(|data| !data.is_file()) => String::new(),
        Place::File(path) => format!("; {} is unchanged", shown_path(path)),
        Place::Folder(..) if complete == 0 => "; no file was complete".to_owned(),
        Place::Folder(folder, _) => {
            let files = count(complete, "file was complete and is", "files were complete and are");
            format!("; {files} kept in {}", shown_path(folder))
        }
    }
}

fn convert(args: &ConvertArgs, mut order: Order) -> Exit {
    let target = order.settings.target;
    let separator = target.info().separator(order.settings.newline);
    let single = target.info().is_single;
    let mut route = Route::new(order.place.clone(), args.inputs.clone(), order.ending, separator, single);
    let found = args.drop_duplicates.then(|| {
        Dropped::find(&args.inputs, ("--drop-duplicates", true), &order.source, (&args.threads, &args.reading))
    });
    let dropped = match found.transpose() {
        Ok(dropped) => dropped,
        Err(exit) => return exit,
    };
    order.separates_games = route.separates_games() || dropped.is_some();
    if let Err(refusal) = route.start() {
        return report_error(&refusal.to_string(), Exit::Operation);
    }
    let inputs = args.inputs.iter().map(|path| Input { path: path.clone() }).collect();
    let mut show = Show::new(args, &order, route);
    show.dropped = dropped;
    let reading = order.source.reading(args.reading.chunk());
    let files = partie_archive::walk(inputs, args.reading.gitignore);
    partie_archive::run(files, args.threads.count(), reading, || Work::new(order.clone()), &mut show);
    show.finish(args.strict)
}

/// The targets as a table.
fn list() -> String {
    let row = |name: &str, cell: &dyn Fn(GameKind) -> &'static str, keeps: &str| {
        let cells = ANY.iter().map(|game| format!("{:<width$}", cell(*game), width = game.name().len() + 2));
        format!("{name:<13}{}{keeps}\n", cells.collect::<String>())
    };
    let rows = TARGETS.iter().map(|target| {
        let holds = |game| if target.supports(game) { "yes" } else { "-" };
        row(target.name, &holds, target.keeps)
    });
    std::iter::once(row("target", &GameKind::name, "keeps")).chain(rows).collect()
}

/// Passes on what the workers wrote, in order, and keeps the totals.
struct Show {
    route: Route,
    bar: Bar,
    target: Target,
    on_broken: OnBroken,
    reporter: Box<dyn Reporter>,
    /// Whether a program reads the messages.
    is_complete: bool,
    quiet: bool,
    start: Instant,
    losses: Losses,
    missing: u64,
    /// Games that were read; of those that were written their number and plies.
    read: u64,
    games: u64,
    plies: u64,
    cut: u64,
    left_out: u64,
    /// Moves of which one of several readings is written.
    assumed: u64,
    /// Whether some file could not be read, the output could not be written, and a game ended the run.
    failed: bool,
    reject_token: bool,
    ended: bool,
    panicked: bool,
    /// Whether an input broke off.
    incomplete: bool,
    /// The copies that are left out, how many were, and the number of the file from 0.
    dropped: Option<Dropped>,
    copies: u64,
    file: usize,
    path: String,
    folders: Folders,
    /// Games and lines of the current file, up to the current slice.
    file_games: u64,
    file_lines: u64,
    /// Whether it was said of the current file that its encoding is a guess.
    guessed: bool,
}

impl Show {
    fn new(args: &ConvertArgs, order: &Order, route: Route) -> Self {
        Self {
            route,
            bar: Bar::new(args.reading.quiet),
            target: order.settings.target,
            on_broken: order.settings.on_broken,
            reporter: (args.format.form().start)(TerminalStyle { colour: args.color.are_on(&io::stderr()), width: 0 }),
            is_complete: args.format.form().is_complete,
            quiet: args.reading.quiet,
            start: Instant::now(),
            losses: Losses::default(),
            missing: 0,
            read: 0,
            games: 0,
            plies: 0,
            cut: 0,
            left_out: 0,
            assumed: 0,
            failed: false,
            reject_token: false,
            ended: false,
            panicked: false,
            incomplete: false,
            dropped: None,
            copies: 0,
            // No file has begun.
            file: usize::MAX,
            path: String::new(),
            folders: Folders::new(&args.inputs),
            file_games: 0,
            file_lines: 0,
            guessed: false,
        }
    }

    fn print_message(&mut self, line: &str) {
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    fn check(&mut self, done: Result<(), Refusal>) {
        if let Err(refusal) = done
            && !std::mem::replace(&mut self.reject_token, true)
        {
            self.print_message(&refusal.to_string());
        }
    }

    /// Whether a game of the slice at hand, from 0, is a copy.
    fn is_dropped(&self, index: u64) -> bool {
        let game = self.file_games + index + 1;
        self.dropped.as_ref().is_some_and(|dropped| dropped.holds(self.file, &self.path, game))
    }

    /// Says which game is cut or left out, or holds a move that is assumed.
    fn issue(&mut self, with_issue: &GameWithIssue, line: u64) {
        let shown = match with_issue.issue {
            ConversionIssue::Assumed(..) => self.assumed < MOST,
            _ => self.cut + self.left_out < MOST,
        };
        let (code, message) = match &with_issue.issue {
            ConversionIssue::Cut(cut) => {
                self.cut += 1;
                let message = match self.on_broken {
                    OnBroken::Comment if self.target.info().has_comments => say!("rest-is-comment", cut = cannot(cut)),
                    _ => say!("line-ends-there", cut = cannot(cut)),
                };
                (Code::V004, message)
            }
            ConversionIssue::Unclosed => {
                self.cut += 1;
                (Code::S010, say!("read-as-comment"))
            }
            ConversionIssue::Broken(cut) => {
                self.left_out += 1;
                self.ended |= self.on_broken == OnBroken::Fail;
                let message = match self.ended {
                    true => say!("nothing-converted-after", cut = cannot(cut)),
                    false => say!("game-left-out", cut = cannot(cut)),
                };
                (Code::V004, message)
            }
            ConversionIssue::Unsplit(more) => (Code::V003, say!("variations-not-written", number = *more)),
            ConversionIssue::Missing(places) => (Code::V002, replaced(places)),
            ConversionIssue::LeftOut(what) => {
                self.left_out += 1;
                (Code::V003, say!("target-cannot-hold", target = said(self.target.name()), what = what.clone()))
            }
            ConversionIssue::Assumed(code, message) => {
                self.assumed += 1;
                (*code, message.clone())
            }
        };
        if !shown {
            return;
        }
        self.warn(code, &message, with_issue.index, line);
    }

    /// Says something of a game of the slice at hand, from 0.
    fn warn(&mut self, code: Code, message: &Message, index: u64, line: u64) {
        let game = self.file_games + index + 1;
        let path = std::mem::take(&mut self.path);
        self.report(code, Severity::Warning, message, IssueOf::Game(&path, game, line));
        self.path = path;
    }

    fn report(&mut self, code: Code, severity: Severity, message: &Message, of: IssueOf<'_>) {
        let mut text = String::new();
        self.reporter.issue(&Issue { code, severity, message, target: self.target.name(), of }, &mut text);
        self.bar.with_bar_hidden(|| report_styled(text.trim_end_matches('\n')));
    }

    /// Says that a file cannot be read, or not to its end; to a program in its form.
    fn unread(&mut self, path: &str, said: &FileMessage) {
        if !self.is_complete {
            return self.print_message(&said.to_string());
        }
        self.report(said.code, Severity::Error, &said.message, IssueOf::File(path));
    }

    /// Says what was lost, a line for each kind.
    fn tell_losses(&mut self, strict: bool) {
        let severity = if strict { Severity::Error } else { Severity::Warning };
        let lost =
            self.losses.counts().map(|(loss, number, noun)| (Code::V001, number, loss.said(number, self.target), noun));
        let mut all: Vec<(Code, u64, Message, &str)> = lost.collect();
        if self.missing > 0 {
            all.push((Code::V002, self.missing, say!("characters-replaced", number = self.missing), "characters"));
        }
        for (code, number, message, kind) in all {
            self.report(code, severity, &message, IssueOf::All(kind, number));
        }
    }

    fn finish(mut self, strict: bool) -> Exit {
        self.bar.finish();
        if !self.reject_token && !self.ended && !self.route.standard.is_broken() {
            for line in self.folders.lines() {
                self.print_message(&line);
                self.failed = true;
            }
        }
        // Where nothing could be read there is nothing to take the place of a file.
        let nothing = self.failed && self.read == 0;
        let whole = !nothing
            && !self.reject_token
            && !self.ended
            && !self.panicked
            && (!self.incomplete || self.route.is_folder());
        let done = self.route.finish(whole);
        self.check(done);
        if self.assumed > MOST {
            self.print_message(&format!("{} more moves were assumed", format_thousands(self.assumed - MOST)));
        }
        let named = self.cut + self.left_out;
        if named > MOST {
            self.print_message(&format!("{} more games were cut or left out", format_thousands(named - MOST)));
        }
        // What was lost is of interest only where something was written.
        if !self.ended {
            self.tell_losses(strict);
        }
        let lost = self.losses.total() + self.missing > 0;
        let ended = self.ended;
        let Self { route, quiet, read, games, plies, cut, left_out, copies, start, target, .. } = self;
        if let Some(error) = route.standard.failure() {
            return report_unwritten("to standard output", &error);
        }
        if ended && !quiet {
            let kept = kept(&route.place, disk::complete());
            report_error(&format!("stopped at a broken game (--on-broken fail){kept}"), Exit::Clean);
        } else if !quiet && (read > 0 || !self.failed) {
            let mut line = format!(
                "{}, {} to {} in {:.1} s",
                count(games, "game", "games"),
                count(plies, "ply", "plies"),
                target.name(),
                start.elapsed().as_secs_f64()
            );
            if cut > 0 {
                line.push_str(&format!(": {} cut at an error", count(cut, "game", "games")));
            }
            if left_out > 0 {
                let mark = if cut > 0 { "," } else { ":" };
                line.push_str(&format!("{mark} {} left out", count(left_out, "game", "games")));
            }
            if copies > 0 {
                let mark = if cut + left_out > 0 { "," } else { ":" };
                line.push_str(&format!("{mark} {} not written", count(copies, "copy", "copies")));
            }
            report_error(&line, Exit::Clean);
        }
        if self.panicked {
            return Exit::Internal;
        }
        if self.failed || self.reject_token {
            return Exit::Operation;
        }
        if cut + left_out > 0 || strict && lost { Exit::Findings } else { Exit::Clean }
    }
}

/// Which characters of a game the encoding does not have, and where they stand in what is written.
fn replaced(places: &[(char, u64)]) -> Message {
    /// Places that are named.
    const NAMED: usize = 5;
    let named = places.iter().take(NAMED);
    let named =
        message::list(named.map(|(character, line)| say!("in-line", character = quoted(character), line = *line)));
    match places.len().saturating_sub(NAMED) {
        0 => say!("not-in-encoding", characters = named),
        more => say!("not-in-encoding-and-more", characters = named, more = more),
    }
}

/// Which move cannot be played.
fn cannot(cut: &partie_convert::Cut) -> Message {
    match (cut.token.as_str(), cut.ply) {
        ("", _) => say!("cut"),
        (token, Some(ply)) => say!("cut-at-ply", token = moved(token), ply = at_ply(ply)),
        (token, None) => say!("cut-in-variation", token = moved(token)),
    }
}

impl Sink<ConvertedGame> for Show {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        self.path = shown_path(&met.path);
        self.folders.begin(&met);
        self.file = self.file.wrapping_add(1);
        self.bar.begin(&self.path, progress);
        (self.file_games, self.file_lines, self.guessed) = (0, 0, false);
        self.route.begin(&met.path);
    }

    fn slice(&mut self, slice: &Slice, written: ConvertedGame) {
        if self.reject_token || self.ended {
            return;
        }
        self.games += written.converted;
        self.plies += written.plies;
        if let Some((index, at, [encoding, next])) = written.guessed.filter(|_| !self.guessed) {
            self.guessed = true;
            let line = self.file_lines + slice.lines(0, at as usize) + 1;
            let (encoding, next) = (said(encoding.name()), said(next.name()));
            self.warn(Code::S008, &say!("guessed-name-it", encoding = encoding, next = next), index, line);
        }
        let mut anchor = (0, self.file_lines);
        for with_issue in &written.with_issue {
            if self.is_dropped(with_issue.index) {
                continue;
            }
            let blank =
                slice.bytes[with_issue.from as usize..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let at = (with_issue.from as usize + blank).max(anchor.0);
            anchor = (at, anchor.1 + slice.lines(anchor.0, at));
            self.issue(with_issue, anchor.1 + 1);
        }
        if let Some(index) = written.panicked {
            let game = self.file_games + index + 1;
            let path = self.path.clone();
            self.print_message(&format!(
                "error[X099]: internal error in {path}, game {game}. Please report it with the game"
            ));
            self.panicked = true;
        }
        let mut from = 0;
        for ((end, value), (index, plies)) in written.ends.iter().zip(&written.numbers_and_plies) {
            if self.is_dropped(*index) {
                self.games = self.games.saturating_sub(1);
                self.plies = self.plies.saturating_sub(*plies);
                from = *end;
                continue;
            }
            let done = self.route.game(&written.text[from..*end], value);
            self.check(done);
            from = *end;
            if self.reject_token {
                return;
            }
        }
        if from < written.text.len() {
            let done = self.route.games(&written.text[from..]);
            self.check(done);
        }
        if self.dropped.is_some() {
            self.copies += (0..written.games).filter(|index| self.is_dropped(*index)).count() as u64;
        }
        self.file_games += written.games;
        self.file_lines += written.lines;
        self.read += written.games;
        self.missing += written.missing;
        self.losses.absorb(&written.losses);
        self.bar.update(self.read, self.cut + self.left_out);
        if self.route.standard.is_broken() {
            self.route.standard.flush();
        }
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        let whole = error.is_none() && !self.reject_token && !self.ended;
        if let Some(error) = error {
            let said = file_messages::unread(&self.path, &error, self.file_games, Done::Unreplaced);
            self.unread(&self.path.clone(), &said);
            self.failed = true;
            // A part must not take the place of the whole.
            self.incomplete = true;
            self.folders.broken();
        } else {
            let (line, failed) = self.folders.end_plainly(&self.path, self.file_games, self.quiet);
            if !self.reject_token {
                self.failed |= failed;
                line.iter().for_each(|line| self.print_message(line));
            }
        }
        // What was read of it is neither what it was nor what it is.
        let replaces = !matches!(self.route.place, Place::Standard);
        if changed && replaces {
            self.print_message(&file_messages::changed_source(&self.path).to_string());
            (self.failed, self.incomplete) = (true, true);
        } else if changed {
            self.print_message(&file_messages::changed(&self.path).to_string());
        }
        let done = self.route.end(whole && !(changed && replaces));
        self.check(done);
    }

    fn failed(&mut self, failure: Failure) {
        self.folders.known(&failure.path);
        let path = shown_path(&failure.path);
        self.unread(&path, &file_messages::unread(&path, &failure.error, 0, Done::Read));
        self.failed = true;
    }

    fn stopped(&self) -> bool {
        self.reject_token || self.ended || self.route.standard.is_broken()
    }
}
