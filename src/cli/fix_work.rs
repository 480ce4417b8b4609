//! The worker of `fix`: the games of a slice, each with what is put right in it.

use std::sync::Arc;

use partie_input::{Rest, Slice};
use partie_mend::{GameMender, MendedGame, Plan};
use partie_record::span::LineEnds;
use partie_replay::Source;
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{self, Choice, Game};

/// Which games are put right, and how.
#[derive(Clone, Debug)]
pub(super) struct FixPlan {
    pub(super) mend: Plan,
    pub(super) source: Source,
    /// Which games are put right, if not all of them.
    pub(super) choice: Option<Arc<dyn Choice>>,
    /// Whether anything is written.
    pub(super) writes: bool,
}

/// What is put right in a slice.
#[derive(Debug, Default)]
pub(super) struct Fixed {
    pub(super) shown: Vec<MendedGame>,
    /// Line ends up to where the next slice goes on, and that place.
    pub(super) lines: u64,
    pub(super) end: usize,
    /// Bytes of what is shown.
    kept: usize,
}

/// Puts right what is in slices, with one set of buffers.
pub(super) struct Work {
    plan: Plan,
    mender: GameMender,
}

impl Work {
    /// A worker that puts right the games that are chosen.
    pub(super) fn worker(plan: &FixPlan) -> GameWorker<Self> {
        let chooser = plan.choice.as_ref().map(|choice| choice.chooser());
        let work = Self { mender: GameMender::new(&plan.mend), plan: plan.mend.clone() };
        GameWorker::new(work, plan.mend.given, chooser)
    }
}

impl Games for Work {
    type Out = Fixed;

    fn game(&mut self, game: &Game<'_>, fixed: &mut Fixed) {
        let mended = self.mender.mend(game.slice, game, game.index);
        fixed.kept += mended.as_ref().map_or(0, MendedGame::bytes);
        fixed.shown.extend(mended);
    }

    fn kept(&mut self, fixed: &Fixed) -> usize {
        fixed.kept
    }

    fn panicked(&mut self, _: &mut Fixed) {
        self.mender = GameMender::new(&self.plan);
    }

    fn end(&mut self, slice: &Slice, rest: Rest, fixed: &mut Fixed) {
        fixed.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
        // What may go on after the slice does not where the file ends.
        let ends = slice.last && !matches!(rest, Rest::Games(_));
        fixed.end = rest.start().filter(|_| !ends).unwrap_or(slice.bytes.len());
    }
}
