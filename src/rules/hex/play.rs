//! Playing a move: board, key, checkers, counters.

use super::attacks::{PAWN, aligned, between_cells, pseudo, with_open_way};
use super::cell::{Bitboard, Cell, cells};
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::{Role, pawns, zobrist};
use crate::rules::Side;

impl Position {
    #[inline(always)]
    pub(super) fn play_move(&mut self, mv: Move) {
        let us = self.turn;
        let them = us.other();
        self.set_en_passant(None);
        self.passed = None;
        if mv.kind != MoveKind::Plain || mv.promotion.is_some() {
            return self.play_special(mv);
        }
        self.quiet = self.quiet.saturating_add(1);
        if let Some(captured) = mv.captured {
            self.take(them, captured, mv.to);
        }
        if mv.captured.is_some() || mv.role == Role::Pawn {
            self.quiet = 0;
        }
        self.carry(us, mv.role, mv.from, mv.to);
        self.hand_over();
        self.checkers = self.checkers_after(mv, mv.role, us, self.king(them));
        if self.exposed {
            self.look_for_checks();
        }
    }

    /// Double steps, captures en passant and promotions.
    #[inline(never)]
    fn play_special(&mut self, mv: Move) {
        let us = self.turn;
        let them = us.other();
        let role = mv.promotion.unwrap_or(mv.role);
        self.quiet = 0;
        if mv.kind == MoveKind::EnPassant {
            self.take(them, Role::Pawn, Cell::only(pawns::behind(us, mv.to.bit())));
        } else if let Some(captured) = mv.captured {
            self.take(them, captured, mv.to);
        }
        self.take(us, mv.role, mv.from);
        self.put(us, role, mv.to);
        self.hand_over();
        let king = self.king(them);
        self.checkers = match mv.kind {
            MoveKind::Plain | MoveKind::DoubleStep => self.checkers_after(mv, role, us, king),
            MoveKind::EnPassant => self.attackers(king, us, self.occupied()),
        };
        if self.exposed {
            self.look_for_checks();
        }
        if mv.kind == MoveKind::DoubleStep {
            self.offer_en_passant(Cell::only(pawns::ahead(us, mv.from.bit())));
        }
    }

    #[inline]
    pub(super) fn hand_over(&mut self) {
        if self.turn == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.turn = self.turn.other();
        self.zobrist ^= zobrist::BLACK;
    }

    /// Only the piece that moved and the line it left can give check.
    #[inline(always)]
    fn checkers_after(&self, mv: Move, role: Role, us: Side, king: Cell) -> Bitboard {
        let occupied = self.occupied();
        // Nothing stands between a leaper and its target: one path for all pieces.
        let reach = if role == Role::Pawn { PAWN[us.index()][mv.to.index()] } else { pseudo(role, mv.to) };
        let mut checkers = 0;
        if reach & king.bit() != 0 && between_cells(mv.to, king) & occupied == 0 {
            checkers = mv.to.bit();
        }
        if aligned(mv.from, king) {
            checkers |= with_open_way(self.sliders_towards(king, us), king, occupied);
        }
        checkers
    }

    /// Remembers what a double step passed over, and sets the en passant target if the side
    /// to move can really capture there.
    #[inline(never)]
    pub(super) fn offer_en_passant(&mut self, target: Cell) {
        self.passed = Some(target);
        let takers = PAWN[self.turn.other().index()][target.index()] & self.pieces(self.turn, Role::Pawn);
        // A check by another piece than the pawn that just moved is not parried by taking it.
        if cells(takers).any(|from| self.attackers_after_en_passant(from, target) == 0) {
            self.set_en_passant(Some(target));
        }
    }

    pub(super) fn pass_turn(&mut self) {
        self.set_en_passant(None);
        self.passed = None;
        self.quiet = self.quiet.saturating_add(1);
        self.hand_over();
        self.look_for_checks();
    }
}
