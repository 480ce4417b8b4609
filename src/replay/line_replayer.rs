//! What the lines of one game are replayed with.

use std::cell::RefCell;

use super::clocks::Clocks;
use super::collect::Collector;
use super::game::Options;
use super::head::GameTags;
use super::repetition::Repetition;
use super::replay_rules::ReplayRules;
use super::text::Text;
use super::trail::Trail;
use crate::book::RuleBook;
use crate::record::{Item, Record};

/// Replays the games of one kind, one after the other, with the same buffers.
#[derive(Debug)]
pub(super) struct LineReplayer<G: ReplayRules> {
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

impl<G: ReplayRules> LineReplayer<G> {
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
}

/// The record before its start position is known.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) text: Text<'a>,
    pub(super) record: &'a Record,
    pub(super) head: &'a GameTags<'a>,
}

/// The game that is being judged.
pub(super) struct GameContext<'a, G: ReplayRules> {
    pub(super) text: Text<'a>,
    pub(super) record: &'a Record,
    pub(super) head: &'a GameTags<'a>,
    pub(super) book: &'static RuleBook<G::Rules>,
    /// The position in which it begins.
    pub(super) start: &'a G,
}

/// A token of the record.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenRef {
    pub(super) item: Item,
    /// Index of the item after it.
    pub(super) next: usize,
}

/// The state of the line that is being replayed.
#[derive(Clone, Debug)]
pub(super) struct LineState<G: ReplayRules> {
    pub(super) position: G,
    /// The position before the last move, where a variation would branch.
    pub(super) before: Option<G>,
    /// Plies played from the start of the game.
    pub(super) ply: u32,
    pub(super) line: u32,
    /// Whether moves are still replayed.
    pub(super) alive: bool,
    /// The record's own move numbers against the true ones.
    pub(super) offset: i64,
    /// Moves that were not judged.
    pub(super) skipped: u32,
    /// Findings that were kept when the line began.
    pub(super) findings: usize,
    /// The move that the variation replaces, taken from the path.
    pub(super) replaced: Option<G::Move>,
    /// Whether the last move mated.
    pub(super) mate: bool,
    /// Whether a word has ended the line.
    pub(super) ended: bool,
}

impl<G: ReplayRules> LineState<G> {
    pub(super) fn new(position: G, ply: u32, line: u32) -> Self {
        Self {
            position,
            before: None,
            ply,
            line,
            alive: true,
            offset: 0,
            skipped: 0,
            findings: 0,
            replaced: None,
            mate: false,
            ended: false,
        }
    }
}
