//! What a notation says of a move.

use super::cell::{Bitboard, Cell};
use super::{Role, Roles};
use crate::rules::BoardSide;

/// A constraint on moves. Everything not stated is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Kinds of pieces that may move.
    pub roles: Roles,
    /// Cells it may come from.
    pub from: Bitboard,
    /// Cells it may go to.
    pub to: Bitboard,
    /// What a pawn becomes; a pawn on the farthest cell needs it.
    pub promotion: Option<Role>,
    /// Castling, which this game has not: nothing is found, and the fault says so.
    pub castling: Option<BoardSide>,
    /// Whether the text says that it captures; `resolve` does not ask, so that a wrong mark
    /// never makes a move illegal.
    pub captures: bool,
    /// Whether the text says "en passant"; `resolve` does not ask either. No other move of a pawn
    /// reaches a cell where one can be captured so, as that pawn stands in the way.
    pub en_passant: bool,
}

impl Pattern {
    /// Any piece to one cell.
    #[inline]
    pub const fn to(roles: Roles, to: Cell) -> Self {
        Self { roles, from: !0, to: to.bit(), promotion: None, castling: None, captures: false, en_passant: false }
    }

    /// Castling to a wing, as a text may claim it.
    #[inline]
    pub const fn castling(wing: BoardSide) -> Self {
        Self {
            roles: Roles::one(Role::King),
            from: !0,
            to: 0,
            promotion: None,
            castling: Some(wing),
            captures: false,
            en_passant: false,
        }
    }

    /// The one origin, if only one is possible.
    pub const fn origin(&self) -> Option<Cell> {
        if self.from.is_power_of_two() { Some(Cell::only(self.from)) } else { None }
    }

    /// The one target, if only one is possible.
    #[inline]
    pub const fn target(&self) -> Option<Cell> {
        if self.to.is_power_of_two() { Some(Cell::only(self.to)) } else { None }
    }
}
