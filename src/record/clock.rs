//! Clock times and time controls.

/// A time on a clock or spent on a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock(pub u64);

impl Clock {
    /// Reads `1:02:03`, `02:03`, `0:01:02.5`, `63`; minutes and seconds below 60
    /// unless they lead. Nothing if it is not a time.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        let mut parts = text.split(|&byte| byte == b':');
        let mut total: u64 = 0;
        let mut count = 0;
        let mut last: &[u8] = parts.next()?;
        loop {
            let next = parts.next();
            let (whole, fraction) = match (next, last.iter().position(|&byte| byte == b'.' || byte == b',')) {
                (None, Some(dot)) => (&last[..dot], &last[dot + 1..]),
                _ => (last, &last[..0]),
            };
            let value = digits(whole)?;
            if count > 0 && value >= 60 {
                return None;
            }
            total = total.checked_mul(60)?.checked_add(value)?;
            count += 1;
            let Some(more) = next else {
                let millis = thousandths(fraction)?;
                return (count <= 4).then_some(Self(total.checked_mul(1000)?.checked_add(millis)?));
            };
            last = more;
        }
    }

    /// The time of `[%clk 0:04:31] }`, as servers end a comment with it: the same as [`Clock::parse`] in a few steps.
    #[inline(always)]
    pub fn parse_fast(text: &[u8; 16]) -> Option<Self> {
        const FORM: u128 = u128::from_le_bytes(*b"[%clk 0:00:00] }");
        const DIGITS: u128 = u128::from_le_bytes(*b"\0\0\0\0\0\0\x0f\0\x07\x0f\0\x07\x0f\0\0\0");
        const BEYOND: u128 = u128::from_le_bytes(*b"\0\0\0\0\0\0\x06\0\x02\x06\0\x02\x06\0\0\0");
        // What is left of a byte that has the form's value is 0, of a digit its value.
        let left = u128::from_le_bytes(*text) ^ FORM;
        // A value that is too great carries over into the bit above its own.
        if (left | left.wrapping_add(BEYOND)) & !DIGITS != 0 {
            return None;
        }
        let [h, m1, m2, s1, s2] = [6, 8, 9, 11, 12].map(|at: usize| u64::from(text[at] & 15));
        Some(Self((h * 3600 + m1 * 600 + m2 * 60 + s1 * 10 + s2) * 1000))
    }

    /// Written as hours, minutes and seconds.
    pub fn text(self) -> String {
        let seconds = self.0 / 1000;
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

fn digits(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 9 {
        return None;
    }
    text.iter().try_fold(0u64, |sum, &byte| byte.is_ascii_digit().then(|| sum * 10 + u64::from(byte - b'0')))
}

fn thousandths(text: &[u8]) -> Option<u64> {
    let head = &text[..text.len().min(3)];
    let value = if head.is_empty() { 0 } else { digits(head)? };
    text.iter().all(u8::is_ascii_digit).then_some(value * [1000, 100, 10, 1][head.len()])
}

/// What a TimeControl tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// `?`: not known.
    Unknown,
    /// `-`: none.
    None,
    /// Every period gives this increment for each move, in milliseconds; `moves` when a
    /// single period covers one move only (`1/60`).
    Periods {
        /// The greatest increment of any period.
        increment: u64,
        /// Whether time is added at a move number, so that a clock may rise.
        adds: bool,
        /// The limit for each move, in milliseconds.
        per_move: Option<u64>,
        /// Whether every period gives a day or more to each single move, as daily chess does: no flag falls at a
        /// move then, whatever its clock shows.
        daily: bool,
    },
}

impl TimeControl {
    /// Reads the value of the tag: `300`, `300+2`, `40/9000:3600`, `*180`, `1/60`, `-`, `?`.
    pub fn parse(value: &[u8]) -> Option<Self> {
        match value.trim_ascii() {
            b"?" => return Some(Self::Unknown),
            b"-" | b"" => return Some(Self::None),
            _ => {}
        }
        let mut increment = 0;
        let mut per_move = None;
        let mut count = 0;
        let (mut hourglass, mut daily) = (false, true);
        for period in value.trim_ascii().split(|&byte| byte == b':') {
            let period = period.trim_ascii();
            hourglass |= period.first() == Some(&b'*');
            let period = period.strip_prefix(b"*").unwrap_or(period);
            let (moves, rest) = match period.iter().position(|&byte| byte == b'/') {
                Some(slash) => (Some(digits(&period[..slash])?), &period[slash + 1..]),
                None => (None, period),
            };
            let (base, plus) = match rest.iter().position(|&byte| byte == b'+') {
                Some(plus) => (seconds(&rest[..plus])?, seconds(&rest[plus + 1..])?),
                None => (seconds(rest)?, 0),
            };
            increment = increment.max(plus);
            per_move = (moves == Some(1)).then_some(base);
            daily &= per_move.is_some_and(|limit| limit >= DAY);
            count += 1;
        }
        let adds = count > 1 || hourglass || value.contains(&b'/');
        Some(Self::Periods { increment, adds, per_move: per_move.filter(|_| count == 1), daily })
    }
}

/// A day, in milliseconds.
const DAY: u64 = 86_400_000;

fn seconds(text: &[u8]) -> Option<u64> {
    let (whole, fraction) = match text.iter().position(|&byte| byte == b'.') {
        Some(dot) => (&text[..dot], &text[dot + 1..]),
        None => (text, &text[..0]),
    };
    Some(digits(whole)? * 1000 + thousandths(fraction)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_clocks() {
        assert_eq!(Clock::parse(b"0:04:31"), Some(Clock(271_000)));
        assert_eq!(Clock::parse(b"\n01:56:25"), Some(Clock(6_985_000)));
        assert_eq!(Clock::parse(b"0:00:01.5"), Some(Clock(1_500)));
        assert_eq!(Clock::parse(b"0:02:70"), None);
        assert_eq!(Clock::parse(b"soon"), None);
    }

    #[test]
    fn the_usual_clock_is_read_as_any_other() {
        assert_eq!(Clock::parse_fast(b"[%clk 0:04:31] }"), Some(Clock(271_000)));
        let form = *b"[%clk 9:59:59] }";
        for at in 0..form.len() {
            for byte in 0..=u8::MAX {
                let mut text = form;
                text[at] = byte;
                let general = (text[..6] == form[..6] && text[13..] == form[13..])
                    .then(|| Clock::parse(&text[6..13]).filter(|_| text[7] == b':' && text[10] == b':'))
                    .flatten()
                    .filter(|_| [6, 8, 9, 11, 12].iter().all(|at: &usize| text[*at].is_ascii_digit()));
                assert_eq!(Clock::parse_fast(&text), general, "{text:?}");
            }
        }
    }

    #[test]
    fn reads_time_controls() {
        let plain = TimeControl::Periods { increment: 2_000, adds: false, per_move: None, daily: false };
        assert_eq!(TimeControl::parse(b"300+2"), Some(plain));
        assert!(matches!(TimeControl::parse(b"40/9000:3600"), Some(TimeControl::Periods { adds: true, .. })));
        assert!(matches!(TimeControl::parse(b"1/60"), Some(TimeControl::Periods { per_move: Some(60_000), .. })));
        for daily in ["1/86400", "1/432000", "1/259200:1/86400"] {
            let read = TimeControl::parse(daily.as_bytes());
            assert!(matches!(read, Some(TimeControl::Periods { daily: true, .. })), "{daily}");
        }
        for quick in ["1/86399", "1/60", "86400", "40/86400", "1/259200:3600", "*86400"] {
            let read = TimeControl::parse(quick.as_bytes());
            assert!(matches!(read, Some(TimeControl::Periods { daily: false, .. })), "{quick}");
        }
        assert!(TimeControl::parse(b"10.931+0.109").is_some());
        assert_eq!(TimeControl::parse(b"five minutes"), None);
    }
}
