//! Playing a move: updates board, hash, checkers, rights and counters.

use super::attacks::unblocked;
use super::board::{Bitboard, BoardSquare};
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::role::Role;
use super::variant::Variant;
use crate::Side;

impl<V: Variant> Position<V> {
    #[inline(always)]
    pub(super) fn play_move(&mut self, mv: Move<V::Square>) {
        let us = self.turn;
        let them = us.other();
        self.set_en_passant(None);
        self.passed = None;
        let touched = mv.from.bit() | mv.to.bit();
        if V::ends_right(self, touched) {
            V::lose_rights(self, touched);
        }
        if mv.kind != MoveKind::Plain || mv.promotion.is_some() {
            return self.play_special(mv);
        }
        let lasting = mv.captured.is_some() | (mv.role == Role::Pawn);
        self.halfmove_clock = if lasting { 0 } else { self.halfmove_clock.saturating_add(1) };
        if let Some(captured) = mv.captured {
            self.remove_piece(them, captured, mv.to);
        }
        self.move_piece(us, mv.role, mv.from, mv.to);
        self.switch_turn();
        self.checkers = self.checkers_after(mv, mv.role, us, self.king(them));
        if self.opponent_in_check {
            self.update_checkers();
        }
    }

    /// Double steps, captures en passant, promotions and castling.
    #[inline(never)]
    fn play_special(&mut self, mv: Move<V::Square>) {
        let us = self.turn;
        let them = us.other();
        let role = mv.promotion.unwrap_or(mv.role);
        if matches!(mv.kind, MoveKind::Irregular | MoveKind::TakenBack) {
            return self.play_irregular(mv);
        }
        self.halfmove_clock = if mv.kind == MoveKind::Castling { self.halfmove_clock.saturating_add(1) } else { 0 };
        match mv.kind {
            MoveKind::Castling => V::move_castling_pieces(self, mv),
            MoveKind::EnPassant => {
                self.remove_piece(them, Role::Pawn, V::Square::behind(us, mv.to.bit()).lowest());
            }
            MoveKind::Plain | MoveKind::DoubleStep | MoveKind::Irregular | MoveKind::TakenBack => {
                if let Some(captured) = mv.captured {
                    self.remove_piece(them, captured, mv.to);
                }
            }
        }
        if mv.kind != MoveKind::Castling {
            self.remove_piece(us, mv.role, mv.from);
            self.put_piece(us, role, mv.to);
        }
        self.switch_turn();
        let king = self.king(them);
        self.checkers = match mv.kind {
            MoveKind::EnPassant => self.attackers(king, us, self.occupied()),
            MoveKind::Castling => {
                // A forced, illegal castling may have left the own king in check.
                self.update_checkers();
                self.checkers
            }
            _ => self.checkers_after(mv, role, us, king),
        };
        if self.opponent_in_check {
            self.update_checkers();
        }
        if mv.kind == MoveKind::DoubleStep {
            self.offer_en_passant(V::Square::ahead(us, mv.from.bit()).lowest());
        }
    }

    /// Puts the piece on the target and removes any piece there. Never called for a king's square.
    #[cold]
    fn play_irregular(&mut self, mv: Move<V::Square>) {
        if mv.kind == MoveKind::TakenBack {
            return;
        }
        let us = self.turn;
        let lasting = mv.captured.is_some() || mv.role == Role::Pawn;
        self.halfmove_clock = if lasting { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.remove_piece(us, mv.role, mv.from);
        if let Some((side, role)) = self.piece_at(mv.to) {
            self.remove_piece(side, role, mv.to);
        }
        self.put_piece(us, mv.promotion.unwrap_or(mv.role), mv.to);
        self.switch_turn();
        self.update_checkers();
    }

    /// Only the moved piece and the lines through its origin can give check.
    #[inline(always)]
    fn checkers_after(&self, mv: Move<V::Square>, role: Role, us: Side, king: V::Square) -> V::Set {
        let occupied = self.occupied();
        // Leapers have no squares in between, so one test serves all pieces.
        let reach = if role == Role::Pawn { mv.to.pawn_attacks(us) } else { mv.to.pseudo(role) };
        let mut checkers = V::Set::EMPTY;
        if reach.intersects(king.bit()) && !mv.to.between(king).intersects(occupied) {
            checkers = mv.to.bit();
        }
        checkers | unblocked(self.sliders_through(mv.from, king, us), king, occupied)
    }
}
