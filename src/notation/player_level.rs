//! Ratings and ranks that follow the name of a shogi player: `hayden(1178)`, and a 段級 or title, `小川 三段`. The name
//! itself is not changed. Headers for ratings and ranks are not handled here.

use std::ops::Range;

/// Titles that may follow a name.
const TITLES: [&str; 10] = ["竜王", "名人", "王位", "王座", "棋王", "王将", "棋聖", "叡王", "清麗", "女王"];

/// The byte ranges of rating and 段級 in a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerLevel {
    pub rating: Option<Range<usize>>,
    /// 段級, or a title.
    pub grade: Option<Range<usize>>,
}

impl PlayerLevel {
    /// Finds rating and 段級 at the end of a name, in either order.
    pub fn of(name: &str) -> Self {
        let mut level = Self::default();
        let mut end = name.len();
        while let Some((begin, place, is_rating)) = last(&name[..end]) {
            let kept = if is_rating { &mut level.rating } else { &mut level.grade };
            // A part of the text must be left as the name.
            if kept.is_some() || trim(&name[..begin]).is_empty() {
                break;
            }
            *kept = Some(place);
            end = begin;
        }
        level
    }
}

fn trim(text: &str) -> &str {
    text.trim_end_matches([' ', '　', '\t'])
}

/// The rating or 段級 that ends a text: its start including brackets, its byte range, and true for a rating.
fn last(text: &str) -> Option<(usize, Range<usize>, bool)> {
    let text = trim(text);
    let brackets = [('(', ')'), ('（', '）'), ('[', ']'), ('<', '>'), ('【', '】')];
    let closed = brackets.iter().find_map(|(open, close)| Some((*open, text.strip_suffix(*close)?)));
    if let Some((open, inner)) = closed {
        let begin = inner.rfind(open)?;
        let from = begin + open.len_utf8();
        let inner = inner[from..].trim();
        let place = text[from..].find(inner).map(|at| from + at..from + at + inner.len())?;
        if let Some(digits) = rating(inner) {
            return Some((begin, place.start + digits.start..place.start + digits.end, true));
        }
        return (grade(inner) == Some(0)).then_some((begin, place, false));
    }
    // A rating without brackets needs a prefix.
    let word = text.rfind([' ', '　']).map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    if let Some(digits) = rating(&text[word..]).filter(|digits| digits.start > 0) {
        return Some((word, word + digits.start..word + digits.end, true));
    }
    let begin = grade(text)?;
    Some((begin, begin..text.len(), false))
}

/// The digits of `1178`, `R1178`, `レート1178`, `1178?`.
fn rating(text: &str) -> Option<Range<usize>> {
    let word = ["レート", "レーティング", "R:", "R=", "R"].iter().find(|word| text.starts_with(**word));
    let from = word.map_or(0, |word| word.len());
    let digits = text[from..].trim_end_matches(['?', '点']);
    let fits = (3..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then_some(from..from + digits.len())
}

/// The start of the 段級 or title that ends a text.
fn grade(text: &str) -> Option<usize> {
    if let Some(begin) = TITLES.iter().find_map(|title| text.strip_suffix(title)).map(str::len) {
        return Some(begin);
    }
    let count = text.strip_suffix('段').or_else(|| text.strip_suffix('級'))?;
    let digit = |c: char| c.is_ascii_digit() || "０１２３４５６７８９一二三四五六七八九十初".contains(c);
    let before = count.trim_end_matches(digit);
    let is_short = (1..=2).contains(&count[before.len()..].chars().count());
    let rank = ["アマ", "女流"].iter().find_map(|rank| before.strip_suffix(rank)).unwrap_or(before);
    is_short.then_some(rank.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_what_stands_behind_them() {
        for (name, rating, grade) in [
            ("hayden(1178)", Some("1178"), None),
            ("Tofu Mix (1223)", Some("1223"), None),
            ("小川 葵（R1178）", Some("1178"), None),
            ("小川 葵 R1178", Some("1178"), None),
            ("小川 葵[1500?]", Some("1500"), None),
            ("小川 三段", None, Some("三段")),
            ("小川葵女流二段", None, Some("女流二段")),
            ("小川(アマ四段)", None, Some("アマ四段")),
            ("小川 初段 (1650)", Some("1650"), Some("初段")),
            ("小川(1650) 2級", Some("1650"), Some("2級")),
            ("小川竜王", None, Some("竜王")),
            ("小川 十段", None, Some("十段")),
            ("三段", None, None),
            ("(1178)", None, None),
            ("gpsusione (smp) r2614", None, None),
            ("Bonanza 2014", None, None),
            ("階段", None, None),
            ("小川(12345)", None, None),
            ("小川 葵", None, None),
        ] {
            let level = PlayerLevel::of(name);
            assert_eq!(level.rating.map(|at| &name[at]), rating, "{name}");
            assert_eq!(level.grade.map(|at| &name[at]), grade, "{name}");
        }
    }
}
