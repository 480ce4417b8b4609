//! The values of cells: texts, hashes, days, instants and lists. Not for file formats.

use std::borrow::Cow;

/// A text, borrowed from the record if possible.
pub type Text<'a> = Cow<'a, str>;

/// A text that never needs quotes in CSV, such as a position or its material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word<'a>(pub &'a str);

impl<'a> Word<'a> {
    pub const fn text(self) -> &'a str {
        self.0
    }
}

/// A name from a fixed set, which never needs quotes in CSV: `chess`, `ok`, `L003`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Name(pub &'static str);

/// A name of at most 15 bytes that is present in most rows. It is stored in 16 bytes, which are fast to copy.
#[derive(Clone, Copy, Debug)]
pub struct Label(pub &'static LabelText);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelText {
    text: &'static str,
    bytes: [u8; 16],
}

static NO_LABEL: LabelText = LabelText::new("");

impl LabelText {
    /// Makes a label; a text of more than 15 bytes does not compile.
    pub const fn new(text: &'static str) -> Self {
        let mut bytes = [0; 16];
        let (begin, _) = bytes.split_at_mut(text.len());
        begin.copy_from_slice(text.as_bytes());
        assert!(text.len() < bytes.len(), "a label is too long");
        Self { text, bytes }
    }
}

impl Label {
    pub const fn text(self) -> &'static str {
        self.0.text
    }

    /// A fixed-size array, and the number of valid bytes in it.
    #[inline(always)]
    pub const fn bytes(self) -> (&'static [u8; 16], usize) {
        (&self.0.bytes, self.0.text.len())
    }
}

impl Default for Label {
    fn default() -> Self {
        Self(&NO_LABEL)
    }
}

/// A 64-bit hash; sixteen hexadecimal digits in text formats, because JavaScript rounds integers above 2^53.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Digest {
    pub fn digits(self) -> [u8; 16] {
        let mut text = [0; 16];
        text[..8].copy_from_slice(&eight_digits((self.0 >> 32) as u32));
        text[8..].copy_from_slice(&eight_digits(self.0 as u32));
        text
    }
}

/// The eight hexadecimal digits of a number, computed in parallel in a `u64`.
const fn eight_digits(number: u32) -> [u8; 8] {
    let mut word = number.swap_bytes() as u64;
    word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    word = (word >> 4 | word << 8) & 0x0f0f_0f0f_0f0f_0f0f;
    // Adding six carries into the high nibble for letters only.
    let letters = (word + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    (word + 0x3030_3030_3030_3030 + letters * (b'a' - b'0' - 10) as u64).to_le_bytes()
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// 0 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    pub day: u8,
}

impl Day {
    /// A day; `None` if the calendar has no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (year <= 9999 && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }

    /// Days since 1970-01-01; negative before it.
    pub fn since_1970(self) -> i32 {
        // Counts years from March, so that the leap day comes last.
        let early = i32::from(self.month <= 2);
        let year = i32::from(self.year) - early;
        let month = i32::from(self.month) + 12 * early - 3;
        let day_of_year = (153 * month + 2) / 5 + i32::from(self.day) - 1;
        365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
    }

    /// Formats `2024-02-29`.
    pub fn digits(self) -> [u8; 10] {
        let two = |number: u8| [b'0' + number / 10 % 10, b'0' + number % 10];
        let [y1, y2] = two((self.year / 100) as u8);
        let [y3, y4] = two((self.year % 100) as u8);
        let ([m1, m2], [d1, d2]) = (two(self.month), two(self.day));
        [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2]
    }
}

/// An instant in UTC: a day, and a second of that day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instant {
    pub day: Day,
    pub second: u32,
}

impl Instant {
    /// Milliseconds since 1970-01-01.
    pub fn since_1970(self) -> i64 {
        (i64::from(self.day.since_1970()) * 86_400 + i64::from(self.second)) * 1000
    }

    /// Formats `2024-02-29T10:30:00Z`.
    pub fn digits(self) -> [u8; 20] {
        let mut text = *b"0000-00-00T00:00:00Z";
        text[..10].copy_from_slice(&self.day.digits());
        for (at, number) in [(11, self.second / 3600), (14, self.second / 60 % 60), (17, self.second % 60)] {
            text[at] = b'0' + (number / 10 % 10) as u8;
            text[at + 1] = b'0' + (number % 10) as u8;
        }
        text
    }
}

/// A list of integers, one for each ply; [`List::UNKNOWN`] marks an unknown value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List<'a>(pub &'a [i32]);

impl List<'_> {
    /// Marks an unknown element.
    pub const UNKNOWN: i32 = i32::MIN;
}

/// A list of 16-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortList<'a>(pub List<'a>);

/// A list of words, separated by spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words<'a>(pub &'a str);

impl<'a> Words<'a> {
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.split_ascii_whitespace()
    }
}

/// Pairs of a unique name and its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs<'a>(pub Vec<(Text<'a>, Text<'a>)>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments() {
        let day = |year, month, day| Day::new(year, month, day).map(Day::since_1970);
        assert_eq!(day(1970, 1, 1), Some(0));
        assert_eq!(day(2024, 2, 29), Some(19_782));
        assert_eq!(day(1969, 12, 31), Some(-1));
        assert_eq!(day(1888, 3, 1), Some(-29_890));
        assert_eq!(day(2023, 2, 29), None);
        let day = Day::new(2026, 1, 31).unwrap_or_default();
        let moment = Instant { day, second: 20 * 3600 + 58 * 60 + 26 };
        assert_eq!(moment.digits(), *b"2026-01-31T20:58:26Z");
        assert_eq!(moment.since_1970(), 1_769_893_106_000);
    }

    #[test]
    fn hashes_have_sixteen_digits() {
        assert_eq!(Digest(0x00ab_0000_0000_00ff).digits(), *b"00ab0000000000ff");
        assert_eq!(Digest(0x0123_4567_89ab_cdef).digits(), *b"0123456789abcdef");
        assert_eq!(Digest(0xfedc_ba98_7654_3210).digits(), *b"fedcba9876543210");
    }
}
