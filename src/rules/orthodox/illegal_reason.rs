//! Why no legal move fits a pattern. Slow; used only for illegal moves.

use super::board::{Bitboard, BoardSquare, squares};
use super::pattern::Pattern;
use super::position::Position;
use super::role::Role;
use super::variant::{Reasons, Variant};
use crate::{IllegalReason, Resolution, Side};

impl<V: Variant> Position<V> {
    /// All true reasons, in the order of the catalog of findings.
    pub(super) fn find_reasons(&self, pattern: &Pattern<V::Set>) -> Reasons<V> {
        let mut reasons = Vec::new();
        if self.legal_for_other_side(pattern) {
            reasons.push(IllegalReason::OtherSide);
        }
        if let Some(board_side) = V::castling_side(self, pattern) {
            V::castling_reasons(self, board_side, &mut reasons);
            return reasons;
        }
        let own = self.sides[self.turn.index()] & pattern.from;
        let pieces: Vec<(Role, V::Square)> = squares(own)
            .filter_map(|from| self.role(from).map(|role| (role, from)))
            .filter(|(role, _)| pattern.roles.has(*role))
            .collect();
        if pieces.is_empty() {
            match pattern.origin() {
                Some(from) => reasons.push(IllegalReason::WrongOrigin { from, holds: self.role(from) }),
                None => reasons.push(IllegalReason::NoSuchPiece { kind: pattern.roles.single() }),
            }
            return reasons;
        }
        // If the text has several targets (`ed`), only those that such a piece reaches on an empty board count.
        let aimed = |to: &V::Square| pieces.iter().any(|(role, from)| self.moves_between(*role, *from, *to));
        let targets: Vec<V::Square> = squares(pattern.to).filter(aimed).collect();
        for to in &targets {
            self.path_reasons(&pieces, *to, pattern, &mut reasons);
        }
        if targets.is_empty() || reasons.is_empty() {
            let (kind, first) = pieces[0];
            let from = pieces.iter().filter(|piece| piece.0 == kind).map(|piece| piece.1).collect();
            let next = |to: &V::Square| (self.ahead(*to) - self.ahead(first) - 1).abs();
            let to = squares(pattern.to).min_by_key(next).unwrap_or(first);
            reasons.push(IllegalReason::NoSuchMove { kind, from, to });
            if V::NAMES_TARGET {
                self.target_reasons(to, &mut reasons);
            }
            if pattern.promotion.is_some() && kind != Role::Pawn {
                reasons.push(IllegalReason::PromotionRank { at: to });
            }
        }
        reasons.sort_by_cached_key(order);
        let mut named = Vec::new();
        for reason in reasons {
            if !named.contains(&reason) {
                named.push(reason);
            }
        }
        named
    }

    fn legal_for_other_side(&self, pattern: &Pattern<V::Set>) -> bool {
        if pattern.castling.is_some() {
            // O-O does not name a side; the specific castling reason is more useful.
            return false;
        }
        let tells_side = V::ORIGIN_TELLS_SIDE && pattern.origin().is_some();
        if !tells_side && !self.checkers.is_empty() {
            // With the mover in check the other side could take its king, so the turn is not in doubt.
            return false;
        }
        if pattern.captures && pattern.target().is_some_and(|to| self.role(to).is_none()) {
            // The other side cannot capture on an empty square either.
            return false;
        }
        matches!(self.with_turn_swapped().find_moves(pattern), Resolution::Unique(_) | Resolution::Ambiguous(_))
    }

    /// True if a piece of that kind can go from `from` to `to` on an empty board. Pawns may go straight or capture.
    fn moves_between(&self, role: Role, from: V::Square, to: V::Square) -> bool {
        if role != Role::Pawn {
            return from.pseudo(role).intersects(to.bit());
        }
        let climb = self.ahead(to) - self.ahead(from);
        let straight = from.file() == to.file() && (climb == V::Square::STEP || climb == 2 * V::Square::STEP);
        straight || from.pawn_attacks(self.turn).intersects(to.bit())
    }

    /// Height as seen by the side to move.
    fn ahead(&self, square: V::Square) -> i16 {
        match self.turn {
            Side::First => square.height(),
            Side::Second => -square.height(),
        }
    }

    fn path_reasons(
        &self,
        pieces: &[(Role, V::Square)],
        to: V::Square,
        pattern: &Pattern<V::Set>,
        reasons: &mut Reasons<V>,
    ) {
        let mut open = Vec::new();
        let mut promotes = pattern.promotion.is_some();
        for (role, from) in pieces.iter().copied().filter(|(role, from)| self.moves_between(*role, *from, to)) {
            if role == Role::Pawn {
                self.pawn_reasons(from, to, pattern, reasons);
                promotes = false;
            } else if let Some((by, blocker)) = self.first_between(from, to) {
                reasons.push(IllegalReason::Blocked { kind: role, from, to, by, blocker });
            } else {
                open.push((role, from));
            }
        }
        self.target_reasons(to, reasons);
        if promotes {
            reasons.push(IllegalReason::PromotionRank { at: to });
        }
        self.king_reasons(&open, to, reasons);
    }

    /// Reasons that depend only on the target.
    fn target_reasons(&self, to: V::Square, reasons: &mut Reasons<V>) {
        match self.piece_at(to) {
            Some((side, holds)) if side == self.turn => reasons.push(IllegalReason::OwnPiece { at: to, holds }),
            Some((_, Role::King)) => reasons.push(IllegalReason::KingCapture { at: to }),
            _ => {}
        }
    }

    /// Reasons against a pawn move, straight ahead or as a capture.
    fn pawn_reasons(&self, from: V::Square, to: V::Square, pattern: &Pattern<V::Set>, reasons: &mut Reasons<V>) {
        self.promotion_reasons(to, pattern.promotion, reasons);
        let enemy = self.piece_at(to).filter(|(side, _)| *side != self.turn);
        if from.file() != to.file() {
            if self.piece_at(to).is_some() {
                self.king_reasons(&[(Role::Pawn, from)], to, reasons);
            } else {
                self.empty_capture_reasons(from, to, reasons);
            }
        } else if self.ahead(to) - self.ahead(from) == 2 * V::Square::STEP
            && !from.bit().intersects(V::Square::PAWN_START[self.turn.index()])
        {
            reasons.push(IllegalReason::DoubleStep { from });
        } else if let Some((by, blocker)) = self.first_between(from, to) {
            reasons.push(IllegalReason::Blocked { kind: Role::Pawn, from, to, by, blocker });
        } else if let Some((_, blocker)) = enemy {
            reasons.push(match pattern.captures {
                true => IllegalReason::CapturesStraight { at: to },
                false => IllegalReason::Blocked { kind: Role::Pawn, from, to, by: to, blocker },
            });
        } else {
            self.king_reasons(&[(Role::Pawn, from)], to, reasons);
        }
    }

    /// Reasons against a pawn's capture on an empty square, en passant or not.
    fn empty_capture_reasons(&self, from: V::Square, to: V::Square, reasons: &mut Reasons<V>) {
        let them = self.turn.other();
        let pawn = V::Square::ahead(them, to.bit()) & self.pieces(them, Role::Pawn);
        if !to.bit().intersects(V::Square::PASSED[them.index()]) || pawn.is_empty() {
            reasons.push(IllegalReason::CapturesNothing { at: to });
            return;
        }
        // The missing right comes first; other obstacles follow as causes.
        if self.passed != Some(to) {
            reasons.push(IllegalReason::NoEnPassant { pawn: pawn.lowest(), at: to });
        }
        let attackers = self.attackers_after_en_passant(from, to);
        let exposing = squares(attackers & !self.checkers).next().filter(|_| self.could_be_en_passant(to));
        if let Some((by, attacker)) = exposing.and_then(|by| Some((by, self.role(by)?))) {
            reasons.push(IllegalReason::EnPassantExposes { by, attacker, king: self.king(self.turn) });
        }
        if attackers.intersects(self.checkers) {
            reasons.push(self.check_not_parried());
        }
    }

    fn promotion_reasons(&self, to: V::Square, promotion: Option<Role>, reasons: &mut Reasons<V>) {
        let last = to.bit().intersects(V::Square::PAWN_LAST[self.turn.index()]);
        match promotion {
            None if last => reasons.push(IllegalReason::PromotionMissing { at: to }),
            Some(kind @ (Role::Pawn | Role::King)) if last => reasons.push(IllegalReason::PromotionPiece { kind }),
            Some(_) if !last => reasons.push(IllegalReason::PromotionRank { at: to }),
            _ => {}
        }
    }

    fn king_reasons(&self, open: &[(Role, V::Square)], to: V::Square, reasons: &mut Reasons<V>) {
        let king = self.king(self.turn);
        for (role, from) in open {
            if *role == Role::King {
                // Prefers an attack that does not pass through the square that the king leaves.
                let through = |by: V::Square| by.between(to).intersects(from.bit());
                let attacker = squares(self.attackers_of_king_on(to)).min_by_key(|by| through(*by));
                if let Some((by, attacker)) = attacker.and_then(|by| Some((by, self.role(by)?))) {
                    reasons.push(IllegalReason::KingIntoCheck { at: to, by, attacker, through: through(by) });
                }
                continue;
            }
            if let Some((by, pinner)) = self.pinner(*from, to).and_then(|by| Some((by, self.role(by)?))) {
                reasons.push(IllegalReason::Pinned { kind: *role, from: *from, king, by, pinner });
            }
            if !self.parrying().intersects(to.bit()) {
                reasons.push(self.check_not_parried());
            }
        }
    }

    fn check_not_parried(&self) -> IllegalReason<V::Square, Role> {
        let by = squares(self.checkers).filter_map(|by| Some((by, self.role(by)?))).collect();
        IllegalReason::CheckNotParried { king: self.king(self.turn), by }
    }

    fn first_between(&self, from: V::Square, to: V::Square) -> Option<(V::Square, Role)> {
        let by = squares(from.between(to) & self.occupied()).min_by_key(|at| from.between(*at).count())?;
        Some((by, self.role(by)?))
    }
}

/// Rank of a reason in the catalog: geometry before blocks before checks.
fn order<S>(reason: &IllegalReason<S, Role>) -> u8 {
    match reason {
        IllegalReason::OtherSide => 2,
        IllegalReason::NoSuchPiece { .. } | IllegalReason::WrongOrigin { .. } => 3,
        IllegalReason::NoSuchMove { .. } => 4,
        IllegalReason::Blocked { .. } => 5,
        IllegalReason::OwnPiece { .. } => 6,
        IllegalReason::KingCapture { .. } => 7,
        IllegalReason::NothingToCastle { .. }
        | IllegalReason::CastlingRightLost { .. }
        | IllegalReason::CastlingBlocked { .. }
        | IllegalReason::CastlingOutOfCheck { .. }
        | IllegalReason::CastlingThroughCheck { .. } => 8,
        IllegalReason::NoEnPassant { .. } | IllegalReason::EnPassantExposes { .. } => 9,
        IllegalReason::DoubleStep { .. } => 10,
        IllegalReason::PromotionMissing { .. }
        | IllegalReason::PromotionPiece { .. }
        | IllegalReason::PromotionRank { .. } => 11,
        IllegalReason::CapturesNothing { .. } | IllegalReason::CapturesStraight { .. } => 12,
        IllegalReason::KingIntoCheck { .. } => 13,
        IllegalReason::Pinned { .. } => 14,
        IllegalReason::CheckNotParried { .. } => 15,
        // Reasons of other games.
        _ => 16,
    }
}
