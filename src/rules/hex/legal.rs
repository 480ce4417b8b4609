//! Legal moves by sets of targets: for lists, counts, mate and stalemate.

use super::attacks::{PAWN, between_cells, reach};
use super::cell::{Bitboard, Cell, cells};
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::{Role, pawns};

impl Position {
    /// How many legal moves the side to move has; each promotion counts.
    pub fn count_legal(&self) -> u32 {
        let last = pawns::LAST[self.turn.index()];
        let mut count = 0;
        self.visit_targets(|role, _, targets| {
            count += targets.count_ones();
            if role == Role::Pawn && targets & last != 0 {
                count += 3 * (targets & last).count_ones();
            }
            true
        });
        count
    }

    /// Gives every legal move to `visit` until it answers false.
    pub(super) fn visit_legal(&self, mut visit: impl FnMut(Move) -> bool) {
        let last = pawns::LAST[self.turn.index()];
        self.visit_targets(|role, from, targets| {
            cells(targets).all(|to| {
                let mut mv = Move { from, to, role, promotion: None, captured: self.role(to), kind: MoveKind::Plain };
                if role != Role::Pawn {
                    return visit(mv);
                }
                if to.bit() & last != 0 {
                    return Role::PROMOTIONS.into_iter().all(|role| visit(Move { promotion: Some(role), ..mv }));
                }
                if mv.captured.is_none() && from.file() != to.file() {
                    mv.kind = MoveKind::EnPassant;
                    mv.captured = Some(Role::Pawn);
                } else if from.index().abs_diff(to.index()) == 2 {
                    mv.kind = MoveKind::DoubleStep;
                }
                visit(mv)
            })
        });
    }

    /// Whether the side to move has a legal move; the king is asked first, as it usually has one.
    pub(super) fn any_legal(&self) -> bool {
        if cells(self.king_targets()).any(|to| self.attackers_of_king_on(to) == 0) {
            return true;
        }
        let mut any = false;
        self.visit_targets(|_, _, targets| {
            any |= targets != 0;
            !any
        });
        any
    }

    /// Gives each own piece with the cells that it may legally go to, until the answer is false.
    #[inline(always)]
    fn visit_targets(&self, mut visit: impl FnMut(Role, Cell, Bitboard) -> bool) {
        let king = self.king(self.turn);
        let own = self.sides[self.turn.index()];
        // A set-up as far as possible may lack its king.
        if own & self.roles[Role::King.index()] & king.bit() != 0 {
            let mut safe = 0;
            for to in cells(self.king_targets()) {
                if self.attackers_of_king_on(to) == 0 {
                    safe |= to.bit();
                }
            }
            if !visit(Role::King, king, safe) {
                return;
            }
        }
        let parrying = self.parrying();
        if parrying == 0 {
            return;
        }
        let occupied = self.occupied();
        let open = parrying & !own & !self.roles[Role::King.index()];
        let pinned = self.pinned();
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in cells(own & self.roles[role.index()]) {
                let mut targets = match role {
                    Role::Pawn => self.pawn_targets(from, occupied),
                    _ => reach(role, from, occupied),
                } & open;
                if pinned & from.bit() != 0 {
                    targets &= self.pin_line(from);
                }
                if role == Role::Pawn
                    && let Some(at) = self.en_passant
                    && PAWN[self.turn.index()][from.index()] & at.bit() != 0
                    && self.attackers_after_en_passant(from, at) == 0
                {
                    targets |= at.bit();
                }
                if targets != 0 && !visit(role, from, targets) {
                    return;
                }
            }
        }
    }

    /// Where a pawn goes or captures, en passant aside.
    #[inline(always)]
    fn pawn_targets(&self, from: Cell, occupied: Bitboard) -> Bitboard {
        let us = self.turn;
        let one = pawns::ahead(us, from.bit()) & !occupied;
        let two = if from.bit() & pawns::START[us.index()] != 0 { pawns::ahead(us, one) & !occupied } else { 0 };
        one | two | PAWN[us.index()][from.index()] & self.sides[us.other().index()]
    }

    /// Own pieces that alone stand between the king and an enemy slider.
    #[inline(always)]
    fn pinned(&self) -> Bitboard {
        let king = self.king(self.turn);
        let occupied = self.occupied();
        let mut pinned = 0;
        for by in cells(self.sliders_towards(king, self.turn.other())) {
            let way = between_cells(king, by) & occupied;
            if way.is_power_of_two() {
                pinned |= way;
            }
        }
        pinned & self.sides[self.turn.index()]
    }

    /// The way between the king and the piece that pins the piece on `from`, that piece included.
    fn pin_line(&self, from: Cell) -> Bitboard {
        let king = self.king(self.turn);
        let occupied = self.occupied();
        cells(self.sliders_towards(king, self.turn.other()))
            .map(|by| (between_cells(king, by), by.bit()))
            .find(|(way, _)| way & occupied == from.bit())
            .map_or(!0, |(way, by)| way | by)
    }
}
