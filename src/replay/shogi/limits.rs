//! Compares main time and 秒読み with the times of the moves. Times and headers are parsed elsewhere.

use crate::collect::Collector;
use crate::context::GameContext;
use partie_notation::kif::TimeCell;
use partie_notation::moves::ShogiNotation;
use partie_notation::shogi_headers::Field;
use partie_notation::{TimeControl, formats};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Side;

/// Precision of recorded times, in milliseconds.
const SECOND: u64 = 1000;

/// The time controls of both sides, and the time used.
#[derive(Debug, Default)]
pub(super) struct Limits {
    controls: [Option<TimeControl>; 2],
    /// Clocks with a cap, by side.
    capped: [Option<CappedClock>; 2],
    used: [u64; 2],
    moves: [u64; 2],
    /// The ply of a last move over the limit, with its finding. The finding is dropped if the record ends by loss on
    /// time.
    last: Option<(u32, Finding)>,
}

/// A clock that never shows more than its cap, in milliseconds.
#[derive(Clone, Copy, Debug)]
struct CappedClock {
    cap: u64,
    /// The time left when the side was last to move.
    left: u64,
}

impl CappedClock {
    /// Returns the clock of a time control whose third number is its cap; `None` unless the cap is at least the time
    /// for the game.
    fn of(control: TimeControl) -> Option<Self> {
        let (base, cap) = (control.base?, control.byoyomi?);
        let left = base.saturating_add(control.increment.unwrap_or(0)).min(cap);
        (base > 0 && cap >= base).then_some(Self { cap, left })
    }

    /// Returns the time that was left for a move, and updates the clock with the time spent and the bonus.
    fn played(&mut self, spent: u64, bonus: u64) -> u64 {
        let left = self.left;
        self.left = left.saturating_sub(spent).saturating_add(bonus).min(self.cap);
        left
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    pub(super) side: Side,
    pub(super) ply: u32,
    pub(super) cell: TimeCell,
    pub(super) span: Span,
}

impl Limits {
    /// Reads the limits from the headers of a record.
    pub(super) fn of(context: &GameContext<'_, ShogiNotation>) -> Self {
        let GameContext { text, record, .. } = *context;
        if formats::info(record.format).shogi.has_pgn_tags {
            return Self::default();
        }
        let field_of = formats::info(record.format).shogi.field;
        let value = |field| {
            let tag = record.tags.iter().find(|tag| field_of(tag.name.of(text.bytes)) == Some(field))?;
            Some(text.decode(tag.value))
        };
        if record.tags.iter().any(|tag| text.decode(tag.name).contains("考慮時間")) {
            return Self::default();
        }
        let main = [Field::TimeControl, Field::FirstTimeControl, Field::SecondTimeControl].map(value);
        let byoyomi = value(Field::Byoyomi);
        let controls = TimeControl::of_sides(main.each_ref().map(Option::as_deref), byoyomi.as_deref());
        // The times of the moves do not show 考慮時間 and further periods of 秒読み.
        let controls = controls.map(|control| control.filter(|control| !control.has_more));
        let caps = context.book.rules.limit_caps_clock;
        let capped = controls.map(|control| control.filter(|_| caps).and_then(CappedClock::of));
        Self { controls, capped, ..Self::default() }
    }

    /// Adds the time of a move of the main line.
    pub(super) fn spent(&mut self, spent: Spent, collector: &mut Collector) {
        let Spent { side, ply, cell, span } = spent;
        self.report(collector);
        let index = side.index();
        let before = self.used[index];
        self.used[index] = cell.total_ms.unwrap_or(before.saturating_add(cell.spent_ms));
        self.moves[index] += 1;
        let Some(TimeControl { base: Some(base), byoyomi, increment, .. }) = self.controls[index] else { return };
        let added = increment.unwrap_or(0).saturating_mul(self.moves[index]);
        let (left, byoyomi) = match &mut self.capped[index] {
            Some(clock) => (clock.played(cell.spent_ms, increment.unwrap_or(0)), None),
            None => (base.saturating_add(added).saturating_sub(before), byoyomi.filter(|byoyomi| *byoyomi > 0)),
        };
        let over = cell.spent_ms.saturating_sub(left);
        let shown = |ms: u64| said(format!("{}:{:02}", ms / 60_000, ms / 1000 % 60));
        let finding = match byoyomi {
            Some(byoyomi) if over >= byoyomi.saturating_add(SECOND) => {
                let message = match left {
                    0 => say!("over-byoyomi", spent = shown(cell.spent_ms), byoyomi = shown(byoyomi)),
                    left => say!(
                        "over-main-and-byoyomi",
                        spent = shown(cell.spent_ms),
                        left = shown(left),
                        byoyomi = shown(byoyomi)
                    ),
                };
                Finding::new(Code::C007, span, message)
            }
            None if base > 0 && over >= SECOND => {
                let message = say!("main-time-used-up", base = shown(base), over = shown(over));
                Finding::new(Code::C005, span, message)
            }
            _ => return,
        };
        self.last = Some((ply, finding.at_ply(ply).help(say!("compare-times"))));
    }

    /// Ends the main line after `plies`. `on_time` is true if the record ends by a loss on time.
    pub(super) fn finish(&mut self, plies: u32, on_time: bool, collector: &mut Collector) {
        if on_time && self.last.as_ref().is_some_and(|(ply, _)| *ply == plies) {
            self.last = None;
        }
        self.report(collector);
    }

    fn report(&mut self, collector: &mut Collector) {
        if let Some((_, finding)) = self.last.take() {
            collector.add_once_per_game(finding.code, Severity::Warning, || finding);
        }
    }
}
