//! How far a damaged text is from what may have stood there: by what hands, print and scans confuse.

use super::alike::is_square;
use super::medium::Confusions;

/// One that is lost or too much.
const LOST: f32 = 1.0;
/// The same of a mark that many leave out.
const LOST_MARK: f32 = 0.4;
/// The word for the target of the move before, and what it costs to read it for a square.
const SAME: char = '同';
const SAME_SQUARE: f32 = 0.9;
const TURNED: f32 = 0.8;

fn lost(character: char) -> f32 {
    if matches!(character, 'x' | '-' | '=' | '+' | '#' | ':' | '.' | '\u{3000}' | ' ') { LOST_MARK } else { LOST }
}

/// Characters that are compared at most.
const MOST: usize = 24;

/// A short text, for comparing it with many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    text: [char; MOST],
    length: usize,
}

impl Letters {
    /// Nothing if it is longer.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut letters = Self { text: ['\0'; MOST], length: 0 };
        for character in text.chars() {
            *letters.text.get_mut(letters.length)? = character;
            letters.length += 1;
        }
        Some(letters)
    }

    pub(super) fn all(&self) -> &[char] {
        &self.text[..self.length]
    }

    /// What it costs to read `self` where `other` stood; nothing beyond `limit`.
    pub(super) fn distance(&self, other: &Self, confusions: &Confusions, limit: f32) -> Option<f32> {
        let (mut a, mut b) = (self.all(), other.all());
        // What they have in common at either end costs nothing.
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
        // This row and the two before it; a turn and 同 look no farther back.
        let mut table = [[0_f32; MOST + 1]; 3];
        for i in 0..=a.len() {
            let mut least = f32::INFINITY;
            let [before, last, row] = [i + 1, i + 2, i].map(|at| at % 3);
            for j in 0..=b.len() {
                let mut cost = if i + j == 0 { 0.0 } else { f32::INFINITY };
                if i > 0 {
                    cost = cost.min(table[last][j] + lost(a[i - 1]));
                }
                if j > 0 {
                    cost = cost.min(table[row][j - 1] + lost(b[j - 1]));
                }
                if i > 0 && j > 0 {
                    cost = cost.min(table[last][j - 1] + confusions.misread(a[i - 1], b[j - 1]));
                }
                // 同 for a square, and a square for 同.
                if i > 0 && j > 1 && a[i - 1] == SAME && is_square(b[j - 2], b[j - 1]) {
                    cost = cost.min(table[last][j - 2] + SAME_SQUARE);
                }
                if i > 1 && j > 0 && b[j - 1] == SAME && is_square(a[i - 2], a[i - 1]) {
                    cost = cost.min(table[before][j - 1] + SAME_SQUARE);
                }
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    cost = cost.min(table[before][j - 2] + TURNED);
                }
                table[row][j] = cost;
                least = least.min(cost);
            }
            // Two rows back may still be cheaper by a turn.
            if least - TURNED > limit {
                return None;
            }
        }
        Some(table[a.len() % 3][b.len()]).filter(|cost| *cost <= limit)
    }
}

/// The less of two distances.
pub(super) fn nearer(one: Option<f32>, other: Option<f32>) -> Option<f32> {
    one.into_iter().chain(other).min_by(f32::total_cmp)
}

/// Rounding of a sum of costs at most.
const ROUNDING: f32 = 0.01;

/// What texts cost at least that are compared with one: the sum of what each of their characters costs, wherever it stands. Most
/// moves of a position are far from a text, and this shows it.
pub(super) struct LeastCosts<'a> {
    letters: &'a Letters,
    confusions: &'a Confusions,
    /// Of each character of ASCII, once it was asked for.
    costs: [f32; 128],
}

impl<'a> LeastCosts<'a> {
    pub(super) const fn new(letters: &'a Letters, confusions: &'a Confusions) -> Self {
        Self { letters, confusions, costs: [f32::NAN; 128] }
    }

    /// Whether a text in which these characters stand may be as near as `limit`.
    pub(super) fn may_be_near<'c>(&mut self, characters: impl IntoIterator<Item = &'c char>, limit: f32) -> bool {
        // It costs less than the two characters of a square.
        self.letters.all().contains(&SAME)
            || characters.into_iter().map(|character| self.of(*character)).sum::<f32>() <= limit + ROUNDING
    }

    /// What it costs at least that a character stood in the other text.
    fn of(&mut self, character: char) -> f32 {
        // One of two that are turned stands in both texts.
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
