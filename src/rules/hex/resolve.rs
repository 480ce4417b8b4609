//! From a pattern to the legal moves that fit it, without generating moves.

use super::attacks::{KING, PAWN, open_ways, pseudo};
use super::cell::{Bitboard, Cell, cells};
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::{Role, pawns};
use crate::rules::Resolution;

impl Position {
    /// The move of the one piece of its kind that comes from `from` and reaches `to`, if there is
    /// just one and the move is legal; `resolve` says the rest. Not for promotions.
    #[inline(always)]
    pub fn only(&self, role: Role, from: Bitboard, to: Cell) -> Option<Move> {
        let sources = self.sources(role, to) & from;
        if !sources.is_power_of_two() {
            return None;
        }
        self.legal_move(role, Cell::only(sources), to, None)
    }

    /// Whether another piece of the kind can make the same move from one of the cells `from`.
    pub fn has_rival(&self, mv: Move, from: Bitboard) -> bool {
        let others = self.sources(mv.role, mv.to) & from & !mv.from.bit();
        cells(others).any(|other| self.legal_move(mv.role, other, mv.to, mv.promotion).is_some())
    }

    #[inline]
    pub(super) fn find_moves(&self, pattern: &Pattern) -> Resolution<Move> {
        if let (Some(to), Some(role)) = (pattern.target(), pattern.roles.single()) {
            return self.find_one(role, to, pattern);
        }
        self.find_many(pattern)
    }

    /// One kind, one target.
    fn find_one(&self, role: Role, to: Cell, pattern: &Pattern) -> Resolution<Move> {
        let mut found = Resolution::None;
        for from in cells(self.sources(role, to) & pattern.from) {
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
        found
    }

    #[cold]
    fn find_many(&self, pattern: &Pattern) -> Resolution<Move> {
        if pattern.castling.is_some() {
            return Resolution::None;
        }
        let mut all = Vec::new();
        for to in cells(pattern.to) {
            for role in Role::ALL.into_iter().filter(|&role| pattern.roles.has(role)) {
                match self.find_one(role, to, pattern) {
                    Resolution::None => {}
                    Resolution::Unique(mv) => all.push(mv),
                    Resolution::Ambiguous(mut more) => all.append(&mut more),
                }
            }
        }
        all.sort_by_key(|mv| (mv.from, mv.to));
        match (all.pop(), all.is_empty()) {
            (None, _) => Resolution::None,
            (Some(only), true) => Resolution::Unique(only),
            (Some(last), false) => {
                all.push(last);
                Resolution::Ambiguous(all)
            }
        }
    }

    /// Own pieces of a kind that reach `to`, the king's safety aside. Nothing if an own piece stands there.
    #[inline(always)]
    pub(super) fn sources(&self, role: Role, to: Cell) -> Bitboard {
        let own = self.sides[self.turn.index()];
        if own & to.bit() != 0 {
            return 0;
        }
        let pieces = own & self.roles[role.index()];
        if role == Role::Pawn {
            return self.pawn_sources(pieces, to);
        }
        // Knights and kings have nothing between: one path for all pieces.
        open_ways(pieces & pseudo(role, to), to, self.occupied())
    }

    #[inline(always)]
    fn pawn_sources(&self, pieces: Bitboard, to: Cell) -> Bitboard {
        let us = self.turn;
        let takers = PAWN[us.other().index()][to.index()] & pieces;
        if self.sides[us.other().index()] & to.bit() != 0 {
            return takers;
        }
        let one = pawns::behind(us, to.bit());
        let mut from = one & pieces;
        if to.bit() & pawns::LANDING[us.index()] != 0 && one & self.occupied() == 0 {
            from |= pawns::behind(us, one) & pieces;
        }
        if self.en_passant == Some(to) {
            from |= takers;
        }
        from
    }

    /// The move of a piece that reaches its target, if it is legal.
    #[inline(always)]
    pub(super) fn legal_move(&self, role: Role, from: Cell, to: Cell, promotion: Option<Role>) -> Option<Move> {
        let mut kind = MoveKind::Plain;
        let mut captured = self.role(to);
        match role {
            Role::King => {
                if promotion.is_some() || self.attackers_of_king_on(to) != 0 {
                    return None;
                }
            }
            Role::Pawn => {
                let last = to.bit() & pawns::LAST[self.turn.index()] != 0;
                if last != promotion.is_some_and(|role| role != Role::Pawn && role != Role::King)
                    || (promotion.is_some() && !last)
                {
                    return None;
                }
                if from.file() != to.file() && captured.is_none() {
                    if self.attackers_after_en_passant(from, to) != 0 {
                        return None;
                    }
                    kind = MoveKind::EnPassant;
                    captured = Some(Role::Pawn);
                } else if !self.keeps_king_safe(from, to) {
                    return None;
                } else if from.index().abs_diff(to.index()) == 2 {
                    // Captures go to other files, at least five cells away.
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

    /// Cells that the king of the side to move can go to, its safety aside; never the other king's.
    pub(super) fn king_targets(&self) -> Bitboard {
        let king = self.king(self.turn);
        KING[king.index()] & !self.sides[self.turn.index()] & !self.roles[Role::King.index()]
    }
}
