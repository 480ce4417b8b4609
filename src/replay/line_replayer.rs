//! What the lines of one game are replayed with.

use std::cell::RefCell;

use super::clocks::Clocks;
use super::collect::Collector;
use super::context::{LineState, ReplayTypes};
use super::options::Options;
use super::repetition::Repetition;
use super::trail::Trail;
use crate::finding::{Finding, Severity};

/// Replays the games of one kind, one after the other, with the same buffers.
#[derive(Debug)]
pub(super) struct LineReplayer<G: ReplayTypes> {
    pub(super) options: Options,
    pub(super) collector: Collector,
    pub(super) repetition: Repetition,
    pub(super) clocks: Clocks,
    /// Moves from the start to the current position.
    pub(super) moves: Vec<G::Move>,
    pub(super) stack: Vec<LineState<G>>,
    /// Where those moves stand, for findings.
    pub(super) trail: RefCell<Trail>,
    /// What the game itself watches.
    pub(super) state: G::State,
}

impl<G: ReplayTypes> LineReplayer<G> {
    pub(super) fn new(options: Options, state: G::State) -> Self {
        Self {
            options,
            collector: Collector::default(),
            repetition: Repetition::new(),
            clocks: Clocks::default(),
            moves: Vec::with_capacity(512),
            stack: Vec::new(),
            trail: RefCell::default(),
            state,
        }
    }

    /// The finding that ended the judging of a line, if it is kept.
    pub(super) fn stopped_by(&mut self, frame: &LineState<G>) -> Option<&mut Finding> {
        let own = self.collector.findings.get_mut(frame.findings..).unwrap_or_default();
        own.iter_mut().rev().find(|finding| {
            finding.line == frame.line && finding.ply == Some(frame.ply + 1) && finding.severity == Severity::Error
        })
    }
}
