//! The tags of a record, with common names for all formats. Not for checking values.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::value::{Day, Instant, Pairs, Text};
use partie_notation::formats;
use partie_notation::player_level::PlayerLevel;
use partie_record::Encoding;

use partie_notation::kif::usual_handicap;
use partie_notation::shogi_headers::Field;
use partie_notation::{Prose, TimeControl};
use partie_record::span::Span;
use partie_record::{Format, ItemKind, Outcome, Record, Tag, TagKind};
use partie_replay::GameTags;

/// The values of a record's tags; empty if missing.
#[derive(Clone, Copy, Debug)]
pub struct Tags<'a> {
    bytes: &'a [u8],
    record: &'a Record,
    values: [Span; TagKind::COUNT],
    encoding: Encoding,
    /// The text of all tags and its offset; `None` if it has escapes or is not UTF-8.
    simple: Option<(&'a str, u32)>,
    /// True if the tags are shogi headers, not PGN tags.
    is_japanese: bool,
}

impl<'a> Tags<'a> {
    /// Collects the tags in one pass. If a name occurs more than once, the first value counts.
    pub fn of_record(bytes: &'a [u8], record: &'a Record, encoding: Encoding) -> Self {
        let mut simple = None;
        if let (Some(first), Some(last)) = (record.tags.first(), record.tags.last()) {
            let all = Span { from: first.span.from, to: last.span.to }.of(bytes);
            let same = encoding == Encoding::Utf8 || all.is_ascii();
            if same && memchr::memchr(b'\\', all).is_none() {
                simple = str::from_utf8(all).ok().map(|text| (text, first.span.from));
            }
        }
        let values = [Span::default(); TagKind::COUNT];
        let mut tags = Self { bytes, record, values, encoding, simple, is_japanese: false };
        if record.format.is_shogi() && !formats::info(record.format).shogi.has_pgn_tags {
            tags.is_japanese = true;
            tags.shogi(bytes, record);
            return tags;
        }
        if record.format.is_shogi() {
            tags.shogi(bytes, record);
        }
        // In shogi records `Black` is the first player, unless the format uses chess tags.
        let info = formats::info(record.format);
        let black_begins = record.format.is_shogi() && (info.shogi.field)(b"White") != Some(Field::First);
        for tag in &record.tags {
            let name = tag.name.of(bytes);
            if let Some(kind) = if black_begins { shogi_kind(name) } else { tag.kind } {
                tags.set(kind, tag.value);
            }
        }
        if formats::info(record.format).prose == Prose::Printed {
            for (kind, span) in [TagKind::First, TagKind::Second].into_iter().zip(partie_replay::players(bytes, record))
            {
                if let Some(span) = span {
                    tags.set(kind, span);
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
            let kind = match (formats::info(record.format).shogi.field)(name) {
                Some(Field::Event) => TagKind::Event,
                Some(Field::Site) => TagKind::Site,
                Some(Field::Date) => TagKind::Date,
                Some(Field::First) => TagKind::First,
                Some(Field::Second) => TagKind::Second,
                Some(Field::Opening) => TagKind::Opening,
                Some(Field::TimeControl) => TagKind::TimeControl,
                Some(Field::FirstTimeControl) => TagKind::FirstTimeControl,
                Some(Field::SecondTimeControl) => TagKind::SecondTimeControl,
                Some(Field::Byoyomi) => TagKind::Byoyomi,
                Some(Field::Handicap) => TagKind::Handicap,
                _ => continue,
            };
            self.set(kind, tag.value);
        }
        if record.format == Format::Csa {
            self.ratings_of_server(record);
        }
        for (name, rating, title) in [
            (TagKind::First, TagKind::FirstRating, TagKind::FirstTitle),
            (TagKind::Second, TagKind::SecondRating, TagKind::SecondTitle),
        ] {
            let name = self.values[name as usize];
            let Ok(text) = str::from_utf8(name.of(bytes)) else { continue };
            let level = PlayerLevel::of(text);
            let place = |at: Range<usize>| Span::new(name.from as usize + at.start, name.from as usize + at.end);
            for (kind, at) in [(rating, level.rating), (title, level.grade)] {
                if let Some(at) = at {
                    self.set(kind, place(at));
                }
            }
        }
    }

    /// Reads ratings such as `'black_rate:Gikou+x:3901.0`, which servers write before the moves.
    fn ratings_of_server(&mut self, record: &Record) {
        let before = record.items.iter().take_while(|item| item.kind != ItemKind::Move);
        for item in before.filter(|item| matches!(item.kind, ItemKind::Comment | ItemKind::LineComment)) {
            let comment = item.span.of(self.bytes);
            let kind = match comment {
                _ if comment.starts_with(b"'black_rate:") => TagKind::FirstRating,
                _ if comment.starts_with(b"'white_rate:") => TagKind::SecondRating,
                _ => continue,
            };
            let Some(colon) = memchr::memrchr(b':', comment) else { continue };
            let digits = comment[colon + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let from = item.span.from as usize + colon + 1;
            self.set(kind, Span::new(from, from + digits));
        }
    }

    #[inline]
    fn set(&mut self, kind: TagKind, value: Span) {
        let place = &mut self.values[kind as usize];
        if place.is_empty() {
            *place = value;
        }
    }

    /// The value of a tag as bytes, trimmed; empty if missing or unknown (`?`).
    #[inline]
    pub fn known(&self, kind: TagKind) -> &'a [u8] {
        match self.values[kind as usize].of(self.bytes).trim_ascii() {
            value if is_unknown(value) => &[],
            value => value,
        }
    }

    /// True if the time control is `-`: the game had none.
    pub fn is_untimed(&self) -> bool {
        self.values[TagKind::TimeControl as usize].of(self.bytes).trim_ascii() == b"-"
    }

    /// The time control as written, including `-`. Different time controls of the players are joined: `first / second`.
    pub fn time_control(&self) -> Option<Text<'a>> {
        if self.is_untimed() {
            return Some(Cow::Borrowed("-"));
        }
        self.text(TagKind::TimeControl).or_else(|| {
            let sides = [TagKind::FirstTimeControl, TagKind::SecondTimeControl].map(|kind| self.text(kind));
            let [first, second] = sides.each_ref().map(|side| side.as_deref().unwrap_or("?"));
            sides.iter().any(Option::is_some).then(|| format!("{first} / {second}").into())
        })
    }

    /// The value of a tag as text, with escapes resolved; `None` if missing or unknown.
    #[inline]
    pub fn text(&self, kind: TagKind) -> Option<Text<'a>> {
        let span = self.values[kind as usize];
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
        let value = self.known(kind);
        if value.is_empty() { None } else { Some(decoded(value, self.encoding)) }
    }

    /// All tag names with their first values as written, with escapes resolved.
    pub fn pairs(&self) -> Pairs<'a> {
        let mut known = HashSet::new();
        let all = self.record.tags.iter().filter(|tag| known.insert(tag.name.of(self.bytes)));
        let pair = |tag: &Tag| {
            let [name, value] =
                [tag.name, tag.value].map(|span| decoded(span.of(self.bytes).trim_ascii(), self.encoding));
            (name, value)
        };
        Pairs(all.map(pair).collect())
    }

    /// The value of the tag called `name` as written, with escapes resolved.
    pub fn any(&self, name: &str) -> Option<Text<'a>> {
        self.record.value(self.bytes, name).map(|value| decoded(value.trim_ascii(), self.encoding))
    }

    /// The value of a tag as a number; a sign before it and a question mark after it are allowed.
    pub fn number(&self, kind: TagKind) -> Option<i16> {
        let value = self.known(kind);
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

    /// The value of a rating tag; `None` if it is 0, which denotes an unknown rating.
    pub fn rating(&self, kind: TagKind) -> Option<i16> {
        self.number(kind).filter(|rating| *rating > 0)
    }

    /// The shogi handicap, with its standard name if it has one; `None` for an even game (平手).
    pub fn handicap(&self) -> Option<Text<'a>> {
        let handicap = self.text(TagKind::Handicap).filter(|handicap| handicap.trim() != "平手")?;
        Some(usual_handicap(&handicap).map_or(handicap, Text::Borrowed))
    }

    /// Number of all tags.
    pub fn count(&self) -> usize {
        self.record.tags.len()
    }

    /// The recorded result: the token, or else the tag. `None` in shogi, where the result depends on the board.
    pub fn outcome(&self) -> Option<Option<Outcome>> {
        let of_tag = || GameTags::of_record(self.bytes, self.record).result;
        (!self.record.format.is_shogi()).then(|| self.record.outcome.or_else(of_tag))
    }

    /// The names of both players, if known.
    pub fn players(&self) -> [Option<Text<'a>>; 2] {
        [TagKind::First, TagKind::Second].map(|kind| self.text(kind))
    }

    /// The FIDE IDs of both players.
    pub fn fide_ids(&self) -> [Option<u64>; 2] {
        [TagKind::FirstFideId, TagKind::SecondFideId].map(|kind| self.text(kind)?.parse().ok().filter(|id| *id > 0))
    }

    /// The date, and its precision: 1 for the year, 2 for the month, 3 for the day.
    pub fn date(&self) -> Option<(Day, i8)> {
        date(self.known(TagKind::Date)).or_else(|| date(self.known(TagKind::UtcDate)))
    }

    /// The instant of the tags UTCDate and UTCTime.
    pub fn utc(&self) -> Option<Instant> {
        let (day, 3) = date(self.known(TagKind::UtcDate))? else { return None };
        let [h1, h2, b':', m1, m2, b':', s1, s2] = self.known(TagKind::UtcTime) else { return None };
        let two = |a: &u8, b: &u8| {
            (a.is_ascii_digit() && b.is_ascii_digit()).then(|| u32::from(a - b'0') * 10 + u32::from(b - b'0'))
        };
        let (hour, minute, second) = (two(h1, h2)?, two(m1, m2)?, two(s1, s2)?);
        (hour < 24 && minute < 60 && second < 60).then(|| Instant { day, second: hour * 3600 + minute * 60 + second })
    }

    /// The parsed time control; parts that cannot be parsed are `None`.
    pub fn control(&self) -> TimeControl {
        if self.is_japanese {
            return self.control_of_shogi();
        }
        let value = self.known(TagKind::TimeControl);
        let control = match self.encoding {
            _ if value.is_empty() => None,
            Encoding::Utf8 => TimeControl::of_tag(value),
            encoding => TimeControl::of_tag(encoding.decode(value).as_bytes()),
        };
        control.unwrap_or_default()
    }

    #[cold]
    fn control_of_shogi(&self) -> TimeControl {
        let text = |kind| self.text(kind);
        let main = [TagKind::TimeControl, TagKind::FirstTimeControl, TagKind::SecondTimeControl].map(text);
        let byoyomi = text(TagKind::Byoyomi);
        let sides = TimeControl::of_sides(main.each_ref().map(Option::as_deref), byoyomi.as_deref());
        TimeControl::common(sides.map(Option::unwrap_or_default))
    }

    /// The site's identifier of the game, from a tag or a site address.
    pub fn game_id(&self) -> Option<Text<'a>> {
        if let Some(id) = self.text(TagKind::GameId) {
            return Some(id);
        }
        for (kind, host) in [(TagKind::Site, &b"://lichess.org/"[..]), (TagKind::Link, &b"chess.com/"[..])] {
            let value = self.known(kind);
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

/// Maps PGN tag names of a shogi record, in which the first player is Sente or Black.
fn shogi_kind(name: &[u8]) -> Option<TagKind> {
    const SIDES: [(&str, bool); 4] = [("Sente", true), ("Black", true), ("Gote", false), ("White", false)];
    let text = std::str::from_utf8(name).ok()?;
    let Some((rest, first)) = SIDES.iter().find_map(|(side, first)| Some((text.strip_prefix(side)?, *first))) else {
        return TagKind::of(name);
    };
    let [of_first, of_second] = match rest.trim_start_matches('_').to_ascii_lowercase().as_str() {
        "" => [TagKind::First, TagKind::Second],
        "elo" | "rating" => [TagKind::FirstRating, TagKind::SecondRating],
        "ratingdiff" => [TagKind::FirstDiff, TagKind::SecondDiff],
        "title" | "grade" | "dan" | "rank" => [TagKind::FirstTitle, TagKind::SecondTitle],
        "team" => [TagKind::FirstTeam, TagKind::SecondTeam],
        _ => return None,
    };
    Some(if first { of_first } else { of_second })
}

/// True if a value states nothing, such as `?`.
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

/// Parses `2024.02.29`, `1888.??.??`, `2003/05/03 10:30:00`, `2003年5月3日`, `19910115` or `15 Jan 1991` into the day and
/// its precision.
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
    if let Some(day) = solid_date(value).or_else(|| date_in_words(value)) {
        return Some((day, 3));
    }
    let mut parts = value.split(|byte| !byte.is_ascii_digit()).filter(|part| !part.is_empty());
    let year = parts.next().filter(|year| year.len() == 4 && value.starts_with(year))?;
    let number = |part: &[u8]| part.iter().fold(0u16, |sum, byte| sum * 10 + u16::from(byte - b'0'));
    let small = |part: Option<&[u8]>| part.filter(|part| part.len() <= 2).map(|part| number(part) as u8);
    let year = number(year);
    if year == 0 {
        return None;
    }
    // Ignores a day without its month.
    let gap = memchr::memmem::find(value, b"??.").is_some();
    let month = small(parts.next()).filter(|month| !gap && (1..=12).contains(month));
    let day = month.and_then(|month| Day::new(year, month, small(parts.next())?));
    match (month, day) {
        (_, Some(day)) => Some((day, 3)),
        (Some(month), None) => Some((Day::new(year, month, 1)?, 2)),
        _ => Some((Day::new(year, 1, 1)?, 1)),
    }
}

/// Parses `19910115` as year, month and day.
#[cold]
fn solid_date(value: &[u8]) -> Option<Day> {
    let digits: &[u8; 8] = value.try_into().ok()?;
    let number = digits.iter().try_fold(0u32, |sum, byte| Some(sum * 10 + char::from(*byte).to_digit(10)?))?;
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
    (year >= 1000).then(|| Day::new(year as u16, month as u8, day as u8)).flatten()
}

/// Parses `15 Jan 1991` or `January 15, 1991`: an English month, a day and a year.
#[cold]
fn date_in_words(value: &[u8]) -> Option<Day> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    if !value.iter().any(u8::is_ascii_alphabetic) {
        return None;
    }
    let text = std::str::from_utf8(value).ok()?.to_ascii_lowercase();
    let (mut year, mut month, mut day) = (None, None, None);
    for part in text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).take(4) {
        let bare = ["st", "nd", "rd", "th"].iter().find_map(|end| part.strip_suffix(end)).unwrap_or(part);
        let place = MONTHS.iter().position(|name| part.len() >= 3 && name.starts_with(part) || part == "sept");
        match (bare.parse::<u16>(), place) {
            (_, Some(place)) if month.is_none() => month = Some(place as u8 + 1),
            (Ok(number), _) if bare.len() == 4 && year.is_none() => year = Some(number),
            (Ok(number @ 1..=31), _) if day.is_none() => day = Some(number as u8),
            _ => return None,
        }
    }
    Day::new(year.filter(|year| *year > 0)?, month?, day?)
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
        for text in
            ["19910115", "1991.1.15", "15 Jan 1991", "January 15, 1991", "Jan 15th 1991", "15-JAN-1991", "1991-Jan-15"]
        {
            assert_eq!(date(text.as_bytes()), Some((day(1991, 1, 15), 3)), "{text}");
        }
        for text in ["19911315", "01151991", "15 Jam 1991", "may", "1991 games", "15 Jan", "3 4 May 1991"] {
            assert_ne!(date(text.as_bytes()).map(|(_, known)| known), Some(3), "{text}");
        }
        assert_eq!(date(b"????.??.??"), None);
        assert_eq!(date(b"2023.02.30"), Some((day(2023, 2, 1), 2)));
    }
}
