//! Finds duplicates for subcommands that list them, write them as a table, or leave them out.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Exit;
use super::analyze_folder::report_trouble;
use super::output::Output;
use super::run::{Ended, Expects, Handler, OfFile, Run, Sources};
use super::standard::{report_error, report_unwritten};
use partie_analyze::duplicates::{
    Copies, DuplicateIndex, Duplicates, STEPS, SliceFingerprints, SortLimits, duplicate_worker, table_path, write_table,
};
use partie_analyze::tables::TableFormat;
use partie_analyze::tasks::{self, Joined};
use partie_archive::WalkEntry;
use partie_archive::file_messages::Done;
use partie_archive::passes::Pass;
use partie_input::{Slice, Stored};
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands};
use partie_replay::Source;
use partie_replay::game_worker::SliceOut;
use partie_table::game_analyzer::Settings;

/// Memory in MiB for finding copies that are left out.
const DEFAULT_MEMORY_MIB: u64 = 256;

/// Time for comparing, relative to the time for reading.
pub(super) const COMPARING: f64 = 0.3;

/// A search for duplicates.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) sources: Sources,
    pub(super) settings: Settings,
    /// Memory in MiB for sorting.
    pub(super) memory: u64,
    /// The folder of temporary files; `None` for the system's folder.
    pub(super) folder: Option<PathBuf>,
    /// Inputs that the run over the other tables already reported as unreadable.
    pub(super) reported: HashSet<String>,
    /// True once a signal requests a stop.
    pub(super) stop: Arc<AtomicBool>,
    /// The passes of the work: reading the inputs, and comparing the games.
    pub(super) passes: [Pass; 2],
}

impl Search {
    /// Finds the duplicates. The exit status is not `Clean` if an input could not be read.
    ///
    /// # Errors
    /// The exit status of a failed search.
    fn run(&self) -> Result<(Duplicates, Exit), Exit> {
        let memory = usize::try_from(self.memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
        let limits = SortLimits { memory, folder: self.folder.clone().unwrap_or_else(std::env::temp_dir) };
        let mut gathering = Gathering { index: DuplicateIndex::new(limits), search: self, trouble: None };
        let (pass, expects) = (Some(self.passes[0]), Expects::InNamed);
        let sources = Sources { pass, expects, ..self.sources.clone() }.done(Done::Compared);
        let mut run = sources.over(sources.files(), || duplicate_worker(&self.settings), &mut gathering);
        let Gathering { index, trouble, .. } = gathering;
        if self.stop.load(Ordering::Relaxed) {
            run.bar.finish();
            return Err(interrupted());
        }
        let games = index.all_games();
        let found = match trouble {
            None => index.finish(|step| {
                run.bar.enter(self.passes[1], step);
                run.bar.update(games, 0);
            }),
            Some(error) => Err(error),
        };
        run.bar.finish();
        match found {
            Err(error) => Err(unsorted(&error)),
            Ok(_) if run.panicked => Err(Exit::Internal),
            Ok(duplicates) => Ok((duplicates, run.exit(Exit::Clean))),
        }
    }
}

/// Reports that a signal stopped the run.
pub(super) fn interrupted() -> Exit {
    report_error("interrupted; run the same command again to go on", Exit::Interrupted)
}

fn unsorted(error: &io::Error) -> Exit {
    report_unwritten("temporary files", error)
}

pub(super) fn list(search: &Search) -> Exit {
    let mut out = Output::new();
    let (mut duplicates, exit) = match search.run() {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let mut group = 0;
    let listed = duplicates.each(|_, row| {
        if group != row.group {
            group = row.group;
            out.write(&format!("group {}\n", format_thousands(group.unsigned_abs())));
        }
        out.write(&row.line());
        Ok(())
    });
    if let Err(error) = listed {
        return unsorted(&error);
    }
    if let Some(error) = out.failure() {
        return report_unwritten("to standard output", &error);
    }
    if !search.sources.quiet {
        report_error(&duplicates.totals().line(), Exit::Clean);
    }
    exit
}

pub(super) fn table(search: &Search, format: TableFormat, out: &Path, joined: &Joined) -> Exit {
    let (mut duplicates, exit) = match search.run() {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    // Keys of games are computed from the number of games before them, so both passes must find the same games.
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
    // Removes a table that an earlier run wrote in another format.
    if let Err(trouble) = tasks::forget_duplicates(out) {
        return report_trouble(&trouble);
    }
    if let Err(error) = write_table(&mut duplicates, format, out, joined) {
        return report_unwritten(&shown_path(&table_path(out, format)), &error);
    }
    if !search.sources.quiet {
        report_error(&duplicates.totals().line(), Exit::Clean);
    }
    exit
}

/// Finds the copies that a second pass leaves out; `what` is the flag that needs them. A copy has the same moves as
/// another game. If `beginnings`, a game that is the beginning of another is also a copy.
///
/// # Errors
/// The exit status, if an input could not be read.
pub(super) fn copies(sources: &Sources, (what, beginnings): (&str, bool), source: &Source) -> Result<Copies, Exit> {
    sources.may_be_read_twice(what)?;
    let bytes = bytes_of(sources);
    // The caller runs the third pass, which reads the games again.
    let [reads, compares, _] =
        Pass::all([("pass 1 of 2", bytes, 1.0), ("comparing", STEPS, COMPARING), ("pass 2 of 2", bytes, 1.0)]);
    let search = Search {
        sources: sources.clone(),
        settings: Settings { options: source.options(), given: source.given, ..Settings::default() },
        memory: DEFAULT_MEMORY_MIB,
        folder: None,
        reported: HashSet::new(),
        stop: Arc::default(),
        passes: [reads, compares],
    };
    match search.run()? {
        (mut duplicates, Exit::Clean) => Copies::of(&mut duplicates, beginnings).map_err(|error| unsorted(&error)),
        (_, exit) => Err(exit),
    }
}

pub(super) fn bytes_of(sources: &Sources) -> u64 {
    sources.files().flatten().filter_map(|met| fs::metadata(met.path).ok()).map(|data| data.len()).sum()
}

/// Collects the workers' fingerprints in order.
struct Gathering<'s> {
    index: DuplicateIndex,
    search: &'s Search,
    trouble: Option<io::Error>,
}

impl Handler<SliceFingerprints> for Gathering<'_> {
    fn begin(&mut self, run: &mut Run, _: &WalkEntry, _: Stored) {
        self.index.begin(run.path.to_string());
    }

    fn slice(&mut self, _: &mut Run, _: &Slice, out: SliceOut<SliceFingerprints>) {
        if let Err(error) = self.index.slice(&out) {
            self.trouble.get_or_insert(error);
        }
    }

    /// Drops messages that an earlier pass already reported.
    fn of_file(&mut self, run: &mut Run, of: &OfFile<'_>) {
        if !self.search.reported.contains(of.path) {
            run.tell(of);
        }
    }

    fn end(&mut self, _: &mut Run, _: Ended) {
        self.index.end();
    }

    fn stopped(&self) -> bool {
        self.trouble.is_some() || self.search.stop.load(Ordering::Relaxed)
    }
}
