//! Hears the moves of a game, and whether all of them could be played.

use crate::analyze::identity::Identity;
use crate::analyze::told::{self, Told};
use crate::record::Record;
use crate::replay::{Line, Listener, Text};
use crate::rules::{Game, chess, hex, shogi};

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
}

impl<G: Told> Listener<G> for Moves {
    fn begin(&mut self, _: Text<'_>, _: &Record, start: &G) {
        let usual = self.usual[G::KIND as usize] == start.key();
        self.begun = true;
        self.stopped = false;
        self.identity.begin(G::KIND, if usual { 0 } else { start.digest() });
    }

    fn ended(&mut self, main: &Line<'_, G>) {
        self.stopped = main.stopped.is_some();
        told::identify::<G>(main.moves, &mut self.identity);
    }
}
