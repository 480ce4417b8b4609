//! Hears the moves of a game, and whether all of them could be played.

use crate::analyze::identity::{self, Identity};
use crate::record::{Item, Record};
use crate::replay::{Listener, Text};
use crate::rules::{Game, GameKind, chess, hex, shogi};

/// The moves of the game that was heard last.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// Keys of the usual start positions.
    usual: [u64; 3],
    pub(super) identity: Identity,
    /// Whether a game was heard: not where none is judged.
    pub(super) begun: bool,
    /// Whether a move of the main line could not be played.
    pub(super) stopped: bool,
}

impl Moves {
    pub(super) fn new() -> Self {
        let usual = [chess::Position::start().key(), shogi::Position::start().key(), hex::Position::start().key()];
        Self { usual, identity: Identity::default(), begun: false, stopped: false }
    }

    /// Makes it ready for the next game, of which it may hear nothing.
    pub(super) const fn reset(&mut self) {
        self.begun = false;
        self.stopped = false;
    }

    fn start<G: Game>(&mut self, kind: GameKind, start: &G, digest: impl Fn(&G) -> u64) {
        let usual = self.usual[kind as usize] == start.key();
        self.begun = true;
        self.stopped = false;
        self.identity.begin(kind, if usual { 0 } else { digest(start) });
    }
}

macro_rules! listener {
    ($rules:ident, $kind:ident, $start:ident) => {
        impl Listener<$rules::Position> for Moves {
            fn begin(&mut self, _: Text<'_>, _: &Record, start: &$rules::Position) {
                self.start(GameKind::$kind, start, identity::$start);
            }

            fn moved(&mut self, _: Text<'_>, item: Item, _: &$rules::Position, mv: $rules::Move, _: u32) {
                if item.line == 0 {
                    self.identity.$rules(mv);
                }
            }

            fn passed(&mut self, _: Text<'_>, item: Item, _: &$rules::Position) {
                if item.line == 0 {
                    self.identity.null();
                }
            }

            fn skipped(&mut self, _: Text<'_>, item: Item) {
                self.stopped |= item.line == 0;
            }
        }
    };
}

listener!(chess, Chess, chess_start);
listener!(hex, Hex, hex_start);
listener!(shogi, Shogi, shogi_start);
