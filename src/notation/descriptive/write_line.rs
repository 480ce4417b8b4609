//! A move with all that its text needs, for the writers of each language.

use super::descriptive_move::Check;
use super::write_form::Form;
use partie_rules::BoardSide;
use partie_rules::chess::{Move, Origins, Position};

/// A move with all that its text needs.
pub(super) struct SpelledMove<'a> {
    pub(super) position: &'a Position,
    pub(super) origins: &'a Origins,
    pub(super) mv: Move,
    /// What must be said of it; of castling, whether both ways are open.
    pub(super) form: Form,
    pub(super) both_ways: bool,
    pub(super) check: Check,
}

/// The side of a castling move.
pub(super) const fn board_side(mv: Move) -> BoardSide {
    if mv.to.file() > mv.from.file() { BoardSide::King } else { BoardSide::Queen }
}
