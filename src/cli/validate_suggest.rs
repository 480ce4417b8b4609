//! What broken lines may have meant, sought for findings that are shown and for no others, within a budget for a file.
//! Not for what it is: that is said by replay.

use partie_input::Slice;
use partie_record::count;
use partie_record::finding::Finding;
use partie_replay::repair::Effort;
use partie_replay::{GameOut, Judge, JudgePlan, Options};

/// Broken lines of one file for which it is sought; the game that has the last of them goes to its end.
const BUDGET: u32 = 10;

/// Judges single games again, with a search.
pub(super) struct Suggester {
    judge: Judge,
    /// Lines that are left of the file's budget; nothing if there is none.
    left: Option<u32>,
    /// Findings of the file at hand for which nothing was sought.
    missed: u64,
}

impl Suggester {
    /// One with a budget for each file, or without.
    pub(super) fn new(plan: &JudgePlan, budget: bool) -> Self {
        let options = Options { search: Effort::BRIEF, ..plan.options.clone() };
        // Its games were chosen already.
        let judge = Judge::new(JudgePlan { options, games: true, choice: None, ..plan.clone() });
        Self { judge, left: budget.then_some(BUDGET), missed: 0 }
    }

    /// The findings of a game with what its lines may have meant, in the same order; nothing if the budget is used up.
    pub(super) fn findings(&mut self, slice: &Slice, game: &GameOut) -> Option<Vec<Finding>> {
        if self.left == Some(0) {
            self.missed += 1;
            return None;
        }
        let (findings, lines) = self.judge.again(slice, game.start)?;
        self.left = self.left.map(|left| left.saturating_sub(lines));
        let same = |(one, other): (&Finding, &Finding)| one.code == other.code && one.span == other.span;
        (findings.len() == game.findings.len() && findings.iter().zip(&game.findings).all(same)).then_some(findings)
    }

    /// The file ended: what is to be said of its budget.
    pub(super) fn end_file(&mut self, path: &str) -> Option<String> {
        self.left = self.left.map(|_| BUDGET);
        let missed = std::mem::take(&mut self.missed);
        (missed > 0).then(|| {
            let missed = count(missed, "broken line", "broken lines");
            format!("note: {path}: what {missed} shown above may have meant was not sought; --suggest seeks it for all")
        })
    }
}
