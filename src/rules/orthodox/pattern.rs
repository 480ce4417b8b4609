//! What a notation says of a move.

use super::board::{Bitboard, BoardSquare};
use super::role::{Role, Roles};
use crate::BoardSide;

/// A constraint on moves. Everything not stated is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern<T> {
    /// Kinds of pieces that may move.
    pub roles: Roles,
    /// Squares it may come from.
    pub from: T,
    /// Squares it may go to.
    pub to: T,
    /// What a pawn becomes; a pawn on the last rank needs it.
    pub promotion: Option<Role>,
    /// Castling, and then nothing else counts. A game without castling says so in its reasons.
    pub castling: Option<BoardSide>,
    /// Whether the text says that it captures. Notations that insist on it may
    /// use it; `resolve` does not, so that a wrong mark never makes a move illegal.
    pub captures: bool,
}

impl<T: Bitboard> Pattern<T> {
    /// Any piece to one square.
    #[inline]
    pub fn to(roles: Roles, to: T::Square) -> Self {
        Self { roles, from: !T::EMPTY, to: to.bit(), promotion: None, castling: None, captures: false }
    }

    /// Castling to a side.
    #[inline]
    pub fn castling(board_side: BoardSide) -> Self {
        Self {
            roles: Roles::one(Role::King),
            from: !T::EMPTY,
            to: T::EMPTY,
            promotion: None,
            castling: Some(board_side),
            captures: false,
        }
    }

    /// The one origin, if only one is possible.
    pub fn origin(&self) -> Option<T::Square> {
        self.from.is_single().then(|| self.from.lowest())
    }

    /// The one target, if only one is possible.
    #[inline]
    pub fn target(&self) -> Option<T::Square> {
        self.to.is_single().then(|| self.to.lowest())
    }
}
