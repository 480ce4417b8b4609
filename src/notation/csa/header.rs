//! Headers of CSA: which statement holds which, and in what shape of value.
//!
//! Not for headers that CSA does not know: those are comments, `'KIF name=value`.

use crate::notation::headers::Field;

use super::write::Version;

/// What begins a comment that holds a header of KIF.
pub const KIF: &str = "'KIF ";

/// The shape that a value must have for its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Any,
    /// `2003/05/03 10:30:00`, the time left out or not.
    Date,
    /// `00:25+30`: hours and minutes, and seconds for each move.
    Limit,
    /// `1500+30+0`: seconds in all, for each move, added at each move.
    Seconds,
    /// A number.
    Number,
}

/// Statements, what they hold, in which version they came, and the shape of their values.
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

/// What a statement holds: `$EVENT`, `N+`.
pub fn field(statement: &str) -> Option<Field> {
    if statement == "$JISHOGI" {
        return Some(Field::Impasse);
    }
    STATEMENTS.iter().find(|(name, ..)| *name == statement).map(|(_, field, ..)| *field)
}

/// The place in the order of statements, and the statement, for a header with such a value.
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
            Self::Limit => value.split_once('+').is_some_and(|(limit, byoyomi)| {
                limit.split_once(':').is_some_and(|(hours, minutes)| is_number(hours) && is_like(minutes, "00"))
                    && (is_number(byoyomi) || byoyomi.is_empty())
            }),
            Self::Seconds => value.split('+').count() == 3 && value.split('+').all(is_decimal),
            Self::Number => is_number(value),
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_decimal(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    is_number(whole) && is_number(fraction)
}

/// Whether digits stand where the pattern has zeros, and everything else agrees.
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
