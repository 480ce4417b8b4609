//! Searches for repairs of broken lines, within a budget for each file. Only findings that are shown are searched. The
//! search itself is part of the replay.

use std::panic::{AssertUnwindSafe, catch_unwind};

use partie_input::Slice;
use partie_record::finding::Finding;
use partie_record::{Record, count};
use partie_repair::Effort;
use partie_replay::games::{Game, ReadingHints, SliceReader, is_plain};
use partie_replay::{Options, Replayer, Wanted};

/// Maximum number of broken lines that are searched in one file. The game of the last such line is searched to its end.
const MAX_LINES_PER_FILE: u32 = 10;

/// Replays single games again, with a search.
#[derive(Debug)]
pub struct Suggester {
    options: Options,
    wanted: Wanted,
    given: ReadingHints,
    replayer: Replayer,
    record: Record,
    /// Number of lines left in the budget of the file; `None` without a budget.
    left: Option<u32>,
    /// Number of findings of the current file that were not searched.
    missed: u64,
}

impl Suggester {
    /// Creates a suggester for games that are replayed with these options. `budget` limits the search in each file.
    pub fn new(options: &Options, wanted: &Wanted, given: ReadingHints, budget: bool) -> Self {
        let options = Options { search: Effort::BRIEF, ..options.clone() };
        let replayer = Replayer::new(options.clone(), wanted.clone());
        let (wanted, left) = (wanted.clone(), budget.then_some(MAX_LINES_PER_FILE));
        Self { options, wanted, given, replayer, record: Record::default(), left, missed: 0 }
    }

    /// Returns the findings of the game at `start` with their repairs, in the order of `known`. `None` if the budget is
    /// used up, or if the findings differ from `known`.
    pub fn findings(&mut self, slice: &Slice, start: usize, known: &[Finding]) -> Option<Vec<Finding>> {
        if self.left == Some(0) {
            self.missed += 1;
            return None;
        }
        let findings = self.again(slice, start)?;
        let lines = self.replayer.collector.searched;
        self.left = self.left.map(|left| left.saturating_sub(lines));
        let same = |(one, other): (&Finding, &Finding)| one.code == other.code && one.span == other.span;
        (findings.len() == known.len() && findings.iter().zip(known).all(same)).then_some(findings)
    }

    /// Replays a game with a search; `None` if it cannot be read or panics.
    fn again(&mut self, slice: &Slice, start: usize) -> Option<Vec<Finding>> {
        let judged = catch_unwind(AssertUnwindSafe(|| {
            let is_read = SliceReader::new(slice, start).read_next(&mut self.record);
            is_read.then(|| {
                let game = Game::new(slice, is_plain(&slice.bytes), &mut self.record, self.given);
                self.replayer.judge(&game).1
            })
        }));
        if judged.is_err() {
            (self.replayer, self.record) =
                (Replayer::new(self.options.clone(), self.wanted.clone()), Record::default());
        }
        self.record.release();
        judged.ok().flatten()
    }

    /// Resets the budget. Returns a note if lines of the file were not searched.
    pub fn end_file(&mut self, path: &str) -> Option<String> {
        self.left = self.left.map(|_| MAX_LINES_PER_FILE);
        let missed = std::mem::take(&mut self.missed);
        (missed > 0).then(|| {
            let missed = count(missed, "broken line", "broken lines");
            format!("note: {path}: what {missed} shown above may have meant was not sought; --suggest seeks it for all")
        })
    }
}
