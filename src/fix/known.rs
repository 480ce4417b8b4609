//! Other games as evidence for repairs: the positions of their openings. `partie-repair` weighs the evidence.

use super::game::Plan;
use partie_input::{Rest, Slice};
use partie_record::Record;
use partie_repair::{DEPTH, Effort, keys_of_line};
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::Game;
use partie_replay::{Line, Options, ReplayVisitor, Replayer, Status, Text, Wanted};
use partie_rules::Rules;

/// Replays games that may be evidence.
#[derive(Debug)]
pub struct Witness {
    replayer: Replayer,
    options: Options,
}

impl Witness {
    /// Uses the options of the run, but checks only moves and searches no repairs.
    pub fn new(options: &Options) -> Self {
        let options = Options { moves_only: true, search: Effort::NONE, ..options.clone() };
        Self { replayer: Replayer::new(options.clone(), Wanted::default()), options }
    }

    /// Returns a worker that reads every game under the options of the plan.
    pub fn worker(plan: &Plan) -> GameWorker<Self> {
        GameWorker::new(Self::new(&plan.options), plan.given, None)
    }

    /// Returns the zobrist keys of the first positions. `None` if the game breaks: it would be evidence for its own
    /// error.
    pub fn positions(&mut self, game: &Game<'_>) -> Option<Vec<u64>> {
        let mut first = FirstPositions::default();
        let replayed = self.replayer.replay_to(game.text, game.record, game.plain, &mut first);
        (replayed.status == Status::Ok).then_some(first.keys)
    }

    /// Replaces the replayer after a panic.
    pub fn renew(&mut self) {
        self.replayer = Replayer::new(self.options.clone(), Wanted::default());
    }
}

/// Evidence from the games of a slice.
#[derive(Debug, Default)]
pub struct SoundGames {
    pub keys: Vec<u64>,
    /// Number of games that do not break.
    pub games: u64,
}

impl Games for Witness {
    type Out = SoundGames;

    fn game(&mut self, game: &Game<'_>, sound: &mut SoundGames) {
        if let Some(mut keys) = self.positions(game) {
            sound.games += 1;
            sound.keys.append(&mut keys);
        }
    }

    fn kept(&mut self, sound: &SoundGames) -> usize {
        sound.keys.len() * size_of::<u64>()
    }

    fn panicked(&mut self, _: &mut SoundGames) {
        self.renew();
    }

    fn end(&mut self, _: &Slice, _: Rest, sound: &mut SoundGames) {
        sound.keys.sort_unstable();
        sound.keys.dedup();
    }
}

/// Collects the zobrist keys of the first positions of a main line.
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
