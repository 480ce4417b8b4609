//! `partie analyze`: totals of archives in the terminal, or their tables in a folder.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::Exit;
use super::analyze_args::AnalyzeArgs;
use super::analyze_folder::{self, report_trouble};
use super::analyze_names;
use super::analyze_watch::Watcher;
use super::common_args::CodeArgs;
use super::duplicates::{self, COMPARING, Search};
use super::judging;
use super::output::Output;
use super::refused::Refused;
use super::run::{Ended, Handler, Run, Sources, reading, report_passed_over};
use super::source_args::SourceArgs;
use super::standard::{output_columns, report_error, report_unwritten};
use partie_analyze::broken_texts::Given;
use partie_analyze::duplicates::STEPS;
use partie_analyze::summary_worker::summary_worker;
use partie_analyze::table_worker::{self, TableWorker, Tables};
use partie_analyze::tables::TableFormat;
use partie_analyze::tasks::{self, Entry, Joined, Plan, PlanOptions, Reported, Running, TASK_SIZE, TaskError};
use partie_analyze::{folders, opening_tables, schema};
use partie_archive::Failure;
use partie_archive::disk::{Unwritten, write_whole};
use partie_archive::file_messages::{self, Done};
use partie_archive::passes::Pass;
use partie_input::{CHUNK, Slice};
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands};
use partie_repair::Effort;
use partie_replay::game_worker::SliceOut;
use partie_replay::{Options, Source};
use partie_table::columns::Columns;
use partie_table::game_analyzer::Settings;
use partie_table::summary::{Summary, render};
use partie_table::{FailOn, SCHEMA_VERSION};

/// Time for finding duplicates, relative to the time for writing the tables: without and with the table of moves.
const DUPLICATES_TIME: f64 = 0.8;
const DUPLICATES_TIME_WITH_MOVES: f64 = 0.4;

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
        analyze_names::run(&sources(&args, &source), args.memory, &settings)
    } else if args.output.is_none() && args.duplicates {
        duplicates::list(&searched(&args, settings, source, args.inputs.clone()))
    } else if args.output.is_none() && args.write_plan.is_none() {
        survey(&args, settings, source)
    } else {
        tables(&args, settings, source)
    }
}

/// The settings for judging games, which are those of `validate`.
fn settings(args: &AnalyzeArgs) -> Result<(Settings, Source), Refused> {
    let source = args.source.source()?;
    let infos = args.findings.fail_on.unwrap_or_default().counts_infos();
    let plan = judging::builder(source, &args.rules, &args.findings.codes, &args.chosen, infos)?.build()?.judge_plan();
    let openings = match args.openings.as_slice() {
        [] => None,
        // The only book lives until the process ends, so it may be leaked.
        paths => Some(&*Box::leak(Box::new(opening_tables::load(paths)?))),
    };
    let mut wanted = plan.wanted;
    let tables = args.output.is_some() || args.join.is_some();
    wanted.infos = tables && (wanted.infos || args.infos);
    let search = if args.suggest { Effort::BRIEF } else { plan.options.search };
    if !args.moves && args.columns.as_ref().is_some_and(|columns| columns.moves.is_choice()) {
        return Err(Refused::new("--columns names a column of the table of moves, which is written only with --moves"));
    }
    let settings = Settings {
        choice: plan.choice,
        options: Options { search, ..plan.options },
        wanted,
        given: plan.given,
        moves: args.moves.then(|| args.columns.clone().unwrap_or_default().of_moves()),
        openings,
        ..Settings::default()
    };
    Ok((settings, source))
}

/// Prepares the search for duplicates in `inputs`.
fn searched(args: &AnalyzeArgs, settings: Settings, source: Source, inputs: Vec<PathBuf>) -> Search {
    let sources = Sources { inputs, ..sources(args, &source) };
    let passes = Pass::all([("reading", duplicates::bytes_of(&sources), 1.0), ("comparing", STEPS, COMPARING)]);
    Search {
        sources,
        settings,
        memory: args.memory,
        folder: args.output.clone().or_else(|| args.join.clone()),
        reported: HashSet::new(),
        stop: Arc::default(),
        passes,
    }
}

/// Prepares the search for duplicates in the inputs of a plan; `None` without `--duplicates`.
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

/// The exit status, by the findings of the run.
fn exit_for_findings(summary: &Summary, fail_on: FailOn) -> Exit {
    if fail_on.is_in_games(summary) { Exit::Findings } else { Exit::Clean }
}

fn speed(games: u64, seconds: f64) -> String {
    let line = format!("{} in {seconds:.1} s", count(games, "game", "games"));
    // The rate of a shorter run would be meaningless.
    if seconds >= 0.1 { format!("{line}, {} games/s", format_thousands((games as f64 / seconds) as u64)) } else { line }
}

fn survey(args: &AnalyzeArgs, settings: Settings, source: Source) -> Exit {
    let mut totals = Totals::default();
    let run = sources(args, &source).done(Done::Judged).run(|| summary_worker(&settings), &mut totals);
    let summary = totals.summary;
    if summary.games > 0 || !run.failed {
        let mut out = Output::new();
        let columns = output_columns();
        out.write_lines(&render(&summary, args.run.color.are_on(&io::stdout()), columns));
        if let Some(error) = out.failure() {
            return report_unwritten("to standard output", &error);
        }
    }
    run.summary(summary.games, |seconds| speed(summary.games, seconds));
    run.exit(exit_for_findings(&summary, args.findings.fail_on.unwrap_or_default()))
}

fn sources(args: &AnalyzeArgs, source: &Source) -> Sources {
    Sources::new(&args.inputs, source, &args.run)
}

/// Collects the totals of all workers.
#[derive(Default)]
struct Totals {
    summary: Summary,
}

impl Handler<Summary> for Totals {
    fn slice(&mut self, _: &mut Run, _: &Slice, out: SliceOut<Summary>) {
        self.summary.absorb(&out.made);
    }

    fn end(&mut self, run: &mut Run, _: Ended) {
        self.summary.files += u64::from(run.judged() > 0);
    }

    fn findings(&self) -> u64 {
        self.summary.errors + self.summary.warnings
    }
}

/// Formats all options that affect the tables as a command line.
fn options(args: &AnalyzeArgs, format: TableFormat) -> String {
    let SourceArgs { from, from_letters, from_encoding } = &args.source;
    let rules = &args.rules.rules;
    let CodeArgs { select, ignore } = &args.findings.codes;
    let infos = args.infos || args.findings.fail_on.unwrap_or_default().counts_infos();
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

fn made_tables(args: &AnalyzeArgs, settings: Settings) -> Tables {
    let SourceArgs { from, from_letters, .. } = &args.source;
    let given = Given { from: from.clone(), letters: from_letters.clone() };
    Tables { settings, columns: args.columns.clone().unwrap_or_default(), format: args.table_format(), given }
}

fn tables(args: &AnalyzeArgs, settings: Settings, source: Source) -> Exit {
    let start = Instant::now();
    let format = args.table_format();
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
                reading: reading(&source, CHUNK),
                walking: args.run.reading.walking(),
            };
            let planned = tasks::plan(&args.inputs, &cutting);
            report_passed_over(&cutting.walking.passed_over);
            planned
        }
    };
    let mut reports = Vec::new();
    for Failure { path, error } in &failures {
        let path = shown_path(path);
        let line = file_messages::unread(&path, error, 0, Done::Judged).to_string();
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
    let made = made_tables(args, settings);
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
        let (bytes, time) = (plan.bytes(), if args.moves { DUPLICATES_TIME_WITH_MOVES } else { DUPLICATES_TIME });
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
    let empty = folders::of_tasks(&plan, &joined, &failures);
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

/// Reports a plan that was written with other options, or that is unreadable.
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

/// Joins tasks that `--task` ran one by one.
fn join(args: &AnalyzeArgs, out: &Path, settings: Settings, source: Source) -> Exit {
    let start = Instant::now();
    let format = args.table_format();
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
    let made = made_tables(args, settings);
    match tasks::join(out, &mut TableWorker::new(made)) {
        Ok(joined) => {
            let empty = folders::of_tasks(&plan, &joined, &[]);
            finish(args, out, (&joined, Vec::new(), empty), search, start)
        }
        Err(trouble @ TaskError::Missing(_)) => {
            let message = format!("error: {trouble}\n  which: partie analyze --status {}", shown_path(out));
            report_error(&message, Exit::Operation)
        }
        Err(trouble) => report_trouble(&trouble),
    }
}

/// The schema of the tables as JSON, for programs that need the types of columns.
fn schema(args: &AnalyzeArgs) -> String {
    let columns = args.columns.clone().unwrap_or_default();
    let tables = schema::of_tables(&columns, args.table_format(), (args.moves, args.duplicates));
    format!("{tables:#}\n")
}

/// Writes the files of a joined run, and reports the results.
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
    let summary = match table_worker::summary(joined) {
        Ok(summary) => Summary { unread, reports: lines, ..summary },
        Err(error) => return report_error(&format!("error: the journal cannot be read: {error}"), Exit::Operation),
    };
    for (name, text) in [("schema.json", schema(args)), ("summary.json", summary.json())] {
        if let Err(unwritten) = write_whole(&out.join(name), text.as_bytes()) {
            return report_error(&unwritten.to_string(), Exit::Operation);
        }
    }
    if !args.run.reading.quiet {
        report_error(&speed(summary.games, start.elapsed().as_secs_f64()), Exit::Clean);
        let rows: u64 = joined.entries.iter().flat_map(|entry| &entry.parts).map(|part| part.rows).sum();
        report_error(&format!("{} in {}", count(rows, "row", "rows"), shown_path(out)), Exit::Clean);
    }
    if let Some(search) = search {
        let known =
            joined.entries.iter().flat_map(|entry| &entry.reports).chain(&reports).filter(|report| report.is_error());
        let search = Search { reported: known.map(|report| report.path.clone()).collect(), ..search };
        let exit = duplicates::table(&search, args.table_format(), out, joined);
        if exit != Exit::Clean {
            return exit;
        }
    }
    if panicked {
        return Exit::Internal;
    }
    if failed { Exit::Operation } else { exit_for_findings(&summary, args.findings.fail_on.unwrap_or_default()) }
}

/// Prints messages about files; if `quiet`, without messages about skipped files.
fn report_lines(lines: &[String], quiet: bool) {
    for line in lines.iter().filter(|line| !(quiet && line.starts_with("warning[X005]"))) {
        report_error(line, Exit::Operation);
    }
}

/// Reports the result of a single task.
fn finish_task(args: &AnalyzeArgs, entry: &Entry) -> Exit {
    report_lines(&entry.lines().collect::<Vec<_>>(), args.run.reading.quiet);
    // Only unreadable files fail a task, because another try may read them. The join reports files without a record.
    if entry.failures > 0 {
        return Exit::Operation;
    }
    if !args.run.reading.quiet {
        report_error(&format!("task {}: {}", entry.task, count(entry.games, "game", "games")), Exit::Clean);
    }
    if entry.panics > 0 {
        return Exit::Internal;
    }
    let summary: Summary = entry.note.value().unwrap_or_default();
    exit_for_findings(&summary, args.findings.fail_on.unwrap_or_default())
}
