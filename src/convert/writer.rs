//! The interface of target writers, and the result of a converted game.

use super::losses::Losses;
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

impl Cut {
    /// Records the first move that cannot be played.
    pub(super) fn first(cut: &mut Option<Self>, ply: Option<u32>, text: Text<'_>, item: Item) {
        cut.get_or_insert_with(|| Self { ply, token: text.show(item.span), at: Some(item.span.from) });
    }
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

/// Writes games in a target format, one after the other into one text.
pub(super) trait GameWriter: AnyGameVisitor {
    /// The text, and the start of the current game in it.
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize);
    /// Discards the visited game.
    fn reset(&mut self);
    /// Ends the game; `None` if no game was visited.
    fn finish(&mut self) -> Option<Finished>;
}
