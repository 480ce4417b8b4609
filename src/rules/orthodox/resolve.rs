//! From a pattern to the matching legal moves, without generating moves.

use super::attacks::unblocked_few;
use super::board::{Bitboard, BoardSquare, squares};
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::role::Role;
use super::variant::Variant;
use crate::Resolution;

impl<V: Variant> Position<V> {
    /// Fast path: the move to `to` of the only piece of kind `role` on the squares `from` that reaches `to`, if legal.
    /// On `None`, call `resolve`. Does not handle promotions.
    #[inline(always)]
    pub fn unique_move(&self, role: Role, from: V::Set, to: V::Square) -> Option<Move<V::Square>> {
        let sources = self.sources(role, to) & from;
        if !sources.is_single() {
            return None;
        }
        self.legal_now(role, sources.lowest(), to, None)
    }

    /// True if another piece of the same kind on one of the squares `from` has a legal move to the same target.
    pub fn has_rival(&self, mv: Move<V::Square>, from: V::Set) -> bool {
        let pieces = self.pieces(self.turn, mv.role) & from & !mv.from.bit();
        // Nearly always no other piece reaches the target, even on an empty board.
        if mv.role != Role::Pawn && !pieces.intersects(mv.to.pseudo(mv.role)) {
            return false;
        }
        let others = self.sources(mv.role, mv.to) & from & !mv.from.bit();
        squares(others).any(|other| self.legal_move(mv.role, other, mv.to, mv.promotion).is_some())
    }

    pub(super) fn find_moves(&self, pattern: &Pattern<V::Set>) -> Resolution<Move<V::Square>> {
        if let (Some(to), Some(role), None) = (pattern.target(), pattern.roles.single(), pattern.castling) {
            return self.find_one(role, to, pattern);
        }
        match pattern.castling {
            Some(board_side) => V::castle(self, board_side).map_or(Resolution::None, Resolution::Unique),
            None => self.find_many(pattern),
        }
    }

    fn find_one(&self, role: Role, to: V::Square, pattern: &Pattern<V::Set>) -> Resolution<Move<V::Square>> {
        let mut found = Resolution::None;
        for from in squares(self.sources(role, to) & pattern.from) {
            if let Some(mv) = self.legal_move(role, from, to, pattern.promotion) {
                found = match found {
                    Resolution::None => Resolution::Unique(mv),
                    Resolution::Unique(first) => Resolution::Ambiguous(vec![first, mv]),
                    Resolution::Ambiguous(mut all) => {
                        all.push(mv);
                        Resolution::Ambiguous(all)
                    }
                };
            }
        }
        if role == Role::King
            && found == Resolution::None
            && let Some(mv) = V::castle_by_king(self, pattern, to)
        {
            return Resolution::Unique(mv);
        }
        found
    }

    #[cold]
    fn find_many(&self, pattern: &Pattern<V::Set>) -> Resolution<Move<V::Square>> {
        let mut all = Vec::new();
        for to in squares(pattern.to) {
            for role in Role::ALL.into_iter().filter(|&role| pattern.roles.has(role)) {
                match self.find_one(role, to, pattern) {
                    Resolution::None => {}
                    Resolution::Unique(mv) => all.push(mv),
                    Resolution::Ambiguous(mut more) => all.append(&mut more),
                }
            }
        }
        all.sort_by_key(|mv| (mv.from, mv.to));
        // The king's target and the rook's square both yield the same castling move.
        all.dedup();
        match (all.pop(), all.is_empty()) {
            (None, _) => Resolution::None,
            (Some(only), true) => Resolution::Unique(only),
            (Some(last), false) => {
                all.push(last);
                Resolution::Ambiguous(all)
            }
        }
    }

    /// False if no matching piece of the other side could reach the target, even on an empty board, whatever this side
    /// plays first. True proves nothing.
    pub fn may_reply(&self, pattern: &Pattern<V::Set>) -> bool {
        let (Some(to), Some(role), None) = (pattern.target(), pattern.roles.single(), pattern.castling) else {
            return true;
        };
        let side = self.turn.other();
        let from = match role {
            // The king may castle.
            Role::King => return true,
            Role::Pawn => {
                let one = V::Square::behind(side, to.bit());
                one | V::Square::behind(side, one) | to.pawn_attacks(self.turn)
            }
            _ => to.pseudo(role),
        };
        (self.pieces(side, role) & pattern.from).intersects(from)
    }

    /// Own pieces of a kind that reach `to`, even if the move exposes the king. Empty if an own piece is on `to`.
    #[inline(always)]
    pub(crate) fn sources(&self, role: Role, to: V::Square) -> V::Set {
        let own = self.sides[self.turn.index()];
        if own.intersects(to.bit()) {
            return V::Set::EMPTY;
        }
        let pieces = own & self.roles[role.index()];
        if role == Role::Pawn {
            return self.pawn_sources(pieces, to);
        }
        // Knights and kings have no squares in between, so one path serves all pieces.
        unblocked_few(pieces & to.pseudo(role), to, self.occupied())
    }

    #[inline(always)]
    fn pawn_sources(&self, pawns: V::Set, to: V::Square) -> V::Set {
        let (us, them) = (self.turn, self.turn.other());
        if self.sides[them.index()].intersects(to.bit()) {
            return to.pawn_attacks(them) & pawns;
        }
        let one = V::Square::behind(us, to.bit());
        let mut from = one & pawns;
        if V::Square::LANDING[us.index()].intersects(to.bit()) && !one.intersects(self.occupied()) {
            from |= V::Square::behind(us, one) & pawns;
        }
        if self.en_passant == Some(to) {
            from |= to.pawn_attacks(them) & pawns;
        }
        from
    }

    /// The move of a piece that reaches its target, if it is legal.
    pub(crate) fn legal_move(
        &self,
        role: Role,
        from: V::Square,
        to: V::Square,
        promotion: Option<Role>,
    ) -> Option<Move<V::Square>> {
        self.legal_now(role, from, to, promotion)
    }

    /// Inlined variant of [`Self::legal_move`], for [`Self::unique_move`] only.
    #[inline(always)]
    fn legal_now(
        &self,
        role: Role,
        from: V::Square,
        to: V::Square,
        promotion: Option<Role>,
    ) -> Option<Move<V::Square>> {
        let mut kind = MoveKind::Plain;
        let mut captured = self.role(to);
        match role {
            Role::King => {
                if promotion.is_some() || !self.attackers_of_king_on(to).is_empty() {
                    return None;
                }
            }
            Role::Pawn => {
                let last = to.bit().intersects(V::Square::PAWN_LAST[self.turn.index()]);
                if last != promotion.is_some_and(|role| role != Role::Pawn && role != Role::King)
                    || (promotion.is_some() && !last)
                {
                    return None;
                }
                if from.file() != to.file() && captured.is_none() {
                    if !self.attackers_after_en_passant(from, to).is_empty() {
                        return None;
                    }
                    kind = MoveKind::EnPassant;
                    captured = Some(Role::Pawn);
                } else if !self.keeps_king_safe(from, to) {
                    return None;
                } else if from.index().abs_diff(to.index()) == V::Square::DOUBLE_STEP {
                    kind = MoveKind::DoubleStep;
                }
            }
            _ => {
                if promotion.is_some() || !self.keeps_king_safe(from, to) {
                    return None;
                }
            }
        }
        if captured == Some(Role::King) {
            return None;
        }
        Some(Move { from, to, role, promotion, captured, kind })
    }
}
