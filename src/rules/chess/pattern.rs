//! What a notation says of a move.

use super::square::{Bitboard, Role, Square};
use crate::rules::BoardSide;

/// A set of kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles(u8);

impl Roles {
    /// Every kind.
    pub const ANY: Self = Self(0x3f);

    /// One kind.
    #[inline]
    pub const fn one(role: Role) -> Self {
        Self(1 << role as u8)
    }

    /// Whether the kind belongs to it.
    #[inline]
    pub const fn has(self, role: Role) -> bool {
        self.0 & (1 << role as u8) != 0
    }

    /// The kind, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Role> {
        if self.0.is_power_of_two() { Some(Role::ALL[self.0.trailing_zeros() as usize]) } else { None }
    }
}

/// A constraint on moves. Everything not stated is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Kinds of pieces that may move.
    pub roles: Roles,
    /// Squares it may come from.
    pub from: Bitboard,
    /// Squares it may go to.
    pub to: Bitboard,
    /// What a pawn becomes; a pawn on the last rank needs it.
    pub promotion: Option<Role>,
    /// Castling, and then nothing else counts.
    pub castling: Option<BoardSide>,
    /// Whether the text says that it captures. Notations that insist on it may
    /// use it; `resolve` does not, so that a wrong mark never makes a move illegal.
    pub captures: bool,
}

impl Pattern {
    /// Any piece to one square.
    #[inline]
    pub const fn to(roles: Roles, to: Square) -> Self {
        Self { roles, from: !0, to: to.bit(), promotion: None, castling: None, captures: false }
    }

    /// Castling to a wing.
    #[inline]
    pub const fn castling(wing: BoardSide) -> Self {
        Self { roles: Roles::one(Role::King), from: !0, to: 0, promotion: None, castling: Some(wing), captures: false }
    }

    /// The one origin, if only one is possible.
    pub const fn origin(&self) -> Option<Square> {
        if self.from.is_power_of_two() { Some(Square::only(self.from)) } else { None }
    }

    /// The one target, if only one is possible.
    #[inline]
    pub const fn target(&self) -> Option<Square> {
        if self.to.is_power_of_two() { Some(Square::only(self.to)) } else { None }
    }
}
