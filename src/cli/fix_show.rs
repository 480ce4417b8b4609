//! What `fix` shows and writes of the games that the workers put right, in order.

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Exit;
use super::fix_args::FixArgs;
use super::fix_review::Review;
use super::output::Output;
use super::run::{Ended, Handler, Run};
use super::standard::report_unwritten;
use crate::report::RepairReporter;
use partie_archive::disk::{InPlace, PackedFile, RowLog, Unchanged, cannot_be_changed, write_on};
use partie_archive::file_messages::{self, unwritten};
use partie_archive::{WalkEntry, disk};
use partie_input::{LineIndex, Slice, Stored};
use partie_mend::{
    Change, Diff, EditRow, Mended, MendedGame, MendedSlice, PlacedEdit, PlacedRepair, RepairCounts, RepairedGame, row,
};
use partie_record::count;
use partie_record::shown::shown_path;
use partie_record::shown::visible;
use partie_record::span::{self, Span};
use partie_replay::GamePlace;
use partie_replay::game_worker::SliceOut;

/// Where the result of a run goes.
pub(super) enum Destination {
    /// Into the files themselves, with the suffix of their copies.
    InPlace(Option<String>),
    /// Into one file.
    File(PackedFile),
}

/// Whether the rows of a log are JSON, by its name.
fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

/// The log of edits that are written.
pub(super) fn log_of(path: &Path) -> io::Result<RowLog> {
    RowLog::open(path, if is_json(path) { "" } else { row::COLUMNS })
}

/// The row of an edit in the log of that path.
fn row_of(path: &Path, place: &GamePlace<'_>, edit: &PlacedEdit) -> Vec<u8> {
    let (row, mut text) = (EditRow::new(place, edit, None), Vec::new());
    if is_json(path) {
        row.push_json(&mut text);
    } else {
        row.push_csv(&mut text);
    }
    text
}

/// Shows and writes, and keeps the totals.
pub(super) struct Show {
    out: Output,
    reporter: Box<dyn RepairReporter>,
    text: String,
    moves: bool,
    writes: bool,
    counts: RepairCounts,
    /// Where the result goes; nothing where nothing is written.
    destination: Option<Destination>,
    log: Option<RowLog>,
    /// Who decides, if that is left to a reader.
    pub(super) review: Option<Review>,
    /// Files that are replaced.
    done: HashSet<PathBuf>,
    diff: Option<Diff>,
    /// Whether a diff goes to a terminal, which must not be steered.
    terminal: bool,
    /// Whether the output cannot be written any more.
    refused: bool,
    /// Whether the rest of the inputs is left.
    left: bool,
    file: File,
}

/// The file at hand.
#[derive(Default)]
struct File {
    lines: u64,
    edits: u64,
    in_place: Option<InPlace>,
    /// Why it is not written.
    refused: bool,
}

impl Show {
    pub(super) fn new(args: &FixArgs, writes: bool, destination: Option<Destination>, log: Option<RowLog>) -> Self {
        Self {
            out: Output::new(),
            reporter: (args.form().start)(args.run.color.are_on(&io::stdout())),
            text: String::new(),
            moves: args.moves,
            writes,
            counts: RepairCounts::default(),
            destination,
            log,
            review: None,
            done: HashSet::new(),
            diff: args.diff.then(Diff::default),
            terminal: io::stdout().is_terminal(),
            refused: false,
            left: false,
            file: File::default(),
        }
    }

    fn has_quit(&self) -> bool {
        self.review.as_ref().is_some_and(Review::has_quit)
    }

    fn say(&mut self, run: &Run, line: &str) {
        self.out.flush();
        run.say(line);
    }

    /// Shows a game, and writes down what is to be written of it.
    fn game(&mut self, run: &mut Run, slice: &Slice, game: &mut MendedGame, anchor: (usize, u64)) {
        let lines = LineIndex::new(slice, game.at.encoding, anchor);
        let path = Arc::clone(&run.path);
        let place = game.at.in_file(&path, run.file_games + game.index + 1, slice, &lines);
        let span = game.at.span;
        let mended = &game.mended;
        let mut written = None;
        self.counts.add(mended);
        let mut shown = mended.placed(place, self.moves);
        let mut prints = self.diff.is_none();
        let taken;
        if let Some(mut review) = self.review.take() {
            taken = self.decided(run, &mut review, &shown, (span, mended));
            written = Some(taken.as_ref().map(|repair| repair.edits.clone()).unwrap_or_default());
            shown = RepairedGame { best: taken.as_ref(), others: &[], taken_back: &[], ..shown };
            prints &= !review.asks() && taken.is_some();
            self.review = Some(review);
        }
        if prints {
            self.text.clear();
            self.reporter.game(&shown, &mut self.text);
            self.out.write_styled(&self.text);
        }
        if self.writes && !self.file.refused {
            for edit in written.as_ref().unwrap_or(&mended.written) {
                let done = self.write(&place, edit);
                if !self.check(run, done) {
                    break;
                }
            }
        }
        if let Some(written) = written {
            game.mended.written = written;
        }
    }

    /// The repair that a reader takes.
    fn decided(
        &mut self,
        run: &mut Run,
        review: &mut Review,
        game: &RepairedGame<'_>,
        of: (Span, &Mended),
    ) -> Option<PlacedRepair> {
        if self.file.refused {
            return None;
        }
        match review.decide(game, of, &mut self.out) {
            Ok(decided) => {
                decided.messages.iter().for_each(|line| self.say(run, line));
                decided.written
            }
            Err((path, error)) => {
                self.check(run, Err(unlogged(Path::new(&path), &error)));
                None
            }
        }
    }

    /// Writes an edit into the copy of its file, and its row into the log.
    fn write(&mut self, place: &GamePlace<'_>, edit: &PlacedEdit) -> Result<(), Unchanged> {
        if let Some(file) = &mut self.file.in_place {
            let from = place.slice.file_offset(edit.span.from as usize);
            file.change(from, edit.span.of(&place.slice.bytes), &edit.bytes)?;
        }
        if let Some(log) = &mut self.log {
            let row = row_of(log.path(), place, edit);
            log.add(&row).map_err(|error| unlogged(log.path(), &error))?;
        }
        self.file.edits += 1;
        Ok(())
    }

    /// Says why the file at hand is not written; whether it is.
    fn check(&mut self, run: &mut Run, done: Result<(), Unchanged>) -> bool {
        let line = match done {
            Ok(()) => return true,
            Err(Unchanged::System(unwritten)) => unwritten.to_string(),
            Err(Unchanged::Changed) => file_messages::changed_source(&run.path).to_string(),
            Err(Unchanged::Because(why)) => why,
        };
        self.give_up(run);
        self.say(run, &line);
        false
    }

    /// The file at hand stays as it is.
    fn give_up(&mut self, run: &mut Run) {
        run.failed = true;
        (self.file.refused, self.file.in_place) = (true, None);
        self.file.edits = 0;
        // One output that is not whole is none.
        self.refused |= matches!(self.destination, Some(Destination::File(_)));
        self.settle(run, false);
    }

    /// The rows of the file at hand stay in the log, or they do not.
    fn settle(&mut self, run: &mut Run, done: bool) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = log.settle(done) {
            let line = unwritten(&shown_path(log.path()), &error);
            run.failed = true;
            self.say(run, &line.to_string());
        }
    }

    /// Gives the file at hand its name.
    fn commit(&mut self, run: &mut Run) -> Result<(), Unchanged> {
        let Some(file) = self.file.in_place.take() else { return Ok(()) };
        let suffix = match &self.destination {
            Some(Destination::InPlace(suffix)) => suffix.clone(),
            _ => None,
        };
        let target = file.target();
        let Some(complete) = file.complete()? else { return Ok(()) };
        complete.prepare(suffix.as_deref())?;
        let others = complete.other_names();
        self.logged(&target, |before| complete.commit(before))?;
        if others > 0 {
            let line = format!(
                "note: {} has {}, which {} what it held before",
                run.path,
                count(others, "other name (a hard link)", "other names (hard links)"),
                if others == 1 { "keeps" } else { "keep" }
            );
            self.say(run, &line);
        }
        self.done.insert(target);
        self.written(run);
        Ok(())
    }

    /// Replaces a file together with its rows of the log: `commit` gives it its name, right after what it is handed was done.
    fn logged(
        &mut self,
        target: &Path,
        commit: impl FnOnce(&mut dyn FnMut() -> io::Result<()>) -> Result<(), Unchanged>,
    ) -> Result<(), Unchanged> {
        let Some(log) = &mut self.log else { return commit(&mut || Ok(())) };
        log.prepare(target).map_err(|error| unlogged(log.path(), &error))?;
        let mut unwritten = None;
        let done = commit(&mut || {
            log.append().map_err(|error| {
                let kind = error.kind();
                unwritten = Some(error);
                kind.into()
            })
        });
        unwritten.map_or(done, |error| Err(unlogged(log.path(), &error)))
    }

    fn written(&mut self, run: &mut Run) {
        self.settle(run, true);
        self.counts.written += std::mem::take(&mut self.file.edits);
        self.counts.files_written += 1;
    }

    /// Shows what of the diff is complete.
    fn show_diff(&mut self, bytes: &[u8]) {
        if self.terminal {
            self.out.write(&visible(&String::from_utf8_lossy(bytes)));
        } else {
            self.out.write_bytes(bytes);
        }
    }

    pub(super) fn finish(mut self, mut run: Run) -> Exit {
        for line in self.review.as_mut().map(Review::left).unwrap_or_default() {
            self.say(&run, &line);
        }
        if let Some(Destination::File(file)) = self.destination.take() {
            if self.counts.games > 0 && !run.failed && !run.panicked {
                let target = file.path().to_owned();
                let done = self.logged(&target, |before| Ok(file.commit_after(before)?));
                if self.check(&mut run, done) {
                    self.written(&mut run);
                }
            } else {
                self.give_up(&mut run);
            }
        }
        if self.diff.is_none() {
            self.text.clear();
            let counts = self.counts;
            self.reporter.end(&counts, &mut self.text);
            self.out.write_styled(&self.text);
        }
        let Self { out, counts, writes, review, .. } = self;
        let mut line = counts.line(review.as_ref().map(|review| &review.counts), writes);
        if !writes && counts.sure() > 0 {
            line.push_str("; no file is changed without --write");
        }
        if let Some(error) = out.failure() {
            return report_unwritten("to standard output", &error);
        }
        run.summary(counts.games, |seconds| format!("{line}; {seconds:.1} s"));
        run.failed |= review.as_ref().is_some_and(|review| review.counts.unfit > 0 && !review.asks());
        if let Some(review) = review {
            return run.exit(if review.counts.undecided > 0 { Exit::Findings } else { Exit::Clean });
        }
        // What is written need not be done any more.
        let left = counts.sure().saturating_sub(if writes { counts.written } else { 0 });
        run.exit(if left > 0 { Exit::Findings } else { Exit::Clean })
    }
}

/// That the log cannot be written: then nothing is changed, as nobody could say what.
fn unlogged(path: &Path, error: &io::Error) -> Unchanged {
    let line = unwritten(&format!("the log {}", shown_path(path)), error);
    Unchanged::Because(format!("{line}; what it would tell of is not done"))
}

impl Handler<MendedSlice> for Show {
    fn begin(&mut self, run: &mut Run, met: &WalkEntry, stored: Stored) {
        if let Some(diff) = &mut self.diff {
            *diff = Diff::new(&run.path);
        }
        self.file = File::default();
        self.review.iter_mut().for_each(Review::begin_file);
        match &self.destination {
            Some(Destination::InPlace(_)) => {
                let file = InPlace::new(&met.path, stored);
                disk::tidy_folder_of(&file.target());
                // Two names of one file: it is put right by the first.
                self.file.refused = self.done.contains(&file.target());
                self.file.in_place = Some(file);
                // Nobody decides on what cannot be written.
                if let Some(why) = cannot_be_changed(&met.path, stored).filter(|_| self.review.is_some()) {
                    self.check(run, Err(Unchanged::Because(why)));
                }
            }
            Some(Destination::File(_)) if stored == Stored::Utf16 => {
                let why = cannot_be_changed(&met.path, stored).unwrap_or_default().replace(" in place", "");
                self.check(run, Err(Unchanged::Because(why)));
            }
            Some(Destination::File(_)) if self.counts.files > 0 => {
                let why = "error: the archive holds several files, and -o names one; unpack it".to_owned();
                self.check(run, Err(Unchanged::Because(why)));
            }
            _ => {}
        }
    }

    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<MendedSlice>) {
        let SliceOut { made: mut mended, games, passed_over, panicked } = out;
        let mut anchor = (0, self.file.lines);
        for game in &mut mended.games {
            let start = span::line_start(&slice.bytes, game.at.span.from as usize).max(anchor.0);
            anchor = (start, anchor.1 + slice.lines(anchor.0, start));
            self.game(run, slice, game, anchor);
        }
        let changes: Vec<Change> =
            mended.games.iter().flat_map(|game| game.mended.written.iter()).map(PlacedEdit::as_change).collect();
        if let Some(mut diff) = self.diff.take() {
            let mut out = Vec::new();
            diff.feed(&slice.bytes[..mended.end], &changes, &mut out);
            diff.skip(slice.lines_left_out(0, mended.end));
            self.show_diff(&out);
            self.diff = Some(diff);
        }
        if let Some(Destination::File(file)) = &mut self.destination {
            let done =
                write_on(file, slice, mended.end, changes.iter().map(|change| (change.span.clone(), &*change.bytes)));
            self.check(run, done);
        }
        if panicked.is_some() {
            self.give_up(run);
        }
        self.file.lines += mended.lines;
        self.counts.games += games - passed_over;
        if self.out.is_broken() {
            self.out.flush();
        }
        // What is left of the file is copied; what is left of an output must go by.
        if self.has_quit() && matches!(self.destination, Some(Destination::InPlace(_))) {
            self.left = true;
            if !self.file.refused && !run.panicked {
                let done = self.commit(run);
                self.check(run, done);
            }
        }
    }

    fn was_read(&mut self, _: &mut Run) {
        if let Some(mut diff) = self.diff.take() {
            let mut out = Vec::new();
            diff.finish(&mut out);
            self.show_diff(&out);
            self.diff = Some(diff);
        }
    }

    fn changed(&mut self, run: &mut Run) {
        if self.writes {
            self.check(run, Err(Unchanged::Changed));
        } else {
            run.say(&file_messages::changed(&run.path).to_string());
        }
    }

    fn end(&mut self, run: &mut Run, ended: Ended) {
        if !ended.whole {
            self.give_up(run);
        }
        self.counts.files += u64::from(run.file_games > 0);
        if ended.whole && !self.file.refused {
            let done = self.commit(run);
            self.check(run, done);
        }
    }

    fn findings(&self) -> u64 {
        self.counts.damaged
    }

    fn flush(&mut self) {
        self.out.flush();
    }

    fn stopped(&self) -> bool {
        self.refused || self.left || self.out.is_broken()
    }
}
