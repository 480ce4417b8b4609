//! What the tags of a record say, under one name each in all formats. Not for judging them.

use std::borrow::Cow;
use std::collections::HashSet;

use super::time_control::TimeControl;
use super::value::{Day, Instant, Pairs, Text};
use crate::archive::Encoding;
use crate::notation::Prose;
use crate::notation::shogi_headers::Field;
use crate::record::{Outcome, Record, Tag};
use crate::replay::GameTags;
use crate::span::Span;

/// What a tag can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    Event,
    Site,
    Round,
    First,
    Second,
    FirstTitle,
    SecondTitle,
    FirstRating,
    SecondRating,
    FirstDiff,
    SecondDiff,
    Date,
    UtcDate,
    UtcTime,
    TimeControl,
    Byoyomi,
    Result,
    Termination,
    Variant,
    Eco,
    Opening,
    GameId,
    Link,
    Handicap,
    FirstFideId,
    SecondFideId,
    FirstTeam,
    SecondTeam,
    Board,
}

const SLOTS: usize = Slot::Board as usize + 1;

/// The values of a record's tags; empty where there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tags<'a> {
    bytes: &'a [u8],
    values: [Span; SLOTS],
    encoding: Encoding,
    /// All tags, where they are UTF-8 as they stand and hold no escape, and where they begin.
    simple: Option<(&'a str, u32)>,
}

impl<'a> Tags<'a> {
    /// Goes through the tags once; the first of a name counts.
    pub(super) fn read(bytes: &'a [u8], record: &Record, encoding: Encoding) -> Self {
        let mut simple = None;
        if let (Some(first), Some(last)) = (record.tags.first(), record.tags.last()) {
            let all = Span { from: first.span.from, to: last.span.to }.of(bytes);
            let same = encoding == Encoding::Utf8 || all.is_ascii();
            if same && memchr::memchr(b'\\', all).is_none() {
                simple = str::from_utf8(all).ok().map(|text| (text, first.span.from));
            }
        }
        let mut tags = Self { bytes, values: [Span::default(); SLOTS], encoding, simple };
        if record.format.is_shogi() && !record.format.info().shogi.has_pgn_tags {
            tags.shogi(bytes, record);
            return tags;
        }
        for tag in &record.tags {
            if let Some(slot) = slot(tag.name.of(bytes)) {
                tags.set(slot, tag.value);
            }
        }
        if record.format.info().prose == Prose::Printed {
            for (slot, span) in [Slot::First, Slot::Second].into_iter().zip(crate::replay::players(bytes, record)) {
                if let Some(span) = span {
                    tags.set(slot, span);
                }
            }
        }
        tags
    }

    #[cold]
    fn shogi(&mut self, bytes: &'a [u8], record: &Record) {
        if !record.format.is_shogi() {
            return;
        }
        for tag in &record.tags {
            let name = tag.name.of(bytes);
            let slot = match (record.format.info().shogi.field)(name) {
                Some(Field::Event) => Slot::Event,
                Some(Field::Site) => Slot::Site,
                Some(Field::Date) => Slot::Date,
                Some(Field::First) => Slot::First,
                Some(Field::Second) => Slot::Second,
                Some(Field::Opening) => Slot::Opening,
                Some(Field::TimeControl) => Slot::TimeControl,
                Some(Field::Byoyomi) => Slot::Byoyomi,
                Some(Field::Handicap) => Slot::Handicap,
                _ => continue,
            };
            self.set(slot, tag.value);
        }
    }

    #[inline]
    fn set(&mut self, slot: Slot, value: Span) {
        let place = &mut self.values[slot as usize];
        if place.is_empty() {
            *place = value;
        }
    }

    /// The value as bytes, without white space around it; empty where nothing is known.
    #[inline]
    pub(super) fn known(&self, slot: Slot) -> &'a [u8] {
        match self.values[slot as usize].of(self.bytes).trim_ascii() {
            value if is_unknown(value) => &[],
            value => value,
        }
    }

    /// Whether the time control says that there is none.
    pub(super) fn is_untimed(&self) -> bool {
        self.values[Slot::TimeControl as usize].of(self.bytes).trim_ascii() == b"-"
    }

    /// The time control as written: a stated `-` is known to be none.
    pub(super) fn time_control(&self) -> Option<Text<'a>> {
        if self.is_untimed() { Some(Cow::Borrowed("-")) } else { self.text(Slot::TimeControl) }
    }

    /// The value as text, escapes resolved.
    #[inline]
    pub(super) fn text(&self, slot: Slot) -> Option<Text<'a>> {
        let span = self.values[slot as usize];
        if span.is_empty() {
            return None;
        }
        if let Some((all, base)) = self.simple {
            let range = span.from.wrapping_sub(base) as usize..span.to.wrapping_sub(base) as usize;
            if let Some(text) = all.get(range) {
                let text = text.trim_ascii();
                return (!is_unknown(text.as_bytes())).then_some(Cow::Borrowed(text));
            }
        }
        let value = self.known(slot);
        if value.is_empty() { None } else { Some(decoded(value, self.encoding)) }
    }

    /// All of them as they stand, escapes resolved; of a name that occurs twice the first.
    pub(super) fn pairs(&self, record: &Record) -> Pairs<'a> {
        let mut known = HashSet::new();
        let all = record.tags.iter().filter(|tag| known.insert(tag.name.of(self.bytes)));
        let pair = |tag: &Tag| {
            let [name, value] =
                [tag.name, tag.value].map(|span| decoded(span.of(self.bytes).trim_ascii(), self.encoding));
            (name, value)
        };
        Pairs(all.map(pair).collect())
    }

    /// The value of any tag as it stands, escapes resolved.
    pub(super) fn any(&self, record: &Record, name: &str) -> Option<Text<'a>> {
        record.value(self.bytes, name).map(|value| decoded(value.trim_ascii(), self.encoding))
    }

    /// The value as a number, a sign before it and a question mark after it let pass.
    pub(super) fn number(&self, slot: Slot) -> Option<i16> {
        let value = self.known(slot);
        let (sign, digits) = match value {
            [b'-', rest @ ..] => (-1, rest),
            [b'+', rest @ ..] => (1, rest),
            _ => (1, value),
        };
        let digits = digits.strip_suffix(b"?").unwrap_or(digits);
        if digits.is_empty() || digits.len() > 4 {
            return None;
        }
        let number = digits
            .iter()
            .try_fold(0, |sum: i16, byte| byte.is_ascii_digit().then(|| sum * 10 + i16::from(byte - b'0')));
        number.map(|number| sign * number)
    }

    /// A rating; 0 stands for none.
    pub(super) fn rating(&self, slot: Slot) -> Option<i16> {
        self.number(slot).filter(|rating| *rating > 0)
    }

    /// The handicap of shogi, unless there is none.
    pub(super) fn handicap(&self) -> Option<Text<'a>> {
        self.text(Slot::Handicap).filter(|handicap| handicap.trim() != "平手")
    }

    /// What the record says of its end: the token, else the tag.
    pub(super) fn outcome(&self, record: &Record) -> Option<Outcome> {
        let text = crate::replay::Text { bytes: self.bytes, encoding: self.encoding, last: false };
        GameTags::read(self.bytes, record).recorded(text, record).map(|(outcome, _)| outcome)
    }

    /// The date and how much of it is known.
    pub(super) fn date(&self) -> Option<(Day, i8)> {
        date(self.known(Slot::Date)).or_else(|| date(self.known(Slot::UtcDate)))
    }

    /// The moment of the tags UTCDate and UTCTime.
    pub(super) fn utc(&self) -> Option<Instant> {
        let (day, 3) = date(self.known(Slot::UtcDate))? else { return None };
        let [h1, h2, b':', m1, m2, b':', s1, s2] = self.known(Slot::UtcTime) else { return None };
        let two = |a: &u8, b: &u8| {
            (a.is_ascii_digit() && b.is_ascii_digit()).then(|| u32::from(a - b'0') * 10 + u32::from(b - b'0'))
        };
        let (hour, minute, second) = (two(h1, h2)?, two(m1, m2)?, two(s1, s2)?);
        (hour < 24 && minute < 60 && second < 60).then(|| Instant { day, second: hour * 3600 + minute * 60 + second })
    }

    /// The time for thinking, as far as it is understood.
    pub(super) fn control(&self) -> TimeControl {
        let value = self.known(Slot::TimeControl);
        if value.is_empty() {
            return TimeControl::default();
        }
        if value.is_ascii() { TimeControl::of(value) } else { TimeControl::of_text(&self.encoding.decode(value)) }
    }

    /// The site's identifier of the game.
    pub(super) fn game_id(&self) -> Option<Text<'a>> {
        if let Some(id) = self.text(Slot::GameId) {
            return Some(id);
        }
        for (slot, host) in [(Slot::Site, &b"://lichess.org/"[..]), (Slot::Link, &b"chess.com/"[..])] {
            let value = self.known(slot);
            let is_link = value.strip_prefix(b"https").is_some_and(|rest| rest.starts_with(host));
            if is_link || value.starts_with(b"http") && memchr::memmem::find(value, host).is_some() {
                let last = value.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
                if !last.is_empty() {
                    return Some(decoded(last, self.encoding));
                }
            }
        }
        None
    }
}

fn slot(name: &[u8]) -> Option<Slot> {
    Some(match name {
        b"Event" => Slot::Event,
        b"Site" => Slot::Site,
        b"Date" => Slot::Date,
        b"Round" => Slot::Round,
        b"White" => Slot::First,
        b"Black" => Slot::Second,
        b"Result" => Slot::Result,
        b"WhiteElo" => Slot::FirstRating,
        b"BlackElo" => Slot::SecondRating,
        b"ECO" => Slot::Eco,
        b"UTCDate" => Slot::UtcDate,
        b"UTCTime" => Slot::UtcTime,
        b"WhiteRatingDiff" => Slot::FirstDiff,
        b"BlackRatingDiff" => Slot::SecondDiff,
        b"TimeControl" => Slot::TimeControl,
        b"Termination" => Slot::Termination,
        b"Opening" => Slot::Opening,
        b"WhiteTitle" => Slot::FirstTitle,
        b"BlackTitle" => Slot::SecondTitle,
        b"Variant" => Slot::Variant,
        b"GameId" => Slot::GameId,
        b"Link" => Slot::Link,
        b"WhiteFideId" => Slot::FirstFideId,
        b"BlackFideId" => Slot::SecondFideId,
        b"WhiteTeam" => Slot::FirstTeam,
        b"BlackTeam" => Slot::SecondTeam,
        b"Board" => Slot::Board,
        _ => return None,
    })
}

/// Whether a value says that nothing is known.
#[inline]
fn is_unknown(value: &[u8]) -> bool {
    value.len() <= 3 && matches!(value, b"" | b"?" | b"-" | b"*" | b"??" | b"???")
}

fn decoded(value: &[u8], encoding: Encoding) -> Text<'_> {
    let text = match (encoding, std::str::from_utf8(value)) {
        (Encoding::Utf8, Ok(text)) => Cow::Borrowed(text),
        _ => encoding.decode(value),
    };
    if value.contains(&b'\\') && text.contains('\\') { Cow::Owned(unescaped(&text)) } else { text }
}

#[cold]
fn unescaped(text: &str) -> String {
    text.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// `2024.02.29`, `1888.??.??`, `2003/05/03 10:30:00`, `2003年5月3日`: the day, and how much of it is known.
fn date(value: &[u8]) -> Option<(Day, i8)> {
    if let [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = *value {
        let digits = [y1, y2, y3, y4, m1, m2, d1, d2].map(|byte| byte.wrapping_sub(b'0'));
        if digits.iter().fold(true, |all, digit| all & (*digit < 10)) {
            let [y1, y2, y3, y4, m1, m2, d1, d2] = digits;
            let year = [y1, y2, y3, y4].iter().fold(0, |sum: u16, digit| sum * 10 + u16::from(*digit));
            if let Some(day) = Day::new(year, m1 * 10 + m2, d1 * 10 + d2).filter(|_| year > 0) {
                return Some((day, 3));
            }
        }
    }
    let mut parts = value.split(|byte| !byte.is_ascii_digit()).filter(|part| !part.is_empty());
    let year = parts.next().filter(|year| year.len() == 4 && value.starts_with(year))?;
    let number = |part: &[u8]| part.iter().fold(0u16, |sum, byte| sum * 10 + u16::from(byte - b'0'));
    let small = |part: Option<&[u8]>| part.filter(|part| part.len() <= 2).map(|part| number(part) as u8);
    let year = number(year);
    if year == 0 {
        return None;
    }
    // A day without its month is no part of a date.
    let gap = memchr::memmem::find(value, b"??.").is_some();
    let month = small(parts.next()).filter(|month| !gap && (1..=12).contains(month));
    let day = month.and_then(|month| Day::new(year, month, small(parts.next())?));
    match (month, day) {
        (_, Some(day)) => Some((day, 3)),
        (Some(month), None) => Some((Day::new(year, month, 1)?, 2)),
        _ => Some((Day::new(year, 1, 1)?, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_far_as_they_are_known() {
        let day = |year, month, day| Day::new(year, month, day).unwrap_or_default();
        assert_eq!(date(b"2024.02.29"), Some((day(2024, 2, 29), 3)));
        assert_eq!(date(b"1888.??.??"), Some((day(1888, 1, 1), 1)));
        assert_eq!(date(b"1888.05.??"), Some((day(1888, 5, 1), 2)));
        assert_eq!(date(b"1888.??.05"), Some((day(1888, 1, 1), 1)));
        assert_eq!(date(b"2003/05/03 10:30:00"), Some((day(2003, 5, 3), 3)));
        assert_eq!(date("2003年5月3日".as_bytes()), Some((day(2003, 5, 3), 3)));
        assert_eq!(date(b"????.??.??"), None);
        assert_eq!(date(b"2023.02.30"), Some((day(2023, 2, 1), 2)));
    }
}
