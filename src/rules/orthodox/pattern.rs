//! A move as far as its text determines it.

use super::board::{Bitboard, BoardSquare};
use super::role::{Role, Roles};
use crate::BoardSide;

/// A constraint on moves. Parts that the text does not state are unconstrained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern<T> {
    /// Kinds of pieces that may move.
    pub roles: Roles,
    /// Squares from which the piece may come.
    pub from: T,
    /// Squares to which the piece may go.
    pub to: T,
    /// The promotion of a pawn; required on the last rank.
    pub promotion: Option<Role>,
    /// If set, all other fields are ignored. In games without castling, no move matches.
    pub castling: Option<BoardSide>,
    /// True if the text marks a capture. For notations that require the mark; `resolve` ignores it, so that
    /// a wrong mark never makes a move illegal.
    pub captures: bool,
}

impl<T: Bitboard> Pattern<T> {
    /// A pattern for pieces of the kinds `roles` that move to one square.
    #[inline]
    pub fn to(roles: Roles, to: T::Square) -> Self {
        Self { roles, from: !T::EMPTY, to: to.bit(), promotion: None, castling: None, captures: false }
    }

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

    /// The origin, if the pattern allows only one.
    pub fn origin(&self) -> Option<T::Square> {
        self.from.is_single().then(|| self.from.lowest())
    }

    /// The target, if the pattern allows only one.
    #[inline]
    pub fn target(&self) -> Option<T::Square> {
        self.to.is_single().then(|| self.to.lowest())
    }
}
