//! A move with the data for its text, shared by the writers of all languages.

use super::descriptive_move::Check;
use super::form::Form;
use partie_rules::BoardSide;
use partie_rules::chess::{Move, Origins, Position};

pub(super) struct SpelledMove<'a> {
    pub(super) position: &'a Position,
    pub(super) origins: &'a Origins,
    pub(super) mv: Move,
    /// The names in its text; castling uses `both_ways` instead, true if both sides are possible.
    pub(super) form: Form,
    pub(super) both_ways: bool,
    pub(super) check: Check,
}

/// The side of a castling move.
pub(super) const fn board_side(mv: Move) -> BoardSide {
    if mv.to.file() > mv.from.file() { BoardSide::King } else { BoardSide::Queen }
}
