//! A move that can be played.

use super::board::BoardSquare;
use super::role::Role;

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing else; it may capture on its target.
    Plain,
    /// A pawn's double step.
    DoubleStep,
    /// A pawn's capture en passant.
    EnPassant,
    /// Castling; the target is the rook's square.
    Castling,
    /// A move that no rule allows and that was applied all the same; a piece of either side may stand on its target.
    Irregular,
    /// Nothing: stands in a list of moves for one that was taken back, and the same side moves again.
    TakenBack,
}

/// A move of the position that produced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<S> {
    /// Origin; the king's for castling.
    pub from: S,
    /// Target; the rook's square for castling.
    pub to: S,
    pub role: Role,
    pub promotion: Option<Role>,
    pub captured: Option<Role>,
    pub kind: MoveKind,
}

impl<S: BoardSquare> Move<S> {
    /// Stands in a list of moves for one that was taken back.
    pub const TAKEN_BACK: Self = Self {
        from: S::FIRST,
        to: S::FIRST,
        role: Role::King,
        promotion: None,
        captured: None,
        kind: MoveKind::TakenBack,
    };
}
