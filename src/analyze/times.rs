//! Clocks, times and evaluations in comments and cells, as numbers. Not for judging them: that is replay's.

use super::value::List;
use crate::notation::{csa, jkf, kif};
use crate::record::{Clock, Format};

/// Greatest evaluation that is no mate.
const MOST: i32 = 32_000;

/// What is told of the plies of a main line, one element a ply.
#[derive(Clone, Debug)]
pub struct Times {
    /// Clock after the ply, in milliseconds.
    pub clocks: Vec<i32>,
    /// Time spent on it.
    pub spent: Vec<i32>,
    /// Evaluation after it.
    pub evals: Vec<i32>,
    /// Lowest clock of the players of even and of odd plies.
    lowest: [i32; 2],
}

impl Default for Times {
    fn default() -> Self {
        Self { clocks: Vec::new(), spent: Vec::new(), evals: Vec::new(), lowest: [i32::MAX; 2] }
    }
}

impl Times {
    /// A game begins.
    pub fn begin(&mut self) {
        self.clocks.clear();
        self.spent.clear();
        self.evals.clear();
        self.lowest = [i32::MAX; 2];
    }

    /// Lowest clock of the players of odd and of even plies.
    pub fn lowest(&self) -> [Option<i32>; 2] {
        let [even, odd] = self.lowest.map(|lowest| (lowest < i32::MAX).then_some(lowest));
        [odd, even]
    }

    /// A comment after a ply, from 1.
    pub fn comment(&mut self, bytes: &[u8], ply: u32) {
        // What servers write: `{ [%clk 0:04:31] }`, perhaps behind an evaluation.
        if let Some((head, tail)) = bytes.split_last_chunk()
            && let Some(clock) = usual_clock(tail)
        {
            if head == b"{ " {
                return self.clock(ply, clock);
            }
            if let Some(value) = head.strip_prefix(b"{ [%eval ").and_then(|head| head.strip_suffix(b"] "))
                && let Some(eval) = usual_evaluation(value).or_else(|| evaluation(value))
            {
                set(&mut self.evals, ply, eval);
                return self.clock(ply, clock);
            }
        }
        self.any_comment(bytes, ply);
    }

    fn any_comment(&mut self, bytes: &[u8], ply: u32) {
        let mut rest = bytes;
        while let Some(at) = memchr::memchr(b'[', rest) {
            rest = &rest[at + 1..];
            let Some(command) = rest.strip_prefix(b"%") else { continue };
            match command {
                [b'c', b'l', b'k', value @ ..] => {
                    if let Some(clock) = time(value) {
                        self.clock(ply, clock);
                    }
                }
                [b'e', b'm', b't', value @ ..] => {
                    if let Some(spent) = time(value) {
                        set(&mut self.spent, ply, spent);
                    }
                }
                [b'e', b'v', b'a', b'l', b' ', value @ ..] => {
                    if let Some(eval) = evaluation(value) {
                        set(&mut self.evals, ply, eval);
                    }
                }
                _ => {}
            }
        }
    }

    #[inline(always)]
    fn clock(&mut self, ply: u32, clock: i32) {
        set(&mut self.clocks, ply, clock);
        let lowest = &mut self.lowest[ply as usize % 2];
        *lowest = clock.min(*lowest);
    }

    /// A cell with the time of a ply.
    pub fn cell(&mut self, bytes: &[u8], format: Format, ply: u32) {
        let spent = match format {
            Format::Csa => csa::time(bytes),
            Format::Jkf => jkf::time(bytes).map(|time| time.spent_ms),
            _ => kif::time_cell(bytes).map(|cell| cell.spent_ms),
        };
        if let Some(spent) = spent {
            set(&mut self.spent, ply, narrow(spent));
        }
    }
}

/// Sets the element of a ply; plies before it that have none become unknown.
#[inline(always)]
fn set(list: &mut Vec<i32>, ply: u32, value: i32) {
    let index = (ply as usize).saturating_sub(1);
    if list.len() == index {
        return list.push(value);
    }
    if list.len() < index {
        list.resize(index, List::UNKNOWN);
        return list.push(value);
    }
    list[index] = value;
}

/// The time of `[%clk 0:04:31] }`, in milliseconds, without the general reader.
#[inline(always)]
fn usual_clock(bytes: &[u8; 16]) -> Option<i32> {
    const FORM: u128 = u128::from_le_bytes(*b"[%clk 0:00:00] }");
    // What is left of a byte that has the form's value is 0, of a digit its value.
    let left = u128::from_le_bytes(*bytes) ^ FORM;
    const DIGITS: u128 = u128::from_le_bytes(*b"\0\0\0\0\0\0\x0f\0\x07\x0f\0\x07\x0f\0\0\0");
    const BEYOND: u128 = u128::from_le_bytes(*b"\0\0\0\0\0\0\x06\0\x02\x06\0\x02\x06\0\0\0");
    // A value that is too great carries over into the bit above its own.
    if (left | left.wrapping_add(BEYOND)) & !DIGITS != 0 {
        return None;
    }
    let [h, m1, m2, s1, s2] = [6, 8, 9, 11, 12].map(|at: usize| i32::from(bytes[at] & 15));
    Some((h * 3600 + m1 * 600 + m2 * 60 + s1 * 10 + s2) * 1000)
}

/// `0.25` or `-1.5`, in hundredths of a pawn, without the general reader.
#[inline(always)]
fn usual_evaluation(value: &[u8]) -> Option<i32> {
    let (sign, value) = match value {
        [b'-', rest @ ..] => (-1, rest),
        _ => (1, value),
    };
    let digits = match *value {
        [one, b'.', tenth, hundredth] => [b'0', one, tenth, hundredth],
        [ten, one, b'.', tenth, hundredth] => [ten, one, tenth, hundredth],
        [one, b'.', tenth] => [b'0', one, tenth, b'0'],
        _ => return None,
    };
    let [a, b, c, d] = digits.map(|digit| i32::from(digit.wrapping_sub(b'0')));
    let fits = (a < 10) & (b < 10) & (c < 10) & (d < 10);
    fits.then_some(sign * (a * 1000 + b * 100 + c * 10 + d))
}

fn narrow(milliseconds: u64) -> i32 {
    i32::try_from(milliseconds).unwrap_or(i32::MAX)
}

/// The time up to the closing bracket.
fn time(value: &[u8]) -> Option<i32> {
    let end = memchr::memchr(b']', value)?;
    Clock::parse(&value[..end]).map(|clock| narrow(clock.0))
}

/// `0.25`, `-13`, `#4`, `#-3`, also before a comma; hundredths of a pawn.
fn evaluation(value: &[u8]) -> Option<i32> {
    let mate = value.first() == Some(&b'#');
    let value = if mate { &value[1..] } else { value };
    let (sign, digits) = match value {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        _ => (1, value),
    };
    let (mut number, mut decimals, mut seen) = (0i32, None, false);
    for byte in digits {
        match byte {
            b'0'..=b'9' => {
                seen = true;
                if decimals.is_none_or(|count| count < 2) {
                    number = number.checked_mul(10)?.checked_add(i32::from(byte - b'0'))?;
                    decimals = decimals.map(|count| count + 1);
                }
            }
            b'.' if decimals.is_none() => decimals = Some(0),
            b']' | b',' | b' ' => break,
            _ => return None,
        }
    }
    if !seen {
        return None;
    }
    if mate {
        return Some(sign * (32_768 - number.min(700)).min(32_767));
    }
    let hundredths = number.checked_mul([100, 10, 1][decimals.unwrap_or(0)])?;
    Some(sign * hundredths.min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_and_mates() {
        assert_eq!(evaluation(b"0.25]"), Some(25));
        assert_eq!(evaluation(b"-1.5,20]"), Some(-150));
        assert_eq!(evaluation(b"3]"), Some(300));
        assert_eq!(evaluation(b"#1]"), Some(32_767));
        assert_eq!(evaluation(b"#-4]"), Some(-32_764));
        assert_eq!(evaluation(b"soon]"), None);
        assert_eq!(evaluation(b"999999999999]"), None);
        for value in ["0.25", "-1.5", "12.04", "-99.99", "0.0", "x.25", "1.x", "3", "#4", "", "-", "1.234", "1:25"] {
            let general = evaluation(value.as_bytes());
            assert!(usual_evaluation(value.as_bytes()).is_none_or(|usual| Some(usual) == general), "{value}");
        }
    }

    #[test]
    fn the_usual_clock_is_read_as_the_general_reader_reads_it() {
        assert_eq!(usual_clock(b"[%clk 0:04:31] }"), Some(271_000));
        let form = *b"[%clk 9:59:59] }";
        for at in 0..form.len() {
            for byte in 0..=u8::MAX {
                let mut text = form;
                text[at] = byte;
                let general = (text[..6] == form[..6] && text[13..] == form[13..])
                    .then(|| Clock::parse(&text[6..13]).filter(|_| text[7] == b':' && text[10] == b':'))
                    .flatten()
                    .filter(|_| [6, 8, 9, 11, 12].iter().all(|at: &usize| text[*at].is_ascii_digit()));
                assert_eq!(usual_clock(&text), general.map(|clock| narrow(clock.0)), "{text:?}");
            }
        }
    }

    #[test]
    fn comments_and_cells_fill_lists() {
        let mut times = Times::default();
        times.comment(b"{ [%eval 0.20] [%clk 0:02:59] }", 1);
        times.comment(b"{[%clk 1:00:01.5] good [see]}", 3);
        times.cell(b"( 0:12/00:03:40)", Format::Kif, 2);
        assert_eq!(times.clocks, [179_000, List::UNKNOWN, 3_601_500]);
        assert_eq!(times.lowest(), [Some(179_000), None]);
        assert_eq!(times.spent, [List::UNKNOWN, 12_000]);
        assert_eq!(times.evals, [20]);
    }
}
