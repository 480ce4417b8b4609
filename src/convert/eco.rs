//! Finds the ECO code of a game without an ECO tag, for splitting games by it.

use partie_openings::{Opening, OpeningBook};
use partie_repair::Effort;
use partie_replay::games::Game;
use partie_replay::{Line, Options, ReplayVisitor, Replayer, Wanted};
use partie_rules::{chess, hex, shogi};

/// Finds ECO codes as `analyze` does: by the last position of the opening that is in the book.
#[derive(Debug)]
pub struct Codes {
    replayer: Replayer,
}

/// The opening of the current game.
#[derive(Debug, Default)]
struct GameFacts {
    opening: Option<&'static Opening>,
}

impl Codes {
    /// A finder if games are split by the ECO tag, else `None`; `options` are those of the replay.
    pub fn of_tag(tag: &str, options: &Options) -> Option<Self> {
        tag.eq_ignore_ascii_case("ECO").then(|| Self::new(options))
    }

    fn new(options: &Options) -> Self {
        // Replay keeps positions only if it judges the whole game.
        let options = Options { moves_only: false, search: Effort::NONE, ..options.clone() };
        Self { replayer: Replayer::new(options, Wanted::default()) }
    }

    /// Replays a game and returns its code; empty if unknown.
    pub fn of(&mut self, game: &Game<'_>) -> &'static str {
        let mut facts = GameFacts::default();
        self.replayer.replay_to(game.text, game.record, game.plain, &mut facts);
        facts.opening.map(Opening::eco).unwrap_or_default()
    }
}

impl ReplayVisitor<chess::Position> for GameFacts {
    fn end_game(&mut self, main: &Line<'_, chess::Position>) {
        let found = OpeningBook::shipped().of_game(main.positions.iter().map(|record| record.zobrist));
        self.opening = found.map(|(opening, _)| opening);
    }
}

/// Hexagonal chess has no codes. A record without a Variant tag may have been replayed as chess before.
impl ReplayVisitor<hex::Position> for GameFacts {
    fn end_game(&mut self, _: &Line<'_, hex::Position>) {
        self.opening = None;
    }
}

impl ReplayVisitor<shogi::Position> for GameFacts {}
