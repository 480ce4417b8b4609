//! How much likelier a repair is than the next one, in words: the one table of them. Not for grades.

use super::repair::{RepairedGame, SliceRepair};

/// Margins below these, in edits of one character, and what is said of a repair then.
const ODDS: [(f32, &str); 3] =
    [(EQUAL, TWO), (0.8, "slightly likelier than the next"), (2.0, "likelier than the next")];
/// What is said where the margin is greater.
const CLEAR: &str = "much likelier than the next";
/// Below this margin nothing speaks for one and against the other.
const EQUAL: f32 = 0.1;
const TWO: &str = "two readings are equally good";
const SEVERAL: &str = "several readings are equally good";

impl SliceRepair {
    /// Whether the next one is as good: the margin, in edits of one character, is none.
    pub fn is_equalled(&self) -> bool {
        self.margin.is_some_and(|margin| margin < EQUAL)
    }

    /// How much likelier it is than `next`, the one behind it; nothing where nothing compares them.
    pub fn odds(&self, next: Option<&Self>) -> Option<&'static str> {
        let margin = self.margin.filter(|margin| margin.is_finite())?;
        if self.is_equalled() && next.is_some_and(Self::is_equalled) {
            return Some(SEVERAL);
        }
        Some(ODDS.iter().find(|(below, _)| margin < *below).map_or(CLEAR, |(_, words)| words))
    }

    /// The margin, where it says more than the odds: `margin 2.7`.
    pub fn shown_margin(&self) -> Option<String> {
        let margin = self.margin.filter(|margin| margin.is_finite() && !self.is_equalled())?;
        Some(format!("margin {margin:.1}"))
    }

    /// Whether it is another reading of the very texts that `other` reads.
    fn reads_the_same(&self, other: &Self) -> bool {
        let spans = |repair: &Self| repair.edits.iter().map(|edit| edit.span).collect::<Vec<_>>();
        spans(self) == spans(other)
    }
}

impl RepairedGame<'_> {
    /// How much likelier the first repair is than the next one; nothing where nothing compares them.
    pub fn odds(&self) -> Option<&'static str> {
        let best = self.best?;
        if best.margin.is_some() {
            return best.odds(self.others.first());
        }
        // Readings of a text that no search ranks.
        match self.others.iter().filter(|other| other.reads_the_same(best)).count() {
            0 => None,
            1 => Some(TWO),
            _ => Some(SEVERAL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::finding::Grade;

    fn repair(margin: Option<f32>) -> SliceRepair {
        SliceRepair {
            edits: Vec::new(),
            grade: Grade::Guess,
            whole: true,
            reach: 1,
            margin,
            evidence: Vec::new(),
            reasons: Vec::new(),
            remarks: Vec::new(),
            moves: String::new(),
        }
    }

    #[test]
    fn no_margin_of_nothing_is_a_preference() {
        for (margin, next, odds, shown) in [
            (Some(0.0), None, Some(TWO), None),
            (Some(0.04), Some(0.3), Some(TWO), None),
            (Some(-0.0), Some(0.05), Some(SEVERAL), None),
            (Some(0.1), Some(0.0), Some("slightly likelier than the next"), Some("margin 0.1")),
            (Some(1.25), None, Some("likelier than the next"), Some("margin 1.2")),
            (Some(2.7), None, Some(CLEAR), Some("margin 2.7")),
            (Some(f32::INFINITY), None, None, None),
            (None, None, None, None),
        ] {
            let (this, next) = (repair(margin), next.map(|margin| repair(Some(margin))));
            assert_eq!((this.odds(next.as_ref()), this.shown_margin().as_deref()), (odds, shown), "{margin:?}");
        }
    }
}
