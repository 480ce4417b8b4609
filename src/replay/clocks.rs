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

/// Rounding that programs are allowed, in milliseconds.
const TOLERANCE: u64 = 1_500;
/// A rise beyond this is no increment of any control, in milliseconds.
const GREAT_RISE: u64 = 120_000;

/// The clocks of both players.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    any_fell: bool,
    control: Option<TimeControl>,
    /// Who lost on time, by what the record states.
    forfeits: Option<Side>,
    last: [Option<Clock>; 2],
    fell: [Option<(u32, Span)>; 2],
    timed: u32,
    last_timed: u32,
    last_span: Span,
    move_limit: Option<(u64, &'static str)>,
}

/// Who made the last move, and its number in plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) side: Side,
    pub(super) ply: u32,
}

impl Clocks {
    /// A game with that time control begins; `forfeits` lost it on time, by what the record states.
    pub(super) fn begin(&mut self, control: Option<TimeControl>, limit: Option<&'static str>, forfeits: Option<Side>) {
        let move_limit = control.and_then(|control| control.per_move).zip(limit);
        *self = Self { control, forfeits, move_limit, ..Self::default() };
    }

    /// A move was made: if the mover's flag had fallen, the game went on after it.
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

    /// Reads the commands of a comment after the ply that `side` made. What servers write is handed on:
    /// `{ [%clk 0:04:31] }`, perhaps behind an evaluation.
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
                // The moves are sound, whatever a broadcaster's clock shows.
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
        // Whole seconds show the last second as zero: only that the player lost on time makes it a fallen flag.
        if clock.0 == 0 && self.forfeits == Some(side) {
            self.falls(mover, span);
        }
        let before = self.last[side.index()].replace(clock);
        if let Some(before) = before.filter(|before| clock.0 > before.0) {
            self.check_rise([before, clock], span, ply, collector);
        }
    }

    /// A clock stands at zero, which is a fallen flag, unless every move has a day of its own.
    #[cold]
    fn falls(&mut self, Mover { side, ply }: Mover, span: Span) {
        if !self.control.is_some_and(|control| control.daily) {
            self.fell[side.index()] = Some((ply, span));
            self.any_fell = true;
        }
    }

    fn check_rise(&self, [before, clock]: [Clock; 2], span: Span, ply: u32, collector: &mut Collector) {
        let rise = clock.0 - before.0;
        let increment = match self.control {
            Some(control) if control.adds => return,
            Some(control) => control.increment,
            None => None,
        };
        if rise <= increment.map_or(GREAT_RISE, |increment| increment + TOLERANCE) {
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

    fn check_move_time(&mut self, spent: Clock, span: Span, ply: u32, collector: &mut Collector) {
        let Some((limit, basis)) = self.move_limit.filter(|(limit, _)| spent.0 > *limit) else { return };
        collector.add_once_per_game(Code::C007, Severity::Warning, || {
            let message = say!("over-the-limit", spent = said(spent.text()), limit = said(Clock(limit).text()));
            Finding::new(Code::C007, span, message).at_ply(ply).basis(basis)
        });
    }

    /// The game ended after `plies`: clocks that stop before are said.
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

/// Whether that is `{ [%eval -12.34] ` and nothing else: no other command is short enough to stand in it.
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

    /// What the clocks of three comments of one side are taken for, and the codes that are found.
    fn codes_of(comments: [&str; 3], general: bool) -> (Option<Clock>, bool, Vec<Code>) {
        let mut clocks = Clocks::default();
        let mut collector = Collector::new(Wanted::default());
        clocks.begin(TimeControl::of_tag(b"300+2"), None, Some(Side::First));
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
}
