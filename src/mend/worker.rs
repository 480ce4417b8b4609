//! The games of a slice, each with what is put right in it. Not for what that is.

use std::sync::Arc;

use super::game::{GameMender, MendedGame, Plan};
use partie_input::{Rest, Slice};
use partie_record::span::LineEnds;
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{self, Choice, Game};

/// What is put right in a slice.
#[derive(Debug, Default)]
pub struct MendedSlice {
    /// The games in which something is, in their order.
    pub games: Vec<MendedGame>,
    /// Line ends up to where the next slice goes on, and that place.
    pub lines: u64,
    /// Where the next slice goes on.
    pub end: usize,
    /// Bytes of what is kept.
    kept: usize,
}

/// Puts right what is in slices, with one set of buffers.
pub struct SliceMender {
    plan: Plan,
    mender: GameMender,
}

impl SliceMender {
    /// A worker that puts right the games that are chosen, if not all of them are.
    pub fn worker(plan: &Plan, choice: Option<&Arc<dyn Choice>>) -> GameWorker<Self> {
        let chooser = choice.map(|choice| choice.chooser());
        GameWorker::new(Self { mender: GameMender::new(plan), plan: plan.clone() }, plan.given, chooser)
    }
}

impl Games for SliceMender {
    type Out = MendedSlice;

    fn game(&mut self, game: &Game<'_>, mended: &mut MendedSlice) {
        let found = self.mender.mend(game.slice, game, game.index);
        mended.kept += found.as_ref().map_or(0, MendedGame::bytes);
        mended.games.extend(found);
    }

    fn kept(&mut self, mended: &MendedSlice) -> usize {
        mended.kept
    }

    fn panicked(&mut self, _: &mut MendedSlice) {
        self.mender = GameMender::new(&self.plan);
    }

    fn end(&mut self, slice: &Slice, rest: Rest, mended: &mut MendedSlice) {
        mended.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
        // What may go on after the slice does not where the file ends.
        let ends = slice.last && !matches!(rest, Rest::Games(_));
        mended.end = rest.start().filter(|_| !ends).unwrap_or(slice.bytes.len());
    }
}
