//! How sure what a search found is.

use super::line::Hypothesis;
use super::search::Found;
use partie_record::finding::Grade;

/// What a likely repair needs: plies behind it, and how much worse the next one must be.
const FOLLOW: u32 = 6;
const MARGIN: f32 = 0.8;
/// The same where several places are wrong.
const WIDE_MARGIN: f32 = 1.2;
/// How much worse a line is that is not played to its end.
const NOT_WHOLE: f32 = 3.0;

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
            best.whole && best.follow >= FOLLOW && self.margin(0).is_none_or(|margin| margin >= wanted)
        };
        // Where the search was cut short a likelier one may be missing.
        match self.hypotheses.first() {
            Some(best) if !self.capped && likely(best) => Grade::Likely,
            _ => Grade::Guess,
        }
    }
}
