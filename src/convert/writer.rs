//! The interface of target writers, and the result of a converted game.

use partie_notation::losses::{Loss, Losses};
use partie_record::Item;
use partie_replay::{AnyGameVisitor, Text};

/// The place where a game was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The ply of the move, from 1; `None` in a variation.
    pub ply: Option<u32>,
    /// The move as written; empty if unknown.
    pub token: String,
    /// Byte offset of the move in the slice; `None` if unknown.
    pub at: Option<u32>,
}

/// The result of a converted game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// Parts that the target could not contain.
    pub losses: Losses,
    /// The cut in the first line that could not be played to its end.
    pub cut: Option<Cut>,
    /// Converted plies of the main line.
    pub plies: u32,
    /// The first characters that the encoding lacks, each with its line in the game's text, from 1.
    pub missing: Vec<(char, u64)>,
    /// True if the game is of a variant that is not judged, so its text was copied.
    pub is_unchanged: bool,
}

/// The state of the current game, which all writers have.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) in_game: bool,
    /// Written plies of the main line.
    pub(super) plies: u32,
    pub(super) cut: Option<Cut>,
    pub(super) losses: Losses,
}

impl Progress {
    pub(super) fn begin(&mut self) {
        *self = Self { in_game: true, ..Self::default() };
    }

    /// Records a move that cannot be played, if it is the first one.
    pub(super) fn cut_at(&mut self, ply: Option<u32>, text: Text<'_>, item: Item) {
        self.cut.get_or_insert_with(|| Cut { ply, token: text.show(item.span), at: Some(item.span.from) });
    }

    /// Counts a move of the main line that cannot be played as lost.
    pub(super) fn not_played(&mut self, text: Text<'_>, item: Item) {
        self.losses.add(Loss::Moves, 1);
        self.cut_at(Some(self.plies + 1), text, item);
    }
}

/// Writes games in a target format, one after the other into one text.
pub(super) trait GameWriter: AnyGameVisitor {
    /// The output text, and the start of the current game in that text.
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize);
    fn game(&mut self) -> &mut Progress;
    /// Writes the end of the game.
    fn complete(&mut self);

    /// Discards the visited game.
    fn reset(&mut self) {
        self.game().in_game = false;
    }

    /// Ends the game; `None` if no game was visited.
    fn finish(&mut self) -> Option<Finished> {
        if !self.game().in_game {
            return None;
        }
        self.complete();
        let Progress { plies, cut, losses, .. } = std::mem::take(self.game());
        Some(Finished { losses, cut, plies, ..Finished::default() })
    }
}
