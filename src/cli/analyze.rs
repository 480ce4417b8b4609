//! `partie analyze`: totals of archives in the terminal, or their tables in a folder.

use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anstream::ColorChoice;
use serde::Deserialize;

use super::Exit;
use super::analyze_args::{AnalyzeArgs, CsvArg, TableArg};
use super::analyze_folder;
use super::args::{ColorArg, FormatArg, SeverityArg, ValidateArgs, complain};
use super::duplicates::{self, Search};
use super::output::Output;
use super::progress::Bar;
use super::validate;
use crate::analyze::analyst::Settings;
use crate::analyze::openings::OpeningBook;
use crate::analyze::rows::SCHEMA_VERSION;
use crate::analyze::summary::{Summary, render};
use crate::analyze::surveyor::{Survey, Surveyor};
use crate::analyze::tabler::{Tabler, Tables, shown_path};
use crate::analyze::tables::Format;
use crate::analyze::tasks::{self, Cutting, Entry, Joined, Meter, Plan, Running, TASK_SIZE, Trouble, Watch};
use crate::archive::{self, CHUNK, Failure, Input, Met, Progress, Sink, Slice};
use crate::record;
use crate::report::{count, thousands};

/// Runs the command.
pub(super) fn run(args: AnalyzeArgs) -> Exit {
    if let Some(out) = &args.status {
        return analyze_folder::status(out, args.quiet);
    }
    if let Some(out) = &args.verify {
        return analyze_folder::verify(out, args.quiet);
    }
    let (settings, from) = match settings(&args) {
        Ok(settings) => settings,
        Err(message) => return complain(&format!("error: {message}"), Exit::Operation),
    };
    if let Some(out) = &args.join {
        join(&args, out, settings, from)
    } else if args.output.is_none() && args.duplicates {
        duplicates::list(&searched(&args, settings, from, args.inputs.clone()))
    } else if args.output.is_none() && args.write_plan.is_none() {
        survey(&args, settings, from)
    } else {
        tables(&args, settings, from)
    }
}

fn jobs(args: &AnalyzeArgs) -> usize {
    args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// What the arguments mean for judging: as in `validate`.
fn settings(args: &AnalyzeArgs) -> Result<(Settings, Option<record::Format>), String> {
    let plan = validate::plan(&ValidateArgs {
        inputs: Vec::new(),
        format: FormatArg::Full,
        games: false,
        moves: false,
        rules: args.rules.clone(),
        odds: None,
        from: args.from.clone(),
        letters: args.letters.clone(),
        encoding: args.encoding.clone(),
        select: args.select.clone(),
        ignore: args.ignore.clone(),
        fail_on: args.fail_on,
        max_findings: None,
        jobs: None,
        color: args.color,
        quiet: args.quiet,
        chunk: None,
    })?;
    let openings = match args.openings.as_slice() {
        [] => None,
        // One book for the whole run.
        paths => Some(&*Box::leak(Box::new(OpeningBook::load(paths).map_err(|error| error.to_string())?))),
    };
    let mut wanted = plan.wanted;
    wanted.infos = (args.output.is_some() || args.join.is_some()) && (wanted.infos || args.infos);
    let settings = Settings { options: plan.options, wanted, given: plan.source.given, moves: args.moves, openings };
    Ok((settings, plan.source.format))
}

/// How duplicates are looked for.
fn searched(args: &AnalyzeArgs, settings: Settings, from: Option<record::Format>, inputs: Vec<PathBuf>) -> Search {
    Search {
        inputs,
        jobs: jobs(args),
        chunk: args.chunk.unwrap_or(CHUNK),
        settings,
        format: from,
        memory: args.memory,
        folder: args.output.clone(),
        quiet: args.quiet,
    }
}

fn is_coloured(args: &AnalyzeArgs) -> bool {
    match args.color {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => {
            anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never && io::stdout().is_terminal()
        }
    }
}

/// The exit status that findings ask for.
const fn judged(summary: &Summary, fail_on: SeverityArg) -> Exit {
    let found = match fail_on {
        SeverityArg::Error => summary.errors,
        SeverityArg::Warning => summary.errors + summary.warnings,
        SeverityArg::Info => summary.errors + summary.warnings + summary.infos,
    };
    if found > 0 { Exit::Findings } else { Exit::Clean }
}

/// Prints the totals and how long it took.
fn show(args: &AnalyzeArgs, summary: &Summary, start: Instant) -> Option<Exit> {
    let mut out = Output::new();
    out.write(&render(summary, is_coloured(args)));
    if let Some(error) = out.failure() {
        return Some(complain(&format!("error[X002]: cannot write to standard output: {error}"), Exit::Operation));
    }
    if !args.quiet {
        speed(summary.games, start);
    }
    None
}

fn speed(games: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let rate = games as f64 / seconds.max(0.001);
    complain(
        &format!("{} in {seconds:.1} s, {} games/s", count(games, "game", "games"), thousands(rate as u64)),
        Exit::Clean,
    );
}

/// Totals only.
fn survey(args: &AnalyzeArgs, settings: Settings, from: Option<record::Format>) -> Exit {
    let start = Instant::now();
    let mut totals = Totals {
        bar: Bar::new(args.quiet),
        summary: Summary::default(),
        path: String::new(),
        named: false,
        games: 0,
        failed: false,
        panicked: false,
    };
    let inputs = args.inputs.iter().map(|path| Input { path: path.clone() }).collect();
    let chunk = args.chunk.unwrap_or(CHUNK);
    archive::run(archive::walk(inputs), jobs(args), (chunk, from), || Surveyor::new(settings.clone()), &mut totals);
    totals.bar.finish();
    if (totals.summary.games > 0 || !totals.failed)
        && let Some(exit) = show(args, &totals.summary, start)
    {
        return exit;
    }
    if totals.panicked {
        return Exit::Internal;
    }
    if totals.failed { Exit::Operation } else { judged(&totals.summary, args.fail_on) }
}

/// Adds up what the workers find.
struct Totals {
    bar: Bar,
    summary: Summary,
    path: String,
    named: bool,
    games: u64,
    failed: bool,
    panicked: bool,
}

impl Totals {
    fn say(&self, line: &str) {
        self.bar.aside(|| {
            complain(line, Exit::Clean);
        });
    }
}

impl Sink<Survey> for Totals {
    fn begin(&mut self, met: Met, progress: Progress) {
        self.path = shown_path(&met.path);
        self.named = met.named;
        self.games = self.summary.games;
        self.bar.begin(&self.path, progress);
    }

    fn slice(&mut self, _: &Slice, survey: Survey) {
        if let Some(index) = survey.panicked {
            let game = self.summary.games - self.games + index + 1;
            self.say(&format!("error[X099]: internal error in {}, game {game}; the other games were judged. Please report it with the game", self.path));
            self.panicked = true;
        }
        self.summary.absorb(&survey.summary);
        self.bar.update(self.summary.games, self.summary.errors + self.summary.warnings);
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        let games = self.summary.games - self.games;
        if let Some(error) = error {
            self.say(&format!(
                "error[X001]: {} cannot be read to its end: {error}; {} before that were judged",
                self.path,
                count(games, "game", "games")
            ));
            self.failed = true;
        } else if games == 0 && self.named {
            self.say(&format!("error[X005]: no game record in {}", self.path));
            self.failed = true;
        }
        if changed {
            self.say(&format!("warning[B005]: {} changed while it was read", self.path));
        }
        self.summary.files += u64::from(games > 0);
    }

    fn failed(&mut self, failure: Failure, _: bool) {
        self.say(&format!("error[X001]: cannot read {}: {}", shown_path(&failure.path), failure.error));
        self.failed = true;
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// Everything on which the tables depend beside the inputs.
fn options(args: &AnalyzeArgs, format: Format) -> String {
    let AnalyzeArgs { rules, from, letters, encoding, select, ignore, moves, openings, .. } = args;
    let infos = args.infos || args.fail_on == SeverityArg::Info;
    format!(
        "schema {SCHEMA_VERSION} {format:?} rules {rules:?} from {from:?} letters {letters:?} encoding {encoding:?} \
         select {select:?} ignore {ignore:?} moves {moves} infos {infos} openings {openings:?}"
    )
}

const fn table_format(args: &AnalyzeArgs) -> Format {
    let raw = matches!(args.csv, CsvArg::Raw);
    match args.format {
        Some(TableArg::Csv) => Format::Csv { raw },
        Some(TableArg::Jsonl) => Format::Jsonl,
        #[cfg(feature = "parquet")]
        Some(TableArg::Parquet) | None => Format::Parquet,
        #[cfg(not(feature = "parquet"))]
        None => Format::Csv { raw },
    }
}

/// Tables, in tasks.
fn tables(args: &AnalyzeArgs, settings: Settings, from: Option<record::Format>) -> Exit {
    let start = Instant::now();
    let format = table_format(args);
    let options = options(args, format);
    let (plan, failures) = match &args.plan {
        Some(path) => match Plan::load(path) {
            Ok(plan) if plan.header.options == options => (plan, Vec::new()),
            other => return unfit(path, other, &options),
        },
        None => {
            let cutting = Cutting { task_size: args.task_size.unwrap_or(TASK_SIZE), options, format: from };
            tasks::plan(&args.inputs, &cutting)
        }
    };
    let failed = !failures.is_empty();
    for Failure { path, error } in &failures {
        complain(&format!("error[X001]: cannot read {}: {error}", shown_path(path)), Exit::Operation);
    }
    if let Some(path) = &args.write_plan {
        if let Err(trouble) = plan.save(path) {
            return complain(&format!("error[X002]: {trouble}"), Exit::Operation);
        }
        return if failed { Exit::Operation } else { Exit::Clean };
    }
    let Some(out) = &args.output else { return Exit::Operation };
    let named: Vec<PathBuf> = plan.header.inputs.iter().map(|path| path.0.clone()).collect();
    if args.duplicates && named.iter().any(|path| path.as_os_str() == "-") {
        return complain("error: duplicates of standard input need no -o, or a file", Exit::Operation);
    }
    let search = args.duplicates.then(|| searched(args, settings.clone(), from, named));
    let made = Tables { settings, format };
    if let Some(task) = args.task {
        return match tasks::run_one(&plan, task, out, &mut Tabler::new(made)) {
            Ok(entry) => one(args, &entry),
            Err(trouble) => complain(&format!("error: {trouble}"), Exit::Operation),
        };
    }
    let stop = match tasks::interrupted() {
        Ok(stop) => stop,
        Err(error) => return complain(&format!("error: {error}"), Exit::Operation),
    };
    if args.restart {
        duplicates::remove(out);
    }
    let running = Running { out, jobs: jobs(args), restart: args.restart, stop: &stop, shuffle: None };
    let mut watcher = Watcher::new(args.quiet);
    let joined = tasks::run(&plan, &running, || Tabler::new(made.clone()), &mut watcher);
    watcher.bar.finish();
    let joined = match joined {
        Ok(joined) => joined,
        Err(Trouble::Interrupted) => {
            return complain("interrupted; run the same command again to go on", Exit::Interrupted);
        }
        Err(trouble) => return complain(&format!("error: {trouble}"), Exit::Operation),
    };
    finish(args, out, (&joined, failed), search, start)
}

/// A plan that cannot be used with these options.
fn unfit(path: &Path, plan: Result<Plan, Trouble>, options: &str) -> Exit {
    let message = match plan {
        Ok(plan) => format!(
            "error: {} was written with other options; give the same ones\n  plan:    {}\n  command: {options}",
            path.display(),
            plan.header.options
        ),
        Err(trouble) => format!("error: {trouble}"),
    };
    complain(&message, Exit::Operation)
}

/// Joins tasks that were done one by one.
fn join(args: &AnalyzeArgs, out: &Path, settings: Settings, from: Option<record::Format>) -> Exit {
    let start = Instant::now();
    let format = table_format(args);
    let options = options(args, format);
    let path = out.join("plan.jsonl");
    let named: Vec<PathBuf> = match Plan::load(&path) {
        Ok(plan) if plan.header.options == options => plan.header.inputs.iter().map(|path| path.0.clone()).collect(),
        other => return unfit(&path, other, &options),
    };
    let search = args.duplicates.then(|| searched(args, settings.clone(), from, named));
    match tasks::join(out, &mut Tabler::new(Tables { settings, format })) {
        Ok(joined) => finish(args, out, (&joined, false), search, start),
        Err(trouble @ Trouble::Missing(_)) => {
            let message = format!("error: {trouble}\n  which: partie analyze --status {}", out.display());
            complain(&message, Exit::Operation)
        }
        Err(trouble) => complain(&format!("error: {trouble}"), Exit::Operation),
    }
}

/// Writes and says what all tasks found.
fn finish(
    args: &AnalyzeArgs,
    out: &Path,
    (joined, failed): (&Joined, bool),
    search: Option<Search>,
    start: Instant,
) -> Exit {
    let mut failed = failed;
    for entry in &joined.entries {
        if let Some(failure) = &entry.failure {
            complain(&format!("error[X001]: {failure}"), Exit::Operation);
            failed = true;
        }
    }
    let panicked = joined.entries.iter().any(|entry| entry.panics > 0);
    let summary = match sum(joined) {
        Ok(summary) => summary,
        Err(error) => return complain(&format!("error: the journal cannot be read: {error}"), Exit::Operation),
    };
    if let Err(error) = save(&out.join("summary.json"), &summary.json()) {
        return complain(&format!("error[X002]: cannot write {}: {error}", out.display()), Exit::Operation);
    }
    if !args.quiet {
        speed(summary.games, start);
        let rows: u64 = joined.entries.iter().flat_map(|entry| &entry.parts).map(|part| part.rows).sum();
        complain(&format!("{} in {}", count(rows, "row", "rows"), out.display()), Exit::Clean);
    }
    if let Some(search) = search {
        let exit = duplicates::table(&search, table_format(args), out);
        if exit != Exit::Clean {
            return exit;
        }
    }
    if panicked {
        return Exit::Internal;
    }
    if failed { Exit::Operation } else { judged(&summary, args.fail_on) }
}

/// How a single task ends.
fn one(args: &AnalyzeArgs, entry: &Entry) -> Exit {
    if let Some(failure) = &entry.failure {
        return complain(&format!("error[X001]: {failure}"), Exit::Operation);
    }
    if !args.quiet {
        complain(&format!("task {}: {}", entry.task, count(entry.games, "game", "games")), Exit::Clean);
    }
    if entry.panics > 0 {
        return Exit::Internal;
    }
    let summary: Summary = entry.note.read().unwrap_or_default();
    judged(&summary, args.fail_on)
}

/// The totals of all tasks.
fn sum(joined: &Joined) -> Result<Summary, serde_json::Error> {
    let mut summary = Summary::default();
    // The pieces of a file follow each other.
    let mut last = "";
    for (entry, base) in joined.entries.iter().zip(&joined.bases) {
        let mut part: Summary = entry.note.read()?;
        // A file in several pieces is one file.
        if base.piece && part.games > 0 {
            part.files = u64::from(last != base.source);
            last = &base.source;
        }
        summary.absorb(&part);
    }
    Ok(summary)
}

/// Writes a file that has its name only when it is complete.
fn save(path: &Path, text: &str) -> io::Result<()> {
    let temporary = path.with_extension(format!("json.tmp-{}", std::process::id()));
    let mut file = fs::File::create(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

/// Shows how far all tasks are.
struct Watcher {
    bar: Bar,
    done: u64,
    consumed: Arc<AtomicU64>,
    games: u64,
    findings: u64,
}

/// What of a note the bar shows.
#[derive(Default, Deserialize)]
struct Found {
    errors: u64,
    warnings: u64,
}

impl Watcher {
    fn new(quiet: bool) -> Self {
        Self { bar: Bar::new(quiet), done: 0, consumed: Arc::default(), games: 0, findings: 0 }
    }
}

impl Watch for Watcher {
    fn begin(&mut self, bytes: u64, done: u64) {
        self.done = done;
        self.bar.begin("all tasks", Progress { size: Some(bytes), consumed: Arc::clone(&self.consumed) });
    }

    fn tick(&mut self, meter: &Meter) {
        self.consumed.store(self.done + meter.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
        self.games = meter.games.load(Ordering::Relaxed);
        self.bar.update(self.games, self.findings);
    }

    fn task(&mut self, entry: &Entry) {
        let found: Found = entry.note.read().unwrap_or_default();
        self.findings += found.errors + found.warnings;
    }
}
