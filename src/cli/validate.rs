//! `partie validate`: reads, judges, shows.

use std::io;
use std::sync::Arc;

use super::Exit;
use super::judging;
use super::output::Output;
use super::run::{Ended, Handler, OfFile, Run, Sources};
use super::standard::{report_error, report_unwritten};
use super::validate_args::ValidateArgs;
use crate::report::{OutputForm, Reporter, TerminalStyle};
use partie_archive::WalkEntry;
use partie_archive::file_messages::Done;
use partie_input::{LineIndex, Slice, Stored};
use partie_mend::Suggester;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::span::{self, Span};
use partie_record::{Encoding, Movetext, book, format_thousands};
use partie_replay::game_worker::SliceOut;
use partie_replay::repair::Effort;
use partie_replay::{
    FirstOfEncoding, GameOut, Judge, JudgePlan, Judged, Source, Squares, Wanted, WholeFile, file_finding, of_noise,
};
use partie_replay::{GamePlace, Placed};
use partie_rows::FailOn;
use partie_rows::repeats::Repeats;
use partie_rows::shown::JudgedGame;
use partie_rows::statistics::Statistics;
use partie_rows::totals::Totals;
use partie_rules::GameKind;

/// Findings of which a table by code is shown at the end.
const MANY: u64 = 20;
/// Findings shown of one game.
const MOST_OF_GAME: usize = 20;
/// Findings shown of one file.
const MOST_OF_FILE: u64 = 1000;
/// Columns of the full form.
const WIDTH: usize = 100;

/// Runs the command.
pub(super) fn run(args: ValidateArgs) -> Exit {
    let (source, plan) = match plan(&args) {
        Ok(plan) => plan,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    let mut show = Show::new(&args, &plan);
    show.report(|reporter, text| reporter.begin(text));
    let run = sources(&args, &source).run(|| Judge::worker(&plan), &mut show);
    show.finish(&run, args.findings.fail_on)
}

fn sources(args: &ValidateArgs, source: &Source) -> Sources {
    let sources = Sources::new(&args.inputs, source, &args.run);
    Sources { bar: sources.bar && args.format.form().draws, ..sources }.done(Done::Judged)
}

/// What the arguments mean for judging.
fn plan(args: &ValidateArgs) -> Result<(Source, JudgePlan), String> {
    if args.games && !args.format.form().is_complete {
        return Err("--games prints one JSON object for each game: it needs --format jsonl".to_owned());
    }
    if let Some(odds) = args.odds.as_deref().filter(|odds| Squares::read(odds.as_bytes()).is_none()) {
        return Err(format!(
            "{odds:?} names no pieces given as odds; write their squares in the start position, such as a1,f7"
        ));
    }
    let source = args.source.source()?;
    let mut plan = judging::plan(source, &args.rules, &args.findings.codes, args.findings.fail_on.counts_infos())?;
    plan.options.odds.clone_from(&args.odds);
    plan.options.assume = args.on_error;
    (plan.options.keep, plan.games) = (args.games, args.games);
    // What is written of every game is sought while it is judged, what is shown of some of them when it is shown.
    let is_complete = args.format.form().is_complete;
    if args.suggest && is_complete {
        plan.options.search = Effort::BRIEF;
    }
    plan.wanted.infos |= is_complete || args.min_severity == Some(Severity::Info);
    plan.choice = args.chosen.choice(&plan.options, source.given)?;
    Ok((source, plan))
}

/// Shows what the workers find, in order, and keeps the totals.
struct Show {
    out: Output,
    form: &'static OutputForm,
    reporter: Box<dyn Reporter>,
    /// What the reporter adds its lines to.
    text: String,
    wanted: Wanted,
    games: bool,
    moves: bool,
    quiet: bool,
    most: u64,
    /// Findings of which a game is shown at most.
    most_of_game: usize,
    /// Findings of one cause are only counted from some on, unless all are asked for.
    repeats: Option<Repeats>,
    /// Who seeks what broken lines may have meant, where that is told.
    suggester: Option<Suggester>,
    totals: Totals,
    statistics: Statistics,
    /// Whether only the table of codes is printed.
    only_table: bool,
    /// The lowest severity that is shown.
    least: Severity,
    file: File,
}

/// The file that is being shown.
#[derive(Default)]
struct File {
    path: Arc<str>,
    /// Games and lines up to the slice at hand.
    games: u64,
    lines: u64,
    shown: u64,
    hidden: u64,
    whole: WholeFile,
}

impl Show {
    fn new(args: &ValidateArgs, plan: &JudgePlan) -> Self {
        let colour = args.run.color.are_on(&io::stdout());
        let form = args.format.form();
        let most = match args.max_findings {
            Some(0) => u64::MAX,
            Some(most) => most,
            None if form.is_complete => u64::MAX,
            None => MOST_OF_FILE,
        };
        let suggests = (form.suggests || args.suggest) && !form.is_complete && !args.statistics;
        Self {
            out: Output::new(),
            form,
            reporter: (form.start)(TerminalStyle { colour, width: WIDTH }),
            text: String::new(),
            wanted: plan.wanted.clone(),
            games: args.games,
            moves: args.moves,
            quiet: args.run.reading.quiet,
            most,
            most_of_game: if form.is_complete || args.max_findings == Some(0) { usize::MAX } else { MOST_OF_GAME },
            repeats: (args.max_findings.is_none() && !form.is_complete).then(Repeats::default),
            suggester: suggests.then(|| Suggester::new(&plan.options, &plan.wanted, plan.given, !args.suggest)),
            totals: Totals::default(),
            statistics: Statistics::default(),
            only_table: args.statistics,
            least: args.min_severity.unwrap_or(Severity::Info),
            file: File::default(),
        }
    }

    fn game(&mut self, slice: &Slice, game: &GameOut, anchor: (usize, u64)) {
        let lines = LineIndex::new(slice, game.encoding, anchor);
        let place = GamePlace {
            path: &Arc::clone(&self.file.path),
            game: self.file.games + game.index + 1,
            slice,
            lines: &lines,
            encoding: game.encoding,
            kind: game.replayed.kind,
            format: game.format,
            movetext: game.movetext,
            first: game.first,
            second: game.second,
        };
        let (least, mut shown) = (self.least, 0);
        let mut again = None;
        for (index, finding) in game.findings.iter().enumerate().filter(|(_, finding)| finding.severity >= least) {
            if self.repeats(&place, finding) {
                self.statistics.add(&place, finding);
            } else if shown >= self.most_of_game || self.file.shown >= self.most {
                self.file.hidden += 1;
                self.statistics.add(&place, finding);
            } else {
                shown += 1;
                if let Some(suggester) = self.suggester.as_mut().filter(|_| finding.unsearched && again.is_none()) {
                    again = suggester.findings(slice, game.start, &game.findings);
                }
                let said = again.as_ref().and_then(|findings: &Vec<Finding>| findings.get(index));
                self.finding(&place, said.unwrap_or(finding), game.replayed.rules);
            }
        }
        if self.games {
            let (replayed, moves) = (&game.replayed, self.moves);
            let judged = JudgedGame { place, span: game.span, replayed, played: &replayed.played, moves };
            self.report(|reporter, text| reporter.game(&judged, text));
        }
    }

    /// Whether a finding is only counted, as it has a cause of which enough were shown.
    fn repeats(&mut self, place: &GamePlace<'_>, finding: &Finding) -> bool {
        let shows = self.file.shown < self.most;
        let Some(repeats) = &mut self.repeats else { return false };
        let at = || {
            let line = Placed::new(*place, finding).line;
            if place.game > 0 { format!("line {line} (game {})", place.game) } else { format!("line {line}") }
        };
        repeats.hides(finding, finding.span.of(&place.slice.bytes), at, shows)
    }

    fn finding(&mut self, place: &GamePlace<'_>, finding: &Finding, rules: &'static str) {
        self.statistics.add(place, finding);
        if self.only_table {
            return;
        }
        self.file.shown += 1;
        let placed = Placed::new(*place, finding);
        self.report(|reporter, text| reporter.finding(&placed, rules, text));
    }

    /// Writes what the reporter adds.
    fn report(&mut self, add: impl FnOnce(&mut dyn Reporter, &mut String)) {
        self.text.clear();
        add(self.reporter.as_mut(), &mut self.text);
        self.out.write_styled(&self.text);
    }

    /// Passes on what was written, so that whoever waits for the first finding need not wait for the last.
    fn pass_on(&mut self, run: &Run) {
        if self.out.is_due() {
            run.bar.with_bar_hidden(|| self.out.flush());
        }
    }

    /// Says what the first game of an encoding says of its file.
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
        let path = Arc::clone(&self.file.path);
        let lines = LineIndex::new(slice, encoding, (0, self.file.lines));
        let place = GamePlace {
            path: &path,
            game,
            slice,
            lines: &lines,
            encoding,
            kind: GameKind::default(),
            format: slice.format,
            movetext: Movetext::default(),
            first: None,
            second: None,
        };
        if self.repeats(&place, &finding) {
            self.statistics.add(&place, &finding);
        } else {
            self.finding(&place, &finding, book::default_chess().name);
        }
    }

    fn finish(mut self, run: &Run, fail_on: FailOn) -> Exit {
        let lines: Vec<String> = self.repeats.iter().flat_map(Repeats::end).filter(|_| !self.only_table).collect();
        lines.iter().for_each(|line| self.out.line(line));
        let table = self.statistics.table(self.totals.broken, self.totals.games);
        if self.only_table {
            self.out.write(&table);
        }
        let totals = std::mem::take(&mut self.totals);
        self.report(|reporter, text| reporter.end(&totals, text));
        self.totals = totals;
        if let Some(error) = self.out.failure() {
            return report_unwritten("to standard output", &error);
        }
        let claims = [Code::D001, Code::D003].into_iter().any(|code| self.wanted.selection.counts(code));
        if !claims {
            self.totals.claims = 0;
        }
        if !run.quiet && !self.only_table && !self.form.is_complete && self.statistics.findings() >= MANY {
            report_error(table.trim_end(), Exit::Clean);
        }
        run.summary(self.totals.games, |seconds| self.totals.line(seconds));
        run.exit(if fail_on.is_in(&self.totals) { Exit::Findings } else { Exit::Clean })
    }
}

impl Handler<Judged> for Show {
    fn begin(&mut self, run: &mut Run, _: &WalkEntry, _: Stored) {
        let path = Arc::clone(&run.path);
        self.report(|reporter, text| reporter.file(&path, text));
        self.file = File { path, ..File::default() };
    }

    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<Judged>) {
        let SliceOut { made: mut judged, games, passed_over, .. } = out;
        self.file.games = run.file_games;
        self.file.whole.add_ends(judged.line_ends);
        let mut encodings = std::mem::take(&mut judged.encodings).into_iter().peekable();
        self.totals.counts.absorb(&mut judged.counts);
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
        self.totals.broken += judged.broken;
        self.totals.unjudged.absorb(&mut judged.unjudged);
        self.pass_on(run);
        if self.out.is_broken() {
            self.out.flush();
        }
    }

    fn was_read(&mut self, _: &mut Run) {
        if let Some(finding) = self.file.whole.line_ends() {
            // The file begins at its first line.
            self.file.lines = 0;
            self.about_file(&Slice::default(), finding, 0, Encoding::Utf8);
        }
        let path = &self.file.path;
        let folded = self.repeats.as_mut().map(|repeats| repeats.end_file(path)).unwrap_or_default();
        let unsought = self.suggester.as_mut().and_then(|suggester| suggester.end_file(path));
        let hidden = (self.file.hidden > 0 && !self.form.is_complete).then(|| {
            let more = format_thousands(self.file.hidden);
            format!("warning[B006]: {path}: {more} more findings are not shown; --max-findings 0 shows all")
        });
        for line in folded.into_iter().chain(unsought).chain(hidden).filter(|_| !self.only_table) {
            self.out.line(&line);
        }
    }

    /// A program finds that among the findings, too.
    fn of_file(&mut self, run: &mut Run, of: &OfFile<'_>) {
        let OfFile { severity, path, said, .. } = *of;
        let code = said.code;
        if code == Code::X005 && !of.is_folder {
            self.totals.unjudged.add_file(path, severity > Severity::Info);
        }
        let finding = Finding { severity, ..Finding::new(code, Span::default(), said.message.clone()) };
        let kept = self.wanted.selection.counts(code) && (self.wanted.infos || severity != Severity::Info);
        // What a folder holds beside records is only counted.
        if self.form.is_complete && severity != Severity::Info {
            let file = std::mem::replace(&mut self.file, File { path: path.into(), ..File::default() });
            self.about_file(&Slice::default(), finding, 0, Encoding::Utf8);
            self.file = file;
        } else {
            file_finding(finding, &self.wanted, &mut self.totals.counts);
        }
        if severity == Severity::Error || kept && !self.quiet {
            self.flush();
            run.say(&said.to_string());
        }
    }

    fn end(&mut self, run: &mut Run, _: Ended) {
        self.totals.files += u64::from(run.file_games > 0);
        self.pass_on(run);
    }

    fn findings(&self) -> u64 {
        self.totals.counts.of_severity(Severity::Error) + self.totals.counts.of_severity(Severity::Warning)
    }

    fn flush(&mut self) {
        self.out.flush();
    }

    fn stopped(&self) -> bool {
        self.out.is_broken()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use clap::Parser;

    use super::super::args::{Cli, Command};
    use super::*;
    use partie_replay::games::{Choice, Chooser, Game};

    /// Breaks off at a game.
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

    /// What was found in the games around one whose judging breaks off is counted, and so is that.
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
            let Some(Command::Validate(args)) = Cli::parse_from(arguments).command else { unreachable!("validate") };
            let (source, plan) = plan(&args).expect("a plan");
            let plan = JudgePlan { choice: Some(Arc::new(Breaking)), ..plan };
            let mut show = Show::new(&args, &plan);
            let run = sources(&args, &source).run(|| Judge::worker(&plan), &mut show);
            let counts = &show.totals.counts;
            assert_eq!(show.totals.games, 4, "slices of {chunk}");
            assert_eq!((counts.of_severity(Severity::Error), counts.of(Code::X099)), (3, 1), "slices of {chunk}");
            assert!(show.totals.line(0.0).contains("3 errors"));
            assert_eq!(show.finish(&run, FailOn::Findings(Severity::Error)), Exit::Internal);
        }
    }
}
