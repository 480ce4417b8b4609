//! Dates in tags: in PGN's notation, in another notation, ambiguous, or impossible. Findings are reported by
//! `game_tags`.

/// Reading of a date tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Day {
    /// `YYYY.MM.DD` with `?` for unknown digits, the beginning of such a date, or empty.
    Standard,
    /// Another notation, unambiguous; contains the date in PGN's notation.
    Otherwise(String),
    /// Ambiguous order of day and month; contains the date read with the day first, then with the month first.
    Open([String; 2]),
    /// The day that spreadsheets and databases write for an empty cell.
    Zero,
    /// February 29 of a year that has it in the Julian calendar only; contains the Gregorian day in March.
    Julian(u8),
    Impossible,
}

/// The unknown date of PGN.
pub(super) const UNKNOWN: &str = "????.??.??";

/// February 29 in years that have it in the Julian calendar only, with the Gregorian day in March.
const JULIAN: [(&[u8], u8); 4] = [(b"1500.02.29", 10), (b"1700.02.29", 11), (b"1800.02.29", 12), (b"1900.02.29", 13)];

/// Dates (year, month, day) that spreadsheets and databases write for an empty cell.
const ZERO: [(u32, u32, u32); 6] = [(1899, 12, 30), (1899, 12, 31), (1900, 1, 0), (0, 0, 0), (0, 1, 1), (1, 1, 1)];

/// Years accepted in notations other than PGN's.
const YEARS: std::ops::RangeInclusive<u32> = 1000..=2199;

/// Months by the first letters of their names: English, German, Dutch, French, Spanish, Italian.
const MONTHS: [&[&str]; 12] = [
    &["jan", "jän", "ene", "gen"],
    &["feb", "fév", "fev"],
    &["mar", "mär", "mae", "maa", "mrt"],
    &["apr", "avr", "abr"],
    &["may", "mai", "mei", "mag"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aoû", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt", "ott"],
    &["nov"],
    &["dec", "dez", "déc", "dic"],
];

/// Reads the value of a date tag.
#[inline]
pub(super) fn read(value: &[u8]) -> Day {
    if let [year @ .., b'.', m1, m2, b'.', d1, d2] = value
        && year.len() == 4
        && is_standard(year, [*m1, *m2], [*d1, *d2])
        && !matches!(value, [b'1', b'8', b'9', b'9', ..] | [b'0', ..])
    {
        return Day::Standard;
    }
    read_other(value)
}

/// True if the Gregorian calendar has the day. An unknown month, day or digit of the year matches any value.
fn is_standard(year: &[u8], month: [u8; 2], day: [u8; 2]) -> bool {
    let unknown = |bytes: [u8; 2]| bytes == *b"??";
    let month_number = number(&month);
    let month_fits = unknown(month) || month_number.is_some_and(|month| (1..=12).contains(&month));
    let days = days_of(number(year), month_number.unwrap_or(1));
    let day_fits = unknown(day) || number(&day).is_some_and(|day| (1..=days).contains(&day));
    year.iter().all(|byte| byte.is_ascii_digit() || *byte == b'?') && month_fits && day_fits
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0_u32, |sum, byte| {
        byte.is_ascii_digit().then(|| sum.saturating_mul(10).saturating_add(u32::from(byte - b'0')))
    })
}

/// Number of days in a month; an unknown year counts as a leap year.
fn days_of(year: Option<u32>, month: u32) -> u32 {
    let is_leap = year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A part of a date as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    /// Four digits or question marks.
    Year(&'a str),
    /// One or two digits; 0 often means that the number is unknown.
    Number(u32),
    Named(u32),
    Unknown,
}

impl<'a> Part<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let all = |is: fn(&u8) -> bool| text.as_bytes().iter().all(is);
        if text.len() == 4 && all(|byte| byte.is_ascii_digit() || *byte == b'?') {
            return Some(Self::Year(text));
        }
        if all(|byte| matches!(byte, b'?' | b'x' | b'X')) && text.len() <= 2 {
            return Some(Self::Unknown);
        }
        // `17th`, `1st`, `2e`.
        let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let ordinal = matches!(&text[digits.len()..], "" | "st" | "nd" | "rd" | "th" | "e" | "er");
        if ordinal && (1..=2).contains(&digits.len()) {
            return number(digits.as_bytes()).map(Self::Number);
        }
        let name = text.to_lowercase();
        let is_word = name.chars().count() >= 3 && name.chars().all(char::is_alphabetic);
        let is_named = |names: &&[&str]| names.iter().any(|first| name.starts_with(first));
        let month = MONTHS.iter().position(is_named).filter(|_| is_word)?;
        Some(Self::Named(month as u32 + 1))
    }

    /// Returns a month or a day of at most `most`; 0 if unknown, `None` for a year or a higher number.
    fn within(self, most: u32) -> Option<u32> {
        match self {
            Self::Number(number) | Self::Named(number) => Some(number).filter(|number| *number <= most),
            Self::Unknown => Some(0),
            Self::Year(_) => None,
        }
    }
}

#[cold]
fn read_other(value: &[u8]) -> Day {
    if matches!(value.trim_ascii(), b"" | b"?") || is_short(value) {
        return Day::Standard;
    }
    if let Some((_, march)) = JULIAN.iter().find(|(julian, _)| *julian == value) {
        return Day::Julian(*march);
    }
    let Ok(text) = std::str::from_utf8(value) else { return Day::Impossible };
    // Some programs add the hour; only midnight is accepted.
    let text = text.trim();
    let midnight = [" 00:00:00", "T00:00:00", " 0:00:00", " 00:00"];
    let text = midnight.iter().find_map(|hour| text.strip_suffix(hour)).unwrap_or(text);
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return compact(text);
    }
    let separators = [' ', '.', '/', '-', ',', '_', ':', '–', '—', '−'];
    let texts = text.split(separators).filter(|part| !part.is_empty());
    let parts: Option<Vec<Part<'_>>> =
        texts.filter(|part| !matches!(*part, "de" | "del" | "of")).map(Part::of).collect();
    let day = match parts.as_deref() {
        Some([year @ Part::Year(_), month, day]) => by_year(year, [(month, day), (month, day)]),
        // `17 Oct 2023` and `Oct 17, 2023`.
        Some([day, month @ Part::Named(_), year]) | Some([month @ Part::Named(_), day, year]) => {
            by_year(year, [(month, day), (month, day)])
        }
        Some([one, other, year]) => by_year(year, [(other, one), (one, other)]),
        Some([year @ Part::Year(_), month] | [month, year @ Part::Year(_)]) if !is_season(year, month) => {
            by_year(year, [(month, &Part::Unknown), (month, &Part::Unknown)])
        }
        _ => Day::Impossible,
    };
    match day {
        Day::Otherwise(right) if right.as_bytes() == value => Day::Standard,
        day => day,
    }
}

/// True for a year alone, or a year and a month: short, but possible.
fn is_short(value: &[u8]) -> bool {
    value.len() <= 7
        && value.len() >= 4
        && value[..4].iter().all(|byte| byte.is_ascii_digit() || *byte == b'?')
        && value[4..].iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'?'))
}

/// True if two numbers may be the years of a season: `2003/04`.
fn is_season(year: &Part<'_>, month: &Part<'_>) -> bool {
    match (year, month) {
        (Part::Year(year), Part::Number(next)) => {
            number(year.as_bytes()).is_none_or(|year| (year + 1) % 100 == *next) || *next == 0
        }
        _ => false,
    }
}

/// Reads a date of eight digits; impossible unless exactly one order gives a date from 1800 to 2199.
fn compact(text: &str) -> Day {
    let parts = |year: &str, month: &str, day: &str| {
        let found = number(year.as_bytes()).filter(|year| (1800..=2199).contains(year));
        found.map(|_| by_year_text(year, number(month.as_bytes()).unwrap_or(99), number(day.as_bytes()).unwrap_or(99)))
    };
    let orders = [
        parts(&text[..4], &text[4..6], &text[6..]),
        parts(&text[4..], &text[2..4], &text[..2]),
        parts(&text[4..], &text[..2], &text[2..4]),
    ];
    let mut read: Vec<String> = orders.into_iter().flatten().flatten().collect();
    read.dedup();
    match read.as_slice() {
        _ if matches!(text, "18991230" | "00000000") => Day::Zero,
        [one] => Day::Otherwise(one.clone()),
        _ => Day::Impossible,
    }
}

/// Reads a date from its year and two orders of month and day; the order with the day first comes first.
fn by_year(year: &Part<'_>, orders: [(&Part<'_>, &Part<'_>); 2]) -> Day {
    let Part::Year(year) = *year else { return Day::Impossible };
    let numbers = orders.map(|(month, day)| Some((month.within(12)?, day.within(31)?)));
    let known = number(year.as_bytes());
    let is_zero = |(month, day): &(u32, u32)| known.is_some_and(|year| ZERO.contains(&(year, *month, *day)));
    if numbers.iter().flatten().any(is_zero) {
        return Day::Zero;
    }
    if known.is_some_and(|year| !YEARS.contains(&year)) {
        return Day::Impossible;
    }
    // A day without a month is not a date.
    let [first, second] = numbers.map(|read| read.and_then(|(month, day)| by_year_text(year, month, day)));
    match (first, second) {
        (Some(first), Some(second)) if first != second => Day::Open([first, second]),
        (Some(read), _) | (None, Some(read)) => Day::Otherwise(read),
        (None, None) => Day::Impossible,
    }
}

/// Writes a date in PGN's notation; a month or day of 0 is unknown. `None` if no calendar day fits.
fn by_year_text(year: &str, month: u32, day: u32) -> Option<String> {
    let fits = month <= 12 && day <= days_of(number(year.as_bytes()), month.max(1)) && (month > 0 || day == 0);
    let part = |number: u32| if number == 0 { "??".to_owned() } else { format!("{number:02}") };
    fits.then(|| format!("{year}.{}.{}", part(month), part(day)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_notations_have_one_reading_or_two() {
        for (value, right) in [
            ("1984/05/??", "1984.05.??"),
            ("1984-05", "1984.05.??"),
            ("05/1984", "1984.05.??"),
            ("2022-11-17", "2022.11.17"),
            ("17.10.2023", "2023.10.17"),
            ("10/17/2023", "2023.10.17"),
            ("4/4/2020", "2020.04.04"),
            ("2024/1/4", "2024.01.04"),
            ("2019.00.00", "2019.??.??"),
            ("1984.05.00", "1984.05.??"),
            ("??/05/1984", "1984.05.??"),
            ("198?-??-??", "198?.??.??"),
            (" 2020.01.02", "2020.01.02"),
            ("2020.1.2", "2020.01.02"),
            ("20221117", "2022.11.17"),
            ("17 October 2023", "2023.10.17"),
            ("Oct 17th, 2023", "2023.10.17"),
            ("17-Okt-2023", "2023.10.17"),
            ("3. März 1931", "1931.03.03"),
            ("2022-11-17T00:00:00", "2022.11.17"),
        ] {
            assert_eq!(read(value.as_bytes()), Day::Otherwise(right.to_owned()), "{value}");
        }
        let open = Day::Open(["2020.04.03".to_owned(), "2020.03.04".to_owned()]);
        assert_eq!(read(b"03/04/2020"), open);
        assert_eq!(read(b"3.4.2020"), open);
    }

    #[test]
    fn what_no_calendar_has_is_impossible() {
        for value in [
            "2023.13.05",
            "2023-02-29",
            "31.04.2020",
            "32/01/2020",
            "17.10.23",
            "2003/04",
            "1999/00",
            "yesterday",
            "2020.00.15",
            "2022-11-17 18:30",
            "3/2020/4",
        ] {
            assert_eq!(read(value.as_bytes()), Day::Impossible, "{value}");
        }
        for value in ["2020.02.29", "1900.??.??", "????.??.??", "198?.05.??", "1984", "1984.05", "", "?", "2003.12.30"]
        {
            assert_eq!(read(value.as_bytes()), Day::Standard, "{value}");
        }
        for value in
            ["1899.12.30", "1899-12-30", "30.12.1899", "12/30/1899", "1900.01.00", "0000.00.00", "1899-12-30 00:00:00"]
        {
            assert_eq!(read(value.as_bytes()), Day::Zero, "{value}");
        }
        assert_eq!(read(b"1899.12.29"), Day::Standard);
        assert_eq!(read(b"1900.02.29"), Day::Julian(13));
    }
}
