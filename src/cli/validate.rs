//! `partie validate`: reads, judges, shows.

use partie_archive::file_messages::{self, Done, FileMessage};
use std::io;
use std::path::Path;
use std::time::Instant;

use super::Exit;
use super::common_args::{FailOnArg, SeverityArg};
use super::folders::Folders;
use super::judge::{EndsSeen, GameOut, Judge, JudgeOptions, Judged, file_finding};
use super::output::Output;
use super::progress::Bar;
use super::standard::{report_error, report_unwritten};
use super::validate_args::{OnErrorArg, ValidateArgs};
use super::validate_repeats::Repeats;
use super::validate_suggest::Suggester;
use crate::report::{GamePlace, JudgedGame, OutputForm, Placed, Reporter, Statistics, TerminalStyle, Totals};
use partie_archive::{Failure, Input, Progress, Sink, WalkEntry};
use partie_input::{LineIndex, Slice};
use partie_notation::formats;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::shown::shown_path;
use partie_record::span::{self, Span};
use partie_record::{Encoding, Movetext, book, format_thousands, say};
use partie_replay::repair::Effort;
use partie_replay::{Squares, Wanted, of_noise};
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
    let plan = match plan(&args) {
        Ok(plan) => plan,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    let mut show = Show::new(&args, &plan);
    show.report(|reporter, text| reporter.begin(text));
    let inputs = args.inputs.iter().map(|path| Input { path: path.clone() }).collect();
    partie_archive::run(
        partie_archive::walk(inputs, args.run.reading.gitignore),
        args.run.threads.count(),
        plan.source.reading(args.run.reading.chunk()),
        || Judge::new(plan.clone()),
        &mut show,
    );
    show.finish(args.findings.fail_on)
}

/// What the arguments mean for judging.
fn plan(args: &ValidateArgs) -> Result<JudgeOptions, String> {
    if args.games && !args.format.form().is_complete {
        return Err("--games prints one JSON object for each game: it needs --format jsonl".to_owned());
    }
    if let Some(odds) = args.odds.as_deref().filter(|odds| Squares::read(odds.as_bytes()).is_none()) {
        return Err(format!(
            "{odds:?} names no pieces given as odds; write their squares in the start position, such as a1,f7"
        ));
    }
    let source = args.source.source()?;
    let mut plan = JudgeOptions::new(source, &args.rules, &args.findings)?;
    plan.options.odds.clone_from(&args.odds);
    plan.options.assume = args.on_error == OnErrorArg::Assume;
    (plan.options.keep, plan.games) = (args.games, args.games);
    // What is written of every game is sought while it is judged, what is shown of some of them when it is shown.
    let is_complete = args.format.form().is_complete;
    if args.suggest && is_complete {
        plan.options.search = Effort::BRIEF;
    }
    plan.wanted.infos |= is_complete || args.min_severity == Some(SeverityArg::Info);
    plan.choice = args.chosen.choice(&plan.options, source.given)?;
    Ok(plan)
}

/// Shows what the workers find, in order, and keeps the totals.
struct Show {
    out: Output,
    bar: Bar,
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
    start: Instant,
    totals: Totals,
    failed: bool,
    panicked: bool,
    folders: Folders,
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
    path: String,
    games: u64,
    lines: u64,
    shown: u64,
    hidden: u64,
    encoding: Option<Encoding>,
    mixed: bool,
    /// Whether it was said that its encoding is a guess.
    guessed: bool,
    /// Whether its extension was found wrong.
    reported: bool,
    ends: EndsSeen,
}

impl Show {
    fn new(args: &ValidateArgs, plan: &JudgeOptions) -> Self {
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
            bar: Bar::new(args.run.reading.quiet),
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
            suggester: suggests.then(|| Suggester::new(plan, !args.suggest)),
            start: Instant::now(),
            totals: Totals::default(),
            failed: false,
            panicked: false,
            folders: Folders::new(&args.inputs),
            statistics: Statistics::default(),
            only_table: args.statistics,
            least: args.min_severity.map_or(Severity::Info, SeverityArg::severity),
            file: File::default(),
        }
    }

    fn print_message(&mut self, line: &str) {
        self.out.flush();
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    fn game(&mut self, slice: &Slice, game: &GameOut, anchor: (usize, u64)) {
        let lines = LineIndex::new(slice, game.encoding, anchor);
        let place = GamePlace {
            path: &std::mem::take(&mut self.file.path),
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
                    again = suggester.findings(slice, game);
                }
                let said = again.as_ref().and_then(|findings: &Vec<Finding>| findings.get(index));
                self.finding(&place, said.unwrap_or(finding), game.replayed.rules);
            }
        }
        if self.games {
            let judged = JudgedGame { place, span: game.span, replayed: &game.replayed, moves: self.moves };
            self.report(|reporter, text| reporter.game(&judged, text));
        }
        self.file.path = place.path.to_owned();
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
    fn pass_on(&mut self) {
        if self.out.is_due() {
            let Self { out, bar, .. } = self;
            bar.with_bar_hidden(|| out.flush());
        }
    }

    /// Says of a game that its encoding is another one than that of games before it.
    fn encoding(&mut self, slice: &Slice, encoding: Encoding, index: u64, span: Span) {
        if slice.format.is_shogi() {
            self.extension(slice, encoding, span);
        }
        if encoding.is_code_page()
            && !self.file.guessed
            && let Some((at, next)) = slice.undeclared.first_difference(span.of(&slice.bytes), encoding)
        {
            self.file.guessed = true;
            self.guessed(slice, [encoding, next], index, span.from + at as u32);
        }
        let known = *self.file.encoding.get_or_insert(encoding);
        if known == encoding || std::mem::replace(&mut self.file.mixed, true) {
            return;
        }
        let game = self.file.games + index + 1;
        let (known, own) = (said(known.name()), said(encoding.name()));
        let message = say!("mixed-encodings", before = known, game = game, encoding = own);
        self.about_file(slice, Finding::new(Code::S005, span, message), game, encoding);
    }

    /// Says of a file that its encoding is a guess, at the first letter for which that matters.
    fn guessed(&mut self, slice: &Slice, [encoding, next]: [Encoding; 2], index: u64, at: u32) {
        let finding = Finding::new(Code::S008, Span { from: at, to: at + 1 }, file_messages::guessed(encoding, next));
        let finding = finding.help(say!("look-at-names", next = said(next.name())));
        self.about_file(slice, finding, self.file.games + index + 1, encoding);
    }

    /// Says of a file of shogi that its extension means another encoding than its bytes have.
    fn extension(&mut self, slice: &Slice, encoding: Encoding, span: Span) {
        let extension = Path::new(&self.file.path).extension().and_then(|extension| extension.to_str());
        let extension = extension.map(str::to_ascii_lowercase).unwrap_or_default();
        let utf8 = formats::is_utf8_by_extension(&extension);
        let wanted = match utf8 {
            Some(false) if encoding == Encoding::Utf8 => Encoding::ShiftJis,
            Some(true) if encoding != Encoding::Utf8 => Encoding::Utf8,
            _ => return,
        };
        if std::mem::replace(&mut self.file.reported, true) {
            return;
        }
        let named = |encoding: Encoding| said(encoding.name());
        let help = match formats::other_extension(&extension) {
            Some(other) => say!("rename-or-save", extension = said(other), encoding = named(wanted)),
            None => say!("save-it-in", encoding = named(wanted)),
        };
        let (extension, means) = (said(extension), named(wanted));
        let message = say!("extension-means", extension = extension, means = means, encoding = named(encoding));
        let finding = Finding::new(Code::S007, Span { to: span.from, ..span }, message).help(help);
        self.about_file(slice, finding, 0, encoding);
    }

    /// Says of the file that its lines end in an odd way.
    fn line_ends(&mut self) {
        let ends = self.file.ends;
        let kinds = u8::from(ends.lf) + u8::from(ends.crlf) + u8::from(ends.cr);
        if kinds > 1 || ends.cr {
            let what = if kinds > 1 { say!("mixed-line-ends") } else { say!("lines-end-in-cr") };
            // The file begins at its first line.
            self.file.lines = 0;
            let finding = Finding::new(Code::S006, Span::new(0, 0), what);
            self.about_file(&Slice::default(), finding, 0, Encoding::Utf8);
        }
    }

    fn about_file(&mut self, slice: &Slice, finding: Finding, game: u64, encoding: Encoding) {
        let Some(finding) = file_finding(finding, &self.wanted, &mut self.totals.counts) else { return };
        let path = std::mem::take(&mut self.file.path);
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
        self.file.path = path;
    }

    /// Says of a file that it holds no record, or cannot be read: a program finds that among the findings, too.
    fn unjudged(&mut self, severity: Severity, path: &str, said: &FileMessage) {
        let code = said.code;
        let finding = Finding { severity, ..Finding::new(code, Span::default(), said.message.clone()) };
        let kept = self.wanted.selection.counts(code) && (self.wanted.infos || severity != Severity::Info);
        // What a folder holds beside records is only counted.
        if self.form.is_complete && severity != Severity::Info {
            let file = std::mem::replace(&mut self.file, File { path: path.to_owned(), ..File::default() });
            self.about_file(&Slice::default(), finding, 0, Encoding::Utf8);
            self.file = file;
        } else {
            file_finding(finding, &self.wanted, &mut self.totals.counts);
        }
        self.failed |= severity == Severity::Error;
        if severity == Severity::Error || kept && !self.quiet {
            self.print_message(&said.to_string());
        }
    }

    fn findings(&self) -> u64 {
        self.totals.counts.of_severity(Severity::Error) + self.totals.counts.of_severity(Severity::Warning)
    }

    fn finish(mut self, fail_on: FailOnArg) -> Exit {
        self.bar.finish();
        for path in self.folders.without_record() {
            self.unjudged(Severity::Error, &path, &file_messages::no_record_below(&path));
        }
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
        if !self.quiet {
            let claims = [Code::D001, Code::D003].into_iter().any(|code| self.wanted.selection.counts(code));
            if !claims {
                self.totals.claims = 0;
            }
            if !self.only_table && !self.form.is_complete && self.statistics.findings() >= MANY {
                report_error(table.trim_end(), Exit::Clean);
            }
            if self.totals.games > 0 || !self.failed {
                report_error(&self.totals.line(self.start.elapsed().as_secs_f64()), Exit::Clean);
            }
        }
        if self.panicked {
            return Exit::Internal;
        }
        if self.failed {
            return Exit::Operation;
        }
        let least = fail_on.severity();
        let counts = &self.totals.counts;
        let found = [Severity::Error, Severity::Warning, Severity::Info]
            .into_iter()
            .any(|severity| severity >= least && counts.of_severity(severity) > 0);
        if found || fail_on == FailOnArg::Unjudged && self.totals.unjudged.any() { Exit::Findings } else { Exit::Clean }
    }
}

impl Sink<Judged> for Show {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        let path = shown_path(&met.path);
        self.bar.begin(&path, progress);
        self.folders.begin(&met);
        self.report(|reporter, text| reporter.file(&path, text));
        self.file = File { path, ..File::default() };
    }

    fn slice(&mut self, slice: &Slice, mut judged: Judged) {
        let ends = &mut self.file.ends;
        ends.lf |= judged.line_ends.lf;
        ends.crlf |= judged.line_ends.crlf;
        ends.cr |= judged.line_ends.cr;
        let mut encodings = std::mem::take(&mut judged.encodings).into_iter().peekable();
        self.totals.counts.absorb(&mut judged.counts);
        let mut anchor = (0, self.file.lines);
        for game in &judged.shown {
            let start = span::line_start(&slice.bytes, game.span.from as usize).max(anchor.0);
            anchor = (start, anchor.1 + slice.lines(anchor.0, start));
            while let Some((encoding, index, span)) = encodings.next_if(|(_, index, _)| *index <= game.index) {
                self.encoding(slice, encoding, index, span);
            }
            self.game(slice, game, anchor);
        }
        for (encoding, index, span) in encodings {
            self.encoding(slice, encoding, index, span);
        }
        let games = self.file.games + judged.games;
        if let Some(noise) = judged.noise.filter(|_| games > 0 || slice.cut_short) {
            let encoding = slice.undeclared.encoding(noise.span.of(&slice.bytes));
            self.about_file(slice, of_noise(noise), games.max(1), encoding);
        }
        if let Some(index) = judged.panicked {
            let game = self.file.games + index + 1;
            let path = self.file.path.clone();
            self.print_message(&format!("error[X099]: internal error in {path}, game {game}; the other games were judged. Please report it with the game"));
            self.panicked = true;
        }
        self.file.games += judged.games;
        self.file.lines += judged.lines;
        self.totals.games += judged.games - judged.passed_over;
        self.totals.plies += judged.plies;
        self.totals.claims += judged.claims;
        self.totals.broken += judged.broken;
        self.totals.unjudged.absorb(&mut judged.unjudged);
        self.pass_on();
        self.bar.update(self.totals.games, self.findings());
        if self.out.is_broken() {
            self.out.flush();
        }
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        self.line_ends();
        let file = std::mem::take(&mut self.file);
        let folded = self.repeats.as_mut().map(|repeats| repeats.end_file(&file.path)).unwrap_or_default();
        let unsought = self.suggester.as_mut().and_then(|suggester| suggester.end_file(&file.path));
        for line in folded.into_iter().chain(unsought).filter(|_| !self.only_table) {
            self.out.line(&line);
        }
        if file.hidden > 0 && !self.form.is_complete && !self.only_table {
            let line = format!(
                "warning[B006]: {}: {} more findings are not shown; --max-findings 0 shows all",
                file.path,
                format_thousands(file.hidden)
            );
            self.out.line(&line);
        }
        if let Some(error) = error {
            let said = file_messages::unread(&file.path, &error, file.games, Done::Judged);
            self.unjudged(Severity::Error, &file.path, &said);
            self.folders.broken();
        } else if let Some((severity, said)) = self.folders.end(&file.path, file.games) {
            self.totals.unjudged.add_file(&file.path, severity > Severity::Info);
            self.unjudged(severity, &file.path, &said);
        }
        if changed {
            self.print_message(&file_messages::changed(&file.path).to_string());
        }
        self.totals.files += u64::from(file.games > 0);
        self.pass_on();
    }

    fn failed(&mut self, failure: Failure) {
        self.folders.known(&failure.path);
        let path = shown_path(&failure.path);
        self.unjudged(Severity::Error, &path, &file_messages::unread(&path, &failure.error, 0, Done::Judged));
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
    use super::super::judge::BROKEN;
    use super::*;

    /// What was found in the games around one whose judging breaks off is counted, and so is that.
    #[test]
    fn an_internal_error_leaves_the_other_games() {
        let broken = String::from_utf8_lossy(BROKEN);
        let game = |event: &str, moves: &str| format!("[Event \"{event}\"]\n[Result \"*\"]\n\n{moves} *\n\n");
        let (wrong, sound) = (game("x", "1. e4 e5 2. Ke3"), game("x", "1. e4"));
        let text = [wrong.as_str(), &game(&broken, "1. e4"), &sound, &wrong].concat();
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(text.as_bytes()).expect("written");
        let path = file.path().to_str().expect("a name");
        for (jobs, chunk) in [("1", "100000"), ("2", "100000"), ("2", "1"), ("1", "80")] {
            let arguments = ["partie", "validate", "-q", "--select", "L,X", "-j", jobs, "--chunk", chunk, path];
            let Some(Command::Validate(args)) = Cli::parse_from(arguments).command else { unreachable!("validate") };
            let plan = plan(&args).expect("a plan");
            let mut show = Show::new(&args, &plan);
            let files = partie_archive::walk(vec![Input { path: file.path().to_owned() }], false);
            let reading = plan.source.reading(args.run.reading.chunk());
            partie_archive::run(files, args.run.threads.count(), reading, || Judge::new(plan.clone()), &mut show);
            let counts = &show.totals.counts;
            assert_eq!(show.totals.games, 4, "slices of {chunk}");
            assert_eq!((counts.of_severity(Severity::Error), counts.of(Code::X099)), (3, 1), "slices of {chunk}");
            assert!(show.totals.line(0.0).contains("3 errors"));
            assert_eq!(show.finish(FailOnArg::Error), Exit::Internal);
        }
    }
}
