//! Shows and writes the workers' repairs in order.

use std::path::Path;
use std::sync::Arc;

use super::Exit;
use super::fix_args::FixArgs;
use super::fix_files::FixFiles;
use super::fix_review::Review;
use super::run::{Ended, Handler, Run};
use super::standard::report_unwritten;
use crate::report::RepairReporter;
use partie_archive::WalkEntry;
use partie_archive::disk::{Rewriter, Unchanged, unlogged};
use partie_archive::file_messages;
use partie_fix::{Change, Diff, FixedSlice, GameRepairs, LogForm, RepairCounts, RepairedGame, SliceEdit};
use partie_input::{LineIndex, Slice, Stored};
use partie_record::span;
use partie_repair::Repair;
use partie_replay::game_worker::SliceOut;

/// Shows and writes repairs, and counts totals.
pub(super) struct Show {
    files: FixFiles,
    reporter: Box<dyn RepairReporter>,
    text: String,
    /// True if the output is in a form for programs.
    is_complete: bool,
    moves: bool,
    /// True if files are changed.
    writes: bool,
    counts: RepairCounts,
    /// The review, if the user decides on repairs.
    pub(super) review: Option<Review>,
    diff: Option<Diff>,
    /// True if the rest of the inputs is skipped.
    left: bool,
    /// Lines of the current file before the current slice.
    lines: u64,
}

impl Show {
    pub(super) fn new(args: &FixArgs, rewriter: Rewriter) -> Self {
        Self {
            files: FixFiles::new(rewriter),
            reporter: (args.form().start)(args.style()),
            text: String::new(),
            is_complete: args.form().is_complete,
            moves: args.moves,
            writes: args.writes(),
            counts: RepairCounts::default(),
            review: None,
            diff: args.diff.then(Diff::default),
            left: false,
            lines: 0,
        }
    }

    /// Prints the lines that the reporter appended.
    fn print(&mut self) {
        if self.is_complete {
            self.files.out.write_styled(&self.text);
        } else {
            self.files.out.write_lines(&self.text);
        }
    }

    fn has_quit(&self) -> bool {
        self.review.as_ref().is_some_and(Review::has_quit)
    }

    /// Shows a game, and returns the edits to write, each with its row of the log.
    fn game(
        &mut self,
        run: &mut Run,
        slice: &Slice,
        game: &mut GameRepairs,
        anchor: (usize, u64),
    ) -> Vec<(SliceEdit, Vec<u8>)> {
        let lines = LineIndex::new(slice, game.at.encoding, anchor);
        let path = Arc::clone(&run.path);
        let place = game.at.in_file(&path, run.file_games + game.index + 1, slice, &lines);
        let span = game.at.span;
        self.counts.add(game);
        let (mut writes, mut prints) = (self.writes, self.diff.is_none());
        if let Some(mut review) = self.review.take() {
            let mut taken = self.decided(run, &mut review, &game.placed(place, self.moves));
            // The user has rejected the alternatives, so the odds against them are dropped.
            taken.iter_mut().for_each(|repair| repair.odds = repair.odds_over(None));
            (writes, prints) = (false, prints && !review.asks() && taken.is_some());
            let (index, at, broken) = (game.index, game.at, game.broken.take());
            let written = taken.as_ref().map(|repair| repair.edits.clone()).unwrap_or_default();
            *game = GameRepairs { index, at, broken, best: taken, written, ..GameRepairs::default() };
            self.review = Some(review);
        }
        if prints {
            self.text.clear();
            self.reporter.game(&RepairedGame { writes, ..game.placed(place, self.moves) }, &mut self.text);
            self.print();
        }
        let edits = if self.files.rewriter.takes() { game.written.clone() } else { Vec::new() };
        let log = self.files.rewriter.log().map(LogForm::of);
        let rows = log.map(|form| form.rows(&place, span, &edits)).unwrap_or_default();
        let rows = rows.into_iter().chain(std::iter::repeat(Vec::new()));
        edits.into_iter().zip(rows).collect()
    }

    /// The repair that the user accepts, if any.
    fn decided(&mut self, run: &mut Run, review: &mut Review, game: &RepairedGame<'_>) -> Option<Repair<SliceEdit>> {
        if !self.files.rewriter.takes() {
            return None;
        }
        match review.decide(game, &mut self.files.out) {
            Ok(decided) => {
                decided.messages.iter().for_each(|line| self.files.say(run, line));
                decided.written
            }
            Err((path, error)) => {
                self.files.check(run, Err(unlogged(Path::new(&path), &error)));
                None
            }
        }
    }

    /// Writes an edit to the copy of its file, and its row to the log; true on success.
    fn write(&mut self, run: &mut Run, slice: &Slice, (edit, row): &(SliceEdit, Vec<u8>)) -> bool {
        let from = slice.file_offset(edit.span.from as usize);
        let done = self.files.rewriter.edit(from, edit.span.of(&slice.bytes), &edit.bytes, row);
        self.files.check(run, done)
    }

    /// The totals of the run, with the edits written so far.
    const fn totals(&self) -> RepairCounts {
        RepairCounts { written: self.files.edits, files_written: self.files.replaced, ..self.counts }
    }

    pub(super) fn finish(mut self, mut run: Run) -> Exit {
        for line in self.review.as_mut().map(Review::left).unwrap_or_default() {
            self.files.say(&run, &line);
        }
        if self.files.rewriter.has_output() {
            if self.counts.games > 0 && !run.failed && !run.panicked {
                self.files.finish(&mut run);
            } else {
                self.files.give_up(&mut run);
            }
        }
        if self.diff.is_none() {
            self.text.clear();
            let counts = self.totals();
            self.reporter.end(&counts, &mut self.text);
            self.print();
        }
        let counts = self.totals();
        let Self { files: FixFiles { out, .. }, writes, review, .. } = self;
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
        // Written repairs do not count as findings.
        let left = counts.sure().saturating_sub(if writes { counts.written } else { 0 });
        run.exit(if left > 0 { Exit::Findings } else { Exit::Clean })
    }
}

impl Handler<FixedSlice> for Show {
    fn begin(&mut self, run: &mut Run, met: &WalkEntry, stored: Stored) {
        if let Some(diff) = &mut self.diff {
            *diff = Diff::new(&run.path);
        }
        self.lines = 0;
        self.review.iter_mut().for_each(Review::begin_file);
        // In a review, a file that cannot be written must be refused before the first question.
        let begun = self.files.rewriter.begin(&met.path, stored, (self.counts.files, self.review.is_some()));
        self.files.check(run, begun);
    }

    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<FixedSlice>) {
        let SliceOut { made: mut fixed, games, passed_over, panicked } = out;
        let mut anchor = (0, self.lines);
        // Games in adjacent columns overlap, so their edits interleave.
        for games in fixed.games.chunk_by_mut(|one, other| other.at.span.from < one.at.span.to) {
            let mut edits = Vec::new();
            for game in games {
                let start = span::line_start(&slice.bytes, game.at.span.from as usize).max(anchor.0);
                anchor = (start, anchor.1 + slice.lines(anchor.0, start));
                edits.extend(self.game(run, slice, game, anchor));
            }
            edits.sort_by_key(|(edit, _)| edit.span.from);
            for edit in &edits {
                if !self.write(run, slice, edit) {
                    break;
                }
            }
        }
        let mut changes: Vec<Change> =
            fixed.games.iter().flat_map(|game| game.written.iter()).map(SliceEdit::as_change).collect();
        changes.sort_by_key(|change| change.span.start);
        if let Some(mut diff) = self.diff.take() {
            let mut out = Vec::new();
            diff.feed(&slice.bytes[..fixed.end], &changes, &mut out);
            diff.skip(slice.lines_left_out(0, fixed.end));
            self.files.out.write_record(&out);
            self.diff = Some(diff);
        }
        let changes = changes.iter().map(|change| (change.span.clone(), &*change.bytes));
        let done = self.files.rewriter.write(slice, fixed.end, changes);
        self.files.check(run, done);
        if panicked.is_some() {
            self.files.give_up(run);
        }
        self.lines += fixed.lines;
        self.counts.games += games - passed_over;
        if self.files.out.is_broken() {
            self.files.out.flush();
        }
        // The rest of a file that is changed in place is copied now. A single output file still needs the workers.
        if self.has_quit() && self.files.rewriter.is_in_place() {
            self.left = true;
            if self.files.rewriter.takes() && !run.panicked {
                self.files.commit(run);
            }
        }
    }

    fn was_read(&mut self, _: &mut Run) {
        if let Some(mut diff) = self.diff.take() {
            let mut out = Vec::new();
            diff.finish(&mut out);
            self.files.out.write_record(&out);
            self.diff = Some(diff);
        }
    }

    fn changed(&mut self, run: &mut Run) {
        if self.writes {
            self.files.check(run, Err(Unchanged::Changed));
        } else {
            run.say(&file_messages::changed(&run.path).to_string());
        }
    }

    fn end(&mut self, run: &mut Run, ended: Ended) {
        if !ended.whole {
            self.files.give_up(run);
        }
        self.counts.files += u64::from(run.file_games > 0);
        if ended.whole && self.files.rewriter.takes() {
            self.files.commit(run);
        }
    }

    fn findings(&self) -> u64 {
        self.counts.damaged
    }

    fn flush(&mut self) {
        self.files.out.flush();
    }

    fn stopped(&self) -> bool {
        self.files.rewriter.is_spoilt() || self.left || self.files.out.is_broken()
    }
}
