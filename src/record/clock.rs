//! Clock times.

/// A time on a clock or spent on a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock(pub u64);

impl Clock {
    /// Parses `1:02:03`, `02:03`, `0:01:02.5`, `63`; minutes and seconds are below 60
    /// unless they come first. Ignores a line break inside the time. `None` if the text is not a time.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        Self::of_one_line(text).or_else(|| Self::of_one_line(unwrapped(text)?.as_bytes()))
    }

    fn of_one_line(text: &[u8]) -> Option<Self> {
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

    /// Parses `[%clk 0:04:31] }`, as servers end a comment, in fewer steps than [`Clock::parse`].
    #[inline(always)]
    pub fn parse_fast(text: &[u8; 16]) -> Option<Self> {
        const FORM: u128 = u128::from_le_bytes(*b"[%clk 0:00:00] }");
        const DIGITS: u128 = u128::from_le_bytes(*b"\0\0\0\0\0\0\x0f\0\x07\x0f\0\x07\x0f\0\0\0");
        const BEYOND: u128 = u128::from_le_bytes(*b"\0\0\0\0\0\0\x06\0\x02\x06\0\x02\x06\0\0\0");
        // XOR turns bytes that match the form into 0, and digits into their values.
        let left = u128::from_le_bytes(*text) ^ FORM;
        // Adding `BEYOND` carries a digit that is too large into a bit outside its mask.
        if (left | left.wrapping_add(BEYOND)) & !DIGITS != 0 {
            return None;
        }
        let digit = |at: usize| u64::from(text[at] & 15);
        Some(Self((digit(6) * 3600 + digit(8) * 600 + digit(9) * 60 + digit(11) * 10 + digit(12)) * 1000))
    }

    /// Formats the time as hours, minutes and seconds.
    pub fn text(self) -> String {
        let seconds = self.0 / 1000;
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

/// Removes the white space that a program inserted when it wrapped a line within a time: blanks with a line end, and
/// blanks beside a colon, which a line end may have become in a copy. `None` if the rest is not a time.
#[cold]
pub(super) fn unwrapped(text: &[u8]) -> Option<String> {
    let mut whole = String::new();
    let mut rest = text.trim_ascii();
    while !rest.is_empty() {
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        whole.push_str(str::from_utf8(word).ok()?);
        rest = after.trim_ascii_start();
        let blank = &after[..after.len() - rest.len()];
        let is_break = blank.is_empty() || blank.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        if !is_break && !whole.ends_with(':') && !rest.starts_with(b":") {
            return None;
        }
    }
    Clock::of_one_line(whole.as_bytes()).map(|_| whole)
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
    fn a_line_may_be_broken_within_a_clock() {
        for wrapped in ["0:\n00:46", "0\r\n:00:46", "0:00\n:46", "0:00:4\n6", "0: 00:46", " 0:00:46.\n0"] {
            assert_eq!(Clock::parse(wrapped.as_bytes()), Some(Clock(46_000)), "{wrapped:?}");
        }
        for other in ["0:00 46", "0:00:46 soon", "0:\n61:00", "0 00:46"] {
            assert_eq!(Clock::parse(other.as_bytes()), None, "{other:?}");
        }
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
}
