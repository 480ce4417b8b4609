//! A move that can be played.

use super::Role;
use super::cell::Cell;

/// Number of sides, for tables.
pub(super) const SIDES: usize = 2;

/// What a move does beside going from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing else; it may capture on its target.
    Plain,
    /// A pawn's double step.
    DoubleStep,
    /// A pawn's capture en passant.
    EnPassant,
}

/// A move of the position that produced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Origin.
    pub from: Cell,
    /// Target.
    pub to: Cell,
    /// The piece that moves.
    pub role: Role,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// What is captured.
    pub captured: Option<Role>,
    /// What else it does.
    pub kind: MoveKind,
}
