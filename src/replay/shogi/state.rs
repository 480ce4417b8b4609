//! State of the replay of a shogi game.

use super::books::ChosenBook;
use super::draws::Draws;
use super::gap::Jump;
use super::limits::{Limits, Spent};
use super::stated::Foul;
use crate::collect::Collector;
use crate::context::{GameContext, LineState, ReplayTypes};
use partie_notation::formats;
use partie_notation::moves::ShogiNotation;
use partie_record::Format;
use partie_record::book::ShogiRules;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Rules as _;
use partie_rules::shogi::Position;

/// State of the replay of a shogi game.
#[derive(Debug)]
pub(crate) struct State {
    pub(super) draws: Draws,
    pub(super) times: Times,
    /// The last move number, and its difference from the count of moves, until the next move is judged.
    pub(super) number: Option<Span>,
    pub(super) jump: Option<Jump>,
    /// The foul by which the main line ends.
    pub(super) foul: Option<Foul>,
    /// The rule book, and the source of its choice.
    pub(super) chosen: ChosenBook,
    /// True if the players are called 下手 and 上手.
    pub(super) handicap: bool,
    pub(super) initial: Position,
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            draws: Draws::default(),
            times: Times::default(),
            number: None,
            jump: None,
            foul: None,
            chosen: ChosenBook::default(),
            handicap: false,
            initial: Position::start(),
        }
    }
}

impl ReplayTypes for ShogiNotation {
    type BookRules = ShogiRules;
    type State = State;
}

/// Tolerance of a total in milliseconds per move, as programs drop fractions of seconds.
const SECOND: u64 = 1000;

/// The times of both players so far.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// Running totals as the record states them, in milliseconds.
    totals: [Option<u64>; 2],
    /// True if a wrong total was reported.
    reported: [bool; 2],
    /// The time limits of both sides.
    pub(super) limits: Limits,
}

impl Times {
    pub(super) fn begin(&mut self, context: &GameContext<'_, ShogiNotation>) {
        *self = Self { limits: Limits::of(context), ..Self::default() };
    }

    /// Reads the cell with the time of a move.
    #[inline]
    pub(super) fn cell(
        &mut self,
        context: &GameContext<'_, ShogiNotation>,
        span: Span,
        line: &LineState<ShogiNotation>,
        collector: &mut Collector,
    ) {
        let text = context.text;
        let bytes = span.of(text.bytes);
        // The cell of a closing word belongs to the side to move.
        let side = if line.ended { line.position.turn() } else { line.position.turn().other() };
        // Times in JSON are numbers written by programs, not cells that can be cut off or misread.
        let is_json = formats::info(context.record.format).is_json;
        let Some(cell) = formats::time(context.record.format, bytes) else {
            if is_json {
                return;
            }
            if text.last && span.to as usize == text.bytes.len() && !bytes.ends_with(b")") {
                return collector.add_once_per_game(Code::S014, Severity::Error, || {
                    Finding::new(Code::S014, span, say!("cut-off", token = said(text.show(span))))
                        .at_ply(line.ply)
                        .help(say!("look-for-complete-copy"))
                });
            }
            return collector.add_once_per_game(Code::C002, Severity::Warning, || {
                Finding::new(Code::C002, span, say!("time-unreadable", time = said(text.show(span))))
                    .at_ply(line.ply)
                    .help(match context.record.format {
                        Format::Csa => say!("write-time-of-csa"),
                        _ => say!("write-time-so"),
                    })
            });
        };
        if !line.ended {
            self.limits.spent(Spent { side, ply: line.ply, cell, span }, collector);
        }
        if is_json {
            return;
        }
        // Programs write only zeros beside a closing word.
        let Some(total) = cell.total_ms.filter(|total| !line.ended || *total != 0) else { return };
        // The total before a side's first cell is known only at the beginning of the game.
        let before = match self.totals[side.index()].replace(total) {
            Some(before) => before,
            None if line.ply <= 2 => 0,
            None => return,
        };
        let right = before + cell.spent_ms;
        if right.abs_diff(total) < SECOND || self.reported[side.index()] {
            return;
        }
        self.reported[side.index()] = true;
        let ply = line.ply;
        collector.add(Code::C003, Severity::Warning, || {
            let shown = |ms: u64| said(format!("{:02}:{:02}:{:02}", ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60));
            let message = say!(
                "running-total",
                total = shown(total),
                right = shown(right),
                before = shown(before),
                spent = shown(cell.spent_ms)
            );
            Finding::new(Code::C003, span, message).at_ply(ply).help(say!("own-totals-from-here"))
        });
    }
}
