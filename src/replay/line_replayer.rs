//! The buffers and state with which the lines of a game are replayed.

use std::cell::RefCell;

use super::clocks::Clocks;
use super::collect::Collector;
use super::context::{LineState, ReplayTypes};
use super::options::Options;
use super::repetition::Repetition;
use super::trail::Trail;
use partie_notation::moves::MoveOf;
use partie_record::finding::{Finding, Severity};

/// Replays games in one notation, one after another, with the same buffers.
#[derive(Debug)]
pub(super) struct LineReplayer<N: ReplayTypes> {
    pub(super) options: Options,
    /// The notation of the current record.
    pub(super) notation: N,
    pub(super) collector: Box<Collector>,
    pub(super) repetition: Repetition,
    pub(super) clocks: Clocks,
    /// Moves from the start to the current position.
    pub(super) moves: Vec<MoveOf<N>>,
    pub(super) stack: Vec<LineState<N>>,
    /// The items of the moves that lead to an item, for the spans of findings.
    pub(super) trail: RefCell<Trail>,
    /// The item index of the move number at which the main line ends, and the reason.
    pub(super) ends_at: Option<(usize, Finding)>,
    /// State of the game's own checks.
    pub(super) state: N::State,
}

impl<N: ReplayTypes> LineReplayer<N> {
    pub(super) fn new(options: &Options, notation: N, state: N::State) -> Self {
        Self {
            options: options.clone(),
            notation,
            collector: Box::default(),
            repetition: Repetition::new(),
            clocks: Clocks::default(),
            moves: Vec::with_capacity(512),
            stack: Vec::new(),
            trail: RefCell::default(),
            ends_at: None,
            state,
        }
    }

    /// Returns the finding that stopped a line, if it was kept.
    pub(super) fn stopped_by(&mut self, line: &LineState<N>) -> Option<&mut Finding> {
        let own = self.collector.findings.get_mut(line.findings..).unwrap_or_default();
        own.iter_mut().rev().find(|finding| {
            finding.line == line.number && finding.ply == Some(line.ply + 1) && finding.severity == Severity::Error
        })
    }
}
