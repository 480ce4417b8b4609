//! `partie convert`: reads games, replays them, and writes them.

use std::io;

use super::Exit;
use super::config_args::Configured;
use super::convert_args::{ConvertArgs, Order};
use super::convert_prose;
use super::duplicates;
use super::interrupt;
use super::output::Output;
use super::refused::Refused;
use super::run::{Ended, Handler, OfFile, Run, Sources, reading};
use super::standard::{print_lines, report_end, report_error, report_styled, report_unwritten};
use super::stretches::Stretches;
use crate::report::{Reporter, TerminalStyle};
use partie_analyze::duplicates::Copies;
use partie_archive::WalkEntry;
use partie_archive::disk::{self, FileForm, Place, Refusal, Route};
use partie_archive::file_messages::{self, Done};
use partie_convert::{
    ConversionIssue, ConvertPlan, ConvertedGames, GameConverter, GameWithIssue, Losses, OnBroken, Target, TargetInfo,
};
use partie_input::{LineIndex, Slice, Stored};
use partie_record::finding::{Code, Severity};
use partie_record::message::{Message, text as said};
use partie_record::{Encoding, count, say};
use partie_replay::game_worker::SliceOut;
use partie_table::shown::{Issue, IssueOf, IssuePlace};

/// Maximum games that are reported as cut or left out; further games are only counted.
const MAX_SHOWN: u64 = 1000;

pub(super) fn run(args: ConvertArgs) -> Exit {
    if args.list {
        return print_lines(&TargetInfo::list(), Exit::Clean);
    }
    let mut configured = match Configured::new(&args.config) {
        Ok(configured) => configured,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    // All inputs share one output, so the configuration of the first input applies.
    let first = args.inputs.first().and_then(|input| configured.of(input, true)).unwrap_or_default();
    let args = args.over(&first);
    let order = match configured.first_error().map_or_else(|| args.order(&first), |error| Err(Refused::new(error))) {
        Ok(order) => order,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    for line in args.old_names() {
        report_error(&line, Exit::Clean);
    }
    let place = order.place.clone();
    if place == Place::Standard {
        // Output to standard output needs no cleanup after a signal.
        return convert(&args, order, configured);
    }
    match interrupt::guarded(move || convert(&args, order, configured), || interrupted(&place)) {
        Ok(exit) => exit,
        Err(error) => report_error(&format!("error: {error}"), Exit::Operation),
    }
}

/// Removes incomplete files, and reports the files that are kept. `None` if the output file was already complete.
fn interrupted(place: &Place) -> Option<Exit> {
    let complete = disk::abandon();
    if matches!(place, Place::File(_)) && complete > 0 {
        return None;
    }
    Some(report_end(&format!("interrupted{}", place.kept(complete)), Exit::Interrupted))
}

fn convert(args: &ConvertArgs, order: Order, configured: Configured) -> Exit {
    let Order { mut plan, source, place, ending } = order;
    let info = plan.settings.target.info();
    let separator = info.separator(plan.settings.newline);
    let form = FileForm { ending, separator, single: info.is_single };
    let sources = Sources::new(&args.inputs, &source, &args.run).done(Done::Unreplaced).beside(&place);
    let mut route = Route::new(place, args.inputs.clone(), form, Output::new());
    let sources = Sources { bar: sources.bar && args.format.form().draws, ..sources };
    let found = args.drop_duplicates.then(|| duplicates::copies(&sources, ("--drop-duplicates", true), &source));
    let dropped = match found.transpose() {
        Ok(dropped) => dropped,
        Err(exit) => return exit,
    };
    let kept = match args.prose.as_deref().map(|file| convert_prose::keep(&sources, &args.inputs, file)).transpose() {
        Ok(kept) => kept,
        Err(exit) => return exit,
    };
    plan.separates_games = route.separates_games() || dropped.is_some();
    if let Err(refusal) = route.start() {
        return report_error(&refusal.to_string(), Exit::Operation);
    }
    let mut show = Show::new(args, &plan, route);
    show.dropped = dropped;
    let stretches = Stretches::new(sources.files(), configured);
    let mut run = sources.begin();
    while let Some((settings, files)) = stretches.next() {
        match args.order(&settings) {
            Ok(Order { source, plan: ConvertPlan { options, given, choice, .. }, .. }) => {
                let plan = ConvertPlan { options, given, choice, ..plan.clone() };
                let sources = Sources { reading: reading(&source, args.run.reading.chunk()), ..sources.clone() };
                sources.go_on(&mut run, files, || GameConverter::worker(&plan), &mut show);
            }
            Err(message) => {
                run.fail(&format!("error: {message}"));
                files.for_each(drop);
            }
        }
    }
    let passed_over = stretches.end(&mut run);
    run.end(&mut show);
    run.say_silenced(&passed_over);
    if let Some(kept) = kept.filter(|_| !run.quiet) {
        run.say(&kept);
    }
    show.finish(run, args.strict)
}

/// Writes the workers' results in order, and counts totals.
struct Show {
    route: Route<Output>,
    target: Target,
    on_broken: OnBroken,
    /// True if the output is UTF-8: only then are the bytes of an unknown encoding kept.
    is_utf8: bool,
    reporter: Box<dyn Reporter>,
    /// True if messages are in a form for programs.
    is_complete: bool,
    losses: Losses,
    missing: u64,
    /// Number of written games; `plies` is the number of their plies.
    games: u64,
    plies: u64,
    cut: u64,
    left_out: u64,
    /// True if a game was left out because of its length.
    too_long: bool,
    /// Number of ambiguous moves that were written in one reading; `kept` counts illegal moves that were kept.
    assumed: u64,
    kept: u64,
    /// True if the output could not be written; `ended` is true if a game ended the run.
    refused: bool,
    ended: bool,
    /// True if an input could not be read to its end.
    incomplete: bool,
    /// The copies of games that are left out; `copies` counts them.
    dropped: Option<Copies>,
    copies: u64,
    /// Lines of the current file before the current slice.
    file_lines: u64,
    /// True once the guess of the encoding was reported for the current file.
    guessed: bool,
}

impl Show {
    fn new(args: &ConvertArgs, plan: &ConvertPlan, route: Route<Output>) -> Self {
        let form = args.format.form();
        Self {
            route,
            target: plan.settings.target,
            on_broken: plan.settings.on_broken,
            is_utf8: plan.settings.encoding == Encoding::Utf8,
            reporter: (form.start)(TerminalStyle { colour: args.run.color.are_on(&io::stderr()), width: 0 }),
            is_complete: form.is_complete,
            losses: Losses::default(),
            missing: 0,
            games: 0,
            plies: 0,
            cut: 0,
            left_out: 0,
            too_long: false,
            assumed: 0,
            kept: 0,
            refused: false,
            ended: false,
            incomplete: false,
            dropped: None,
            copies: 0,
            file_lines: 0,
            guessed: false,
        }
    }

    fn check(&mut self, run: &Run, done: Result<(), Refusal>) {
        if let Err(refusal) = done
            && !std::mem::replace(&mut self.refused, true)
        {
            run.say(&refusal.to_string());
        }
    }

    /// True if the game at `index` (from 0) of the current slice is a copy.
    fn is_dropped(&self, run: &Run, index: u64) -> bool {
        let game = run.file_games + index + 1;
        self.dropped.as_ref().is_some_and(|dropped| dropped.holds(run.file, &run.path, game))
    }

    /// Reports a game that is cut or left out, or a move that is ambiguous or illegal.
    fn issue(&mut self, run: &Run, with_issue: &GameWithIssue, lines: &LineIndex<'_>, at: usize) {
        let issue = &with_issue.issue;
        let shown = match issue {
            ConversionIssue::Kept(..) => self.kept < MAX_SHOWN,
            _ if issue.is_assumed() => self.assumed < MAX_SHOWN,
            _ => self.cut + self.left_out < MAX_SHOWN,
        };
        self.kept += u64::from(issue.is_kept());
        self.assumed += u64::from(issue.is_assumed());
        self.cut += u64::from(issue.is_cut());
        self.left_out += u64::from(issue.is_left_out());
        self.too_long |= issue.is_too_long();
        self.ended |= self.on_broken == OnBroken::Fail && matches!(issue, ConversionIssue::Broken(_));
        if shown {
            let (code, message) = issue.said(self.target, self.on_broken);
            let severity = if issue.is_too_long() { Severity::Error } else { Severity::Warning };
            self.say_of(run, (code, severity), (&message, with_issue.index), IssuePlace::new(lines, at));
        }
    }

    /// Reports a message about the game at `index` (from 0) of the current slice.
    fn say_of(&mut self, run: &Run, code: (Code, Severity), (message, index): (&Message, u64), place: IssuePlace<'_>) {
        let game = run.file_games + index + 1;
        self.report(run, code, message, IssueOf::Game { path: &run.path, game, place });
    }

    fn report(&mut self, run: &Run, (code, severity): (Code, Severity), message: &Message, of: IssueOf<'_>) {
        let mut text = String::new();
        self.reporter.issue(&Issue { code, severity, message, target: self.target.name(), of }, &mut text);
        run.bar.with_bar_hidden(|| report_styled(text.trim_end_matches('\n')));
    }

    /// Reports the losses of the conversion, one line per kind.
    fn tell_losses(&mut self, run: &Run, strict: bool) {
        let severity = if strict { Severity::Error } else { Severity::Warning };
        let lost = self
            .losses
            .counts()
            .map(|(loss, number, noun)| (Code::V001, number, loss.said(number, self.target.name()), noun));
        let mut all: Vec<(Code, u64, Message, &str)> = lost.collect();
        if self.missing > 0 {
            all.push((Code::V002, self.missing, say!("characters-replaced", number = self.missing), "characters"));
        }
        for (code, number, message, kind) in all {
            self.report(run, (code, severity), &message, IssueOf::All(kind, number));
        }
    }

    fn finish(mut self, mut run: Run, strict: bool) -> Exit {
        // A run that could not read any game replaces no file.
        let nothing = run.failed && run.games == 0;
        let whole =
            !nothing && !self.refused && !self.ended && !run.panicked && (!self.incomplete || self.route.is_folder());
        let done = self.route.finish(whole);
        self.check(&run, done);
        if self.assumed > MAX_SHOWN {
            run.say(&format!("{} assumed", count(self.assumed - MAX_SHOWN, "more move was", "more moves were")));
        }
        if self.kept > MAX_SHOWN {
            run.say(&format!(
                "{} kept",
                count(self.kept - MAX_SHOWN, "more illegal move was", "more illegal moves were")
            ));
        }
        let named = self.cut + self.left_out;
        if named > MAX_SHOWN {
            run.say(&format!("{} cut or left out", count(named - MAX_SHOWN, "more game was", "more games were")));
        }
        // If a game ended the run, nothing is written, so losses do not matter.
        if !self.ended {
            self.tell_losses(&run, strict);
        }
        let lost = self.losses.total() + self.missing > 0;
        let is_folder = self.route.is_folder();
        let Self { route, games, plies, cut, kept, left_out, copies, target, too_long, .. } = self;
        if let Some(error) = route.standard.failure() {
            return report_unwritten("to standard output", &error);
        }
        if self.ended {
            let kept = route.place.kept(disk::complete());
            run.summary(1, |_| format!("stopped at a broken game (--on-broken fail){kept}"));
        } else if !self.refused || is_folder {
            run.summary(run.games, |seconds| {
                let games = count(games, "game", "games");
                let mut line =
                    format!("{games}, {} to {} in {seconds:.1} s", count(plies, "ply", "plies"), target.name());
                let parts = [
                    (cut, "game", "games", "cut at an error"),
                    (kept, "illegal move", "illegal moves", "kept"),
                    (left_out, "game", "games", "left out"),
                    (copies, "copy", "copies", "not written"),
                ];
                for (index, (number, one, many, what)) in parts.into_iter().filter(|part| part.0 > 0).enumerate() {
                    let mark = if index == 0 { ":" } else { "," };
                    line.push_str(&format!("{mark} {} {what}", count(number, one, many)));
                }
                line
            });
        }
        run.failed |= self.refused || too_long;
        run.exit(if cut + kept + left_out > 0 || strict && lost { Exit::Findings } else { Exit::Clean })
    }
}

impl Handler<ConvertedGames> for Show {
    fn begin(&mut self, _: &mut Run, met: &WalkEntry, _: Stored) {
        (self.file_lines, self.guessed) = (0, false);
        self.route.begin(&met.path);
    }

    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<ConvertedGames>) {
        let SliceOut { made: written, games, .. } = out;
        self.games += written.converted;
        self.plies += written.plies;
        if let Some((index, at, doubt)) = written.guessed.filter(|_| !self.guessed) {
            self.guessed = true;
            let lines = LineIndex::new(slice, doubt.likely, (0, self.file_lines));
            let (encoding, next) = (said(doubt.likely.name()), said(doubt.next.name()));
            let message = match (doubt.is_guessed, self.is_utf8) {
                (true, _) => say!("guessed-name-it", encoding = encoding, next = next),
                (false, true) => say!("unknown-name-it", encoding = encoding, next = next),
                (false, false) => say!("unknown-replaced", encoding = encoding, next = next),
            };
            self.say_of(run, (Code::S008, Severity::Warning), (&message, index), IssuePlace::new(&lines, at as usize));
        }
        let mut lines = LineIndex::new(slice, Encoding::Utf8, (0, self.file_lines));
        for with_issue in &written.with_issue {
            if self.is_dropped(run, with_issue.index) {
                continue;
            }
            let blank =
                slice.bytes[with_issue.from as usize..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if lines.encoding() != with_issue.encoding {
                lines = LineIndex::new(slice, with_issue.encoding, (0, self.file_lines));
            }
            self.issue(run, with_issue, &lines, with_issue.from as usize + blank);
        }
        let mut from = 0;
        for ((end, value), (index, plies)) in written.ends.iter().zip(&written.numbers_and_plies) {
            if self.is_dropped(run, *index) {
                self.games = self.games.saturating_sub(1);
                self.plies = self.plies.saturating_sub(*plies);
            } else {
                let done = self.route.game(&written.text[from..*end], value);
                self.check(run, done);
            }
            from = *end;
            if self.refused {
                return;
            }
        }
        if from < written.text.len() {
            let done = self.route.games(&written.text[from..]);
            self.check(run, done);
        }
        if self.dropped.is_some() {
            self.copies += (0..games).filter(|index| self.is_dropped(run, *index)).count() as u64;
        }
        self.file_lines += written.lines;
        self.missing += written.missing;
        self.losses.absorb(&written.losses);
        if self.route.standard.is_broken() {
            self.route.standard.flush();
        }
    }

    fn of_file(&mut self, run: &mut Run, of: &OfFile<'_>) {
        if !self.is_complete || of.said.code == Code::X005 {
            return run.tell(of);
        }
        self.report(run, (of.said.code, Severity::Error), &of.said.message, IssueOf::File(of.path));
    }

    /// Replaces no file: the games may come from two versions of the input.
    fn changed(&mut self, run: &mut Run) {
        if matches!(self.route.place, Place::Standard) {
            run.say(&file_messages::changed(&run.path).to_string());
        } else {
            run.fail(&file_messages::changed_source(&run.path).to_string());
            self.incomplete = true;
        }
    }

    fn end(&mut self, run: &mut Run, ended: Ended) {
        // An incomplete file must not replace a complete one.
        self.incomplete |= !ended.whole;
        let replaces = !matches!(self.route.place, Place::Standard);
        let is_lost = self.refused || self.ended || ended.changed && replaces;
        let done = self.route.end(ended.whole && !is_lost);
        self.check(run, done);
    }

    fn findings(&self) -> u64 {
        self.cut + self.left_out
    }

    fn stopped(&self) -> bool {
        self.refused || self.ended || self.route.standard.is_broken()
    }
}
