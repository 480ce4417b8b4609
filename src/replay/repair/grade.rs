//! How sure what a search found is.

use super::line::{Change, Hypothesis};
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

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// What may have stood in the line, the likeliest first.
    pub hypotheses: Vec<Hypothesis<M>>,
    /// Whether the search was cut short, so that a likelier one may be missing.
    pub capped: bool,
    /// The first changes of the likeliest that nothing speaks against, although what follows them is open.
    pub sure: Option<Hypothesis<M>>,
}

/// What another fault costs at least that a line has which breaks.
const ANOTHER: f32 = 0.9;
/// How far the texts of sure changes may be on average, in edits of one character.
const CLOSE: f32 = 1.2;
/// How much more must speak for the first changes of a line than for any other ones.
const FIRST_MARGIN: f32 = 0.8;

/// As many of the first changes of the likeliest hypothesis as no other one of those that were weighed disputes. The others
/// are compared where they break: with what the likeliest line had cost when it had gone so far.
pub(super) fn sure_changes<M: Copy + PartialEq>(all: &[Hypothesis<M>], broken: usize) -> Option<Hypothesis<M>> {
    let best = all.first()?;
    let first_of = |count: usize| all.iter().find(|other| other.changes == best.changes[..count]);
    let steps: Vec<&Hypothesis<M>> = (1..=best.changes.len()).map_while(first_of).collect();
    let (mut sure, mut through) = (None, broken + 1);
    for step in &steps {
        let head = best.moves.get(..through)?;
        let disputes = |other: &&Hypothesis<M>| other.moves.get(..through) != Some(head);
        let is_ahead = |other: &Hypothesis<M>| {
            let then = steps.iter().find(|step| step.whole || step.moves.len() >= other.moves.len());
            let another = if other.whole { 0.0 } else { ANOTHER };
            then.is_none_or(|then| other.cost + another - then.cost >= FIRST_MARGIN)
        };
        // Texts that are far from what stands there are what is left when everything else failed.
        let is_close = step.evidence.of(Sign::Text) <= CLOSE * step.changes.len() as f32;
        let follows = step.follow >= FOLLOW && is_close && !is_against_numbers(step);
        if !follows || !all.iter().filter(disputes).all(is_ahead) {
            break;
        }
        (sure, through) = (Some((*step).clone()), step.moves.len() + 1);
    }
    sure
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
