//! `partie analyze`: totals of archives in the terminal, or their tables in a folder.

use partie_archive::file_messages;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::Exit;
use super::analyze_args::{AnalyzeArgs, CsvArg, TableArg};
use super::analyze_folder::{self, report_trouble};
use super::analyze_names::{self, NamesOrder};
use super::analyze_watch::Watcher;
use super::common_args::{FailOnArg, FindingArgs};
use super::duplicates::{self, COMPARING, Search, bytes_of};
use super::folders::Folders;
use super::judge::JudgeOptions;
use super::output::Output;
use super::progress::{Bar, Pass};
use super::source::Source;
use super::source_args::SourceArgs;
use super::standard::{report_error, report_unwritten};
use super::writer::{Unwritten, write_whole};
use partie_analyze::duplicates::{DuplicateRow, STEPS};
use partie_analyze::opening_tables;
use partie_analyze::schema;
use partie_analyze::summary_worker::{SummaryWorker, Survey};
use partie_analyze::table_worker::{TableWorker, Tables};
use partie_analyze::tables::TableFormat;
use partie_analyze::tasks::{self, Entry, Joined, Plan, PlanOptions, Reported, Running, TASK_SIZE, TaskError};
use partie_archive::{Failure, Input, Progress, Sink, WalkEntry};
use partie_input::{CHUNK, Slice};
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands};
use partie_replay::Options;
use partie_replay::repair::Effort;
use partie_rows::column::Row as _;
use partie_rows::columns::Columns;
use partie_rows::game_analyzer::Settings;
use partie_rows::selection::Selection;
use partie_rows::summary::{Summary, render};
use partie_rows::{FindingRow, GameRow, MoveRow, SCHEMA_VERSION};

/// The time that looking for duplicates takes, of that for the tables; and where these have the moves.
const DUPLICATES: f64 = 0.8;
const DUPLICATES_OF_MOVES: f64 = 0.4;

/// Runs the command.
pub(super) fn run(args: AnalyzeArgs) -> Exit {
    if let Some(out) = &args.status {
        return analyze_folder::status(out, args.run.reading.quiet);
    }
    if let Some(out) = &args.verify {
        return analyze_folder::verify(out, args.run.reading.quiet);
    }
    let (settings, source) = match settings(&args) {
        Ok(settings) => settings,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    if let Some(out) = &args.join {
        join(&args, out, settings, source)
    } else if args.names {
        let reading = &args.run.reading;
        let order = NamesOrder {
            inputs: args.inputs.clone(),
            source,
            chunk: reading.chunk(),
            jobs: args.run.threads.count(),
            gitignore: reading.gitignore,
            quiet: reading.quiet,
            memory: args.memory,
        };
        analyze_names::run(order, || settings.choice.as_ref().map(|choice| choice.chooser()))
    } else if args.output.is_none() && args.duplicates {
        duplicates::list(&searched(&args, settings, source, args.inputs.clone()))
    } else if args.output.is_none() && args.write_plan.is_none() {
        survey(&args, settings, source)
    } else {
        tables(&args, settings, source)
    }
}

/// What the arguments mean for judging: as in `validate`.
fn settings(args: &AnalyzeArgs) -> Result<(Settings, Source), String> {
    let source = args.source.source()?;
    let plan = JudgeOptions::new(source, &args.rules, &args.findings)?;
    let openings = match args.openings.as_slice() {
        [] => None,
        // One book for the whole run.
        paths => Some(&*Box::leak(Box::new(opening_tables::load(paths).map_err(|error| error.to_string())?))),
    };
    let mut wanted = plan.wanted;
    let tables = args.output.is_some() || args.join.is_some();
    wanted.infos = tables && (wanted.infos || args.infos);
    let search = if args.suggest { Effort::BRIEF } else { plan.options.search };
    if !args.moves && args.columns.as_ref().is_some_and(|columns| columns.moves.is_choice()) {
        return Err("--columns names a column of the table of moves, which is written only with --moves".to_owned());
    }
    let choice = args.chosen.choice(&plan.options, plan.source.given)?;
    let settings = Settings {
        choice,
        options: Options { search, ..plan.options },
        wanted,
        given: plan.source.given,
        moves: args.moves.then(|| args.columns.clone().unwrap_or_default().of_moves()),
        openings,
        ..Settings::default()
    };
    Ok((settings, plan.source))
}

/// How duplicates are looked for.
fn searched(args: &AnalyzeArgs, settings: Settings, source: Source, inputs: Vec<PathBuf>) -> Search {
    let bytes = bytes_of(&inputs, args.run.reading.gitignore);
    Search {
        inputs,
        jobs: args.run.threads.count(),
        reading: source.reading(args.run.reading.chunk()),
        gitignore: args.run.reading.gitignore,
        settings,
        memory: args.memory,
        folder: args.output.clone().or_else(|| args.join.clone()),
        reported: HashSet::new(),
        stop: Arc::default(),
        passes: Pass::all([("reading", bytes, 1.0), ("comparing", STEPS, COMPARING)]),
        quiet: args.run.reading.quiet,
    }
}

/// How duplicates are looked for in what a plan names, if they are wanted.
fn wanted_search(args: &AnalyzeArgs, plan: &Plan, settings: &Settings, source: Source) -> Result<Option<Search>, Exit> {
    if !args.duplicates {
        return Ok(None);
    }
    let named: Vec<PathBuf> = plan.header.inputs.iter().map(|path| path.0.clone()).collect();
    if named.iter().any(|path| path.as_os_str() == "-") {
        return Err(report_error(
            "error: --duplicates reads its input twice, and standard input can be read only once: name a file, or omit -o",
            Exit::Operation,
        ));
    }
    Ok(Some(searched(args, settings.clone(), source, named)))
}

/// The exit status that findings ask for.
fn exit_for_findings(summary: &Summary, fail_on: FailOnArg) -> Exit {
    let found = match fail_on {
        FailOnArg::Error => summary.errors,
        FailOnArg::Warning => summary.errors + summary.warnings,
        FailOnArg::Info => summary.errors + summary.warnings + summary.infos,
        FailOnArg::Unjudged => summary.errors + summary.statuses.get("unsupported").copied().unwrap_or(0),
    };
    if found > 0 { Exit::Findings } else { Exit::Clean }
}

/// Prints the totals and how long it took.
fn show(args: &AnalyzeArgs, summary: &Summary, start: Instant) -> Option<Exit> {
    let mut out = Output::new();
    out.write_styled(&render(summary, args.run.color.are_on(&io::stdout())));
    if let Some(error) = out.failure() {
        return Some(report_unwritten("to standard output", &error));
    }
    if !args.run.reading.quiet {
        speed(summary.games, start);
    }
    None
}

fn speed(games: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let mut line = format!("{} in {seconds:.1} s", count(games, "game", "games"));
    // A shorter run gives no meaningful rate.
    if seconds >= 0.1 {
        line.push_str(&format!(", {} games/s", format_thousands((games as f64 / seconds) as u64)));
    }
    report_error(&line, Exit::Clean);
}

/// Totals only.
fn survey(args: &AnalyzeArgs, settings: Settings, source: Source) -> Exit {
    let start = Instant::now();
    let mut totals = Totals {
        bar: Bar::new(args.run.reading.quiet),
        summary: Summary::default(),
        quiet: args.run.reading.quiet,
        path: String::new(),
        folders: Folders::new(&args.inputs),
        games: 0,
        passed_over: 0,
        failed: false,
        panicked: false,
    };
    let inputs = args.inputs.iter().map(|path| Input { path: path.clone() }).collect();
    partie_archive::run(
        partie_archive::walk(inputs, args.run.reading.gitignore),
        args.run.threads.count(),
        source.reading(args.run.reading.chunk()),
        || SummaryWorker::new(settings.clone()),
        &mut totals,
    );
    totals.bar.finish();
    for line in totals.folders.lines() {
        totals.failed = true;
        totals.print_message(&line);
    }
    if (totals.summary.games > 0 || !totals.failed)
        && let Some(exit) = show(args, &totals.summary, start)
    {
        return exit;
    }
    if totals.panicked {
        return Exit::Internal;
    }
    if totals.failed { Exit::Operation } else { exit_for_findings(&totals.summary, args.findings.fail_on) }
}

/// Adds up what the workers find.
struct Totals {
    bar: Bar,
    summary: Summary,
    quiet: bool,
    path: String,
    folders: Folders,
    games: u64,
    /// Games of the file that were passed over.
    passed_over: u64,
    failed: bool,
    panicked: bool,
}

impl Totals {
    fn print_message(&self, line: &str) {
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }
}

impl Sink<Survey> for Totals {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        self.path = shown_path(&met.path);
        self.folders.begin(&met);
        self.games = self.summary.games;
        self.passed_over = 0;
        self.bar.begin(&self.path, progress);
    }

    fn slice(&mut self, _: &Slice, survey: Survey) {
        if let Some(index) = survey.panicked {
            let game = self.summary.games - self.games + index + 1;
            self.print_message(&format!("error[X099]: internal error in {}, game {game}; the other games were judged. Please report it with the game", self.path));
            self.panicked = true;
        }
        self.summary.absorb(&survey.summary);
        self.passed_over += survey.passed_over;
        self.bar.update(self.summary.games, self.summary.errors + self.summary.warnings);
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        let games = self.summary.games - self.games;
        if let Some(error) = error {
            self.print_message(
                &file_messages::unread(&self.path, &error, games, file_messages::Done::Judged).to_string(),
            );
            self.failed = true;
            self.folders.broken();
        } else {
            let (line, failed) = self.folders.end_plainly(&self.path, games + self.passed_over, self.quiet);
            self.failed |= failed;
            line.iter().for_each(|line| self.print_message(line));
        }
        if changed {
            self.print_message(&file_messages::changed(&self.path).to_string());
        }
        self.summary.files += u64::from(games > 0);
    }

    fn failed(&mut self, failure: Failure) {
        self.folders.known(&failure.path);
        self.print_message(
            &file_messages::unread(&shown_path(&failure.path), &failure.error, 0, file_messages::Done::Judged)
                .to_string(),
        );
        self.failed = true;
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// Everything on which the tables depend beside the inputs, as it would be given.
fn options(args: &AnalyzeArgs, format: TableFormat) -> String {
    let SourceArgs { from, from_letters, from_encoding } = &args.source;
    let rules = &args.rules.rules;
    let FindingArgs { select, ignore, .. } = &args.findings;
    let infos = args.infos || args.findings.fail_on == FailOnArg::Info;
    let openings: Vec<_> = args.openings.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let mut words = vec!["--format", format.extension()];
    if matches!(format, TableFormat::Csv { raw: true }) {
        words.extend(["--csv", "raw"]);
    }
    for (flag, values) in [("--rules", rules), ("--select", select), ("--ignore", ignore), ("--openings", &openings)] {
        words.extend(values.iter().flat_map(|value| [flag, value]));
    }
    let columns = args.columns.as_ref().map(Columns::to_string);
    let chosen = &args.chosen.expression;
    let given = [
        ("--columns", &columns),
        ("--where", chosen),
        ("--from", from),
        ("--from-letters", from_letters),
        ("--from-encoding", from_encoding),
    ];
    for (flag, value) in given {
        words.extend(value.iter().flat_map(|value| [flag, value]));
    }
    let switches = [("--moves", args.moves), ("--infos", infos), ("--suggest", args.suggest)];
    words.extend(switches.iter().filter(|(_, on)| *on).map(|(flag, _)| *flag));
    format!("schema {SCHEMA_VERSION} {}", words.join(" "))
}

const fn table_format(args: &AnalyzeArgs) -> TableFormat {
    let raw = matches!(args.csv, CsvArg::Raw);
    match args.format {
        Some(TableArg::Csv) => TableFormat::Csv { raw },
        Some(TableArg::Jsonl) => TableFormat::Jsonl,
        #[cfg(feature = "parquet")]
        Some(TableArg::Parquet) | None => TableFormat::Parquet,
        #[cfg(not(feature = "parquet"))]
        None => TableFormat::Csv { raw },
    }
}

/// Tables, in tasks.
fn tables(args: &AnalyzeArgs, settings: Settings, source: Source) -> Exit {
    let start = Instant::now();
    let format = table_format(args);
    let options = options(args, format);
    let (plan, failures) = match &args.plan {
        Some(path) => match Plan::load(path) {
            Ok(plan) if plan.header.options == options => (plan, Vec::new()),
            other => return report_unusable_plan(path, other, &options),
        },
        None => {
            let cutting = PlanOptions {
                task_size: args.task_size.unwrap_or(TASK_SIZE),
                options,
                reading: source.reading(CHUNK),
                gitignore: args.run.reading.gitignore,
            };
            tasks::plan(&args.inputs, &cutting)
        }
    };
    let mut reports = Vec::new();
    for Failure { path, error } in &failures {
        let path = shown_path(path);
        let line = file_messages::unread(&path, error, 0, file_messages::Done::Judged).to_string();
        report_error(&line, Exit::Operation);
        reports.push(Reported { path, line });
    }
    if let Some(path) = &args.write_plan {
        let mut text = Vec::new();
        let written = plan.write(&mut text).map_err(Unwritten::of(path));
        if let Err(unwritten) = written.and_then(|_| write_whole(path, &text)) {
            return report_error(&unwritten.to_string(), Exit::Operation);
        }
        return if reports.is_empty() { Exit::Clean } else { Exit::Operation };
    }
    let Some(out) = &args.output else { return Exit::Operation };
    let search = match wanted_search(args, &plan, &settings, source) {
        Ok(search) => search,
        Err(exit) => return exit,
    };
    let made = Tables { settings, columns: args.columns.clone().unwrap_or_default(), format };
    if let Some(task) = args.task {
        return match tasks::run_one(&plan, task, out, &mut TableWorker::new(made)) {
            Ok(entry) => finish_task(args, &entry),
            Err(trouble) => report_trouble(&trouble),
        };
    }
    let stop = match tasks::interrupted() {
        Ok(stop) => stop,
        Err(error) => return report_error(&format!("error: {error}"), Exit::Operation),
    };
    let running = Running { out, jobs: args.run.threads.count(), restart: args.restart, stop: &stop, shuffle: None };
    let passes = search.as_ref().map(|_| {
        let (bytes, time) = (plan.bytes(), if args.moves { DUPLICATES_OF_MOVES } else { DUPLICATES });
        let comparing = ("comparing", STEPS, COMPARING * time);
        Pass::all([("pass 1 of 2", bytes, 1.0), ("pass 2 of 2", bytes, time), comparing])
    });
    let mut watcher = Watcher::new(args.run.reading.quiet, passes.map(|passes| passes[0]));
    let joined = tasks::run(&plan, &running, || TableWorker::new(made.clone()), &mut watcher);
    watcher.bar.finish();
    let joined = match joined {
        Ok(joined) => joined,
        Err(TaskError::Interrupted) => return duplicates::interrupted(),
        Err(trouble) => return report_trouble(&trouble),
    };
    let empty = empty(&plan, &joined, &failures);
    finish(
        args,
        out,
        (&joined, reports, empty),
        search.map(|search| {
            let passes = passes.map_or(search.passes, |[_, reads, compares]| [reads, compares]);
            Search { stop, passes, ..search }
        }),
        start,
    )
}

/// A plan that cannot be used with these options.
fn report_unusable_plan(path: &Path, plan: Result<Plan, TaskError>, options: &str) -> Exit {
    let message = match plan {
        Ok(plan) => format!(
            "error: {} was written with other options; give the same ones\n  plan:    {}\n  command: {options}",
            shown_path(path),
            plan.header.options
        ),
        Err(trouble) => format!("error: {trouble}"),
    };
    report_error(&message, Exit::Operation)
}

/// Joins tasks that were done one by one.
fn join(args: &AnalyzeArgs, out: &Path, settings: Settings, source: Source) -> Exit {
    let start = Instant::now();
    let format = table_format(args);
    let options = options(args, format);
    let path = out.join("plan.jsonl");
    let plan = match Plan::load(&path) {
        Ok(plan) if plan.header.options == options => plan,
        other => return report_unusable_plan(&path, other, &options),
    };
    let search = match wanted_search(args, &plan, &settings, source) {
        Ok(search) => search,
        Err(exit) => return exit,
    };
    let made = Tables { settings, columns: args.columns.clone().unwrap_or_default(), format };
    match tasks::join(out, &mut TableWorker::new(made)) {
        Ok(joined) => {
            let empty = empty(&plan, &joined, &[]);
            finish(args, out, (&joined, Vec::new(), empty), search, start)
        }
        Err(trouble @ TaskError::Missing(_)) => {
            let message = format!("error: {trouble}\n  which: partie analyze --status {}", shown_path(out));
            report_error(&message, Exit::Operation)
        }
        Err(trouble) => report_trouble(&trouble),
    }
}

/// What is to be said of folders in which no task found a record.
fn empty(plan: &Plan, joined: &Joined, failures: &[Failure]) -> Vec<String> {
    let inputs: Vec<PathBuf> = plan.header.inputs.iter().map(|path| path.0.clone()).collect();
    // Of an archive its task says so.
    let mut folders = Folders::without_archives(&inputs);
    for failure in failures {
        folders.known(&failure.path);
    }
    for (entry, task) in joined.entries.iter().zip(&plan.tasks) {
        if let Some(source) = plan.sources.get(task.source).filter(|_| entry.games + entry.failures > 0) {
            folders.known(&source.path.0);
        }
    }
    folders.lines()
}

/// The columns of the tables that are written, for programs that are told the types of what they read.
fn schema(args: &AnalyzeArgs) -> String {
    let (columns, format) = (args.columns.clone().unwrap_or_default(), table_format(args));
    let mut tables = serde_json::Map::new();
    let mut add = |name: &str, json| drop(tables.insert(name.to_owned(), json));
    add(GameRow::TABLE, schema::json::<GameRow<'_>>(&columns.games, format));
    add(FindingRow::TABLE, schema::json::<FindingRow<'_>>(&columns.findings, format));
    if args.moves {
        add(MoveRow::TABLE, schema::json::<MoveRow<'_>>(&columns.moves, format));
    }
    if args.duplicates {
        add(DuplicateRow::TABLE, schema::json::<DuplicateRow<'_>>(&Selection::default(), format));
    }
    format!("{:#}\n", serde_json::Value::Object(tables))
}

/// Writes and says what all tasks found.
fn finish(
    args: &AnalyzeArgs,
    out: &Path,
    (joined, reports, empty): (&Joined, Vec<Reported>, Vec<String>),
    search: Option<Search>,
    start: Instant,
) -> Exit {
    let mut lines: Vec<String> = joined.entries.iter().flat_map(Entry::lines).chain(empty).collect();
    report_lines(&lines, args.run.reading.quiet);
    let unread = reports.len() as u64 + joined.failures();
    lines.extend(reports.iter().map(|report| report.line.clone()));
    let failed = lines.iter().any(|line| line.starts_with("error"));
    let panicked = joined.entries.iter().any(|entry| entry.panics > 0);
    let summary = match sum(joined) {
        Ok(summary) => Summary { unread, reports: lines, ..summary },
        Err(error) => return report_error(&format!("error: the journal cannot be read: {error}"), Exit::Operation),
    };
    for (name, text) in [("schema.json", schema(args)), ("summary.json", summary.json())] {
        if let Err(unwritten) = write_whole(&out.join(name), text.as_bytes()) {
            return report_error(&unwritten.to_string(), Exit::Operation);
        }
    }
    if !args.run.reading.quiet {
        speed(summary.games, start);
        let rows: u64 = joined.entries.iter().flat_map(|entry| &entry.parts).map(|part| part.rows).sum();
        report_error(&format!("{} in {}", count(rows, "row", "rows"), shown_path(out)), Exit::Clean);
    }
    if let Some(search) = search {
        let known =
            joined.entries.iter().flat_map(|entry| &entry.reports).chain(&reports).filter(|report| report.is_error());
        let search = Search { reported: known.map(|report| report.path.clone()).collect(), ..search };
        let exit = duplicates::table(&search, table_format(args), out, joined);
        if exit != Exit::Clean {
            return exit;
        }
    }
    if panicked {
        return Exit::Internal;
    }
    if failed { Exit::Operation } else { exit_for_findings(&summary, args.findings.fail_on) }
}

/// Says what is to be said of files; quiet, not of those that were passed over.
fn report_lines(lines: &[String], quiet: bool) {
    for line in lines.iter().filter(|line| !(quiet && line.starts_with("warning[X005]"))) {
        report_error(line, Exit::Operation);
    }
}

/// How a single task ends.
fn finish_task(args: &AnalyzeArgs, entry: &Entry) -> Exit {
    report_lines(&entry.lines().collect::<Vec<_>>(), args.run.reading.quiet);
    // What is not there today need not be read again tomorrow: an empty file is the join's to tell.
    if entry.failures > 0 {
        return Exit::Operation;
    }
    if !args.run.reading.quiet {
        report_error(&format!("task {}: {}", entry.task, count(entry.games, "game", "games")), Exit::Clean);
    }
    if entry.panics > 0 {
        return Exit::Internal;
    }
    let summary: Summary = entry.note.read().unwrap_or_default();
    exit_for_findings(&summary, args.findings.fail_on)
}

/// The totals of all tasks.
fn sum(joined: &Joined) -> Result<Summary, serde_json::Error> {
    let mut summary = Summary::default();
    // The pieces of a file follow each other.
    let mut last = "";
    for (entry, base) in joined.entries.iter().zip(&joined.bases) {
        let mut part: Summary = entry.note.read()?;
        // A file in several pieces is one file.
        if base.shard && part.games > 0 {
            part.files = u64::from(last != base.source);
            last = &base.source;
        }
        summary.absorb(&part);
    }
    Ok(summary)
}
