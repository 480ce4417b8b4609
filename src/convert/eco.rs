//! The ECO code of a game whose record gives none, where games are split by it. Not for what a tag says.

use partie_openings::{Opening, OpeningBook};
use partie_repair::Effort;
use partie_replay::games::Game;
use partie_replay::{Line, Options, ReplayVisitor, Replayer, Wanted};
use partie_rules::{chess, hex, shogi};

/// Finds codes as `analyze` does: by the last known position of the first plies.
#[derive(Debug)]
pub struct Codes {
    replayer: Replayer,
}

/// Visits the positions of a main line.
#[derive(Debug, Default)]
struct GameFacts {
    opening: Option<&'static Opening>,
}

impl Codes {
    /// Finds codes where they are what a tag says; games are judged as those options say.
    pub fn of_tag(tag: &str, options: &Options) -> Option<Self> {
        tag.eq_ignore_ascii_case("ECO").then(|| Self::new(options))
    }

    fn new(options: &Options) -> Self {
        // Positions are only noted where all of a game is judged.
        let options = Options { moves_only: false, search: Effort::NONE, ..options.clone() };
        Self { replayer: Replayer::new(options, Wanted::default()) }
    }

    /// The code of a game; empty where none is known. The game is replayed for it.
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

/// A record without a Variant tag is taken for chess first.
impl ReplayVisitor<hex::Position> for GameFacts {
    fn end_game(&mut self, _: &Line<'_, hex::Position>) {
        self.opening = None;
    }
}

impl ReplayVisitor<shogi::Position> for GameFacts {}
