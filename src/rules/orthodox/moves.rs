//! A move that can be played.

use super::board::BoardSquare;
use super::role::Role;

/// Side effects of a move beyond going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// No side effect; may capture on the target.
    Plain,
    DoubleStep,
    EnPassant,
    /// Castling; the target is the rook's square.
    Castling,
    /// An illegal move, played as written. The target may have a piece of either side.
    Irregular,
    /// Placeholder in a list of moves for a move that was taken back. The same side moves again.
    TakenBack,
}

/// A move, valid only in the position that produced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<S> {
    /// Origin; the king's square for castling.
    pub from: S,
    /// Target; the rook's square for castling.
    pub to: S,
    pub role: Role,
    pub promotion: Option<Role>,
    pub captured: Option<Role>,
    pub kind: MoveKind,
}

impl<S: BoardSquare> Move<S> {
    /// The placeholder for a move that was taken back.
    pub const TAKEN_BACK: Self = Self {
        from: S::FIRST,
        to: S::FIRST,
        role: Role::King,
        promotion: None,
        captured: None,
        kind: MoveKind::TakenBack,
    };
}
