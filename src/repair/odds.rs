//! Describes in words how much likelier a repair is than the next repair.

use super::repair::Repair;

/// Upper limits of the margin, in edits of one character, and the words for a margin below the limit.
const ODDS: [(f32, &str); 3] =
    [(EQUAL, TWO), (0.8, "slightly likelier than the next"), (2.0, "likelier than the next")];
/// The words for a greater margin.
const CLEAR: &str = "much likelier than the next";
/// Below this margin, two repairs are equally likely.
const EQUAL: f32 = 0.1;
const TWO: &str = "two readings are equally good";
const SEVERAL: &str = "several readings are equally good";

/// Returns the odds of an unranked reading among `others` other readings of the same text; `None` if `others` is 0.
pub const fn unranked(others: usize) -> Option<&'static str> {
    match others {
        0 => None,
        1 => Some(TWO),
        _ => Some(SEVERAL),
    }
}

impl<E> Repair<E> {
    /// True if the next repair is as good: the margin is below 0.1 edits of one character.
    pub fn is_equalled(&self) -> bool {
        self.margin.is_some_and(|margin| margin < EQUAL)
    }

    /// Returns how much likelier the repair is than the following one, `next`; `None` if they cannot be compared.
    pub fn odds_over(&self, next: Option<&Self>) -> Option<&'static str> {
        let margin = self.margin.filter(|margin| margin.is_finite())?;
        if self.is_equalled() && next.is_some_and(Self::is_equalled) {
            return Some(SEVERAL);
        }
        Some(ODDS.iter().find(|(below, _)| margin < *below).map_or(CLEAR, |(_, words)| words))
    }

    /// Returns the margin in words, such as `margin 2.7`; `None` if the repairs are equally good.
    pub fn shown_margin(&self) -> Option<String> {
        let margin = self.margin.filter(|margin| margin.is_finite() && !self.is_equalled())?;
        Some(format!("margin {margin:.1}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::finding::Grade;

    fn repair(margin: Option<f32>) -> Repair<()> {
        Repair { margin, ..Repair::new(Vec::new(), Grade::Guess, (true, 1)) }
    }

    #[test]
    fn a_small_margin_is_no_preference() {
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
            assert_eq!((this.odds_over(next.as_ref()), this.shown_margin().as_deref()), (odds, shown), "{margin:?}");
        }
    }
}
