//! The distance of a damaged text from a possible original, by the character confusions of handwriting, typing and
//! scans.

use super::alike::is_square;
use super::medium::Confusions;

/// Cost of a lost or surplus character.
const LOST: f32 = 1.0;
/// Cost of a lost or surplus mark, which many writers omit.
const LOST_MARK: f32 = 0.4;
/// The word for the target of the previous move, and the cost of confusing it with a square.
const SAME: char = '同';
const SAME_SQUARE: f32 = 0.9;
const TURNED: f32 = 0.8;

fn lost(character: char) -> f32 {
    if matches!(character, 'x' | '-' | '=' | '+' | '#' | ':' | '.' | '\u{3000}' | ' ') { LOST_MARK } else { LOST }
}

/// Maximum number of characters to compare.
const MAX_CHARS: usize = 24;

/// A short text, for fast comparison with many other texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    text: [char; MAX_CHARS],
    length: usize,
}

impl Letters {
    /// `None` if the text has more than `MAX_CHARS` characters.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut letters = Self { text: ['\0'; MAX_CHARS], length: 0 };
        for character in text.chars() {
            *letters.text.get_mut(letters.length)? = character;
            letters.length += 1;
        }
        Some(letters)
    }

    pub(super) fn all(&self) -> &[char] {
        &self.text[..self.length]
    }

    /// Returns the cost of reading `self` for `other`; `None` beyond `limit`.
    pub(super) fn distance(&self, other: &Self, confusions: &Confusions, limit: f32) -> Option<f32> {
        let (mut a, mut b) = (self.all(), other.all());
        // Common characters at either end cost nothing.
        while let ([first, rest @ ..], [same, others @ ..]) = (a, b)
            && first == same
        {
            (a, b) = (rest, others);
        }
        while let ([rest @ .., last], [others @ .., same]) = (a, b)
            && last == same
        {
            (a, b) = (rest, others);
        }
        if LOST_MARK * a.len().abs_diff(b.len()) as f32 > limit {
            return None;
        }
        // Every row needs the cost of losing each character of the other text.
        let mut missing = [0_f32; MAX_CHARS];
        missing.iter_mut().zip(b).for_each(|(cost, character)| *cost = lost(*character));
        // The current row and the two before it: a transposition and 同 look no farther back.
        let mut table = [[0_f32; MAX_CHARS + 1]; 3];
        let [before, last, row] = &mut table;
        let (mut before, mut last, mut row) = (before, last, row);
        for j in 1..=b.len() {
            last[j] = last[j - 1] + missing[j - 1];
        }
        for i in 1..=a.len() {
            let (own, extra) = (a[i - 1], lost(a[i - 1]));
            row[0] = last[0] + extra;
            let mut least = row[0];
            for j in 1..=b.len() {
                let other = b[j - 1];
                let mut cost = lower(last[j] + extra, row[j - 1] + missing[j - 1]);
                cost = lower(cost, last[j - 1] + confusions.misread(own, other));
                // 同 for a square, and a square for 同.
                if own == SAME && j > 1 && is_square(b[j - 2], other) {
                    cost = lower(cost, last[j - 2] + SAME_SQUARE);
                }
                if other == SAME && i > 1 && is_square(a[i - 2], own) {
                    cost = lower(cost, before[j - 1] + SAME_SQUARE);
                }
                if i > 1 && j > 1 && own == b[j - 2] && a[i - 2] == other {
                    cost = lower(cost, before[j - 2] + TURNED);
                }
                row[j] = cost;
                least = lower(least, cost);
            }
            // A transposition skips this row, and may be cheaper by `TURNED`.
            if least - TURNED > limit {
                return None;
            }
            (before, last, row) = (last, row, before);
        }
        Some(last[b.len()]).filter(|cost| *cost <= limit)
    }
}

/// Returns the lower of two costs; neither is NaN.
fn lower(one: f32, other: f32) -> f32 {
    if other < one { other } else { one }
}

/// Returns the lower of two distances.
pub(super) fn nearer(one: Option<f32>, other: Option<f32>) -> Option<f32> {
    one.into_iter().chain(other).min_by(f32::total_cmp)
}

/// Maximum rounding error of a sum of costs.
const MAX_ROUNDING_ERROR: f32 = 0.01;

/// A lower bound for the distance of other texts from a text: the sum of the minimum costs of their characters, at any
/// place. Most moves of a position are far from a text, and this bound is enough to show it.
pub(super) struct LeastCosts<'a> {
    letters: &'a Letters,
    confusions: &'a Confusions,
    /// Cost of each ASCII character, computed on demand; NaN before.
    costs: [f32; 128],
}

impl<'a> LeastCosts<'a> {
    pub(super) const fn new(letters: &'a Letters, confusions: &'a Confusions) -> Self {
        Self { letters, confusions, costs: [f32::NAN; 128] }
    }

    /// True if a text that contains these characters may be within `limit`.
    pub(super) fn may_be_near<'c>(&mut self, characters: impl IntoIterator<Item = &'c char>, limit: f32) -> bool {
        // 同 costs less than the two characters of a square, which breaks the bound.
        self.letters.all().contains(&SAME)
            || characters.into_iter().map(|character| self.of(*character)).sum::<f32>() <= limit + MAX_ROUNDING_ERROR
    }

    /// Returns the minimum cost of a character of the other text.
    fn of(&mut self, character: char) -> f32 {
        // Both characters of a transposition occur in both texts.
        let Some(cost) = self.costs.get_mut(character as usize) else { return 0.0 };
        if cost.is_nan() {
            let (confusions, least) = (self.confusions, lost(character));
            let misread = |own: &char| if *own == character { 0.0 } else { confusions.misread(*own, character) };
            *cost = self.letters.all().iter().map(misread).fold(least, f32::min);
        }
        *cost
    }
}

#[cfg(test)]
mod tests {
    use super::super::medium::Medium;
    use super::*;

    fn distance(a: &str, b: &str) -> Option<f32> {
        Letters::of(a)?.distance(&Letters::of(b)?, Medium::Auto.confusions(), 2.0)
    }

    #[test]
    fn what_is_confused_costs_less() {
        assert_eq!(distance("Nf3", "Nf3"), Some(0.0));
        assert_eq!(distance("Nf8", "Nf3"), Some(0.5));
        assert_eq!(distance("Nf4", "Nf3"), Some(0.8));
        assert_eq!(distance("Nf7", "Nf3"), Some(0.9));
        assert_eq!(distance("Rf3", "Nf3"), Some(0.9));
        assert_eq!(distance("N3f", "Nf3"), Some(TURNED));
        assert_eq!(distance("Nf", "Nf3"), Some(LOST));
        assert_eq!(distance("Nxf3", "Nf3"), Some(LOST_MARK));
        assert_eq!(distance("７八歩(77)", "７六歩(77)"), Some(0.5));
        assert_eq!(distance("e4", "Qxd8"), None);
    }

    #[test]
    fn what_is_near_is_never_taken_for_far() {
        let texts = [
            "",
            "e4",
            "Nf3",
            "Nbd7",
            "exd8=Q",
            "O-O",
            "O-O-O",
            "Qh4xe1",
            "Q-KB3",
            "３四歩",
            "34歩",
            "同歩",
            "同　銀",
            "7776FU",
            "N3f",
        ];
        for medium in [Medium::Auto, Medium::Ocr, Medium::Hand, Medium::Keyboard] {
            let confusions = medium.confusions();
            for (a, b) in texts.iter().flat_map(|a| texts.map(|b| (a, b))) {
                let (Some(from), Some(to)) = (Letters::of(a), Letters::of(b)) else { continue };
                let Some(distance) = from.distance(&to, confusions, 30.0) else { continue };
                assert!(LeastCosts::new(&from, confusions).may_be_near(to.all(), distance), "{a} {b} {distance}");
            }
        }
    }
}
