//! `partie fix --undo`: reverts the edits of a log that are still in the files. Not for finding edits in a file.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::Exit;
use super::config_args::Configured;
use super::fix_args::{FixArgs, row_form};
use super::fix_files::FixFiles;
use super::refused::Refused;
use super::run::{Ended, Handler, Run, Sources, reading};
use super::standard::{report_error, report_unwritten};
use super::stretches::Stretches;
use partie_archive::WalkEntry;
use partie_archive::disk::{Destination, Rewriter, RowFile, RowLog, Unchanged, is_input, lies_in};
use partie_archive::file_messages::Done;
use partie_config::Settings;
use partie_fix::{
    Change, Diff, EditLog, LeftEdit, LogForm, MadeEdit, PlacesOfSlice, RowsOfFile, SlicePlacer, WhyLeft, undo,
};
use partie_input::{LineIndex, Slice, Stored};
use partie_record::shown::shown_path;
use partie_record::{count, format_thousands};
use partie_replay::GameInSlice;
use partie_replay::game_worker::SliceOut;

/// Reasons why a file in a log is not changed.
const NO_FILE: &str = "it is no regular file";
const OUTSIDE: &str =
    "it does not lie in the folder of the log; name the file, or its folder, as an input to take its edits back";
/// Maximum files that are reported because the log must not change them.
const MAX_REFUSED: usize = 20;

/// Maximum names of a list that are shown.
const MAX_NAMES: usize = 5;

/// The files of a log with their rows, by canonical path.
#[derive(Default)]
struct Files {
    paths: Vec<PathBuf>,
    rows: BTreeMap<PathBuf, RowsOfFile>,
    /// Messages about inputs that are not in the log.
    messages: Vec<String>,
    /// Messages about files that the log must not change; `refused_rows` is the number of their rows.
    refused: Vec<String>,
    refused_rows: u64,
    /// True if the user named inputs, and the log has no edits of them.
    has_no_input: bool,
}

/// An input of `--undo`: if there are inputs, only their edits are reverted.
struct WantedInput {
    shown: String,
    file: PathBuf,
    is_in_log: bool,
}

/// Formats the first `MAX_NAMES` names of a list, and the number of further names.
fn listed(names: &[String]) -> String {
    let first = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len() - names.len().min(MAX_NAMES) {
        0 if names.is_empty() => "no file".to_owned(),
        0 => first,
        more => format!("{first} and {} more", format_thousands(more as u64)),
    }
}

/// The canonical path of a file; if the file does not exist, the path itself.
fn itself(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Reads a log; first completes or reverts a transaction that a killed run left open.
fn read_log(path: &Path) -> Result<EditLog, Refused> {
    let (shown, form) = (shown_path(path), LogForm::of(path));
    let failed = |error: io::Error| Refused::new(format!("error[X001]: cannot read {shown}: {error}"));
    if path.is_file() {
        match RowLog::open(path, row_form(form)) {
            // A log without write access has no open transaction. An invalid log is reported below, with its line.
            Err(error) if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidData) => {}
            Err(error) => return Err(failed(error)),
            Ok(_) => {}
        }
    }
    let file = RowFile::open(path, false).map_err(failed)?;
    let text = str::from_utf8(&file.rows).map_err(|_| Refused::new(format!("error: {shown} is not in UTF-8")))?;
    form.read_log(text).map_err(|(line, why)| Refused::new(format!("error: {shown}:{line} is no row of a log: {why}")))
}

impl Files {
    /// Selects the files of a log that may be changed: those in the log's folder, because the log may come from
    /// somebody else. If there are inputs, those that are an input or inside one.
    fn new(log: EditLog, folder: &Path, inputs: &[PathBuf]) -> Result<Self, Refused> {
        let mut wanted = Vec::new();
        for input in inputs {
            let shown = shown_path(input);
            let file = input
                .canonicalize()
                .map_err(|error| Refused::new(format!("error[X001]: cannot read {shown}: {error}")))?;
            wanted.push(WantedInput { shown, file, is_in_log: false });
        }
        let mut files = Self::default();
        let mut in_log = Vec::new();
        for (path, rows) in log.into_files() {
            if path == "-" {
                return Err(Refused::new("error: the log tells of standard input, which cannot be changed"));
            }
            let path = PathBuf::from(path);
            let file = itself(&path);
            in_log.push(shown_path(&path));
            let mut is_wanted = wanted.is_empty();
            for input in wanted.iter_mut().filter(|input| file.starts_with(&input.file)) {
                (is_wanted, input.is_in_log) = (true, true);
            }
            if !is_wanted {
                continue;
            }
            // A missing file is reported later, when it is read.
            let why = match path.metadata() {
                Ok(data) if !data.is_file() => Some(NO_FILE),
                Ok(_) if wanted.is_empty() && !lies_in(folder, &path) => Some(OUTSIDE),
                _ => None,
            };
            if let Some(why) = why {
                files.refuse(&path, &rows, why);
                continue;
            }
            if !files.rows.contains_key(&file) {
                files.paths.push(path);
            }
            let of_file = files.rows.entry(file).or_default();
            rows.into_iter().for_each(|(game, rows)| of_file.entry(game).or_default().extend(rows));
        }
        files.has_no_input = !wanted.is_empty() && wanted.iter().all(|input| !input.is_in_log);
        let missing: Vec<String> =
            wanted.into_iter().filter(|input| !input.is_in_log).map(|input| input.shown).collect();
        if !missing.is_empty() {
            let are = if missing.len() == 1 { "is" } else { "are" };
            let (missing, in_log) = (listed(&missing), listed(&in_log));
            files.messages.push(format!("warning: {missing} {are} not in the log, which has edits of {in_log}"));
        }
        Ok(files)
    }

    /// Refuses to change a file.
    fn refuse(&mut self, path: &Path, rows: &RowsOfFile, why: &str) {
        self.refused_rows += rows.values().map(|rows| rows.len() as u64).sum::<u64>();
        if self.refused.len() < MAX_REFUSED {
            self.refused.push(format!("warning: {} is not changed: {why}", shown_path(path)));
        } else if self.refused.len() == MAX_REFUSED {
            self.refused.push("warning: more files of the log are not changed".to_owned());
        }
    }
}

/// The parent folder of a path; `.` for a bare name.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

pub(super) fn run(args: &FixArgs, undone: &Path, configured: Configured) -> Exit {
    let files = match read_log(undone).and_then(|log| Files::new(log, folder_of(undone), &args.inputs)) {
        Ok(files) => files,
        Err(message) => return report_error(&message.to_string(), Exit::Operation),
    };
    if args.log.as_ref().is_some_and(|log| is_input(log, &files.paths)) {
        return report_error("error: the log is one of the files", Exit::Operation);
    }
    let log = match args.open_log() {
        Ok(log) => log,
        Err(message) => return report_error(&message.to_string(), Exit::Operation),
    };
    let source = match args.source.source_over(&Settings::default()) {
        Ok(source) => source,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    let sources = Sources::new(&files.paths, &source, &args.run).done(Done::Left);
    let stretches = Stretches::new(sources.files(), configured);
    let rewriter = Rewriter::new(Some(Destination::InPlace(args.backup.clone())), log);
    let Files { refused_rows: left, has_no_input, .. } = files;
    let mut undo = Undo { left, has_no_input, ..Undo::new(args, files.rows, rewriter) };
    let mut run = sources.begin();
    files.messages.iter().chain(&files.refused).for_each(|line| run.say(line));
    while let Some((settings, files)) = stretches.next() {
        match args.source.source_over(&settings) {
            Ok(source) => {
                let sources = Sources { reading: reading(&source, args.run.reading.chunk()), ..sources.clone() };
                sources.go_on(&mut run, files, || SlicePlacer::worker(source.given), &mut undo);
            }
            Err(message) => {
                run.fail(&format!("error: {message}"));
                files.for_each(drop);
            }
        }
    }
    let passed_over = stretches.end(&mut run);
    run.end(&mut undo);
    run.say_silenced(&passed_over);
    undo.finish(&run)
}

/// Reverts edits, and counts totals.
struct Undo {
    files: FixFiles,
    rows: BTreeMap<PathBuf, RowsOfFile>,
    /// Rows of the current file whose games were not yet read.
    open: RowsOfFile,
    diff: Option<Diff>,
    /// Number of rows that are reverted once the current file is replaced; `taken_back` counts those of all files.
    rows_of_file: u64,
    taken_back: u64,
    /// Number of rows that are not reverted.
    left: u64,
    /// True if the log has no edits of any input.
    has_no_input: bool,
}

impl Undo {
    fn new(args: &FixArgs, rows: BTreeMap<PathBuf, RowsOfFile>, rewriter: Rewriter) -> Self {
        Self {
            files: FixFiles::new(rewriter),
            rows,
            open: RowsOfFile::default(),
            diff: args.diff.then(Diff::default),
            rows_of_file: 0,
            taken_back: 0,
            left: 0,
            has_no_input: false,
        }
    }

    fn leave(&mut self, run: &Run, left: &LeftEdit) {
        self.left += 1;
        self.files.say(run, &format!("warning: {left}"));
    }

    /// Reverts the edits of a game, and returns the changes of the slice, each with its row for the log.
    fn game(&mut self, run: &mut Run, (slice, at): (&Slice, &GameInSlice), number: u64) -> Vec<(Change, Vec<u8>)> {
        let Some(rows) = self.open.remove(&number).filter(|_| self.files.rewriter.takes()) else { return Vec::new() };
        let lines = LineIndex::new(slice, at.encoding, (0, 0));
        let path = run.path.clone();
        let place = at.in_file(&path, number, slice, &lines);
        let undone = undo(&place, at.span, &rows);
        undone.left.iter().for_each(|left| self.leave(run, left));
        let form = self.files.rewriter.log().map(LogForm::of);
        let rows = form.map(|form| form.rows_of_made(&place, at.span, &undone.edits)).unwrap_or_default();
        self.rows_of_file += undone.rows;
        let from = at.span.from as usize;
        let change = |edit: MadeEdit| Change { span: from + edit.span.start..from + edit.span.end, bytes: edit.bytes };
        let rows = rows.into_iter().chain(std::iter::repeat(Vec::new()));
        undone.edits.into_iter().map(change).zip(rows).collect()
    }

    /// Writes a change, and its row to the log; true on success.
    fn write(&mut self, run: &mut Run, slice: &Slice, (Change { span, bytes }, row): &(Change, Vec<u8>)) -> bool {
        let was = &slice.bytes[span.clone()];
        let done = self.files.rewriter.edit(slice.file_offset(span.start), was, bytes, row);
        self.files.check(run, done)
    }

    /// Adds to the diff, and prints its complete part.
    fn diff(&mut self, add: impl FnOnce(&mut Diff, &mut Vec<u8>)) {
        let Some(diff) = &mut self.diff else { return };
        let mut out = Vec::new();
        add(diff, &mut out);
        self.files.out.write_record(&out);
    }

    fn finish(self, run: &Run) -> Exit {
        let Self { files: FixFiles { out, replaced, .. }, taken_back, left, has_no_input, .. } = self;
        if let Some(error) = out.failure() {
            return report_unwritten("to standard output", &error);
        }
        let mut line = count(taken_back, "edit is taken back", "edits are taken back");
        if taken_back > 0 {
            line.push_str(&format!(" in {}", count(replaced, "file", "files")));
        }
        if left > 0 {
            line.push_str(&format!("; {} not", count(left, "edit is", "edits are")));
        }
        run.summary(run.games, |seconds| format!("{line}; {seconds:.1} s"));
        run.exit(if left > 0 || has_no_input { Exit::Findings } else { Exit::Clean })
    }
}

impl Handler<PlacesOfSlice> for Undo {
    fn begin(&mut self, run: &mut Run, met: &WalkEntry, stored: Stored) {
        self.open = self.rows.remove(&itself(&met.path)).unwrap_or_default();
        self.rows_of_file = 0;
        if let Some(diff) = &mut self.diff {
            *diff = Diff::new(&run.path);
        }
        let begun = self.files.rewriter.begin(&met.path, stored, (0, true));
        self.files.check(run, begun);
    }

    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<PlacesOfSlice>) {
        let SliceOut { made: PlacesOfSlice { games, end }, panicked, .. } = out;
        let mut changes = Vec::new();
        for (index, at) in (1..).zip(&games) {
            changes.extend(self.game(run, (slice, at), run.file_games + index));
        }
        // Games in adjacent columns overlap, so their changes interleave.
        changes.sort_by_key(|(change, _)| change.span.start);
        let written = changes.iter().take_while(|change| self.write(run, slice, change)).count();
        let changes: Vec<Change> = changes.into_iter().take(written).map(|(change, _)| change).collect();
        self.diff(|diff, out| {
            diff.feed(&slice.bytes[..end], &changes, out);
            diff.skip(slice.lines_left_out(0, end));
        });
        if panicked.is_some() {
            self.files.give_up(run);
        }
    }

    fn was_read(&mut self, run: &mut Run) {
        self.diff(Diff::finish);
        let whole = self.files.rewriter.takes();
        for row in std::mem::take(&mut self.open).into_values().flatten().filter(|_| whole) {
            self.leave(run, &LeftEdit { row, why: WhyLeft::NoGame });
        }
    }

    fn changed(&mut self, run: &mut Run) {
        self.files.check(run, Err(Unchanged::Changed));
    }

    fn end(&mut self, run: &mut Run, ended: Ended) {
        if !ended.whole {
            self.files.give_up(run);
        } else if self.files.rewriter.takes() {
            self.files.commit(run);
            if self.files.rewriter.takes() {
                self.taken_back += self.rows_of_file;
            }
        }
    }

    fn flush(&mut self) {
        self.files.out.flush();
    }

    fn stopped(&self) -> bool {
        self.files.out.is_broken()
    }
}
