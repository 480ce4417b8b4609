//! How sure what a search found is.

use super::line::{Change, Hypothesis};
use super::signs::Sign;
use partie_record::finding::Grade;

/// What a likely repair needs: plies behind it, and how much worse the next one must be.
const FOLLOW: u32 = 6;
const MARGIN: f32 = 0.8;
/// How much worse the next one must be where fewer plies follow.
const MARGIN_AT_END: f32 = 1.2;
/// How much worse a line is that is not played to its end.
const NOT_WHOLE: f32 = 3.0;
/// What another fault costs at least that a line has which breaks.
pub(super) const ANOTHER: f32 = 0.9;
/// How far the texts of sure changes may be on average, in edits of one character.
const CLOSE: f32 = 1.2;
/// How far they are where each is one sign for another that looks like it.
pub(super) const CONFUSED: f32 = 0.55;
/// Numbers that count otherwise behind a move that is taken out: they say that it was played.
const AGAINST: f32 = 2.0;

/// Whether a move is taken out although the numbers behind it count it.
fn is_against_numbers<M>(hypothesis: &Hypothesis<M>) -> bool {
    let deletes = hypothesis.changes.iter().any(|at| matches!(at.change, Change::Delete(_)));
    deletes && hypothesis.evidence.of(Sign::Doubled) == 0.0 && hypothesis.evidence.of(Sign::Numbers) >= AGAINST
}

/// Whether its texts are close to what stands there: far ones are what is left when everything else failed.
fn is_close<M>(hypothesis: &Hypothesis<M>) -> bool {
    hypothesis.evidence.of(Sign::Text) <= CLOSE * hypothesis.changes.len() as f32
}

/// Whether what speaks for a hypothesis does not rest on the moves behind its last change, which is `confused` if it has one sign
/// for another that looks like it: it goes to the end, its texts are close to what stands there, and the next one is far.
fn needs_no_follow<M>(hypothesis: &Hypothesis<M>, margin: Option<f32>, confused: bool) -> bool {
    let replaces = hypothesis.changes.iter().all(|at| matches!(at.change, Change::Replace(_)));
    let least = if confused { MARGIN } else { MARGIN_AT_END };
    hypothesis.whole && replaces && is_close(hypothesis) && margin.is_none_or(|margin| margin >= least)
}

#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// What may have stood in the line, the likeliest first.
    pub hypotheses: Vec<Hypothesis<M>>,
    /// Whether the search was cut short, so that a likelier one may be missing.
    pub capped: bool,
    /// Of a line with several faults: how sure the likeliest hypothesis is, step by step.
    pub(super) several: Option<Several<M>>,
    /// Whether the line may have been played as it is written, so that no hypothesis is sure.
    pub(super) is_doubted: bool,
}

/// How sure the likeliest hypothesis of a line with several faults is.
#[derive(Clone, Debug)]
pub(super) struct Several<M> {
    /// As many of its first changes as are sure, and how much more speaks for them than for any others.
    sure: Option<(Hypothesis<M>, f32)>,
    /// How much more speaks for all of them.
    margin: Option<f32>,
}

/// How much more speaks for the moves of `steps`, one with a change more than the other, up to a place than for any hypothesis
/// with other ones. Those are compared where they break: with what the likeliest line had cost when it had gone so far.
fn lead<M: PartialEq>(steps: &[&Hypothesis<M>], head: &[M], all: &[Hypothesis<M>]) -> Option<f32> {
    let disputes =
        |other: &&Hypothesis<M>| !other.is_gone_on && other.moves.iter().zip(head).any(|(one, other)| one != other);
    let ahead = |other: &Hypothesis<M>| {
        let then = steps.iter().find(|step| step.whole || step.moves.len() >= other.moves.len()).or(steps.last())?;
        let another = if other.whole { 0.0 } else { ANOTHER };
        Some(other.cost + another - then.cost)
    };
    all.iter().filter(disputes).filter_map(ahead).min_by(f32::total_cmp)
}

/// A change by which two records of one game are read together.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepOfPair {
    /// The moves up to its end.
    pub(super) plies: usize,
    /// Whether the other record says it.
    pub(super) is_backed: bool,
    /// Whether it is close to what stands there.
    pub(super) is_close: bool,
    /// How much more speaks for the line so far than for any other.
    pub(super) margin: f32,
}

impl<M: Copy + PartialEq> Several<M> {
    /// Of the likeliest line of two records, its changes one after the other, and how much more speaks for all of it.
    pub(super) fn of_pair(best: &Hypothesis<M>, steps: &[StepOfPair], margin: f32) -> Self {
        let follow = |step: &StepOfPair| (best.moves.len() - step.plies) as u32;
        let is_sure =
            |step: &&StepOfPair| step.margin >= MARGIN && (step.is_backed || step.is_close && follow(step) >= FOLLOW);
        let count = steps.iter().take_while(is_sure).count();
        let last = count.checked_sub(1).and_then(|last| steps.get(last));
        let sure = last.map(|last| {
            let mut sure = best.clone();
            if let Some(next) = steps.get(count) {
                sure.changes.truncate(count);
                sure.moves.truncate(next.plies.saturating_sub(1));
                sure.whole = false;
            }
            (sure, last.margin)
        });
        Self { sure, margin: Some(margin).filter(|margin| margin.is_finite()) }
    }

    /// Of all hypotheses, the likeliest first; `broken` is the place where the line breaks as it stands.
    pub(super) fn of(all: &[Hypothesis<M>], broken: usize) -> Option<Self> {
        let best = all.first()?;
        let first_of = |count: usize| all.iter().find(|other| other.changes == best.changes[..count]);
        let steps: Vec<&Hypothesis<M>> = (1..=best.changes.len()).map_while(first_of).collect();
        let (mut sure, mut through, mut before) = (None, broken + 1, 0.0);
        for step in &steps {
            let confused = step.evidence.of(Sign::Text) - before <= CONFUSED;
            before = step.evidence.of(Sign::Text);
            let head = if step.whole { step.moves.as_slice() } else { best.moves.get(..through)? };
            let margin = lead(&steps, head, all).unwrap_or(f32::INFINITY);
            // Behind it other changes as small may go on to the end.
            let goes_on = confused && best.whole && best.moves.len() >= step.moves.len() + FOLLOW as usize;
            let follows = (step.follow >= FOLLOW || goes_on) && is_close(step) && !is_against_numbers(step)
                || needs_no_follow(step, Some(margin).filter(|margin| margin.is_finite()), confused);
            if margin < MARGIN {
                break;
            }
            through = step.moves.len() + 1;
            // One that nothing follows is as sure as the next change behind which the line goes on.
            if follows {
                sure = Some(((*step).clone(), margin));
            }
        }
        Some(Self { sure, margin: lead(&steps, &best.moves, all) })
    }
}

impl<M> Several<M> {
    pub(super) fn sure_mut(&mut self) -> Option<&mut Hypothesis<M>> {
        self.sure.as_mut().map(|(sure, _)| sure)
    }
}

impl<M> SearchResult<M> {
    /// Marks the line as possibly played as written, so that each hypothesis is only a guess.
    pub const fn doubt(&mut self) {
        self.is_doubted = true;
    }

    pub const fn is_doubted(&self) -> bool {
        self.is_doubted
    }

    /// How much more speaks for a hypothesis than for the next one; nothing if there is no other, or nothing compares them.
    pub fn margin(&self, index: usize) -> Option<f32> {
        if let Some(several) = &self.several {
            return several.margin.filter(|_| index == 0);
        }
        let (best, next) = (self.hypotheses.get(index)?, self.hypotheses.get(index + 1)?);
        let gone = if best.whole && !next.whole { NOT_WHOLE } else { 0.0 };
        Some(next.cost - best.cost + gone)
    }

    /// The first changes of the likeliest of several faults that are sure, and how much more speaks for them; all or none of one.
    pub fn sure(&self) -> Option<(&Hypothesis<M>, Option<f32>)> {
        if self.is_doubted {
            return None;
        }
        if let Some(several) = &self.several {
            return several
                .sure
                .as_ref()
                .map(|(sure, margin)| (sure, Some(*margin).filter(|margin| margin.is_finite())));
        }
        let best = self.hypotheses.first()?;
        let is_clear = self.margin(0).is_none_or(|margin| margin >= MARGIN);
        // Where the search was cut short a likelier one may be missing.
        let confused = best.evidence.of(Sign::Text) <= CONFUSED;
        let is_followed = best.follow >= FOLLOW || needs_no_follow(best, self.margin(0), confused);
        let is_sure = !self.capped && best.whole && !is_against_numbers(best) && is_followed && is_clear;
        is_sure.then_some((best, self.margin(0)))
    }

    /// How sure the first hypothesis is, with all of its changes; the others are guesses.
    pub fn grade(&self) -> Grade {
        let is_whole = |(sure, _): (&Hypothesis<M>, _)| sure.whole;
        if self.sure().is_some_and(is_whole) { Grade::Likely } else { Grade::Guess }
    }
}
