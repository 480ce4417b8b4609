//! Reads clocks, times and evaluations of comments and cells as numbers. Not for checking them.

use super::value::List;
use partie_notation::engine_text::EngineText;
use partie_notation::remark::{self, Evaluation};
use partie_notation::{formats, jkf};
use partie_record::commands::{Command, commands};
use partie_record::{Clock, Format};
use partie_rules::Side;

/// Maximum evaluation other than a mate, in hundredths of a pawn.
const MAX_EVAL: i32 = 32_000;

/// Clocks, times and evaluations of a main line, one element for each ply.
#[derive(Clone, Debug)]
pub struct Times {
    /// The clock after the ply, in milliseconds.
    pub clocks: Vec<i32>,
    pub spent: Vec<i32>,
    pub evals: Vec<i32>,
    /// Search depth in plies.
    pub depths: Vec<i32>,
    /// True if the first player makes the moves of even plies.
    first_is_even: bool,
    /// Lowest clock on even and on odd plies.
    lowest: [i32; 2],
    /// True if lists must be complete; otherwise only their first elements are needed, to show that they are not empty.
    whole: bool,
}

impl Times {
    /// If `whole`, lists are complete; otherwise a list that is not empty may lack elements.
    pub const fn new(whole: bool) -> Self {
        Self {
            clocks: Vec::new(),
            spent: Vec::new(),
            evals: Vec::new(),
            depths: Vec::new(),
            first_is_even: false,
            lowest: [i32::MAX; 2],
            whole,
        }
    }

    /// Begins a game; `first_turn` makes the first move.
    pub fn begin(&mut self, first_turn: Side) {
        self.clocks.clear();
        self.spent.clear();
        self.evals.clear();
        self.depths.clear();
        self.first_is_even = first_turn == Side::Second;
        self.lowest = [i32::MAX; 2];
    }

    /// Lowest clock on odd and on even plies.
    pub fn lowest(&self) -> [Option<i32>; 2] {
        let [even, odd] = self.lowest.map(|lowest| (lowest < i32::MAX).then_some(lowest));
        [odd, even]
    }

    /// Visits a comment after a ply (from 1); `common` is the clock at its end, if that has the most common form.
    #[inline(always)]
    pub fn comment(&mut self, bytes: &[u8], ply: u32, common: Option<Clock>) {
        let Some(clock) = common else { return self.any_comment(bytes, ply) };
        if let Some(clock) = narrow(clock.0) {
            self.clock(ply, clock);
        }
        let is_wanted = self.whole || self.evals.is_empty() || self.clocks.is_empty();
        if is_wanted && bytes.len() > "{ [%clk 0:04:31] }".len() {
            self.evaluation(bytes, ply);
        }
    }

    /// Reads the evaluation before a clock in the most common form.
    fn evaluation(&mut self, bytes: &[u8], ply: u32) {
        match common_evaluation(bytes) {
            Some(eval) => set(&mut self.evals, ply, eval),
            None => self.any_comment(bytes, ply),
        }
    }

    /// Visits a shogi comment after a ply. The ply's first evaluation counts: programs write the best move first.
    #[cold]
    pub fn remark(&mut self, bytes: &[u8], format: Format, ply: u32) {
        let text = if formats::info(format).is_json { jkf::string(bytes) } else { None };
        let bare = text.as_deref().map_or_else(|| (formats::info(format).bare_comment)(bytes), str::as_bytes);
        // Comments that were converted from CSA keep the second `*` of CSA.
        let bare = if bare.starts_with(b"**") { &bare[1..] } else { bare };
        let Some(evaluation) = remark::evaluation(bare, format != Format::Csa) else { return };
        if self.evals.len() < ply as usize {
            set(&mut self.evals, ply, value(evaluation));
        }
    }

    fn any_comment(&mut self, bytes: &[u8], ply: u32) {
        let mut end = usize::from(bytes.first() == Some(&b'{'));
        for Command { name, value, place } in commands(bytes) {
            end = place.1;
            match name {
                b"clk" => {
                    if let Some(clock) = time(value) {
                        self.clock(ply, clock);
                    }
                }
                b"emt" => {
                    if let Some(spent) = time(value) {
                        set(&mut self.spent, ply, spent);
                    }
                }
                b"eval" => {
                    let value = value.trim_ascii_start();
                    if let Some(eval) = evaluation(value) {
                        set(&mut self.evals, ply, eval);
                    }
                    let (_, depth) = value.split_at(memchr::memchr(b',', value).map_or(value.len(), |comma| comma + 1));
                    if let Some(depth) = str::from_utf8(depth).ok().and_then(|depth| depth.trim().parse::<u16>().ok()) {
                        set(&mut self.depths, ply, depth.into());
                    }
                }
                _ => {}
            }
        }
        let words = &bytes[end..];
        self.engine_text(words.strip_suffix(b"}").unwrap_or(words).trim_ascii(), ply);
    }

    /// Visits the words of a comment of an engine match, which begins with numbers: evaluation, depth and times.
    fn engine_text(&mut self, words: &[u8], ply: u32) {
        if words.is_empty() {
            return;
        }
        let text = EngineText::parse(words);
        if let Some(score) = text.score {
            set(&mut self.evals, ply, value(score.of_first(ply.is_multiple_of(2) == self.first_is_even)));
        }
        if let Some(depth) = text.depth {
            set(&mut self.depths, ply, depth as i32);
        }
        if let Some(spent) = text.spent_ms.and_then(narrow) {
            set(&mut self.spent, ply, spent);
        }
        if let Some(left) = text.left_ms.and_then(narrow) {
            self.clock(ply, left);
        }
    }

    #[inline(always)]
    fn clock(&mut self, ply: u32, clock: i32) {
        if self.whole || self.clocks.is_empty() {
            set(&mut self.clocks, ply, clock);
        }
        let lowest = &mut self.lowest[ply as usize % 2];
        *lowest = clock.min(*lowest);
    }

    /// Visits a time cell of a ply.
    pub fn cell(&mut self, bytes: &[u8], format: Format, ply: u32) {
        let spent = formats::time(format, bytes).map(|cell| cell.spent_ms);
        if let Some(spent) = spent.and_then(narrow) {
            set(&mut self.spent, ply, spent);
        }
    }
}

/// Sets the element of a ply; missing elements before it become unknown.
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

/// Fast path: parses the evaluation of `{ [%eval -1.5] [%clk 0:04:31] }` in hundredths of a pawn, with one or two
/// digits before and after the dot. The caller has checked the rest of the comment.
#[inline(always)]
fn common_evaluation(comment: &[u8]) -> Option<i32> {
    const COMMAND: usize = "{ [%eval ".len();
    const CLOCK: usize = "] [%clk 0:04:31] }".len();
    // The value is at the end of the eight bytes, so all digits have fixed positions.
    let (word, _) = comment.split_last_chunk::<CLOCK>()?;
    let mut end = word.len();
    let mut word = u64::from_le_bytes(*word.last_chunk()?);
    if word >> 48 & 0xff == u64::from(b'.') {
        word = word >> 8 | u64::from(b'0') << 56;
        end += 1;
    }
    let byte = |at: u32| (word >> (8 * at)) as u8;
    let digit = |at: u32| i32::from(byte(at).wrapping_sub(b'0'));
    let tens = digit(3);
    let (tens, sign, begin) = if tens < 10 { (tens, byte(2), end - 5) } else { (0, byte(3), end - 4) };
    let minus = sign == b'-';
    let fits = (digit(4) < 10)
        & (digit(6) < 10)
        & (digit(7) < 10)
        & (byte(5) == b'.')
        & (minus | (sign == b' '))
        & (begin == COMMAND + usize::from(minus));
    let value = tens * 1000 + digit(4) * 100 + digit(6) * 10 + digit(7);
    fits.then_some(if minus { -value } else { value })
}

fn value(evaluation: Evaluation) -> i32 {
    match evaluation {
        Evaluation::Score(score) => score.clamp(-MAX_EVAL, MAX_EVAL),
        Evaluation::Mate { by_first, plies } => mate_in(plies.map_or(0, i32::from), by_first),
    }
}

/// The number of moves to mate, negative if the second player mates; `None` if the evaluation is no mate.
pub(super) fn moves_to_mate(evaluation: i32) -> Option<i16> {
    let count = i16::try_from(32_768 - evaluation.abs()).ok()?;
    (evaluation.abs() > MAX_EVAL).then(|| if evaluation > 0 { count } else { -count })
}

/// The evaluation of a mate in `count` moves of chess or plies of shogi.
fn mate_in(count: i32, by_first: bool) -> i32 {
    let value = (32_768 - count.min(700)).min(32_767);
    if by_first { value } else { -value }
}

/// Converts milliseconds to `i32`; `None` from 24.8 days on.
fn narrow(milliseconds: u64) -> Option<i32> {
    i32::try_from(milliseconds).ok()
}

/// Parses a clock, and returns milliseconds.
fn time(value: &[u8]) -> Option<i32> {
    Clock::parse(value).and_then(|clock| narrow(clock.0))
}

/// Parses `0.25`, `-13`, `#4` or `#-3` into hundredths of a pawn. A comma and the depth may follow; a whole number
/// before them is in hundredths: `24,18`.
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
        return Some(mate_in(number, sign > 0));
    }
    let is_hundredths = decimals.is_none() && digits.contains(&b',');
    let factor = if is_hundredths { 1 } else { [100, 10, 1][decimals.unwrap_or(0)] };
    let hundredths = number.checked_mul(factor)?;
    Some(sign * hundredths.min(MAX_EVAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_and_mates() {
        assert_eq!(evaluation(b"0.25]"), Some(25));
        assert_eq!(evaluation(b"-1.5,20]"), Some(-150));
        assert_eq!(evaluation(b"3]"), Some(300));
        assert_eq!(evaluation(b"-24,18]"), Some(-24));
        assert_eq!(evaluation(b"#1]"), Some(32_767));
        assert_eq!(evaluation(b"#-4]"), Some(-32_764));
        assert_eq!(evaluation(b"soon]"), None);
        assert_eq!(evaluation(b"999999999999]"), None);
        for value in [
            "0.25",
            "-1.5",
            "12.04",
            "-99.99",
            "0.0",
            "x.25",
            "1.x",
            "3",
            "#4",
            "",
            "-",
            "1.234",
            "1:25",
            "123.4",
            "1.2,20",
            "-.5",
            "1.",
            "--1.5",
            "0.25] [%emt 0:00:05",
        ] {
            let comment = format!("{{ [%eval {value}] [%clk 0:04:31] }}");
            let common = common_evaluation(comment.as_bytes());
            assert!(common.is_none_or(|common| Some(common) == evaluation(value.as_bytes())), "{value}");
            let looks_common = ["0.25", "-1.5", "12.04", "-99.99", "0.0"].contains(&value);
            assert_eq!(common.is_some(), looks_common, "{value}");
        }
    }

    #[test]
    fn comments_and_cells_fill_lists() {
        let mut times = Times::new(true);
        times.comment(b"{ [%eval 0.20] [%clk 0:02:59] }", 1, Some(Clock(179_000)));
        times.comment(b"{[%clk 1:00:01.5] good [see]}", 3, None);
        times.comment(b"{ [%eval #-4] [%clk 0:02:58] }", 4, Some(Clock(178_000)));
        times.cell(b"( 0:12/00:03:40)", Format::Kif, 2);
        assert_eq!(times.clocks, [179_000, List::UNKNOWN, 3_601_500, 178_000]);
        assert_eq!(times.lowest(), [Some(179_000), Some(178_000)]);
        assert_eq!(times.spent, [List::UNKNOWN, 12_000]);
        assert_eq!(times.evals, [20, List::UNKNOWN, List::UNKNOWN, -32_764]);
        times.begin(Side::First);
        times.remark("**評価値=45".as_bytes(), Format::Kif, 1);
        times.remark("*#評価値=-67".as_bytes(), Format::Kif, 1);
        times.remark(b"'** -1000000 +2726FU", Format::Csa, 3);
        times.remark(b"'* 14", Format::Csa, 4);
        times.remark("\"*詰み=後手勝ち:4手\"".as_bytes(), Format::Jkf, 5);
        times.remark(b"*77", Format::Ki2, 6);
        assert_eq!(times.evals, [45, List::UNKNOWN, -MAX_EVAL, List::UNKNOWN, -32_764, 77]);
    }
}
