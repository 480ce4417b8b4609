//! From a pattern to the legal moves that fit it, without generating moves.

use super::attacks::{KING, PAWN, open_ways, pseudo};
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::square::{Bitboard, Role, Square, squares};
use crate::rules::{Resolution, Side};

const LAST_RANKS: Bitboard = 0xff00_0000_0000_00ff;

impl Position {
    /// The move of the one piece of its kind that comes from `from` and reaches `to`, if there is
    /// just one and the move is legal; `resolve` says the rest. Not for promotions.
    #[inline(always)]
    pub fn only(&self, role: Role, from: Bitboard, to: Square) -> Option<Move> {
        let sources = self.sources(role, to) & from;
        if !sources.is_power_of_two() {
            return None;
        }
        self.legal_now(role, Square::only(sources), to, None)
    }

    /// Whether another piece of the kind can make the same move from one of the squares `from`.
    pub fn has_rival(&self, mv: Move, from: Bitboard) -> bool {
        let pieces = self.sides[self.turn.index()] & self.roles[mv.role.index()] & from & !mv.from.bit();
        // Nearly always no other piece could come there if the board were empty.
        if mv.role != Role::Pawn && pieces & pseudo(mv.role, mv.to) == 0 {
            return false;
        }
        let others = self.sources(mv.role, mv.to) & from & !mv.from.bit();
        squares(others).any(|other| self.legal_move(mv.role, other, mv.to, mv.promotion).is_some())
    }

    pub(super) fn find_moves(&self, pattern: &Pattern) -> Resolution<Move> {
        if let (Some(to), Some(role), None) = (pattern.target(), pattern.roles.single(), pattern.castling) {
            return self.find_one(role, to, pattern);
        }
        self.find_odd(pattern)
    }

    fn find_odd(&self, pattern: &Pattern) -> Resolution<Move> {
        match pattern.castling {
            Some(wing) => self.castle(wing).map_or(Resolution::None, Resolution::Unique),
            None => self.find_many(pattern),
        }
    }

    /// One kind, one target.
    fn find_one(&self, role: Role, to: Square, pattern: &Pattern) -> Resolution<Move> {
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
            && self.may_mean_castling(pattern)
            && let Some(mv) = self.castling_meant(to).and_then(|wing| self.castle(wing))
        {
            return Resolution::Unique(mv);
        }
        found
    }

    fn find_many(&self, pattern: &Pattern) -> Resolution<Move> {
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
        // Castling is found on both squares that can mean it.
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

    /// Own pieces of a kind that reach `to`, the king's safety aside. Nothing if an own piece stands there.
    #[inline(always)]
    pub(super) fn sources(&self, role: Role, to: Square) -> Bitboard {
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
    fn pawn_sources(&self, pawns: Bitboard, to: Square) -> Bitboard {
        let theirs = self.sides[self.turn.other().index()];
        if theirs & to.bit() != 0 {
            return PAWN[self.turn.other().index()][to.index()] & pawns;
        }
        let empty = !self.occupied();
        let (one, two) = match self.turn {
            Side::First => (to.bit() >> 8, if to.rank() == 3 { to.bit() >> 16 } else { 0 }),
            Side::Second => (to.bit() << 8, if to.rank() == 4 { to.bit() << 16 } else { 0 }),
        };
        let mut from = one & pawns;
        if one & empty != 0 {
            from |= two & pawns;
        }
        if self.en_passant == Some(to) {
            from |= PAWN[self.turn.other().index()][to.index()] & pawns;
        }
        from
    }

    /// The move of a piece that reaches its target, if it is legal.
    pub(super) fn legal_move(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        self.legal_now(role, from, to, promotion)
    }

    /// The same without a call, for the one place where that counts.
    #[inline(always)]
    fn legal_now(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let mut kind = MoveKind::Plain;
        let mut captured = self.role(to);
        match role {
            Role::King => {
                if promotion.is_some() || self.attackers_of_king_on(to) != 0 {
                    return None;
                }
            }
            Role::Pawn => {
                let last = to.bit() & LAST_RANKS != 0;
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
                } else if from.rank().abs_diff(to.rank()) == 2 {
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

    /// Squares that the king of the side to move can go to, its safety aside; never the other king's.
    pub(super) fn king_targets(&self) -> Bitboard {
        let king = self.king(self.turn);
        KING[king.index()] & !self.sides[self.turn.index()] & !self.roles[Role::King.index()]
    }
}
