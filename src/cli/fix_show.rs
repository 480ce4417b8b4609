//! What `fix` shows and writes of the games that the workers put right, in order.

use partie_archive::file_messages;
use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Exit;
use super::fix_args::FixArgs;
use super::fix_game::Mended;
use super::fix_log::Log;
use super::fix_review::Review;
use super::fix_work::{FixPlan, Fixed, FixedGame};
use super::fix_write::{Destination, InPlace, Refusal, cannot_be_changed, write_on};
use super::folders::Folders;
use super::output::Output;
use super::progress::Bar;
use super::standard::{report_error, report_unwritten, unwritten};
use crate::report::{Change, Diff, GamePlace, PlacedEdit, PlacedRepair, RepairCounts, RepairReporter, RepairedGame};
use partie_archive::{Failure, Progress, Sink, WalkEntry, disk};
use partie_input::{LineIndex, Slice, Stored};
use partie_record::finding::Grade;
use partie_record::shown::shown_path;
use partie_record::shown::visible;
use partie_record::span::{self, Span};
use partie_record::{count, format_thousands};

/// Shows and writes, and keeps the totals.
pub(super) struct Show {
    out: Output,
    bar: Bar,
    reporter: Box<dyn RepairReporter>,
    text: String,
    moves: bool,
    quiet: bool,
    plan: FixPlan,
    start: Instant,
    counts: RepairCounts,
    /// Where the result goes; nothing where nothing is written.
    destination: Option<Destination>,
    log: Option<Log>,
    /// Who decides, if that is left to a reader.
    pub(super) review: Option<Review>,
    /// Files that are replaced.
    done: HashSet<PathBuf>,
    diff: Option<Diff>,
    /// Whether a diff goes to a terminal, which must not be steered.
    terminal: bool,
    failed: bool,
    /// Whether the output cannot be written any more.
    refused: bool,
    /// Whether the rest of the inputs is left.
    left: bool,
    panicked: bool,
    folders: Folders,
    file: File,
}

/// The file at hand.
#[derive(Default)]
struct File {
    path: String,
    games: u64,
    lines: u64,
    edits: u64,
    in_place: Option<InPlace>,
    /// Why it is not written.
    refused: bool,
}

impl Show {
    pub(super) fn new(args: &FixArgs, plan: FixPlan, destination: Option<Destination>, log: Option<Log>) -> Self {
        Self {
            out: Output::new(),
            bar: Bar::new(args.reading.quiet || args.review),
            reporter: (args.form().start)(args.color.are_on(&io::stdout())),
            text: String::new(),
            moves: args.moves,
            quiet: args.reading.quiet,
            plan,
            start: Instant::now(),
            counts: RepairCounts::default(),
            destination,
            log,
            review: None,
            done: HashSet::new(),
            diff: args.diff.then(Diff::default),
            terminal: io::stdout().is_terminal(),
            failed: false,
            refused: false,
            left: false,
            panicked: false,
            folders: Folders::new(&args.inputs),
            file: File::default(),
        }
    }

    /// A file was met a second time, and passed over: its folder is not without a record for that.
    pub(super) fn met_before(&mut self, path: &Path) {
        self.folders.known(path);
    }

    fn has_quit(&self) -> bool {
        self.review.as_ref().is_some_and(Review::has_quit)
    }

    fn print_message(&mut self, line: &str) {
        self.out.flush();
        self.bar.with_bar_hidden(|| {
            report_error(line, Exit::Clean);
        });
    }

    /// Shows a game, and writes down what is to be written of it.
    fn game(&mut self, slice: &Slice, game: &mut FixedGame, anchor: (usize, u64)) {
        let lines = LineIndex::new(slice, game.encoding, anchor);
        let path = std::mem::take(&mut self.file.path);
        let place = GamePlace {
            path: &path,
            game: self.file.games + game.index + 1,
            slice,
            lines: &lines,
            encoding: game.encoding,
            kind: game.kind,
            format: game.format,
            movetext: game.movetext,
            first: game.first,
            second: game.second,
        };
        let span = game.span;
        let mended = &game.mended;
        let mut written = None;
        let edits = mended.best.as_ref().map(|best| best.edits.as_slice()).unwrap_or_default();
        edits.iter().for_each(|edit| self.counts.edits[edit.grade as usize] += 1);
        self.counts.damaged += 1;
        self.counts.taken_back += mended.taken_back.len() as u64;
        let mut shown = RepairedGame {
            place,
            broken: mended.broken.as_ref(),
            best: mended.best.as_ref(),
            others: &mended.others,
            taken_back: &mended.taken_back,
            moves: self.moves,
        };
        let mut prints = self.diff.is_none();
        let taken;
        if let Some(mut review) = self.review.take() {
            taken = self.decided(&mut review, &shown, (span, mended));
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
        if self.plan.write.is_some() && !self.file.refused {
            for edit in written.as_ref().unwrap_or(&mended.written) {
                let done = self.write(&place, edit);
                if !self.check(done) {
                    break;
                }
            }
        }
        if let Some(written) = written {
            game.mended.written = written;
        }
        self.file.path = path;
    }

    /// The repair that a reader takes.
    fn decided(&mut self, review: &mut Review, game: &RepairedGame<'_>, of: (Span, &Mended)) -> Option<PlacedRepair> {
        if self.file.refused {
            return None;
        }
        match review.decide(game, of, &mut self.out) {
            Ok(decided) => {
                decided.messages.iter().for_each(|line| self.print_message(line));
                decided.written
            }
            Err((path, error)) => {
                self.check(Err(unlogged(Path::new(&path), &error)));
                None
            }
        }
    }

    /// Writes an edit into the copy of its file, and its row into the log.
    fn write(&mut self, place: &GamePlace<'_>, edit: &PlacedEdit) -> Result<(), Refusal> {
        if let Some(file) = &mut self.file.in_place {
            let from = place.slice.file_offset(edit.span.from as usize);
            file.change(from, edit.span.of(&place.slice.bytes), &edit.bytes)?;
        }
        if let Some(log) = &mut self.log {
            log.add(place, edit).map_err(|error| unlogged(&log.path, &error))?;
        }
        self.file.edits += 1;
        Ok(())
    }

    /// Says why the file at hand is not written; whether it is.
    fn check(&mut self, done: Result<(), Refusal>) -> bool {
        let line = match done {
            Ok(()) => return true,
            Err(Refusal::System(unwritten)) => unwritten.to_string(),
            Err(Refusal::Changed) => file_messages::changed_source(&self.file.path).to_string(),
            Err(Refusal::Because(why)) => why,
        };
        self.give_up();
        self.print_message(&line);
        false
    }

    /// The file at hand stays as it is.
    fn give_up(&mut self) {
        (self.failed, self.file.refused, self.file.in_place) = (true, true, None);
        self.file.edits = 0;
        // One output that is not whole is none.
        self.refused |= matches!(self.destination, Some(Destination::File(_)));
        self.settle(false);
    }

    /// The rows of the file at hand stay in the log, or they do not.
    fn settle(&mut self, done: bool) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = log.settle(done) {
            let line = unwritten(&shown_path(&log.path), &error);
            self.failed = true;
            self.print_message(&line);
        }
    }

    /// Gives the file at hand its name.
    fn commit(&mut self) -> Result<(), Refusal> {
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
                self.file.path,
                count(others, "other name (a hard link)", "other names (hard links)"),
                if others == 1 { "keeps" } else { "keep" }
            );
            self.print_message(&line);
        }
        self.done.insert(target);
        self.written();
        Ok(())
    }

    /// Replaces a file together with its rows of the log: `commit` gives it its name, right after what it is handed was done.
    fn logged(
        &mut self,
        target: &Path,
        commit: impl FnOnce(&mut dyn FnMut() -> io::Result<()>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let Some(log) = &mut self.log else { return commit(&mut || Ok(())) };
        log.prepare(target).map_err(|error| unlogged(&log.path, &error))?;
        let mut unwritten = None;
        let done = commit(&mut || {
            log.append().map_err(|error| {
                let kind = error.kind();
                unwritten = Some(error);
                kind.into()
            })
        });
        unwritten.map_or(done, |error| Err(unlogged(&log.path, &error)))
    }

    fn written(&mut self) {
        self.settle(true);
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

    pub(super) fn finish(mut self) -> Exit {
        self.bar.finish();
        for line in if self.left { Vec::new() } else { self.folders.lines() } {
            self.print_message(&line);
            self.failed = true;
        }
        for line in self.review.as_mut().map(Review::left).unwrap_or_default() {
            self.print_message(&line);
        }
        if let Some(Destination::File(file)) = self.destination.take() {
            if self.counts.games > 0 && !self.failed && !self.panicked {
                let target = file.path().to_owned();
                let done = self.logged(&target, |before| Ok(file.commit_after(before)?));
                if self.check(done) {
                    self.written();
                }
            } else {
                self.give_up();
            }
        }
        if self.diff.is_none() {
            self.text.clear();
            let counts = self.counts;
            self.reporter.end(&counts, &mut self.text);
            self.out.write_styled(&self.text);
        }
        let line = self.summary();
        let Self { out, quiet, counts, failed, panicked, plan, review, .. } = self;
        if let Some(error) = out.failure() {
            return report_unwritten("to standard output", &error);
        }
        if !quiet && (counts.games > 0 || !failed) {
            report_error(&line, Exit::Clean);
        }
        if panicked {
            return Exit::Internal;
        }
        if failed || review.as_ref().is_some_and(|review| review.unfit > 0 && !review.asks()) {
            return Exit::Operation;
        }
        if let Some(review) = review {
            return if review.undecided > 0 { Exit::Findings } else { Exit::Clean };
        }
        // What is written need not be done any more.
        let (certain, likely) = (counts.of(Grade::Certain), counts.of(Grade::Likely));
        let left = (certain + likely).saturating_sub(if plan.write.is_some() { counts.written } else { 0 });
        if left > 0 { Exit::Findings } else { Exit::Clean }
    }

    fn summary(&self) -> String {
        let counts = &self.counts;
        let (certain, likely) = (counts.of(Grade::Certain), counts.of(Grade::Likely));
        let games = count(counts.games, "game", "games");
        let mut line = match counts.damaged {
            0 => format!("{games}, nothing to put right"),
            damaged => format!(
                "{games}, {} to put right; edits: {certain} certain, {likely} likely, {} guesses",
                format_thousands(damaged),
                counts.of(Grade::Guess)
            ),
        };
        if counts.taken_back > 0 {
            line.push_str(&format!(", {} taken back", count(counts.taken_back, "edit", "edits")));
        }
        if let Some(Review { refused, undecided, unfit, .. }) = &self.review {
            let more = [(*refused, "refused"), (*undecided, "not decided")];
            for (games, what) in more.into_iter().filter(|(games, _)| *games > 0) {
                line.push_str(&format!(", {} {what}", format_thousands(games)));
            }
            if *unfit > 0 {
                line.push_str(&format!("; {}", count(*unfit, "decision does not fit", "decisions do not fit")));
            }
        }
        if self.plan.write.is_some() {
            line.push_str(&format!(
                "; {} written to {}",
                count(counts.written, "edit", "edits"),
                count(counts.files_written, "file", "files")
            ));
        } else if certain + likely > 0 {
            line.push_str("; no file is changed without --write");
        }
        line.push_str(&format!("; {:.1} s", self.start.elapsed().as_secs_f64()));
        line
    }
}

/// That the log cannot be written: then nothing is changed, as nobody could say what.
fn unlogged(path: &Path, error: &io::Error) -> Refusal {
    let line = unwritten(&format!("the log {}", shown_path(path)), error);
    Refusal::Because(format!("{line}; what it would tell of is not done"))
}

impl Sink<Fixed> for Show {
    fn begin(&mut self, met: WalkEntry, progress: Progress) {
        let path = shown_path(&met.path);
        let stored = progress.stored;
        self.bar.begin(&path, progress);
        self.folders.begin(&met);
        if let Some(diff) = &mut self.diff {
            *diff = Diff::new(&path);
        }
        self.file = File { path, ..File::default() };
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
                    self.check(Err(Refusal::Because(why)));
                }
            }
            Some(Destination::File(_)) if stored == Stored::Utf16 => {
                let why = cannot_be_changed(&met.path, stored).unwrap_or_default().replace(" in place", "");
                self.check(Err(Refusal::Because(why)));
            }
            Some(Destination::File(_)) if self.counts.files > 0 => {
                let why = "error: the archive holds several files, and -o names one; unpack it".to_owned();
                self.check(Err(Refusal::Because(why)));
            }
            _ => {}
        }
    }

    fn slice(&mut self, slice: &Slice, fixed: Fixed) {
        if self.refused {
            return;
        }
        let mut anchor = (0, self.file.lines);
        let mut fixed = fixed;
        for game in &mut fixed.shown {
            let start = span::line_start(&slice.bytes, game.span.from as usize).max(anchor.0);
            anchor = (start, anchor.1 + slice.lines(anchor.0, start));
            self.game(slice, game, anchor);
        }
        let changes: Vec<Change> = fixed.shown.iter().flat_map(|game| game.mended.written.iter()).map(change).collect();
        if let Some(mut diff) = self.diff.take() {
            let mut out = Vec::new();
            diff.feed(&slice.bytes[..fixed.end], &changes, &mut out);
            diff.skip(slice.lines_left_out(0, fixed.end));
            self.show_diff(&out);
            self.diff = Some(diff);
        }
        if let Some(Destination::File(file)) = &mut self.destination {
            let done = write_on(file, slice, fixed.end, &changes);
            self.check(done);
        }
        if let Some(index) = fixed.panicked {
            let game = self.file.games + index + 1;
            let path = self.file.path.clone();
            self.give_up();
            self.print_message(&format!(
                "error[X099]: internal error in {path}, game {game}. Please report it with the game"
            ));
            self.panicked = true;
        }
        self.file.games += fixed.games;
        self.file.lines += fixed.lines;
        self.counts.games += fixed.games - fixed.passed_over;
        self.bar.update(self.counts.games, self.counts.damaged);
        if self.out.is_broken() {
            self.out.flush();
        }
        // What is left of the file is copied; what is left of an output must go by.
        if self.has_quit() && matches!(self.destination, Some(Destination::InPlace(_))) {
            self.left = true;
            if !self.file.refused && !self.panicked {
                let done = self.commit();
                self.check(done);
            }
        }
    }

    fn end(&mut self, error: Option<io::Error>, changed: bool) {
        if let Some(mut diff) = self.diff.take() {
            let mut out = Vec::new();
            diff.finish(&mut out);
            self.show_diff(&out);
            self.diff = Some(diff);
        }
        let whole = error.is_none() && !(changed && self.file.edits > 0);
        if let Some(error) = error {
            self.print_message(
                &file_messages::unread(&self.file.path, &error, self.file.games, file_messages::Done::Left).to_string(),
            );
            self.give_up();
            self.folders.broken();
        } else {
            let (line, failed) = self.folders.end_plainly(&self.file.path, self.file.games, self.quiet);
            self.failed |= failed;
            line.iter().for_each(|line| self.print_message(line));
            if changed && self.plan.write.is_some() {
                self.check(Err(Refusal::Changed));
            } else if changed {
                self.print_message(&file_messages::changed(&self.file.path).to_string());
            }
        }
        self.counts.files += u64::from(self.file.games > 0);
        if whole && !self.file.refused {
            let done = self.commit();
            self.check(done);
        }
    }

    fn failed(&mut self, failure: Failure) {
        self.folders.known(&failure.path);
        self.print_message(
            &file_messages::unread(&shown_path(&failure.path), &failure.error, 0, file_messages::Done::Read)
                .to_string(),
        );
        self.failed = true;
    }

    fn stopped(&self) -> bool {
        self.refused || self.left || self.out.is_broken()
    }
}

fn change(edit: &PlacedEdit) -> Change {
    Change { span: edit.span.from as usize..edit.span.to as usize, bytes: edit.bytes.clone() }
}
