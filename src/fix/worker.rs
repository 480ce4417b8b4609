//! The games of a slice: each with what is put right in it, or its place alone. Not for what is put right.

use std::sync::Arc;

use super::game::{GameFixer, Plan};
use super::repair::GameRepairs;
use partie_input::{Rest, Slice};
use partie_record::span::LineEnds;
use partie_replay::GameInSlice;
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{self, Choice, Game, ReadingHints};
use partie_rules::GameKind;

/// What is put right in a slice.
#[derive(Debug, Default)]
pub struct FixedSlice {
    /// The games in which something is, in their order.
    pub games: Vec<GameRepairs>,
    /// Line ends up to where the next slice goes on, and that place.
    pub lines: u64,
    /// Where the next slice goes on.
    pub end: usize,
    /// Bytes of what is kept.
    kept: usize,
}

/// Puts right what is in slices, with one set of buffers.
pub struct SliceFixer {
    plan: Plan,
    fixer: GameFixer,
}

impl SliceFixer {
    /// A worker that puts right the games that are chosen, if not all of them are.
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

/// Where the next slice goes on. What may go on after the slice does not where the file ends.
fn end(slice: &Slice, rest: Rest) -> usize {
    let ends = slice.last && !matches!(rest, Rest::Games(_));
    rest.start().filter(|_| !ends).unwrap_or(slice.bytes.len())
}

/// The places of the games of a slice.
#[derive(Debug, Default)]
pub struct PlacesOfSlice {
    /// Where each game stands, in their order.
    pub games: Vec<GameInSlice>,
    /// Byte of the slice at which the next one goes on.
    pub end: usize,
}

/// Finds where the games of slices stand, and nothing else.
#[derive(Debug)]
pub struct SlicePlacer(());

impl SlicePlacer {
    /// A worker that reads as is given.
    pub fn worker(given: ReadingHints) -> GameWorker<Self> {
        GameWorker::new(Self(()), given, None)
    }
}

impl Games for SlicePlacer {
    type Out = PlacesOfSlice;

    fn game(&mut self, game: &Game<'_>, places: &mut PlacesOfSlice) {
        // Nothing is replayed: which game it is does not matter for a place.
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
