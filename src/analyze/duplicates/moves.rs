//! Collects the moves of a game, including those that could not be played.

use partie_record::{Item, Record};
use partie_replay::{Line, ReplayVisitor, Text};
use partie_rules::{Rules, chess, hex, shogi};
use partie_table::identity::Identity;
use partie_table::row_rules::{self, RowRules};

/// The moves of the last game.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// Zobrist keys of the initial positions.
    initial: [u64; 3],
    pub(super) identity: Identity,
    /// Zobrist key of the final position.
    pub(super) last: u64,
    /// True if the replay visited the game; it skips games that are not judged.
    pub(super) begun: bool,
}

impl Moves {
    pub(super) fn new() -> Self {
        let initial =
            [chess::Position::start().zobrist(), shogi::Position::start().zobrist(), hex::Position::start().zobrist()];
        Self { initial, identity: Identity::default(), last: 0, begun: false }
    }

    /// Resets the moves for the next game: the replay may never visit it.
    pub(super) const fn reset(&mut self) {
        self.begun = false;
    }
}

impl<G: RowRules> ReplayVisitor<G> for Moves {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, start: &G) {
        let initial = self.initial[G::KIND as usize] == start.zobrist();
        self.begun = true;
        self.identity.reset();
        self.identity.begin(G::KIND, if initial { 0 } else { start.digest() });
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        if item.line == 0 {
            self.identity.unplayed(item.span.of(text.bytes));
        }
    }

    fn end_game(&mut self, main: &Line<'_, G>) {
        self.last = main.last.zobrist();
        row_rules::identify::<G>(main.moves, &mut self.identity);
    }
}
