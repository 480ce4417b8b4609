//! Playing a move: board, key, checkers, rights, counters.

use super::attacks::{PAWN, aligned, between_squares, pseudo, with_open_way};
use super::castling;
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::square::{Bitboard, Role, Square, squares};
use super::zobrist;
use crate::rules::Side;

impl Position {
    #[inline(always)]
    pub(super) fn play_move(&mut self, mv: Move) {
        let us = self.turn;
        let them = us.other();
        self.set_en_passant(None);
        self.passed = None;
        if (mv.from.bit() | mv.to.bit()) & self.guard != 0 {
            self.lose_rights(mv.from.bit() | mv.to.bit());
        }
        if mv.kind != MoveKind::Plain || mv.promotion.is_some() {
            return self.play_special(mv);
        }
        self.quiet += 1;
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

    /// Double steps, captures en passant, promotions and castling.
    #[inline(never)]
    fn play_special(&mut self, mv: Move) {
        let us = self.turn;
        let them = us.other();
        let role = mv.promotion.unwrap_or(mv.role);
        if matches!(mv.kind, MoveKind::Irregular | MoveKind::TakenBack) {
            return self.play_irregular(mv);
        }
        self.quiet = if mv.kind == MoveKind::Castling { self.quiet + 1 } else { 0 };
        match mv.kind {
            MoveKind::Castling => self.castle_pieces(us, mv.from, mv.to),
            MoveKind::EnPassant => self.take(them, Role::Pawn, Square::at(mv.to.file(), mv.from.rank())),
            MoveKind::Plain | MoveKind::DoubleStep | MoveKind::Irregular | MoveKind::TakenBack => {
                if let Some(captured) = mv.captured {
                    self.take(them, captured, mv.to);
                }
            }
        }
        if mv.kind != MoveKind::Castling {
            self.take(us, mv.role, mv.from);
            self.put(us, role, mv.to);
        }
        self.hand_over();
        let king = self.king(them);
        self.checkers = match mv.kind {
            MoveKind::EnPassant => self.attackers(king, us, self.occupied()),
            MoveKind::Castling => {
                // An irregular one may have left the own king in check.
                self.look_for_checks();
                self.checkers
            }
            _ => self.checkers_after(mv, role, us, king),
        };
        if self.exposed {
            self.look_for_checks();
        }
        if mv.kind == MoveKind::DoubleStep {
            self.offer_en_passant(Square::at(mv.to.file(), if us == Side::First { 2 } else { 5 }));
        }
    }

    /// Puts the piece where it was put, whatever stood there; never called on a king's square.
    #[cold]
    fn play_irregular(&mut self, mv: Move) {
        if mv.kind == MoveKind::TakenBack {
            return;
        }
        let us = self.turn;
        self.quiet = if mv.captured.is_some() || mv.role == Role::Pawn { 0 } else { self.quiet + 1 };
        self.take(us, mv.role, mv.from);
        if let Some((side, role)) = self.piece_at(mv.to) {
            self.take(side, role, mv.to);
        }
        self.put(us, mv.promotion.unwrap_or(mv.role), mv.to);
        self.hand_over();
        self.look_for_checks();
    }

    #[inline(never)]
    fn castle_pieces(&mut self, us: Side, king: Square, rook: Square) {
        let (king_to, rook_to) = castling::targets(us, castling::wing_of(king, rook));
        self.take(us, Role::King, king);
        self.take(us, Role::Rook, rook);
        self.put(us, Role::King, king_to);
        self.put(us, Role::Rook, rook_to);
    }

    #[inline]
    pub(super) fn hand_over(&mut self) {
        if self.turn == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.turn = self.turn.other();
        self.zobrist ^= zobrist::BLACK;
    }

    #[cold]
    fn lose_rights(&mut self, touched: Bitboard) {
        let mut rights = self.rights & !touched;
        for side in [Side::First, Side::Second] {
            if touched & self.king(side).bit() != 0 {
                rights &= !self.sides[side.index()];
            }
        }
        self.set_rights(rights);
    }

    /// Only the piece that moved and the line it left can give check.
    #[inline(always)]
    fn checkers_after(&self, mv: Move, role: Role, us: Side, king: Square) -> Bitboard {
        let occupied = self.occupied();
        // Nothing stands between a leaper and its target: one path for all pieces.
        let reach = if role == Role::Pawn { PAWN[us.index()][mv.to.index()] } else { pseudo(role, mv.to) };
        let mut checkers = 0;
        if reach & king.bit() != 0 && between_squares(mv.to, king) & occupied == 0 {
            checkers = mv.to.bit();
        }
        if aligned(mv.from, king) {
            checkers |= with_open_way(self.sliders_towards(king, us), king, occupied);
        }
        checkers
    }

    /// Remembers what a double step passed over, and sets the en passant target if the side to move can really
    /// capture there.
    #[inline(never)]
    pub(super) fn offer_en_passant(&mut self, target: Square) {
        self.passed = Some(target);
        let takers = PAWN[self.turn.other().index()][target.index()] & self.pieces(self.turn, Role::Pawn);
        let legal = squares(takers).any(|from| {
            // A check by another piece than the pawn that just moved is not parried by taking it.
            self.attackers_after_en_passant(from, target) == 0
        });
        if legal {
            self.set_en_passant(Some(target));
        }
    }

    pub(super) fn pass_turn(&mut self) {
        self.set_en_passant(None);
        self.passed = None;
        self.quiet += 1;
        self.hand_over();
        self.look_for_checks();
    }
}
