//! Characters that look alike or belong together, in any medium. The frequencies of their confusion are in the tables
//! of each medium.

/// Characters that look alike or are written for each other: each with all its counterparts, sorted by code point.
const ALIKE: &[(char, &str)] = &[
    ('-', "–—"),
    ('0', "8OQo"),
    ('1', "7Iil"),
    ('2', "7Zz"),
    ('3', "58"),
    ('4', "9A"),
    ('5', "36Ss"),
    ('6', "58Gb"),
    ('7', "12T"),
    ('8', "036Bgß"),
    ('9', "4gq"),
    ('A', "4"),
    ('B', "8EPR"),
    ('C', "GO"),
    ('D', "O"),
    ('E', "BF"),
    ('F', "EP"),
    ('G', "6CQ"),
    ('H', "N"),
    ('I', "1Tl"),
    ('K', "RXk"),
    ('M', "N"),
    ('N', "HM"),
    ('O', "0CDQ"),
    ('P', "BF"),
    ('Q', "0GO"),
    ('R', "BK"),
    ('S', "5"),
    ('T', "7I"),
    ('X', "Kx"),
    ('Z', "2"),
    ('a', "eo"),
    ('b', "6h"),
    ('c', "deo"),
    ('d', "cl"),
    ('e', "aco"),
    ('f', "t£"),
    ('g', "89q"),
    ('h', "bk"),
    ('i', "1l"),
    ('k', "Khx"),
    ('l', "1Idit"),
    ('o', "0ace"),
    ('q', "9g"),
    ('s', "5"),
    ('t', "fl"),
    ('x', "Xk"),
    ('z', "2"),
    ('£', "f"),
    ('ß', "8"),
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

/// Cost of a character for one that looks like it.
const LOOKS_ALIKE: f32 = 0.5;
/// Cost of the next file or rank.
const NEIGHBOUR: f32 = 0.8;
/// Cost of a character for another of the same [`Class`].
const SAME_CLASS: f32 = 0.9;
const OTHER: f32 = 1.3;

/// Returns the cost of reading one character for another.
pub(super) fn misread(a: char, b: char) -> f32 {
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

/// Classes of characters that are easily written for each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Digit,
    File,
    WideDigit,
    Numeral,
    Piece,
    Kanji,
}

/// Returns the class of a character, and its place in that class.
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

/// True if two characters name a shogi square by its file and its rank.
pub(super) fn is_square(file: char, rank: char) -> bool {
    matches!(class(file), Some((Class::WideDigit, _))) && matches!(class(rank), Some((Class::Numeral, _)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_in_order_and_goes_both_ways() {
        assert!(ALIKE.is_sorted_by_key(|(character, _)| *character));
        for (one, others) in ALIKE {
            assert!(others.chars().all(|other| misread(*one, other) == misread(other, *one)), "{one}");
        }
    }
}
