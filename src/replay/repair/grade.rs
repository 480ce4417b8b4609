//! How sure what a search found is.

use super::line::{Change, Hypothesis};
use super::search::Found;
use super::signs::Sign;
use partie_record::finding::Grade;

/// What a likely repair needs: plies behind it, and how much worse the next one must be.
const FOLLOW: u32 = 6;
const MARGIN: f32 = 0.8;
/// The same where several places are wrong.
const WIDE_MARGIN: f32 = 1.2;
/// How much worse a line is that is not played to its end.
const NOT_WHOLE: f32 = 3.0;

/// Numbers that count otherwise behind a move that is taken out: they say that it was played.
const AGAINST: f32 = 2.0;

/// Whether a move is taken out although the numbers behind it count it.
fn is_against_numbers<M>(hypothesis: &Hypothesis<M>) -> bool {
    let deletes = hypothesis.changes.iter().any(|at| matches!(at.change, Change::Delete(_)));
    deletes && hypothesis.evidence.of(Sign::Doubled) == 0.0 && hypothesis.evidence.of(Sign::Numbers) >= AGAINST
}

impl<M> Found<M> {
    /// How much more speaks for a hypothesis than for the next one; nothing if there is no other.
    pub fn margin(&self, index: usize) -> Option<f32> {
        let (best, next) = (self.hypotheses.get(index)?, self.hypotheses.get(index + 1)?);
        let gone = if best.whole && !next.whole { NOT_WHOLE } else { 0.0 };
        Some(next.cost - best.cost + gone)
    }

    /// How sure the first hypothesis is; the others are guesses.
    pub fn grade(&self) -> Grade {
        let likely = |best: &Hypothesis<M>| {
            let wanted = if best.changes.len() > 1 { WIDE_MARGIN } else { MARGIN };
            best.whole
                && !is_against_numbers(best)
                && best.follow >= FOLLOW
                && self.margin(0).is_none_or(|margin| margin >= wanted)
        };
        // Where the search was cut short a likelier one may be missing.
        match self.hypotheses.first() {
            Some(best) if !self.capped && likely(best) => Grade::Likely,
            _ => Grade::Guess,
        }
    }
}
