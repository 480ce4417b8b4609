//! Other records of the games to fix: reads them and adds them to an index.

use std::sync::Arc;

use super::game::Plan;
use partie_input::{Rest, Share, Slice, Worker as _};
use partie_notation::formats;
use partie_record::span::LineEnds;
use partie_repair::Effort;
use partie_replay::copies::{CopyIndex, GameCopy};
use partie_replay::game_worker::{GameWorker, Games, SliceOut};
use partie_replay::games::{self, Game};
use partie_replay::{Options, Replayer, Wanted};

/// Replays copies of games.
#[derive(Debug)]
pub struct CopyReader {
    replayer: Replayer,
    options: Options,
}

impl CopyReader {
    /// Uses the options of the run, but searches no repairs.
    pub fn new(options: &Options) -> Self {
        let options = Options { keep: true, search: Effort::NONE, ..options.clone() };
        Self { replayer: Replayer::new(options.clone(), Wanted::default()), options }
    }

    /// Returns a worker that reads every game under the options of the plan.
    pub fn worker(plan: &Plan) -> GameWorker<Self> {
        GameWorker::new(Self::new(&plan.options), plan.given, None)
    }

    /// Returns a game as a copy that begins `lines_before` lines into its slice; `None` if it has no moves.
    pub fn copy(&mut self, game: &Game<'_>, lines_before: u64) -> Option<GameCopy> {
        let replayed = self.replayer.replay(game.text, game.record, game.plain);
        self.replayer.collector.findings.clear();
        GameCopy::new(game, replayed.played, lines_before)
    }
}

/// Adds the games of a whole text to the index, with `name` as the shown path of the text.
pub fn add_copies(index: &mut CopyIndex, name: &str, text: Vec<u8>, plan: &Plan) {
    let slice = Slice { format: formats::sniff(&text), bytes: text, last: true, ..Slice::default() };
    let (SliceOut { made, .. }, _) = CopyReader::worker(plan).work(&slice, &Share::unbounded());
    let path = Arc::from(name);
    made.copies.into_iter().for_each(|copy| index.add(copy.placed(&path, 0, 0)));
}

/// The copies of a slice.
#[derive(Debug, Default)]
pub struct CopiesOfSlice {
    pub copies: Vec<GameCopy>,
    /// Number of line ends before the start of the next slice.
    pub lines: u64,
    /// The byte up to which line ends were counted, and their number.
    anchor: (usize, u64),
    /// Approximate size of the copies in memory, in bytes.
    kept: usize,
}

impl Games for CopyReader {
    type Out = CopiesOfSlice;

    fn game(&mut self, game: &Game<'_>, out: &mut CopiesOfSlice) {
        let (from, lines) = out.anchor;
        out.anchor = (game.start, lines + game.slice.lines(from, game.start));
        let copy = self.copy(game, out.anchor.1);
        out.kept += copy.as_ref().map_or(0, GameCopy::bytes);
        out.copies.extend(copy);
    }

    fn kept(&mut self, out: &CopiesOfSlice) -> usize {
        out.kept
    }

    fn panicked(&mut self, _: &mut CopiesOfSlice) {
        self.replayer = Replayer::new(self.options.clone(), Wanted::default());
    }

    fn end(&mut self, slice: &Slice, rest: Rest, out: &mut CopiesOfSlice) {
        out.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
    }
}
