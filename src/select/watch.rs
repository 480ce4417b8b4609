//! Watches for positions during a replay. Conditions on columns are in `condition`.

use super::board_pattern::BoardPattern;
use super::boards::Board;
use super::material_pattern::MaterialPattern;
use partie_record::Record;
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::{GameKind, chess, hex, shogi};

#[derive(Clone, Debug)]
pub(super) enum Goal {
    Board(Box<BoardPattern>),
    Material(Box<MaterialPattern>),
    /// The position with this Zobrist key.
    Key(GameKind, u64),
}

impl Goal {
    #[inline]
    fn fits<B: Board>(&self, position: &B) -> bool {
        match self {
            Self::Board(pattern) => pattern.kind == B::KIND && pattern.fits(position),
            Self::Material(pattern) => pattern.fits(position),
            Self::Key(kind, key) => *kind == B::KIND && *key == position.zobrist(),
        }
    }
}

/// A goal, and the number of consecutive positions that must match it.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    goal: Goal,
    positions: u32,
    running: u32,
    pub(super) met: bool,
}

impl Watch {
    pub(super) const fn new(goal: Goal, positions: u32) -> Self {
        Self { goal, positions, running: 0, met: false }
    }
}

/// All watches of a query, applied to the main line of one game.
#[derive(Clone, Debug)]
pub(super) struct Watches {
    pub(super) all: Vec<Watch>,
    /// Whether the last move is part of the main line.
    main: bool,
}

impl Watches {
    pub(super) const fn new(all: Vec<Watch>) -> Self {
        Self { all, main: false }
    }

    pub(super) fn reset(&mut self) {
        for watch in &mut self.all {
            (watch.running, watch.met) = (0, false);
        }
    }

    #[inline]
    fn see<B: Board>(&mut self, position: &B) {
        for watch in self.all.iter_mut().filter(|watch| !watch.met) {
            watch.running = if watch.goal.fits(position) { watch.running + 1 } else { 0 };
            watch.met = watch.running >= watch.positions;
        }
    }
}

macro_rules! visits {
    ($($position:ty),*) => {$(
        impl ReplayVisitor<$position> for Watches {
            fn begin_game(&mut self, _: Text<'_>, _: &Record, start: &$position) {
                self.reset();
                self.main = true;
                self.see(start);
            }

            #[inline(always)]
            fn move_(&mut self, event: MoveEvent<'_, $position>) {
                self.main = event.item.line == 0;
            }

            fn null_move(&mut self, _: Text<'_>, item: partie_record::Item, _: &$position) {
                self.main = item.line == 0;
            }

            #[inline(always)]
            fn after_move(&mut self, after: &$position) {
                if self.main {
                    self.see(after);
                }
            }
        }
    )*};
}

visits!(chess::Position, hex::Position, shogi::Position);
