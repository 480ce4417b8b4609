//! What every writer of a target does, and what becomes of a game.

use super::losses::Losses;
use partie_record::Item;
use partie_replay::{AnyGameVisitor, Text};

/// Where a game was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The ply of the move, from 1; nothing in a variation.
    pub ply: Option<u32>,
    /// The move as it is written; empty where that is not known.
    pub token: String,
    /// Where the move begins in the slice; `None` where that is not known.
    pub at: Option<u32>,
}

impl Cut {
    /// Keeps the first of the moves that cannot be played.
    pub(super) fn first(cut: &mut Option<Self>, ply: Option<u32>, text: Text<'_>, item: Item) {
        cut.get_or_insert_with(|| Self { ply, token: text.show(item.span), at: Some(item.span.from) });
    }
}

/// What became of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// What the target could not hold.
    pub losses: Losses,
    /// Where the first line stopped that could not be played to its end.
    pub cut: Option<Cut>,
    /// Plies of the main line that were converted.
    pub plies: u32,
    /// Characters that the encoding does not have, each with its line of the game's text, from 1; the first ones.
    pub missing: Vec<(char, u64)>,
    /// True if the game is of a variant that is not judged, and its text was written as it is.
    pub is_unchanged: bool,
}

/// Writes games in a target, one after the other into one text.
pub(super) trait GameWriter: AnyGameVisitor {
    /// The text, and where the current game begins in it.
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize);
    /// Forgets that a game was visited.
    fn reset(&mut self);
    /// Ends the game; nothing if none was visited.
    fn finish(&mut self) -> Option<Finished>;
}
