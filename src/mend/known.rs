//! Other games as evidence for repairs: the positions of their openings. Not for what they prove.

use partie_record::Record;
use partie_replay::games::Game;
use partie_replay::repair::{DEPTH, Effort, keys_of_line};
use partie_replay::{Line, Options, ReplayVisitor, Replayer, Status, Text, Wanted};
use partie_rules::Rules;

/// Replays games that may be evidence.
#[derive(Debug)]
pub struct Witness {
    replayer: Replayer,
    options: Options,
}

impl Witness {
    /// Games are read as those that are put right.
    pub fn new(options: &Options) -> Self {
        let options = Options { moves_only: true, search: Effort::NONE, ..options.clone() };
        Self { replayer: Replayer::new(options.clone(), Wanted::default()), options }
    }

    /// The first positions of a game; nothing of one that breaks, which would be evidence for its own fault.
    pub fn positions(&mut self, game: &Game<'_>) -> Option<Vec<u64>> {
        let mut first = FirstPositions::default();
        let replayed = self.replayer.replay_to(game.text, game.record, game.plain, &mut first);
        (replayed.status == Status::Ok).then_some(first.keys)
    }

    /// Starts over after a panic.
    pub fn renew(&mut self) {
        self.replayer = Replayer::new(self.options.clone(), Wanted::default());
    }
}

/// The first positions of a main line.
#[derive(Default)]
struct FirstPositions {
    keys: Vec<u64>,
}

impl<G: Rules> ReplayVisitor<G> for FirstPositions {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, _: &G) {
        self.keys.clear();
        self.keys.reserve(DEPTH + 1);
    }

    fn end_game(&mut self, main: &Line<'_, G>) {
        self.keys.clear();
        keys_of_line(main.start, main.moves, &mut self.keys);
    }
}
