//! Legal moves between sets of squares, one by one: for notations that name neither square.

use super::position::{Move, Position};
use super::square::Bitboard;
use crate::rules::orthodox::{Role, Roles, squares};

const LAST_RANKS: Bitboard = 0xff00_0000_0000_00ff;

impl Position {
    /// Gives every legal move of the kinds `roles` from one of the squares `from` to one of the squares
    /// `to`, castling left out. A pawn on the last rank becomes `promotion`, or a queen where nothing is
    /// said; no other move fits a promotion.
    #[inline]
    pub fn each_legal(
        &self,
        roles: Roles,
        (from, to): (Bitboard, Bitboard),
        promotion: Option<Role>,
        mut visit: impl FnMut(Move),
    ) {
        for role in Role::ALL.into_iter().filter(|&role| roles.has(role)) {
            let movers = self.pieces(self.turn, role) & from;
            if movers == 0 {
                continue;
            }
            for target in squares(to) {
                let queen = role == Role::Pawn && target.bit() & LAST_RANKS != 0;
                let becomes = promotion.or(queen.then_some(Role::Queen));
                for source in squares(self.sources(role, target) & movers) {
                    if let Some(mv) = self.legal_move(role, source, target, becomes) {
                        visit(mv);
                    }
                }
            }
        }
    }
}
