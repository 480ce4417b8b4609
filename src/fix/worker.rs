//! Workers for the games of a slice: [`SliceFixer`] fixes them, [`SlicePlacer`] only records their places.

use std::sync::Arc;

use super::game::{GameFixer, Plan};
use super::repair::GameRepairs;
use partie_input::{Rest, Slice};
use partie_record::span::LineEnds;
use partie_replay::GameInSlice;
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{self, Choice, Game, ReadingHints};
use partie_rules::GameKind;

/// The repairs in a slice.
#[derive(Debug, Default)]
pub struct FixedSlice {
    /// Games with repairs, in their order.
    pub games: Vec<GameRepairs>,
    /// Number of line ends before the start of the next slice.
    pub lines: u64,
    /// Byte of this slice at which the next slice starts.
    pub end: usize,
    /// Approximate size of the games in memory, in bytes.
    kept: usize,
}

/// Fixes the games of slices, with reused buffers.
pub struct SliceFixer {
    plan: Plan,
    fixer: GameFixer,
}

impl SliceFixer {
    /// Returns a worker that fixes the chosen games, or all games without a choice.
    pub fn worker(plan: &Plan, choice: Option<&Arc<dyn Choice>>) -> GameWorker<Self> {
        let chooser = choice.map(|choice| choice.chooser());
        GameWorker::new(Self { fixer: GameFixer::new(plan), plan: plan.clone() }, plan.given, chooser)
    }
}

impl Games for SliceFixer {
    type Out = FixedSlice;

    fn game(&mut self, game: &Game<'_>, fixed: &mut FixedSlice) {
        let found = self.fixer.fix(game.slice, game, game.index);
        fixed.kept += found.as_ref().map_or(0, GameRepairs::bytes);
        fixed.games.extend(found);
    }

    fn kept(&mut self, fixed: &FixedSlice) -> usize {
        fixed.kept
    }

    fn panicked(&mut self, _: &mut FixedSlice) {
        self.fixer = GameFixer::new(&self.plan);
    }

    fn end(&mut self, slice: &Slice, rest: Rest, fixed: &mut FixedSlice) {
        fixed.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
        fixed.end = end(slice, rest);
    }
}

/// Returns the byte at which the next slice starts. At the end of the file, the last game is not read again.
fn end(slice: &Slice, rest: Rest) -> usize {
    let ends = slice.last && !matches!(rest, Rest::Games(_));
    rest.start().filter(|_| !ends).unwrap_or(slice.bytes.len())
}

/// The places of the games of a slice.
#[derive(Debug, Default)]
pub struct PlacesOfSlice {
    /// The place of each game, in their order.
    pub games: Vec<GameInSlice>,
    /// Byte of this slice at which the next slice starts.
    pub end: usize,
}

/// Records the places of games without replaying them.
#[derive(Debug)]
pub struct SlicePlacer(());

impl SlicePlacer {
    /// Returns a worker that reads games with these hints.
    pub fn worker(given: ReadingHints) -> GameWorker<Self> {
        GameWorker::new(Self(()), given, None)
    }
}

impl Games for SlicePlacer {
    type Out = PlacesOfSlice;

    fn game(&mut self, game: &Game<'_>, places: &mut PlacesOfSlice) {
        // Games are not replayed: their kind does not affect their places.
        places.games.push(GameInSlice::of(game, GameKind::default()));
    }

    fn kept(&mut self, places: &PlacesOfSlice) -> usize {
        places.games.len() * size_of::<GameInSlice>()
    }

    fn panicked(&mut self, _: &mut PlacesOfSlice) {}

    fn end(&mut self, slice: &Slice, rest: Rest, places: &mut PlacesOfSlice) {
        places.end = end(slice, rest);
    }
}
