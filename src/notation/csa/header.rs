//! Headers of CSA: the statement for each field, and the required form of its value.
//!
//! Headers without a CSA statement are comments instead: `'KIF name=value`.

use crate::shogi_headers::Field;
use partie_record::Choices;

/// A version of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Version 2.2 of 12 January 2008.
    #[default]
    V22,
    /// Version 3.0 of 14 May 2024, which adds a declared encoding, fractions of seconds, and headers.
    V30,
}

impl Version {
    pub const NAMED: Choices<Self> = &[("2.2", Self::V22, "Version 2.2"), ("3.0", Self::V30, "Version 3.0")];
}

/// Prefix of a comment that contains a KIF header.
pub const KIF: &str = "'KIF ";

/// The form required for the value of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Any,
    /// `2003/05/03 10:30:00`, with or without the time.
    Date,
    /// `00:25+30`: hours and minutes, and seconds for each move.
    Limit,
    /// `1500+30+0`: seconds in all, for each move, added at each move.
    Seconds,
    Number,
}

/// Statements, their fields, the versions that introduced them, and the form of their values.
const STATEMENTS: [(&str, Field, Version, Shape); 13] = [
    ("N+", Field::First, Version::V22, Shape::Any),
    ("N-", Field::Second, Version::V22, Shape::Any),
    ("$EVENT", Field::Event, Version::V22, Shape::Any),
    ("$SITE", Field::Site, Version::V22, Shape::Any),
    ("$START_TIME", Field::Date, Version::V22, Shape::Date),
    ("$END_TIME", Field::EndDate, Version::V22, Shape::Date),
    ("$TIME_LIMIT", Field::TimeControl, Version::V22, Shape::Limit),
    ("$OPENING", Field::Opening, Version::V22, Shape::Any),
    ("$TIME", Field::TimeControl, Version::V30, Shape::Seconds),
    ("$TIME+", Field::FirstTimeControl, Version::V30, Shape::Seconds),
    ("$TIME-", Field::SecondTimeControl, Version::V30, Shape::Seconds),
    ("$MAX_MOVES", Field::MaxMoves, Version::V30, Shape::Number),
    ("$NOTE", Field::Remark, Version::V30, Shape::Any),
];

/// Returns the field of a statement: `$EVENT`, `N+`.
pub fn field(statement: &str) -> Option<Field> {
    if statement == "$JISHOGI" {
        return Some(Field::Impasse);
    }
    STATEMENTS.iter().find(|(name, ..)| *name == statement).map(|(_, field, ..)| *field)
}

/// Returns the limit of moves in a comment of a server, `'Max_Moves:256`.
pub(super) fn max_moves(comment: &[u8]) -> Option<u32> {
    std::str::from_utf8(comment.strip_prefix(b"'Max_Moves:")?.trim_ascii()).ok()?.parse().ok()
}

/// Returns the statement for a field with this value, and its position in the order of statements.
pub(super) fn statement(field: Field, value: &str, version: Version) -> Option<(usize, &'static str)> {
    let fits = |&(_, (_, held, since, shape)): &(usize, &(&str, Field, Version, Shape))| {
        *held == field && *since <= version && shape.holds(value)
    };
    STATEMENTS.iter().enumerate().find(fits).map(|(place, (name, ..))| (place, *name))
}

impl Shape {
    fn holds(self, value: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Date => is_like(value, "0000/00/00") || is_like(value, "0000/00/00 00:00:00"),
            Self::Limit => {
                let (limit, byoyomi) = value.split_once('+').unwrap_or((value, ""));
                limit.split_once(':').is_some_and(|(hours, minutes)| is_number(hours) && is_like(minutes, "00"))
                    && (is_number(byoyomi) || byoyomi.is_empty())
            }
            Self::Seconds => value.split('+').count() == 3 && value.split('+').all(is_decimal),
            Self::Number => is_number(value),
        }
    }
}

/// Converts a date to the form of the statements, `2018/05/08 09:00:00`; the flag is true if it has a time. Accepts
/// `2018/5/8（火） 9:00`, `2018-05-08`, `2018年5月8日 9時0分`. `None` if a part is missing or out of range.
pub(super) fn date(value: &str) -> Option<(String, bool)> {
    // Days of the week are in parentheses.
    let plain: String = value
        .chars()
        .scan(0u32, |depth, character| {
            *depth += u32::from(matches!(character, '(' | '（'));
            let kept = if *depth == 0 { character } else { ' ' };
            *depth -= u32::from(matches!(character, ')' | '）')).min(*depth);
            Some(kept)
        })
        .collect();
    let parts: Vec<&str> = plain
        .split(|character: char| {
            matches!(character, '/' | '-' | '.' | ':' | '年' | '月' | '日' | '時' | '分' | '秒' | ' ' | '　')
        })
        .filter(|part| !part.is_empty())
        .collect();
    let numbers: Vec<u32> =
        parts.iter().map(|part| if is_number(part) { part.parse().ok() } else { None }).collect::<Option<_>>()?;
    let fits = |year: u32, month: u32, day: u32| {
        (1..=9999).contains(&year) && parts[0].len() == 4 && (1..=12).contains(&month) && (1..=31).contains(&day)
    };
    match *numbers.as_slice() {
        [year, month, day] if fits(year, month, day) => Some((format!("{year:04}/{month:02}/{day:02}"), false)),
        [year, month, day, hour, minute, ref rest @ ..] if fits(year, month, day) && hour < 24 && minute < 60 => {
            let second = match rest {
                [] => 0,
                [second] if *second < 60 => *second,
                _ => return None,
            };
            Some((format!("{year:04}/{month:02}/{day:02} {hour:02}:{minute:02}:{second:02}"), true))
        }
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_decimal(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    is_number(whole) && is_number(fraction)
}

/// True if `text` has digits where the pattern has zeros, and otherwise equals it.
fn is_like(text: &str, pattern: &str) -> bool {
    text.len() == pattern.len()
        && text.bytes().zip(pattern.bytes()).all(|(byte, wanted)| match wanted {
            b'0' => byte.is_ascii_digit(),
            _ => byte == wanted,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_the_shape_of_the_statements() {
        let read = |text: &str| date(text).map(|(text, _)| text);
        assert_eq!(read("2018/05/08 09:00").as_deref(), Some("2018/05/08 09:00:00"));
        assert_eq!(read("2018/5/8(火) 9:05:07").as_deref(), Some("2018/05/08 09:05:07"));
        assert_eq!(read("2018年5月8日").as_deref(), Some("2018/05/08"));
        for other in [
            "",
            "平成30年5月8日",
            "2018/05",
            "2018/13/01",
            "2018/05/08 25:00",
            "18/05/08",
            "2018/05/08 9",
            "2018/05/08 午前",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn statements_by_meaning_and_shape() {
        let name = |field, value, version| statement(field, value, version).map(|(_, name)| name);
        assert_eq!(name(Field::First, "", Version::V22), Some("N+"));
        assert_eq!(name(Field::Date, "2003/05/03 10:30:00", Version::V22), Some("$START_TIME"));
        assert_eq!(name(Field::Date, "平成15年", Version::V30), None);
        assert_eq!(name(Field::TimeControl, "00:25+00", Version::V30), Some("$TIME_LIMIT"));
        assert_eq!(name(Field::TimeControl, "1500+30+0", Version::V30), Some("$TIME"));
        assert_eq!(name(Field::TimeControl, "1500+30+0", Version::V22), None);
        assert_eq!(name(Field::TimeControl, "各4時間", Version::V30), None);
        assert_eq!(field("$OPENING"), Some(Field::Opening));
        assert_eq!(field("$FOO"), None);
    }
}
