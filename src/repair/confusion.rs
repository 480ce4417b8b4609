//! How far a damaged text is from what may have stood there: by what hands, print and scans confuse.

/// Characters that look alike, or that one writes for another.
const ALIKE: &[(char, &str)] = &[
    ('1', "7lIi"),
    ('2', "zZ7"),
    ('3', "85"),
    ('4', "A9"),
    ('5', "6S3s"),
    ('6', "58b"),
    ('7', "1"),
    ('8', "36B0"),
    ('9', "g4q"),
    ('0', "OoQ8"),
    ('a', "eo"),
    ('b', "h6"),
    ('c', "eo"),
    ('d', "cl"),
    ('e', "ac"),
    ('f', "t"),
    ('g', "9q"),
    ('h', "bk"),
    ('k', "hx"),
    ('l', "1iI"),
    ('B', "8RP"),
    ('H', "N"),
    ('K', "RXk"),
    ('M', "N"),
    ('N', "HM"),
    ('O', "0Q"),
    ('P', "FB"),
    ('Q', "0OG"),
    ('R', "KB"),
    ('x', "kX"),
    ('-', "—–"),
    ('一', "二－ー"),
    ('二', "三"),
    ('三', "二"),
    ('四', "西"),
    ('五', "玉"),
    ('六', "八"),
    ('七', "九"),
    ('八', "六"),
    ('九', "七"),
    ('１', "７"),
    ('３', "８"),
    ('５', "６"),
    ('６', "８"),
    ('８', "３６"),
    ('歩', "と"),
    ('桂', "香"),
    ('香', "杏"),
    ('銀', "金"),
    ('金', "全"),
    ('角', "馬"),
    ('飛', "龍竜"),
    ('玉', "王"),
    ('同', "回"),
];

/// Classes of characters of which one stands where another should, neighbours before others.
const CLASSES: &[&str] = &[
    "123456789",
    "abcdefghikl",
    "１２３４５６７８９",
    "一二三四五六七八九",
    "KQRBNP",
    "歩香桂銀金角飛玉馬龍と杏圭全",
    "PLNSGBRK",
];

/// A character that looks like another.
const LOOKS_ALIKE: f32 = 0.5;
/// The next file or rank.
const NEIGHBOUR: f32 = 0.8;
/// Another one of its class.
const SAME_CLASS: f32 = 0.9;
/// Any other one.
const OTHER: f32 = 1.3;
/// One that is lost or too much.
const LOST: f32 = 1.0;
/// The same of a mark that many leave out.
const LOST_MARK: f32 = 0.4;
/// Two that changed places.
const TURNED: f32 = 0.8;

/// What it costs to read one character for another.
fn misread(a: char, b: char) -> f32 {
    if a == b {
        return 0.0;
    }
    let alike = |a: char, b: char| ALIKE.iter().any(|(character, others)| *character == a && others.contains(b));
    if alike(a, b) || alike(b, a) || a.to_lowercase().eq(b.to_lowercase()) {
        return LOOKS_ALIKE;
    }
    let mut cost = OTHER;
    for class in CLASSES {
        let place = |wanted: char| class.chars().position(|character| character == wanted);
        if let (Some(a), Some(b)) = (place(a), place(b)) {
            let ordered = !class.contains('R') && !class.contains('歩');
            cost = cost.min(if ordered && a.abs_diff(b) == 1 { NEIGHBOUR } else { SAME_CLASS });
        }
    }
    cost
}

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

    fn all(&self) -> &[char] {
        &self.text[..self.length]
    }

    /// What it costs to read `self` where `other` stood; nothing beyond `limit`.
    pub(super) fn distance(&self, other: &Self, limit: f32) -> Option<f32> {
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
        let mut table = [[0_f32; MOST + 1]; MOST + 1];
        for i in 0..=a.len() {
            let mut least = f32::INFINITY;
            for j in 0..=b.len() {
                let mut cost = if i + j == 0 { 0.0 } else { f32::INFINITY };
                if i > 0 {
                    cost = cost.min(table[i - 1][j] + lost(a[i - 1]));
                }
                if j > 0 {
                    cost = cost.min(table[i][j - 1] + lost(b[j - 1]));
                }
                if i > 0 && j > 0 {
                    cost = cost.min(table[i - 1][j - 1] + misread(a[i - 1], b[j - 1]));
                }
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    cost = cost.min(table[i - 2][j - 2] + TURNED);
                }
                table[i][j] = cost;
                least = least.min(cost);
            }
            // Two rows back may still be cheaper by a turn.
            if least - TURNED > limit {
                return None;
            }
        }
        Some(table[a.len()][b.len()]).filter(|cost| *cost <= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: &str, b: &str) -> Option<f32> {
        Letters::of(a)?.distance(&Letters::of(b)?, 2.0)
    }

    #[test]
    fn what_is_confused_costs_less() {
        assert_eq!(distance("Nf3", "Nf3"), Some(0.0));
        assert_eq!(distance("Nf8", "Nf3"), Some(LOOKS_ALIKE));
        assert_eq!(distance("Nf4", "Nf3"), Some(NEIGHBOUR));
        assert_eq!(distance("Nf7", "Nf3"), Some(SAME_CLASS));
        assert_eq!(distance("Rf3", "Nf3"), Some(SAME_CLASS));
        assert_eq!(distance("N3f", "Nf3"), Some(TURNED));
        assert_eq!(distance("Nf", "Nf3"), Some(LOST));
        assert_eq!(distance("Nxf3", "Nf3"), Some(LOST_MARK));
        assert_eq!(distance("７八歩(77)", "７六歩(77)"), Some(LOOKS_ALIKE));
        assert_eq!(distance("e4", "Qxd8"), None);
    }
}
