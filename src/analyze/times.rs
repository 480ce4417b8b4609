//! Clocks, times and evaluations in comments and cells, as numbers. Not for judging them: that is replay's.

use super::value::List;
use crate::notation::{csa, jkf, kif};
use crate::record::{Clock, Format};

/// Greatest evaluation that is no mate.
const MOST: i32 = 32_000;

/// What is told of the plies of a main line, one element a ply.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Clock after the ply, in milliseconds.
    pub clocks: Vec<i32>,
    /// Time spent on it.
    pub spent: Vec<i32>,
    /// Evaluation after it.
    pub evals: Vec<i32>,
    /// Lowest clock of the players of odd and of even plies.
    pub lowest: [Option<i32>; 2],
}

impl Times {
    /// A game begins.
    pub fn begin(&mut self) {
        self.clocks.clear();
        self.spent.clear();
        self.evals.clear();
        self.lowest = [None; 2];
    }

    /// A comment after a ply, from 1.
    pub fn comment(&mut self, bytes: &[u8], ply: u32) {
        // What servers write: `{ [%clk 0:04:31] }`, perhaps behind an evaluation.
        if let [head @ .., b'[', b'%', b'c', b'l', b'k', b' ', h, b':', m1, m2, b':', s1, s2, b']', b' ', b'}'] = bytes
            && let Some(clock) = short([*h, *m1, *m2, *s1, *s2])
        {
            if head == b"{ " {
                return self.clock(ply, clock);
            }
            if let [b'{', b' ', b'[', b'%', b'e', b'v', b'a', b'l', b' ', value @ .., b']', b' '] = head
                && let Some(eval) = evaluation(value)
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

    #[inline]
    fn clock(&mut self, ply: u32, clock: i32) {
        set(&mut self.clocks, ply, clock);
        let lowest = &mut self.lowest[(ply as usize + 1) % 2];
        *lowest = Some(lowest.map_or(clock, |lowest| lowest.min(clock)));
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
#[inline]
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

/// The digits of `0:04:31`, in milliseconds, without the general reader.
#[inline]
fn short(digits: [u8; 5]) -> Option<i32> {
    let [h, m1, m2, s1, s2] = digits.map(|byte| i32::from(byte.wrapping_sub(b'0')));
    let fits = h < 10 && m1 < 6 && m2 < 10 && s1 < 6 && s2 < 10;
    fits.then_some((h * 3600 + m1 * 600 + m2 * 60 + s1 * 10 + s2) * 1000)
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
    }

    #[test]
    fn comments_and_cells_fill_lists() {
        let mut times = Times::default();
        times.comment(b"{ [%eval 0.20] [%clk 0:02:59] }", 1);
        times.comment(b"{[%clk 1:00:01.5] good [see]}", 3);
        times.cell(b"( 0:12/00:03:40)", Format::Kif, 2);
        assert_eq!(times.clocks, [179_000, List::UNKNOWN, 3_601_500]);
        assert_eq!(times.lowest, [Some(179_000), None]);
        assert_eq!(times.spent, [List::UNKNOWN, 12_000]);
        assert_eq!(times.evals, [20]);
    }
}
