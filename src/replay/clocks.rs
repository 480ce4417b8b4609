//! Clock times in the comments of the main line.

use super::collect::Collector;
use super::text::Text;
use partie_notation::TimeControl;
use partie_record::Clock;
use partie_record::commands::commands;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{ply as at_ply, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Side;

/// Tolerance for rounding by programs, in milliseconds.
const TOLERANCE: u64 = 1_500;
/// Maximum rise of a clock that can be an increment if the time control is unknown, in milliseconds.
const MAX_INCREMENT: u64 = 120_000;
const MINUTE: u64 = 60_000;
/// Numbers of moves after which organizers add time.
const PERIOD_MOVES: [u64; 11] = [30, 36, 40, 45, 50, 56, 60, 72, 80, 100, 120];
/// Rises, in milliseconds, that a second period explains if no tag gives the periods: from part of a quarter of an hour
/// to an hour with an increment.
const PERIOD_TIMES: std::ops::RangeInclusive<u64> = 10 * MINUTE..=61 * MINUTE;
/// Maximum last reading, in milliseconds, of a clock that runs down to zero before the next period is added.
const MAX_LEFT: u64 = 10 * MINUTE;

/// The clocks of both players.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    any_fell: bool,
    control: Option<TimeControl>,
    /// The side that lost on time, according to the record.
    forfeits: Option<Side>,
    last: [Option<Clock>; 2],
    fell: [Option<(u32, Span)>; 2],
    timed: u32,
    last_timed: u32,
    last_span: Span,
    move_limit: Option<(u64, &'static str)>,
    /// Number of plies before the first one of the record.
    plies_before: u32,
    /// For each player, the move number after which the time of a later period was last added.
    added_after: [u64; 2],
    /// True if a clock began with more time than the time control gives.
    exceeded: bool,
}

/// Time control and forfeit of a record.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms {
    pub(super) control: Option<TimeControl>,
    /// The paragraph that limits the time of each move.
    pub(super) move_limit: Option<&'static str>,
    /// The side that lost on time, according to the record.
    pub(super) forfeits: Option<Side>,
    /// Number of plies before the first one of the record, from its first move number.
    pub(super) plies_before: u32,
}

/// The side that made the last move, and its ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) side: Side,
    pub(super) ply: u32,
}

impl Clocks {
    /// Resets the clocks for a game with these terms.
    pub(super) fn begin(&mut self, terms: Terms) {
        let Terms { control, move_limit, forfeits, plies_before } = terms;
        let move_limit = control.and_then(|control| control.per_move).zip(move_limit);
        *self = Self { control, forfeits, move_limit, plies_before, ..Self::default() };
    }

    /// Reports that the game continued although the mover's flag had fallen.
    #[inline(always)]
    pub(super) fn moved(&mut self, mover: Mover, collector: &mut Collector) {
        if self.any_fell {
            self.moved_after_fall(mover, collector);
        }
    }

    #[cold]
    fn moved_after_fall(&mut self, Mover { side, ply }: Mover, collector: &mut Collector) {
        if let Some((fell, span)) = self.fell[side.index()].take() {
            collector.add_once_per_game(Code::C005, Severity::Warning, || {
                let message = say!("flag-fell", fell = at_ply(fell), ply = at_ply(ply));
                Finding::new(Code::C005, span, message).at_ply(fell).help(say!("compare-clock"))
            });
        }
    }

    /// Reads the commands of a comment after the mover's ply. Returns the clock only if the comment has the form that
    /// servers write: `{ [%clk 0:04:31] }`, perhaps with an evaluation first.
    #[inline(always)]
    pub(super) fn comment(
        &mut self,
        text: Text<'_>,
        span: Span,
        mover: Mover,
        collector: &mut Collector,
    ) -> Option<Clock> {
        let bytes = span.of(text.bytes);
        if let Some((head, tail)) = bytes.split_last_chunk()
            && (head == b"{ " || is_evaluation(head))
            && let Some(clock) = Clock::parse_fast(tail)
        {
            let place = Span { from: span.to - 16, to: span.to - 2 };
            self.clock(clock, place, mover, collector);
            return Some(clock);
        }
        self.any_comment(text, span, mover, collector);
        None
    }

    #[inline(never)]
    fn any_comment(&mut self, text: Text<'_>, span: Span, mover: Mover, collector: &mut Collector) {
        for command in commands(span.of(text.bytes)) {
            let is_clock = match command.name {
                b"clk" => true,
                b"emt" => false,
                _ => continue,
            };
            let [from, to] = [command.place.0, command.place.1].map(|at| span.from as usize + at);
            let place = Span::new(from, to);
            match Clock::parse(command.value) {
                Some(clock) if is_clock => {
                    self.clock(clock, place, mover, collector);
                    if clock.0 == 0 && memchr::memchr2(b'.', b',', command.value).is_some() {
                        self.falls(mover, place);
                    }
                }
                Some(spent) => self.check_move_time(spent, place, mover.ply, collector),
                // A warning only: a broadcaster's wrong clock does not affect the moves.
                None => collector.add_once_per_game(Code::C002, Severity::Warning, || {
                    let message = say!("clock-unreadable", command = said(text.show(place)));
                    Finding::new(Code::C002, place, message).at_ply(mover.ply).help(say!("write-clock-so"))
                }),
            }
        }
    }

    #[inline]
    fn clock(&mut self, clock: Clock, span: Span, mover: Mover, collector: &mut Collector) {
        let Mover { side, ply } = mover;
        self.timed += 1;
        self.last_timed = ply;
        self.last_span = span;
        // Whole seconds show the last second as zero, so zero is a fallen flag only if the player lost on time.
        if clock.0 == 0 && self.forfeits == Some(side) {
            self.falls(mover, span);
        }
        match self.last[side.index()].replace(clock) {
            Some(before) if clock.0 > before.0 => self.check_rise([before, clock], span, mover, collector),
            Some(_) => {}
            None => self.first_clock(clock),
        }
    }

    #[cold]
    fn first_clock(&mut self, clock: Clock) {
        let most = |control: TimeControl| Some(control.base? + 2 * control.increment.unwrap_or(0) + MINUTE);
        self.exceeded |= self.control.and_then(most).is_some_and(|most| clock.0 > most);
    }

    /// Records a fallen flag, unless the time control gives whole days for each move.
    #[cold]
    fn falls(&mut self, Mover { side, ply }: Mover, span: Span) {
        if !self.control.is_some_and(|control| control.daily) {
            self.fell[side.index()] = Some((ply, span));
            self.any_fell = true;
        }
    }

    fn check_rise(&mut self, clocks: [Clock; 2], span: Span, mover: Mover, collector: &mut Collector) {
        let ([before, clock], ply) = (clocks, mover.ply);
        let rise = clock.0 - before.0;
        let increment = match self.control {
            Some(control) if control.rises_freely || control.daily => return,
            Some(control) => control.increment,
            None => None,
        };
        if rise <= increment.map_or(MAX_INCREMENT, |increment| increment + TOLERANCE)
            || self.begins_period(clocks, mover)
        {
            return;
        }
        collector.add_once_per_game(Code::C001, Severity::Warning, || {
            let (from, to, at) = (said(before.text()), said(clock.text()), at_ply(ply));
            let message = match increment {
                Some(increment) => {
                    let more = rise - increment;
                    let more = said(format!("{}.{}", more / 1000, more % 1000 / 100));
                    say!("clock-rises-by", from = from, to = to, ply = at, seconds = more)
                }
                None => say!("clock-rises", from = from, to = to, ply = at),
            };
            Finding::new(Code::C001, span, message).at_ply(ply).help(say!("compare-or-correct-control"))
        });
    }

    /// True if a rise is the time of a later period of the time control. If the time control is unknown, a common time
    /// at a common move. Each period counts once.
    #[cold]
    fn begins_period(&mut self, [before, clock]: [Clock; 2], Mover { side, ply }: Mover) -> bool {
        let made = (u64::from(self.plies_before) + u64::from(ply)).div_ceil(2);
        let got = self.added_after[side.index()];
        let rise = clock.0 - before.0;
        // A clock that is read before it is pressed shows the added time a move later.
        let at_period_move = || PERIOD_MOVES.into_iter().find(|after| (*after..=after + 1).contains(&made));
        let named = self.control.filter(|control| control.base.is_some() && !self.exceeded);
        let after = match named {
            Some(control) => {
                let most = |time: u64| time + control.increment.unwrap_or(0) + TOLERANCE;
                let mut begun = control.periods.begun_by(made);
                begun.find_map(|period| {
                    let after = period.after.or_else(at_period_move)?;
                    let in_time = made <= after + 1 && rise <= most(period.time);
                    let at_zero = before.0 <= MAX_LEFT && clock.0 <= most(period.time);
                    (after > got && (in_time || at_zero)).then_some(after)
                })
            }
            None => at_period_move().filter(|after| *after > got && PERIOD_TIMES.contains(&rise)),
        };
        self.added_after[side.index()] = after.unwrap_or(got);
        after.is_some()
    }

    fn check_move_time(&mut self, spent: Clock, span: Span, ply: u32, collector: &mut Collector) {
        let Some((limit, basis)) = self.move_limit.filter(|(limit, _)| spent.0 > *limit) else { return };
        collector.add_once_per_game(Code::C007, Severity::Warning, || {
            let message = say!("over-the-limit", spent = said(spent.text()), limit = said(Clock(limit).text()));
            Finding::new(Code::C007, span, message).at_ply(ply).basis(basis)
        });
    }

    /// Reports clocks that stop before the end of a game of `plies` plies.
    pub(super) fn finish(&self, plies: u32, collector: &mut Collector) {
        if self.timed < 4 || self.last_timed + 4 > plies || self.timed + 4 < self.last_timed {
            return;
        }
        let from = self.last_timed + 1;
        collector.add_once_per_game(Code::C006, Severity::Info, || {
            let message = say!("clocks-missing", ply = at_ply(from));
            Finding::new(Code::C006, self.last_span, message).at_ply(from)
        });
    }
}

/// True for exactly `{ [%eval -12.34] `: no other command is short enough to fit in it.
#[inline(always)]
fn is_evaluation(head: &[u8]) -> bool {
    // Chunks of known length are compared without a call.
    head.len() <= "{ [%eval -12.34] ".len()
        && head.first_chunk() == Some(b"{ [%eval ")
        && head.last_chunk() == Some(b"] ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::Wanted;
    use partie_record::Encoding;

    /// Returns the last clock, whether a flag fell, and the codes found, for three comments of one side.
    fn codes_of(comments: [&str; 3], general: bool) -> (Option<Clock>, bool, Vec<Code>) {
        let mut clocks = Clocks::default();
        let mut collector = Collector::new(Wanted::default());
        let control = TimeControl::of_tag(b"300+2");
        clocks.begin(Terms { control, forfeits: Some(Side::First), ..Terms::default() });
        for (comment, ply) in comments.into_iter().zip([1, 3, 5]) {
            let text = Text { bytes: comment.as_bytes(), encoding: Encoding::Utf8, last: true };
            let span = Span::new(0, comment.len());
            clocks.moved(Mover { side: Side::First, ply }, &mut collector);
            if general {
                clocks.any_comment(text, span, Mover { side: Side::First, ply }, &mut collector);
            } else {
                clocks.comment(text, span, Mover { side: Side::First, ply }, &mut collector);
            }
        }
        let codes = collector.findings.iter().map(|finding| finding.code).collect();
        (clocks.last[0], clocks.any_fell, codes)
    }

    #[test]
    fn usual_comments_are_read_as_any_other() {
        let ends = ["[%clk 0:04:31] }", "[%clk 0:00:00] }", "[%clk 0:99:99] }", "[%clk 9:59:59] }", "[%clk 0:04:3] }"];
        let heads = [
            "{ ",
            "{",
            "{ [%eval 0.1] ",
            "{ [%eval -12.34] ",
            "{ [%eval #-12] ",
            "{ [%eval 0.1]",
            "{ [%eval 0.1] [%clk 0:00:00] ",
            "{ [%eval [%clk 1]",
            "{ [%eval 1][%clk 2] ",
            "{ [%eval ] [%emt x] ",
            "{ [%clk 7] ",
        ];
        for head in heads {
            for end in ends {
                let comment = format!("{head}{end}");
                let all = ["{ [%clk 0:05:00] }", comment.as_str(), "{ [%clk 0:04:00] }"];
                assert_eq!(codes_of(all, false), codes_of(all, true), "{comment}");
            }
        }
    }

    /// True if a rise of one clock at a move is reported under a time control.
    fn warns(control: &str, number: u32, [before, after]: [u64; 2]) -> bool {
        let mut clocks = Clocks::default();
        let mut collector = Collector::new(Wanted::default());
        let control = TimeControl::of_tag(control.as_bytes());
        clocks.begin(Terms { control, plies_before: 2 * number - 4, ..Terms::default() });
        for (ply, seconds) in [(1, before), (3, after)] {
            clocks.clock(Clock(seconds * 1000), Span::default(), Mover { side: Side::First, ply }, &mut collector);
        }
        !collector.findings.is_empty()
    }

    #[test]
    fn a_later_period_is_no_rise() {
        for (control, number, clocks) in [
            ("?", 40, [150, 3118]),
            ("", 41, [150, 3118]),
            ("-", 60, [600, 1500]),
            ("40/7200:3600", 40, [240, 3800]),
            ("40/7200:3600", 41, [240, 3800]),
            // The time is added when the clock reaches zero.
            ("40/7200:3600", 47, [20, 3590]),
            ("40/5400+30:1800+30", 40, [240, 2070]),
            ("40/7200:20/3600:900+30", 60, [100, 1000]),
            ("40/7200", 80, [100, 7000]),
            ("2 hours + 1 hour", 40, [100, 3600]),
            // In minutes, against the standard: the clock shows more than 90 seconds.
            ("90+30", 40, [600, 2390]),
        ] {
            assert!(!warns(control, number, clocks), "{control} {number} {clocks:?}");
        }
        for (control, number, clocks) in [
            ("?", 24, [3840, 5010]),
            ("?", 39, [150, 3118]),
            ("?", 40, [240, 11_060]),
            ("?", 40, [240, 540]),
            ("40/7200:3600", 24, [3840, 5010]),
            ("40/7200:3600", 47, [1200, 2400]),
            ("40/5400+30:1800+30", 40, [240, 11_060]),
            ("40/7200:20/3600:900+30", 50, [700, 1700]),
            ("40/7200", 60, [700, 7200]),
            ("2 hours + 1 hour", 24, [100, 3600]),
            ("5400+30", 40, [240, 2070]),
        ] {
            assert!(warns(control, number, clocks), "{control} {number} {clocks:?}");
        }
    }

    #[test]
    fn a_period_comes_once() {
        let mut clocks = Clocks::default();
        let mut collector = Collector::new(Wanted::default());
        clocks.begin(Terms { plies_before: 76, ..Terms::default() });
        for (ply, minutes) in [(1, 5), (3, 3), (5, 33), (7, 63)] {
            clocks.clock(Clock(minutes * MINUTE), Span::default(), Mover { side: Side::First, ply }, &mut collector);
        }
        assert_eq!(collector.findings.len(), 1);
        assert_eq!(collector.findings[0].ply, Some(7));
    }
}
