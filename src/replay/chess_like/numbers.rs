//! Move numbers and their dots.

use crate::collect::Collector;
use crate::text::Text;
use partie_record::finding::{Code, Finding, Grade, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Side;

/// The move number before the next move, and the numbers that did not fit.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    value: Option<u32>,
    dots: u32,
    span: Span,
    /// True if the parser of the format judges the numbers itself.
    silent: bool,
    /// True if the game does not start from the initial position; some programs then count from 1.
    from_position: bool,
    /// Mismatches to report after all lines, as a line that breaks uses them as evidence.
    mismatches: Vec<NumberMismatch>,
}

/// A move number that does not fit its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberMismatch {
    /// The number as written, with the number of its dots and its span.
    value: u32,
    dots: u32,
    pub(super) span: Span,
    /// The expected number, and the side to move.
    expected: i64,
    side: Side,
    /// The ply and line of the move after the number.
    pub(super) ply: u32,
    pub(super) line: u32,
    /// True if the number may be correct: its line breaks later, or the later numbers continue from it.
    pub(super) doubtful: bool,
}

impl NumberMismatch {
    /// The expected number with its dots.
    pub(super) fn expected_text(&self) -> String {
        format!("{}{}", self.expected, if self.side == Side::First { "." } else { "..." })
    }

    const fn dots_fit(&self) -> bool {
        match self.side {
            Side::First => self.dots == 1,
            Side::Second => self.dots >= 2,
        }
    }

    /// True if the number seems to belong to another move; false if only its dots are missing.
    fn contradicts(&self) -> bool {
        i64::from(self.value) != self.expected || self.dots > 0
    }

    fn report(&self, collector: &mut Collector) {
        let Self { value, expected, span, ply, side, doubtful, .. } = *self;
        let finding = |code, message, right| {
            let grade = if doubtful { Grade::Guess } else { Grade::Certain };
            let mut finding = Finding::new(code, span, message).at_ply(ply).fix(grade, right);
            finding.line = self.line;
            finding
        };
        if i64::from(value) != expected {
            collector.add_once_per_game(Code::N020, Severity::Warning, || {
                let message = say!("move-number", value = value, expected = expected);
                finding(Code::N020, message, expected.to_string()).help(say!("own-numbers-from-here"))
            });
        }
        if self.dots_fit() {
            return;
        }
        collector.add_once_per_game(Code::N022, Severity::Warning, || {
            let right = format!("{value}{}", if side == Side::First { "." } else { "..." });
            let message = match side {
                Side::First => say!("dots-of-white", seen = self.dots),
                Side::Second => say!("dots-of-black", seen = self.dots),
            };
            finding(Code::N022, message, right)
        });
    }
}

/// The digits of the numbers below 100; the first digit is in the lowest byte.
static DIGITS: [u16; 100] = {
    let mut all = [0; 100];
    let mut number = 0;
    while number < all.len() {
        let (tens, ones) = (b'0' as u16 + number as u16 / 10, b'0' as u16 + number as u16 % 10);
        all[number] = if number < 10 { ones } else { tens | (ones << 8) };
        number += 1;
    }
    all
};

/// True if a span contains the number in its usual form, `12.` or `12...`. False within the last bytes of a text.
#[inline(always)]
fn is_written_so(bytes: &[u8], span: Span, number: u32, side: Side) -> bool {
    let chunk = bytes.get(span.from as usize..).and_then(<[u8]>::first_chunk);
    let (Some(chunk), Some(digits)) = (chunk, DIGITS.get(number as usize)) else { return false };
    let count = 1 + u32::from(number > 9);
    let (dots, dot_count) = if side == Side::First { (0x2e, 1) } else { (0x2e_2e2e, 3) };
    let word = u64::from(*digits) | dots << (8 * count);
    let length = count + dot_count;
    span.to - span.from == length && (u64::from_le_bytes(*chunk) ^ word) << (u64::BITS - 8 * length) == 0
}

/// The next move: its true number and side, its line, and its ply from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    pub(super) number: u32,
    pub(super) side: Side,
    pub(super) line: u32,
    pub(super) ply: u32,
}

impl Due {
    /// True if the number `value` with `dots` dots is the expected one.
    #[inline(always)]
    fn fits(self, value: u32, dots: u32, offset: i64) -> bool {
        let dots_fit = if self.side == Side::First { dots == 1 } else { dots >= 2 };
        dots_fit && i64::from(value) == i64::from(self.number) + offset
    }
}

impl Pending {
    /// Resets the state for a game. If `silent`, numbers are not compared with the moves.
    pub(super) fn begin(&mut self, silent: bool, from_position: bool) {
        self.mismatches.clear();
        (self.silent, self.from_position) = (silent, from_position);
        self.forget();
    }

    /// Discards the last number.
    pub(super) fn forget(&mut self) {
        (self.value, self.dots, self.span) = (None, 0, Span::default());
    }

    /// Reads a number with its dots, or only dots. `due` is the move that directly follows, with the offset of the
    /// record's numbering from the true one. A fitting number, as nearly all are, is not stored.
    #[inline]
    pub(super) fn number(&mut self, text: Text<'_>, span: Span, due: Option<(Due, i64)>, collector: &mut Collector) {
        if let Some((due, 0)) = due
            && is_written_so(text.bytes, span, due.number, due.side)
        {
            (self.value, self.span) = (None, span);
            return;
        }
        self.other_number(text, span, due, collector);
    }

    /// Slow path of [`Self::number`].
    #[inline(never)]
    fn other_number(&mut self, text: Text<'_>, span: Span, due: Option<(Due, i64)>, collector: &mut Collector) {
        let bytes = span.of(text.bytes);
        // Nearly all numbers have one or two digits.
        let value = match bytes {
            [a @ b'0'..=b'9', b'.'] => Some(u32::from(a - b'0')),
            [a @ b'0'..=b'9', b @ b'0'..=b'9', b'.'] => Some(u32::from(a - b'0') * 10 + u32::from(b - b'0')),
            [a @ b'0'..=b'9', b'.', b'.', b'.'] => Some(u32::from(a - b'0')),
            [a @ b'0'..=b'9', b @ b'0'..=b'9', b'.', b'.', b'.'] => {
                Some(u32::from(a - b'0') * 10 + u32::from(b - b'0'))
            }
            _ => None,
        };
        let Some(value) = value else { return self.any_number(text, span, collector) };
        let dots = if bytes.len() > 3 { 3 } else { 1 };
        let fits = due.is_some_and(|(due, offset)| due.fits(value, dots, offset));
        (self.value, self.dots, self.span) = ((!fits).then_some(value), dots, span);
    }

    #[cold]
    #[inline(never)]
    fn any_number(&mut self, text: Text<'_>, span: Span, collector: &mut Collector) {
        let bytes = span.of(text.bytes);
        let mut value: u32 = 0;
        let mut digits = 0;
        for byte in bytes {
            match byte {
                b'0'..=b'9' => {
                    digits += 1;
                    value = value.wrapping_mul(10).wrapping_add(u32::from(byte - b'0'));
                }
                b'.' => self.dots += 1,
                _ => {}
            }
        }
        if digits == 0 {
            self.span.to = span.to;
            return;
        }
        let dots = bytes.len() as u32 - digits;
        (self.value, self.dots, self.span) = (Some(value), dots, span);
        if digits > 9 || bytes.first() == Some(&b'-') {
            self.value = None;
            collector.add_once_per_game(Code::N021, Severity::Warning, || {
                Finding::new(Code::N021, span, say!("no-move-number", token = said(text.show(span))))
                    .help(say!("write-number-or-remove"))
            });
        }
    }

    /// Compares the number with the move that follows. `offset` is the difference between the numbering of the record
    /// and the true one; a mismatch updates it.
    #[inline(always)]
    pub(super) fn check(&mut self, due: Due, offset: &mut i64) {
        if let Some(value) = self.value {
            if !due.fits(value, self.dots, *offset) {
                self.mismatch(value, due, offset);
            }
            self.value = None;
        }
        self.dots = 0;
    }

    #[cold]
    fn mismatch(&mut self, value: u32, due: Due, offset: &mut i64) {
        let Due { number, side, line, ply } = due;
        let number = i64::from(number);
        if self.silent {
            return;
        }
        let expected = number + *offset;
        *offset = i64::from(value) - number;
        let (dots, span) = (self.dots, self.span);
        self.mismatches.push(NumberMismatch { value, dots, span, expected, side, ply, line, doubtful: false });
    }

    /// Removes and returns the mismatches that lead up to the break of a line at ply `broken`, in their order in the
    /// record. The other mismatches of the line become doubtful.
    pub(super) fn of_broken(&mut self, line: u32, broken: u32) -> Vec<NumberMismatch> {
        let mut from = broken;
        let mut first = self.mismatches.len();
        // Lines are numbered as they open, so mismatches of this line come after mismatches of earlier lines.
        let own = self.mismatches.iter_mut().enumerate().rev().take_while(|(_, mismatch)| mismatch.line >= line);
        for (index, mismatch) in own.filter(|(_, mismatch)| mismatch.line == line && mismatch.contradicts()) {
            // While the sides are swapped, every number of the record is a mismatch, one for two plies.
            if mismatch.ply + 2 >= from {
                (from, first) = (mismatch.ply, index);
            } else {
                mismatch.doubtful = true;
            }
        }
        self.mismatches
            .extract_if(first.min(self.mismatches.len()).., |mismatch| mismatch.line == line && mismatch.contradicts())
            .collect()
    }

    /// Marks mismatches of a line that ends at ply `last` as doubtful, if later numbers may continue from them or if
    /// they are too high. A number may be the only trace of missing moves.
    #[cold]
    pub(super) fn mark_doubtful(&mut self, line: u32, last: u32) {
        for mismatch in self.mismatches.iter_mut().rev().take_while(|mismatch| mismatch.line >= line) {
            mismatch.doubtful |=
                mismatch.line == line && (mismatch.ply + 2 <= last || i64::from(mismatch.value) > mismatch.expected);
        }
    }

    /// True if a game from another start position is numbered from 1: its first number does not fit, and all later
    /// numbers continue from it.
    fn counts_anew(&self) -> bool {
        let mut strange = self.mismatches.iter().filter(|mismatch| i64::from(mismatch.value) != mismatch.expected);
        let is_first = |first: &NumberMismatch| first.value == 1 && first.line == 0 && first.ply <= 2;
        self.from_position && strange.next().is_some_and(is_first) && strange.next().is_none()
    }

    pub(super) fn report(&mut self, collector: &mut Collector) {
        if !self.mismatches.is_empty() && self.counts_anew() {
            for mismatch in &mut self.mismatches {
                let expected = std::mem::replace(&mut mismatch.expected, i64::from(mismatch.value));
                if expected != mismatch.expected {
                    collector.add_once_per_game(Code::N020, Severity::Info, || {
                        let message = say!("numbered-from-one", expected = expected);
                        Finding::new(Code::N020, mismatch.span, message).at_ply(mismatch.ply)
                    });
                }
            }
        }
        self.mismatches.drain(..).for_each(|mismatch| mismatch.report(collector));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::Encoding;

    #[test]
    fn a_number_that_is_due_is_one_like_others() {
        let mut collector = Collector::default();
        let numbers = (0..=120).flat_map(|number| {
            ["", ".", "..", "...", "....", " .", "-"].map(|dots| (number, format!("{number}{dots}")))
        });
        for (number, written) in numbers {
            // A move follows the number, or the text ends.
            for bytes in [format!("{written}Nf3 Nf6"), written.clone()] {
                let text = Text { bytes: bytes.as_bytes(), encoding: Encoding::default(), last: true };
                let span = Span::new(0, written.len());
                for (due_number, side) in
                    [number, number + 1].into_iter().flat_map(|n| [(n, Side::First), (n, Side::Second)])
                {
                    for offset in [0, 1] {
                        let due = Due { number: due_number, side, line: 0, ply: 7 };
                        let [fast, slow] = [true, false].map(|fast| {
                            let (mut pending, mut after) = (Pending::default(), offset);
                            let direct = Some((due, offset));
                            if fast {
                                pending.number(text, span, direct, &mut collector);
                            } else {
                                pending.other_number(text, span, direct, &mut collector);
                            }
                            pending.check(due, &mut after);
                            let found: Vec<_> = pending
                                .mismatches
                                .iter()
                                .map(|found| (found.value, found.dots, found.expected))
                                .collect();
                            (pending.value, pending.dots, pending.span, found, after)
                        });
                        assert_eq!(fast, slow, "{bytes} for {due:?}");
                    }
                }
            }
        }
    }
}
