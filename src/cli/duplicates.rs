//! Duplicates on the command line: listed, written as a table, or left out of what is written.

use partie_archive::file_messages;
use std::collections::HashSet;
use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Exit;
use super::analyze_folder::report_trouble;
use super::common_args::{ReadingArgs, ThreadArgs};
use super::output::Output;
use super::progress::{Bar, Pass};
use super::source::Source;
use super::standard::{report_error, report_unwritten};
use partie_analyze::duplicates::{
    DuplicateIndex, DuplicateRow, DuplicateWorker, Duplicates, STEPS, SliceFingerprints, SortLimits,
};
use partie_analyze::tables::{TableFormat, Writer};
use partie_analyze::tasks::{self, Joined};
use partie_archive::disk::NewFile;
use partie_archive::{Failure, Input, Progress, Reading, Sink, WalkEntry};
use partie_input::Slice;
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands};
use partie_rows::game_analyzer::Settings;
use partie_rows::game_key;
use partie_rows::selection::Selection;

/// MiB for finding copies that are left out.
const MEMORY: u64 = 256;

/// The time that comparing takes, of that for reading.
pub(super) const COMPARING: f64 = 0.3;

/// Where duplicates are looked for, and how.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) inputs: Vec<PathBuf>,
    pub(super) jobs: usize,
    pub(super) reading: Reading,
    /// Whether folders are walked without what git ignores.
    pub(super) gitignore: bool,
    pub(super) settings: Settings,
    /// MiB for sorting.
    pub(super) memory: u64,
    /// The folder of temporary files, else the system's.
    pub(super) folder: Option<PathBuf>,
    /// Inputs already reported as unreadable by the run that made the other tables.
    pub(super) reported: HashSet<String>,
    /// Set when a signal asks to stop.
    pub(super) stop: Arc<AtomicBool>,
    /// Reading the inputs and comparing the games, as passes of the whole work.
    pub(super) passes: [Pass; 2],
    pub(super) quiet: bool,
}

/// What a search ended in.
enum Found {
    All(Duplicates),
    /// Some input could not be read.
    Some(Duplicates),
    Nothing(Exit),
}

impl Search {
    fn run(&self) -> Found {
        let memory = usize::try_from(self.memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
        let limits = SortLimits { memory, folder: self.folder.clone().unwrap_or_else(std::env::temp_dir) };
        let mut gathering = DuplicateSink {
            index: DuplicateIndex::new(limits),
            bar: Bar::of(self.quiet, Some(self.passes[0])),
            path: String::new(),
            named: false,
            reported: &self.reported,
            stop: &self.stop,
            trouble: None,
            failed: false,
            panicked: false,
        };
        let inputs = self.inputs.iter().map(|path| Input { path: path.clone() }).collect();
        let make = || DuplicateWorker::new(self.settings.clone());
        partie_archive::run(
            partie_archive::walk(inputs, self.gitignore),
            self.jobs,
            self.reading,
            make,
            &mut gathering,
        );
        let DuplicateSink { index, mut bar, trouble, failed, panicked, .. } = gathering;
        if self.stop.load(Ordering::Relaxed) {
            bar.finish();
            return Found::Nothing(interrupted());
        }
        let games = index.all_games();
        let found = match trouble {
            None => index.finish(|step| {
                bar.enter(self.passes[1], step);
                bar.update(games, 0);
            }),
            Some(error) => Err(error),
        };
        bar.finish();
        match found {
            Err(error) => Found::Nothing(unsorted(&error)),
            Ok(_) if panicked => Found::Nothing(Exit::Internal),
            Ok(duplicates) if failed => Found::Some(duplicates),
            Ok(duplicates) => Found::All(duplicates),
        }
    }
}

/// What is said where a signal asked to stop.
pub(super) fn interrupted() -> Exit {
    report_error("interrupted; run the same command again to go on", Exit::Interrupted)
}

fn unsorted(error: &io::Error) -> Exit {
    report_unwritten("temporary files", error)
}

/// Prints all groups.
pub(super) fn list(search: &Search) -> Exit {
    let mut out = Output::new();
    let (mut duplicates, exit) = match search.run() {
        Found::All(duplicates) => (duplicates, Exit::Clean),
        Found::Some(duplicates) => (duplicates, Exit::Operation),
        Found::Nothing(exit) => return exit,
    };
    let mut group = 0;
    let listed = duplicates.each(|_, row| {
        if group != row.group {
            group = row.group;
            out.write(&format!("group {}\n", format_thousands(group.unsigned_abs())));
        }
        out.write(&line(&row));
        Ok(())
    });
    if let Err(error) = listed {
        return unsorted(&error);
    }
    if let Some(error) = out.failure() {
        return report_unwritten("to standard output", &error);
    }
    if !search.quiet {
        report_error(&totals(&duplicates), Exit::Clean);
    }
    exit
}

fn line(row: &DuplicateRow<'_>) -> String {
    let DuplicateRow { level, source, line, game, plies, .. } = row;
    let result = match row.outcome {
        Some(1) => ", won by the first player",
        Some(0) => ", drawn",
        Some(_) => ", won by the second player",
        None => "",
    };
    let plies = count(u64::from(plies.unsigned_abs()), "ply", "plies");
    format!("  {level:<7} {source}:{line}  game {}, {plies}{result}\n", format_thousands(game.unsigned_abs()))
}

fn totals(duplicates: &Duplicates) -> String {
    let totals = duplicates.totals();
    if totals.groups == 0 {
        return "no duplicates".to_owned();
    }
    let order = match totals.order {
        0 => String::new(),
        order => format!(", {} in another order of moves", format_thousands(order)),
    };
    format!(
        "{} with {}: {} exact, {} with another result, {} where one is the beginning of the other{order}",
        count(totals.groups, "group", "groups"),
        count(totals.copies(), "copy", "copies"),
        format_thousands(totals.exact),
        format_thousands(totals.moves),
        format_thousands(totals.prefix),
    )
}

/// Writes the table.
pub(super) fn table(search: &Search, format: TableFormat, out: &Path, joined: &Joined) -> Exit {
    let (mut duplicates, exit) = match search.run() {
        Found::All(duplicates) => (duplicates, Exit::Clean),
        Found::Some(duplicates) => (duplicates, Exit::Operation),
        Found::Nothing(exit) => return exit,
    };
    // The keys of games are told by how many games come before them.
    if duplicates.games() != joined.games() {
        let [now, then] = [duplicates.games(), joined.games()].map(|games| count(games, "game", "games"));
        return report_error(
            &format!(
                "error: the archive now has {now}, but the tables in {} have {then}: write them again with --restart",
                shown_path(out)
            ),
            Exit::Operation,
        );
    }
    // An earlier run may have left one of another form.
    if let Err(trouble) = tasks::forget_duplicates(out) {
        return report_trouble(&trouble);
    }
    if let Err(error) = write(&mut duplicates, format, out, joined) {
        return report_unwritten(&shown_path(&table_path(out, format.extension())), &error);
    }
    if !search.quiet {
        report_error(&totals(&duplicates), Exit::Clean);
    }
    exit
}

/// Where the table is. No task makes it, so that it is no part.
fn table_path(out: &Path, extension: &str) -> PathBuf {
    out.join("duplicates").join(format!("duplicates.{extension}"))
}

/// One file, which has its name only when it is complete.
fn write(duplicates: &mut Duplicates, format: TableFormat, out: &Path, joined: &Joined) -> io::Result<()> {
    let key = |before| joined.place(before).map_or(0, |(task, number)| game_key(task, number));
    fs::create_dir_all(out.join("duplicates"))?;
    let file = BufWriter::new(NewFile::create(&table_path(out, format.extension()))?);
    let mut writer = Writer::new::<DuplicateRow<'_>>(format, Selection::default(), file)?;
    duplicates.each(|places, row| {
        let (game_key, kept_game_key) = (key(places.place), key(places.kept));
        writer.row(&DuplicateRow { game_key, kept_game_key, ..row })
    })?;
    let (file, _) = writer.finish()?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
}

/// Copies that are to be left out of a second reading of the same inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Dropped {
    /// What is shown of each file.
    sources: Vec<String>,
    /// Files and games, from 0 and from 1.
    games: HashSet<(u32, u32)>,
}

impl Dropped {
    /// Looks for them; `what` asks for that. Only of the same moves to the end, unless beginnings of other games are copies, too.
    ///
    /// # Errors
    /// The exit status, where not everything could be read.
    pub(super) fn find(
        inputs: &[PathBuf],
        (what, beginnings): (&str, bool),
        source: &Source,
        (threads, reading): (&ThreadArgs, &ReadingArgs),
    ) -> Result<Self, Exit> {
        if inputs.iter().any(|path| path.as_os_str() == "-") {
            let message = format!("error: standard input cannot be read twice, as {what} does; name a file");
            return Err(report_error(&message, Exit::Operation));
        }
        let bytes = bytes_of(inputs, reading.gitignore);
        // The games are read once more.
        let [reads, compares, _] =
            Pass::all([("pass 1 of 2", bytes, 1.0), ("comparing", STEPS, COMPARING), ("pass 2 of 2", bytes, 1.0)]);
        let search = Search {
            inputs: inputs.to_vec(),
            jobs: threads.count(),
            reading: source.reading(reading.chunk()),
            gitignore: reading.gitignore,
            settings: Settings { options: source.options(), given: source.given, ..Settings::default() },
            memory: MEMORY,
            folder: None,
            reported: HashSet::new(),
            stop: Arc::default(),
            passes: [reads, compares],
            quiet: reading.quiet,
        };
        let mut duplicates = match search.run() {
            Found::All(duplicates) => duplicates,
            Found::Some(_) => return Err(Exit::Operation),
            Found::Nothing(exit) => return Err(exit),
        };
        let mut games = HashSet::new();
        let noted = duplicates.each(|places, row| {
            // By other moves it is another record, which nobody throws away unseen.
            if matches!(row.level, "exact" | "moves") || beginnings && row.level == "prefix" {
                games.insert((
                    u32::try_from(places.source).unwrap_or(u32::MAX),
                    u32::try_from(row.game).unwrap_or(u32::MAX),
                ));
            }
            Ok(())
        });
        match noted {
            Ok(()) => Ok(Self { sources: duplicates.sources().to_vec(), games }),
            Err(error) => Err(unsorted(&error)),
        }
    }

    /// Whether a game, from 1, of a file, from 0, is left out; never of a file that was another one then.
    pub(super) fn holds(&self, file: usize, path: &str, game: u64) -> bool {
        let (Ok(source), Ok(game)) = (u32::try_from(file), u32::try_from(game)) else { return false };
        self.games.contains(&(source, game)) && self.sources.get(file).is_some_and(|known| known == path)
    }
}

/// Bytes of all files of some inputs.
pub(super) fn bytes_of(inputs: &[PathBuf], gitignore: bool) -> u64 {
    let files = partie_archive::walk(inputs.iter().map(|path| Input { path: path.clone() }).collect(), gitignore);
    files.flatten().filter_map(|met| fs::metadata(met.path).ok()).map(|data| data.len()).sum()
}

/// Passes on what the workers see, in order.
struct DuplicateSink<'s> {
    index: DuplicateIndex,
    bar: Bar,
    path: String,
    named: bool,
    reported: &'s HashSet<String>,
    stop: &'s AtomicBool,
    trouble: Option<io::Error>,
    failed: bool,
    panicked: bool,
}

impl DuplicateSink<'_> {
    fn print_message(&self, line: &str) {
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    /// Says that an input cannot be read, unless that was said before.
    fn unread(&mut self, path: &str, line: &str) {
        self.failed = true;
        if !self.reported.contains(path) {
            self.print_message(line);
        }
    }
}

impl Sink<SliceFingerprints> for DuplicateSink<'_> {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        self.path = shown_path(&met.path);
        self.named = met.named;
        self.index.begin(self.path.clone());
        self.bar.begin(&self.path, progress);
    }

    fn slice(&mut self, _: &Slice, spotted: SliceFingerprints) {
        if spotted.panicked {
            self.print_message(&format!(
                "error[X099]: internal error in {}; the other games were compared. Please report it with the file",
                self.path
            ));
            self.panicked = true;
        }
        if let Err(error) = self.index.slice(&spotted) {
            self.trouble.get_or_insert(error);
        }
        self.bar.update(self.index.all_games(), 0);
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        if let Some(error) = error {
            let path = self.path.clone();
            self.unread(
                &path,
                &file_messages::unread(&path, &error, self.index.games(), file_messages::Done::Compared).to_string(),
            );
        } else if self.index.games() == 0 && self.named {
            let path = self.path.clone();
            self.unread(&path, &file_messages::no_record(&path).to_string());
        }
        if changed {
            self.print_message(&file_messages::changed(&self.path).to_string());
        }
        self.index.end();
    }

    fn failed(&mut self, failure: Failure) {
        let path = shown_path(&failure.path);
        self.unread(&path, &file_messages::unread(&path, &failure.error, 0, file_messages::Done::Compared).to_string());
    }

    fn stopped(&self) -> bool {
        self.trouble.is_some() || self.stop.load(Ordering::Relaxed)
    }
}
