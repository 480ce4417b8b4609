//! Grades the results of a search.

use super::line::{Change, Hypothesis};
use super::signs::Sign;
use partie_record::finding::Grade;

/// Requirements of a likely repair: the minimum number of plies that follow it, and its minimum lead over the next
/// repair.
const MIN_FOLLOW: u32 = 6;
const MIN_MARGIN: f32 = 0.8;
/// Minimum lead over the next repair if fewer plies follow.
const MIN_MARGIN_AT_END: f32 = 1.2;
/// Extra cost of a line that is not played to its end.
const NOT_WHOLE: f32 = 3.0;
/// Minimum cost of the next error in a line that breaks.
pub(super) const ANOTHER: f32 = 0.9;
/// Maximum average distance of the texts of sure changes, in edits of one character.
const MAX_CLOSE_DISTANCE: f32 = 1.2;
/// Maximum distance of a text in which one character is replaced by another that looks like it.
pub(super) const CONFUSED: f32 = 0.55;
/// Minimum number of contradicting move numbers after a deleted move, to show that it was played.
const MIN_AGAINST: f32 = 2.0;

/// True if a move is deleted although the later move numbers count it.
fn is_against_numbers<M>(hypothesis: &Hypothesis<M>) -> bool {
    let deletes = hypothesis.changes.iter().any(|at| matches!(at.change, Change::Delete(_)));
    deletes && hypothesis.evidence.of(Sign::Doubled) == 0.0 && hypothesis.evidence.of(Sign::Numbers) >= MIN_AGAINST
}

/// True if the texts of a hypothesis are close to the written texts. Distant texts are a last resort.
fn is_close<M>(hypothesis: &Hypothesis<M>) -> bool {
    hypothesis.evidence.of(Sign::Text) <= MAX_CLOSE_DISTANCE * hypothesis.changes.len() as f32
}

/// True if the hypothesis needs no moves after its last change as evidence. It must be played to its end, have close
/// texts, and lead clearly. `confused` lowers the required lead: the last change replaces a character by a similar one.
fn needs_no_follow<M>(hypothesis: &Hypothesis<M>, margin: Option<f32>, confused: bool) -> bool {
    let replaces = hypothesis.changes.iter().all(|at| matches!(at.change, Change::Replace(_)));
    let least = if confused { MIN_MARGIN } else { MIN_MARGIN_AT_END };
    hypothesis.whole && replaces && is_close(hypothesis) && margin.is_none_or(|margin| margin >= least)
}

#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// Hypotheses of the original line, the likeliest first.
    pub hypotheses: Vec<Hypothesis<M>>,
    /// True if the search was cut short, so that a likelier hypothesis may be missing.
    pub capped: bool,
    /// Certainty of the likeliest hypothesis, step by step, for a line with several errors.
    pub(super) several: Option<Several<M>>,
    /// True if the line may have been played as written, so that no hypothesis is sure.
    pub(super) is_doubted: bool,
}

/// Certainty of the likeliest hypothesis of a line with several errors.
#[derive(Clone, Debug)]
pub(super) struct Several<M> {
    /// The sure first changes of the hypothesis, and their lead over all other changes.
    sure: Option<(Hypothesis<M>, f32)>,
    /// Lead of all changes of the hypothesis.
    margin: Option<f32>,
}

/// Returns the lead of the moves in `head` over all hypotheses with other moves. `steps` are the hypotheses of the
/// likeliest line, each with one more change. Another hypothesis is compared with the cost of the likeliest line up to
/// the point where the other one breaks.
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

/// A change in the combined line of two records of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepOfPair {
    /// Number of moves up to the end of the change.
    pub(super) plies: usize,
    /// True if the other record confirms the change.
    pub(super) is_backed: bool,
    /// True if the new text is close to the written text.
    pub(super) is_close: bool,
    /// Lead of the line, up to this change, over any other line.
    pub(super) margin: f32,
}

impl<M: Copy + PartialEq> Several<M> {
    /// Grades the likeliest line of two records by its changes in order. `margin` is the lead of the whole line.
    pub(super) fn of_pair(best: &Hypothesis<M>, steps: &[StepOfPair], margin: f32) -> Self {
        let follow = |step: &StepOfPair| (best.moves.len() - step.plies) as u32;
        let is_sure = |step: &&StepOfPair| {
            step.margin >= MIN_MARGIN && (step.is_backed || step.is_close && follow(step) >= MIN_FOLLOW)
        };
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

    /// Grades the first hypothesis of `all`, the likeliest. `broken` is the place where the unchanged line breaks.
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
            // Later changes, also small, may lead to the end of the line.
            let goes_on = confused && best.whole && best.moves.len() >= step.moves.len() + MIN_FOLLOW as usize;
            let follows = (step.follow >= MIN_FOLLOW || goes_on) && is_close(step) && !is_against_numbers(step)
                || needs_no_follow(step, Some(margin).filter(|margin| margin.is_finite()), confused);
            if margin < MIN_MARGIN {
                break;
            }
            through = step.moves.len() + 1;
            // If no ply follows a change, its grade is that of the next change after which the line continues.
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

    /// Returns the lead of a hypothesis over the next hypothesis; `None` without a next one or if they cannot be
    /// compared.
    pub fn margin(&self, index: usize) -> Option<f32> {
        if let Some(several) = &self.several {
            return several.margin.filter(|_| index == 0);
        }
        let (best, next) = (self.hypotheses.get(index)?, self.hypotheses.get(index + 1)?);
        let gone = if best.whole && !next.whole { NOT_WHOLE } else { 0.0 };
        Some(next.cost - best.cost + gone)
    }

    /// Returns the sure changes of the likeliest hypothesis, and their lead: with several errors its first changes,
    /// with one error all changes or none.
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
        let is_clear = self.margin(0).is_none_or(|margin| margin >= MIN_MARGIN);
        // If the search was cut short, a likelier hypothesis may be missing.
        let confused = best.evidence.of(Sign::Text) <= CONFUSED;
        let is_followed = best.follow >= MIN_FOLLOW || needs_no_follow(best, self.margin(0), confused);
        let is_sure = !self.capped && best.whole && !is_against_numbers(best) && is_followed && is_clear;
        is_sure.then_some((best, self.margin(0)))
    }

    /// Grades the first hypothesis with all of its changes; all other hypotheses are guesses.
    pub fn grade(&self) -> Grade {
        let is_whole = |(sure, _): (&Hypothesis<M>, _)| sure.whole;
        if self.sure().is_some_and(is_whole) { Grade::Likely } else { Grade::Guess }
    }
}
