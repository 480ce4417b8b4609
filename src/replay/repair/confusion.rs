//! How far a damaged text is from what may have stood there: by what hands, print and scans confuse.

/// Characters that look alike, or that one writes for another: each with all others, in the order of their code points.
const ALIKE: &[(char, &str)] = &[
    ('-', "–—"),
    ('0', "8OQo"),
    ('1', "7Iil"),
    ('2', "7Zz"),
    ('3', "58"),
    ('4', "9A"),
    ('5', "36Ss"),
    ('6', "58b"),
    ('7', "12"),
    ('8', "036B"),
    ('9', "4gq"),
    ('A', "4"),
    ('B', "8PR"),
    ('F', "P"),
    ('G', "Q"),
    ('H', "N"),
    ('I', "1l"),
    ('K', "RXk"),
    ('M', "N"),
    ('N', "HM"),
    ('O', "0Q"),
    ('P', "BF"),
    ('Q', "0GO"),
    ('R', "BK"),
    ('S', "5"),
    ('X', "Kx"),
    ('Z', "2"),
    ('a', "eo"),
    ('b', "6h"),
    ('c', "deo"),
    ('d', "cl"),
    ('e', "ac"),
    ('f', "t"),
    ('g', "9q"),
    ('h', "bk"),
    ('i', "1l"),
    ('k', "Khx"),
    ('l', "1Idi"),
    ('o', "0ac"),
    ('q', "9g"),
    ('s', "5"),
    ('t', "f"),
    ('x', "Xk"),
    ('z', "2"),
    ('–', "-"),
    ('—', "-"),
    ('ー', "一"),
    ('一', "ー二－"),
    ('七', "九"),
    ('三', "二"),
    ('九', "七"),
    ('二', "一三"),
    ('五', "玉"),
    ('全', "金"),
    ('八', "六"),
    ('六', "八"),
    ('同', "回"),
    ('四', "西"),
    ('回', "同"),
    ('杏', "香"),
    ('桂', "香"),
    ('玉', "五王"),
    ('王', "玉"),
    ('西', "四"),
    ('金', "全銀"),
    ('銀', "金"),
    ('香', "杏桂"),
    ('－', "一"),
    ('１', "７"),
    ('３', "８"),
    ('５', "６"),
    ('６', "５８"),
    ('７', "１"),
    ('８', "３６"),
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
/// The word for the target of the move before, and what it costs to read it for a square.
const SAME: char = '同';
const SAME_SQUARE: f32 = 0.9;
/// Two that changed places.
const TURNED: f32 = 0.8;

/// What it costs to read one character for another.
fn misread(a: char, b: char) -> f32 {
    if a == b {
        return 0.0;
    }
    let alike = ALIKE.binary_search_by_key(&a, |(character, _)| *character).is_ok_and(|at| ALIKE[at].1.contains(b));
    if alike || a.is_ascii() && b.is_ascii() && a.eq_ignore_ascii_case(&b) {
        return LOOKS_ALIKE;
    }
    match (class(a), class(b)) {
        (Some((one, place)), Some((other, next))) if one == other => {
            if !matches!(one, Class::Piece | Class::Kanji) && place.abs_diff(next) == 1 {
                NEIGHBOUR
            } else {
                SAME_CLASS
            }
        }
        _ => OTHER,
    }
}

/// Characters of which one stands where another should.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Digit,
    File,
    WideDigit,
    Numeral,
    Piece,
    Kanji,
}

/// The class of a character, and its place there.
fn class(character: char) -> Option<(Class, u32)> {
    let place = |text: &str| text.chars().position(|other| other == character).map(|place| place as u32);
    Some(match character {
        '0'..='9' => (Class::Digit, character as u32),
        'a'..='l' => (Class::File, character as u32 - u32::from(character >= 'k')),
        '１'..='９' => (Class::WideDigit, character as u32),
        'A'..='Z' => (Class::Piece, 0),
        _ if character.is_ascii() => return None,
        _ => place("一二三四五六七八九")
            .map(|place| (Class::Numeral, place))
            .or_else(|| place("歩香桂銀金角飛玉馬龍と杏圭全").map(|_| (Class::Kanji, 0)))?,
    })
}

/// Whether two characters are a square: its file and its rank.
fn is_square(file: char, rank: char) -> bool {
    matches!(class(file), Some((Class::WideDigit, _))) && matches!(class(rank), Some((Class::Numeral, _)))
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
                // 同 for a square, and a square for 同.
                if i > 0 && j > 1 && a[i - 1] == SAME && is_square(b[j - 2], b[j - 1]) {
                    cost = cost.min(table[i - 1][j - 2] + SAME_SQUARE);
                }
                if i > 1 && j > 0 && b[j - 1] == SAME && is_square(a[i - 2], a[i - 1]) {
                    cost = cost.min(table[i - 2][j - 1] + SAME_SQUARE);
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
    fn what_looks_alike_is_in_order_and_goes_both_ways() {
        assert!(ALIKE.is_sorted_by_key(|(character, _)| *character));
        for (one, others) in ALIKE {
            assert!(others.chars().all(|other| misread(*one, other) == misread(other, *one)), "{one}");
        }
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
