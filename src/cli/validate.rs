//! `partie validate`: reads games, judges them, and shows findings.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::Exit;
use super::baseline::Baseline;
use super::config_args::Configured;
use super::interrupt;
use super::refused::Refused;
use super::reports::Reports;
use super::run::{Ended, Handler, OfFile, Run, Sources, reading};
use super::standard::{report_end, report_error, report_unwritten};
use super::stretches::Stretches;
use super::validate_args::ValidateArgs;
use super::validate_order::{Order, asks_infos, order};
use crate::report::{GamesShown, OutputForm};
use partie_archive::WalkEntry;
use partie_archive::disk;
use partie_archive::file_messages::Done;
use partie_config::Settings;
use partie_fix::Suggester;
use partie_input::{LineIndex, Slice, Stored};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::span::{self, Span};
use partie_record::{Encoding, Movetext, book, count};
use partie_repair::Effort;
use partie_replay::game_worker::SliceOut;
use partie_replay::{
    FirstOfEncoding, GameOut, Judge, Judged, Source, Status, Wanted, WholeFile, file_finding, of_noise,
};
use partie_replay::{GamePlace, Placed};
use partie_rules::GameKind;
use partie_table::repeats::Repeats;
use partie_table::shown::JudgedGame;
use partie_table::statistics::Statistics;
use partie_table::totals::Totals;
use partie_table::{FailOn, Silencer, Silencers};

/// Minimum findings for which a table by code is shown at the end.
const MIN_FINDINGS_FOR_TABLE: u64 = 20;
/// Maximum findings shown per game.
const MAX_OF_GAME: usize = 20;
/// Maximum findings shown per file.
const MAX_OF_FILE: u64 = 1000;

pub(super) fn run(args: ValidateArgs) -> Exit {
    if args.format.in_files().next().is_none() {
        return validate(&args);
    }
    match interrupt::guarded(move || validate(&args), || Some(interrupted())) {
        Ok(exit) => exit,
        Err(error) => report_error(&format!("error: {error}"), Exit::Operation),
    }
}

/// Removes incomplete reports, and reports the interruption.
fn interrupted() -> Exit {
    disk::abandon();
    report_end("interrupted; no report is written", Exit::Interrupted)
}

fn validate(args: &ValidateArgs) -> Exit {
    let begun = order(args, &Settings::default()).and_then(|order| Ok((order, Configured::new(&args.config)?)));
    let (first, configured) = match begun {
        Ok(begun) => begun,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    let mut show = match Show::new(args, &first) {
        Ok(show) => show,
        Err(message) => return report_error(&message.to_string(), Exit::Operation),
    };
    show.reports.add(|reporter, text| reporter.begin(text));
    let sources = sources(args, &first.source);
    // Skips reports of an earlier run that are in a folder of records.
    let own: Vec<PathBuf> = args.format.in_files().filter_map(|(_, path)| path.canonicalize().ok()).collect();
    let is_own =
        move |entry: &WalkEntry| !own.is_empty() && entry.path.canonicalize().is_ok_and(|path| own.contains(&path));
    let files = sources.files().filter(move |entry| entry.as_ref().map_or(true, |entry| !is_own(entry)));
    let stretches = Stretches::new(files, configured);
    let mut run = sources.begin();
    while let Some((settings, files)) = stretches.next() {
        match order(args, &settings) {
            Ok(order) => {
                show.begin_stretch(args, &order);
                let sources = Sources { reading: reading(&order.source, args.run.reading.chunk()), ..sources.clone() };
                sources.go_on(&mut run, files, || Judge::worker(&order.plan), &mut show);
            }
            Err(message) => {
                run.fail(&format!("error: {message}"));
                files.for_each(drop);
            }
        }
    }
    show.all.absorb(&mut stretches.end(&mut run));
    run.end(&mut show);
    show.finish(&run)
}

/// The inputs, and options for reading them.
fn sources(args: &ValidateArgs, source: &Source) -> Sources {
    let sources = Sources::new(&args.inputs, source, &args.run);
    Sources { bar: sources.bar && args.format.form().draws, ..sources }.done(Done::Judged)
}

/// Shows the workers' findings in order, and counts totals.
struct Show {
    reports: Reports,
    wanted: Wanted,
    games: bool,
    moves: bool,
    quiet: bool,
    most: u64,
    /// Maximum findings shown per game.
    most_of_game: usize,
    /// Hides repeated findings of one cause, and counts them. `None` for complete forms and with `--max-findings`.
    repeats: Option<Repeats>,
    /// The search for repairs of broken lines, if a report shows them.
    suggester: Option<Suggester>,
    /// True if all forms show repairs, even those that do not by default.
    suggests_all: bool,
    /// Totals of the current stretch; `all` has the totals of earlier stretches.
    totals: Totals,
    all: Totals,
    /// The places where the configuration of the current stretch hides and lowers findings.
    silencers: Silencers,
    /// The condition under which the run fails; `fails` is true once it is met.
    fail_on: FailOn,
    fails: bool,
    statistics: Statistics,
    /// The known findings, with `--baseline`.
    baseline: Option<Baseline>,
    /// True if only the table of codes is printed.
    only_table: bool,
    file: File,
}

/// The current file.
#[derive(Default)]
struct File {
    path: Arc<str>,
    /// Games before the current slice; `lines` are the lines before it.
    games: u64,
    lines: u64,
    shown: u64,
    hidden: u64,
    whole: WholeFile,
    is_unread: bool,
}

impl Show {
    /// # Errors
    /// A report cannot be written.
    fn new(args: &ValidateArgs, Order { plan, fail_on, .. }: &Order) -> Result<Self, Refused> {
        let colour = args.run.color.are_on(&io::stdout());
        let mut reports = Reports::open(&args.format, colour)?;
        let form = args.format.form();
        reports.show_from(args.min_severity.or(asks_infos(args, *fail_on).then_some(Severity::Info)));
        let most = match args.max_findings {
            Some(0) => u64::MAX,
            Some(most) => most,
            None if form.is_complete => u64::MAX,
            None => MAX_OF_FILE,
        };
        Ok(Self {
            reports,
            wanted: plan.wanted.clone(),
            games: args.games,
            moves: args.moves,
            quiet: args.run.reading.quiet,
            most,
            most_of_game: if form.is_complete || args.max_findings == Some(0) { usize::MAX } else { MAX_OF_GAME },
            repeats: (args.max_findings.is_none() && !form.is_complete).then(Repeats::default),
            suggester: None,
            suggests_all: args.suggest,
            totals: Totals::default(),
            all: Totals::default(),
            silencers: Silencers::default(),
            fail_on: *fail_on,
            fails: false,
            statistics: Statistics::default(),
            baseline: args.old.open(args.chosen.expression.is_some())?,
            only_table: args.statistics,
            file: File::default(),
        })
    }

    /// Begins a stretch of files with the same configuration.
    fn begin_stretch(&mut self, args: &ValidateArgs, Order { plan, fail_on, silencers, .. }: &Order) {
        self.end_stretch();
        self.silencers = silencers.clone();
        let suggests = (args.suggest || args.format.all().any(|form| form.suggests)) && !args.statistics;
        self.suggester = (suggests && plan.options.search != Effort::BRIEF)
            .then(|| Suggester::new(&plan.options, &plan.wanted, plan.given, !args.suggest));
        self.wanted = plan.wanted.clone();
        self.fail_on = *fail_on;
        self.reports.show_from(args.min_severity.or(asks_infos(args, *fail_on).then_some(Severity::Info)));
    }

    fn end_stretch(&mut self) {
        self.fails |= self.fail_on.is_in(&self.totals);
        let claims = [Code::D001, Code::D003].into_iter().any(|code| self.wanted.selection.counts(code));
        if !claims {
            self.totals.claims = 0;
        }
        let counts = &self.totals.counts;
        let numbers = [
            (Silencer::Hidden, counts.hidden()),
            (Silencer::Lowered, counts.lowered()),
            (Silencer::ConfiguredRules, self.totals.configured_rules),
        ];
        for (how, number) in numbers {
            if number > 0 {
                self.totals.silencers.add_all(how, &self.silencers);
            }
        }
        self.all.absorb(&mut self.totals);
    }

    fn game(&mut self, slice: &Slice, game: &GameOut, anchor: (usize, u64)) {
        let lines = LineIndex::new(slice, game.encoding, anchor);
        let place = GamePlace {
            path: &Arc::clone(&self.file.path),
            game: self.file.games + game.index + 1,
            slice,
            start: Some(game.start),
            lines: &lines,
            encoding: game.encoding,
            kind: game.replayed.kind,
            format: game.format,
            movetext: game.movetext,
            first: game.first,
            second: game.second,
        };
        let rules = game.replayed.rules;
        let mut shown = 0;
        let mut again = None;
        let known = self.known(&place, &game.findings);
        let is_broken = matches!(game.replayed.status, Status::Error | Status::Unreadable);
        let is_new = |(index, finding): (usize, &Finding)| {
            finding.severity == Severity::Error && finding.allowed.is_none() && !known.contains(&index)
        };
        if is_broken && !known.is_empty() && !game.findings.iter().enumerate().any(is_new) {
            self.totals.broken = self.totals.broken.saturating_sub(1);
        }
        for finding in game.findings.iter().filter(|finding| finding.allowed.is_some()) {
            let at = || format!("{}:{}", place.path, Placed::new(place, finding).line);
            self.totals.silencers.add(Silencer::Allowed, at);
        }
        for (index, finding) in game.findings.iter().enumerate().filter(|(index, _)| !known.contains(index)) {
            let is_shown = self.shows(&place, finding, shown);
            if !is_shown && !self.reports.others.iter().any(|report| report.takes(finding)) {
                continue;
            }
            shown += usize::from(is_shown);
            if let Some(suggester) = self.suggester.as_mut().filter(|_| finding.unsearched && again.is_none()) {
                again = suggester.findings(slice, game.start, &game.findings);
            }
            let suggested = again.as_ref().and_then(|findings: &Vec<Finding>| findings.get(index)).unwrap_or(finding);
            self.finding(is_shown, [&Placed::new(place, finding), &Placed::new(place, suggested)], rules);
        }
        let (replayed, moves) = (&game.replayed, self.moves);
        let judged = JudgedGame { place, span: game.span, replayed, played: &replayed.played, moves };
        let asked = self.games;
        let has = |form: &OutputForm| form.games == GamesShown::Always || asked && form.games == GamesShown::Asked;
        if has(self.reports.main.form) {
            self.reports.add_to_main(|reporter, text| reporter.game(&judged, text));
        }
        self.reports.add_to_others(|report| has(report.form), |_, reporter, text| reporter.game(&judged, text));
    }

    /// Indexes of findings that the baseline contains, which do not count.
    fn known(&mut self, place: &GamePlace<'_>, findings: &[Finding]) -> Vec<usize> {
        let Some(baseline) = &mut self.baseline else { return Vec::new() };
        let counted = findings.iter().enumerate().filter(|(_, finding)| finding.allowed.is_none());
        counted
            .filter(|(_, finding)| baseline.hides(&Placed::new(*place, finding)))
            .map(|(index, finding)| {
                self.totals.counts.take_known(finding.code, finding.severity);
                index
            })
            .collect()
    }

    /// True if the report on standard output shows a finding, after `shown` others of the same game. Counts findings
    /// beyond the limits.
    fn shows(&mut self, place: &GamePlace<'_>, finding: &Finding, shown: usize) -> bool {
        if !self.reports.main.takes(finding) {
            return false;
        }
        if finding.allowed.is_some() {
            return true;
        }
        if self.repeats(place, finding) {
            self.statistics.add(place, finding);
            return false;
        }
        self.statistics.add(place, finding);
        let is_over = shown >= self.most_of_game || self.file.shown >= self.most;
        self.file.hidden += u64::from(is_over);
        !is_over
    }

    /// True if a finding is only counted, because enough findings of its cause were shown.
    fn repeats(&mut self, place: &GamePlace<'_>, finding: &Finding) -> bool {
        let shows = self.file.shown < self.most;
        let Some(repeats) = &mut self.repeats else { return false };
        let at = || {
            let line = Placed::new(*place, finding).line;
            if place.game > 0 { format!("line {line} (game {})", place.game) } else { format!("line {line}") }
        };
        repeats.hides(finding, finding.span.of(&place.slice.bytes), at, shows)
    }

    /// Adds a finding to the reports: `suggested`, with a repair, if the form suggests repairs, and otherwise `found`. The
    /// report on standard output gets it only if `in_main`.
    fn finding(&mut self, in_main: bool, [found, suggested]: [&Placed<'_>; 2], rules: &'static str) {
        let of = |form: &OutputForm| if form.suggests { suggested } else { found };
        if in_main && !self.only_table {
            self.file.shown += 1;
            let placed = if self.suggests_all { suggested } else { of(self.reports.main.form) };
            self.reports.add_to_main(|reporter, text| reporter.finding(placed, rules, text));
        }
        self.reports.add_to_others(
            |report| report.takes(found.finding),
            |form, reporter, text| reporter.finding(of(form), rules, text),
        );
    }

    /// Flushes the output if it is due, so that findings appear while the run continues.
    fn pass_on(&mut self, run: &Run) {
        if self.reports.out.is_due() {
            run.bar.with_bar_hidden(|| self.reports.out.flush());
        }
    }

    /// Reports the findings about a file that its first game in an encoding causes.
    fn encoding(&mut self, slice: &Slice, (encoding, index, span): (Encoding, u64, Span)) {
        let path = Arc::clone(&self.file.path);
        let game = self.file.games + index + 1;
        let first = FirstOfEncoding { slice, path: &path, game, encoding, span };
        for (finding, game) in self.file.whole.encoding(&first) {
            self.about_file(slice, finding, game, encoding);
        }
    }

    fn about_file(&mut self, slice: &Slice, finding: Finding, game: u64, encoding: Encoding) {
        let Some(finding) = file_finding(finding, &self.wanted, &mut self.totals.counts) else { return };
        // A baseline never contains unreadable files.
        let may_be_old = !self.file.is_unread;
        let path = Arc::clone(&self.file.path);
        let lines = LineIndex::new(slice, encoding, (0, self.file.lines));
        let place = GamePlace {
            path: &path,
            game,
            slice,
            start: None,
            lines: &lines,
            encoding,
            kind: GameKind::default(),
            format: slice.format,
            movetext: Movetext::default(),
            first: None,
            second: None,
        };
        if may_be_old && !self.known(&place, std::slice::from_ref(&finding)).is_empty() {
            return;
        }
        // Limits do not apply to findings about a file.
        let is_wanted = self.reports.main.takes(&finding) && !self.repeats(&place, &finding);
        // Forms for readers show an unreadable file as a message, not as a finding.
        let is_shown = is_wanted && (!self.file.is_unread || self.reports.main.form.is_complete);
        self.statistics.add(&place, &finding);
        let placed = Placed::new(place, &finding);
        self.finding(is_shown, [&placed; 2], book::default_chess().name);
    }

    fn finish(mut self, run: &Run) -> Exit {
        self.end_stretch();
        let lines: Vec<String> = self.repeats.iter().flat_map(Repeats::end).filter(|_| !self.only_table).collect();
        lines.iter().for_each(|line| self.reports.out.line(line));
        let table = self.statistics.table(self.all.broken, self.all.games);
        if self.only_table {
            self.reports.out.write_lines(&table);
        }
        if let Some(path) = self.baseline.as_ref().and_then(Baseline::hiding) {
            self.all.silencers.add(Silencer::Baseline, || path);
        }
        let totals = &self.all;
        self.reports.add(|reporter, text| reporter.end(totals, text));
        let is_complete = self.reports.main.form.is_complete;
        // A run that stopped early has partial totals, so it prints no summary.
        let was_left = self.reports.have_no_reader();
        let written = self.reports.finish();
        if let Some(error) = self.reports.out.failure() {
            return report_unwritten("to standard output", &error);
        }
        if let Err(message) = written {
            return report_error(&message.to_string(), Exit::Operation);
        }
        if !run.quiet && !self.only_table && !is_complete && self.statistics.findings() >= MIN_FINDINGS_FOR_TABLE {
            report_error(table.trim_end(), Exit::Clean);
        }
        run.say_silenced(&self.all);
        let baseline = self.baseline.take().map(|baseline| baseline.finish(run.is_whole())).transpose();
        match &baseline {
            Ok(Some(Some(note))) if !run.quiet => run.say(note),
            Ok(_) => {}
            Err(message) => return report_error(&message.to_string(), Exit::Operation),
        }
        if was_left {
            return run.exit(if self.fails { Exit::Findings } else { Exit::Clean });
        }
        run.summary(self.all.games, |seconds| self.all.line(seconds));
        run.exit(if self.fails { Exit::Findings } else { Exit::Clean })
    }
}

impl Handler<Judged> for Show {
    fn begin(&mut self, run: &mut Run, _: &WalkEntry, _: Stored) {
        let path = Arc::clone(&run.path);
        self.reports.add(|reporter, text| reporter.file(&path, text));
        if let Some(baseline) = &mut self.baseline {
            baseline.begin(&path, &self.wanted.selection);
        }
        self.file = File { path, ..File::default() };
    }

    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<Judged>) {
        let SliceOut { made: mut judged, games, passed_over, .. } = out;
        self.file.games = run.file_games;
        self.file.whole.add_ends(judged.line_ends);
        self.file.whole.add_odd_tags(slice, (self.file.games, self.file.lines), &judged.odd_tags);
        let mut encodings = std::mem::take(&mut judged.encodings).into_iter().peekable();
        self.totals.counts.absorb(&mut judged.counts);
        self.totals.broken += judged.broken;
        let mut anchor = (0, self.file.lines);
        for game in &judged.shown {
            let start = span::line_start(&slice.bytes, game.span.from as usize).max(anchor.0);
            anchor = (start, anchor.1 + slice.lines(anchor.0, start));
            while let Some(first) = encodings.next_if(|(_, index, _)| *index <= game.index) {
                self.encoding(slice, first);
            }
            self.game(slice, game, anchor);
        }
        for first in encodings {
            self.encoding(slice, first);
        }
        let read = self.file.games + games;
        if let Some(noise) = judged.noise.filter(|_| read > 0 || slice.cut_short) {
            let encoding = slice.undeclared.encoding(noise.span.of(&slice.bytes));
            self.about_file(slice, of_noise(noise), read.max(1), encoding);
        }
        self.file.lines += judged.lines;
        self.totals.games += games - passed_over;
        self.totals.plies += judged.plies;
        self.totals.claims += judged.claims;
        self.totals.unjudged.absorb(&mut judged.unjudged);
        let configured = self.silencers.has(Silencer::ConfiguredRules);
        self.totals.add_rules(&judged.ruled, configured, &self.file.path);
        self.pass_on(run);
        if self.reports.out.is_broken() {
            self.reports.out.flush();
        }
    }

    fn was_read(&mut self, _: &mut Run) {
        for (finding, game, line) in self.file.whole.odd_tags() {
            self.file.lines = line - 1;
            self.about_file(&Slice::default(), finding, game, Encoding::Utf8);
        }
        if let Some(finding) = self.file.whole.line_ends() {
            // Line ends concern the whole file, so the finding goes to its first line.
            self.file.lines = 0;
            self.about_file(&Slice::default(), finding, 0, Encoding::Utf8);
        }
        let path = &self.file.path;
        let folded = self.repeats.as_mut().map(|repeats| repeats.end_file(path)).unwrap_or_default();
        let is_complete = self.reports.main.form.is_complete;
        let unsought = self.suggester.as_mut().and_then(|suggester| suggester.end_file(path)).filter(|_| !is_complete);
        let hidden = (self.file.hidden > 0 && !is_complete).then(|| {
            let more = count(self.file.hidden, "more finding is", "more findings are");
            format!("warning[B006]: {path}: {more} not shown; --max-findings 0 shows all")
        });
        for line in folded.into_iter().chain(unsought).chain(hidden).filter(|_| !self.only_table) {
            self.reports.out.line(&line);
        }
    }

    /// Reports a message about a file; complete forms also get it as a finding.
    fn of_file(&mut self, run: &mut Run, of: &OfFile<'_>) {
        let OfFile { severity, path, said, .. } = *of;
        let code = said.code;
        if code == Code::X005 && !of.is_folder {
            self.totals.unjudged.add_file(path, severity > Severity::Info);
        }
        let finding = Finding { severity, ..Finding::new(code, Span::default(), said.message.clone()) };
        let kept = self.wanted.selection.counts(code) && (self.wanted.infos || severity != Severity::Info);
        // Files of other kinds in a folder (infos) are only counted.
        if self.reports.forms().any(|form| form.is_complete) && severity != Severity::Info {
            let file =
                std::mem::replace(&mut self.file, File { path: path.into(), is_unread: true, ..File::default() });
            self.reports.add(|reporter, text| reporter.file(path, text));
            self.about_file(&Slice::default(), finding, 0, Encoding::Utf8);
            self.file = file;
        } else {
            file_finding(finding, &self.wanted, &mut self.totals.counts);
        }
        if severity == Severity::Error || kept && (severity == Severity::Warning || !self.quiet) {
            run.bar.with_bar_hidden(|| self.reports.out.flush());
            run.say(&said.to_string());
        }
    }

    fn end(&mut self, run: &mut Run, _: Ended) {
        self.totals.files += u64::from(run.file_games > 0);
        self.pass_on(run);
    }

    fn findings(&self) -> u64 {
        let of =
            |totals: &Totals| totals.counts.of_severity(Severity::Error) + totals.counts.of_severity(Severity::Warning);
        of(&self.all) + of(&self.totals)
    }

    fn flush(&mut self) {
        self.reports.out.flush();
    }

    fn stopped(&self) -> bool {
        self.reports.have_no_reader()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use clap::Parser;

    use super::super::args::{Cli, Command};
    use super::*;
    use crate::cli::on_demand::OnDemand;
    use partie_replay::games::{Choice, Chooser, Game};

    /// Fails at one game.
    #[derive(Debug)]
    struct Breaking;

    impl Choice for Breaking {
        fn chooser(&self) -> Box<dyn Chooser> {
            Box::new(Self)
        }
    }

    impl Chooser for Breaking {
        fn chooses(&mut self, _: &Slice, game: &Game<'_>) -> bool {
            assert!(game.record.value(game.text.bytes, "Event") != Some(b"internal error"), "an internal error");
            true
        }

        fn renew(&mut self) {}
    }

    /// The findings of the games around an internal error are counted, and so is the error.
    #[test]
    fn an_internal_error_leaves_the_other_games() {
        let game = |event: &str, moves: &str| format!("[Event \"{event}\"]\n[Result \"*\"]\n\n{moves} *\n\n");
        let (wrong, sound) = (game("x", "1. e4 e5 2. Ke3"), game("x", "1. e4"));
        let text = [wrong.as_str(), &game("internal error", "1. e4"), &sound, &wrong].concat();
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(text.as_bytes()).expect("written");
        let path = file.path().to_str().expect("a name");
        for (jobs, chunk) in [("1", "100000"), ("2", "100000"), ("2", "1"), ("1", "80")] {
            let arguments = ["partie", "validate", "-q", "--select", "L,X", "-j", jobs, "--chunk", chunk, path];
            let Some(Command::Validate(OnDemand(args))) = Cli::parse_from(arguments).command else {
                unreachable!("validate")
            };
            let mut order = order(&args, &Settings::default()).expect("a plan");
            order.plan.choice = Some(Arc::new(Breaking));
            let mut show = Show::new(&args, &order).expect("no file");
            let run = sources(&args, &order.source).run(|| Judge::worker(&order.plan), &mut show);
            let counts = &show.totals.counts;
            assert_eq!(show.totals.games, 4, "slices of {chunk}");
            assert_eq!((counts.of_severity(Severity::Error), counts.of(Code::X099)), (3, 1), "slices of {chunk}");
            assert!(show.totals.line(0.0).contains("3 errors"));
            assert_eq!(show.finish(&run), Exit::Internal);
        }
    }
}
