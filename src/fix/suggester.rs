//! What broken lines may have meant, sought for findings that are shown and for no others, within a budget for a file.
//! Not for what it is: that is said by replay.

use std::panic::{AssertUnwindSafe, catch_unwind};

use partie_input::Slice;
use partie_record::finding::Finding;
use partie_record::{Record, count};
use partie_repair::Effort;
use partie_replay::games::{Game, ReadingHints, SliceReader, is_plain};
use partie_replay::{Options, Replayer, Wanted};

/// Broken lines of one file for which it is sought; the game that has the last of them goes to its end.
const BUDGET: u32 = 10;

/// Judges single games again, with a search.
#[derive(Debug)]
pub struct Suggester {
    options: Options,
    wanted: Wanted,
    given: ReadingHints,
    replayer: Replayer,
    record: Record,
    /// Lines that are left of the file's budget; nothing if there is none.
    left: Option<u32>,
    /// Findings of the file at hand for which nothing was sought.
    missed: u64,
}

impl Suggester {
    /// One for games that are judged so, with a budget for each file, or without.
    pub fn new(options: &Options, wanted: &Wanted, given: ReadingHints, budget: bool) -> Self {
        let options = Options { search: Effort::BRIEF, ..options.clone() };
        let replayer = Replayer::new(options.clone(), wanted.clone());
        let (wanted, left) = (wanted.clone(), budget.then_some(BUDGET));
        Self { options, wanted, given, replayer, record: Record::default(), left, missed: 0 }
    }

    /// The findings of a game that is read from `start` on, with what its lines may have meant, in the same order as
    /// those that are `known`; nothing if the budget is used up.
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

    /// Judges a game once more.
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

    /// The file ended: what is to be said of its budget.
    pub fn end_file(&mut self, path: &str) -> Option<String> {
        self.left = self.left.map(|_| BUDGET);
        let missed = std::mem::take(&mut self.missed);
        (missed > 0).then(|| {
            let missed = count(missed, "broken line", "broken lines");
            format!("note: {path}: what {missed} shown above may have meant was not sought; --suggest seeks it for all")
        })
    }
}
