//! Why no legal move fits a pattern. Slow, and asked only for illegal moves.

use super::attacks::{PAWN, between_cells, pseudo};
use super::cell::{Cell, cells};
use super::pattern::Pattern;
use super::position::Position;
use super::{Role, pawns};
use crate::rules::{IllegalReason, IllegalReasonOf, Resolution, Side};

type Reasons = Vec<IllegalReasonOf<Position>>;

impl Position {
    /// All true reasons in the order in which they are named (see the catalogue of findings).
    pub(super) fn find_faults(&self, pattern: &Pattern) -> Reasons {
        let mut faults = Vec::new();
        if let Some(wing) = pattern.castling {
            // The game has no castling (Hexašach, the king's section): nothing stands ready for it.
            faults.push(IllegalReason::NothingToCastle { wing, king: true, home: self.king(self.turn) });
            return faults;
        }
        if self.legal_for_other_side(pattern) {
            faults.push(IllegalReason::OtherSide);
        }
        let own = self.sides[self.turn.index()] & pattern.from;
        let pieces: Vec<(Role, Cell)> = cells(own)
            .filter_map(|from| self.role(from).map(|role| (role, from)))
            .filter(|(role, _)| pattern.roles.has(*role))
            .collect();
        if pieces.is_empty() {
            match pattern.origin() {
                Some(from) => faults.push(IllegalReason::WrongOrigin { from, holds: self.role(from) }),
                None => faults.push(IllegalReason::NoSuchPiece { kind: pattern.roles.single() }),
            }
            return faults;
        }
        // Where the text leaves the target open (`fxe`), the cells that such a piece can aim at.
        let aimed = |to: &Cell| pieces.iter().any(|(role, from)| self.moves_that_way(*role, *from, *to));
        let targets: Vec<Cell> = cells(pattern.to).filter(aimed).collect();
        for to in &targets {
            self.way_faults(&pieces, *to, pattern, &mut faults);
        }
        if targets.is_empty() || faults.is_empty() {
            let (kind, first) = pieces[0];
            let from = pieces.iter().filter(|piece| piece.0 == kind).map(|piece| piece.1).collect();
            let next = |to: &Cell| (self.ahead(*to) - self.ahead(first) - 1).abs();
            let to = cells(pattern.to).min_by_key(next).unwrap_or(first);
            faults.push(IllegalReason::NoSuchMove { kind, from, to });
            // A piece that cannot go there at all may still meet its own side, or the other king.
            self.target_faults(to, &mut faults);
            if pattern.promotion.is_some() && kind != Role::Pawn {
                faults.push(IllegalReason::PromotionRank { at: to });
            }
        }
        faults.sort_by_key(order);
        let mut said = Vec::new();
        faults.retain(|fault| {
            let text = format!("{fault:?}");
            let new = !said.contains(&text);
            said.push(text);
            new
        });
        faults
    }

    fn legal_for_other_side(&self, pattern: &Pattern) -> bool {
        if self.checkers != 0 && pattern.origin().is_none() {
            // With the mover in check the other side could take its king: the turn is not in
            // doubt, unless the text names a cell where an enemy piece stands.
            return false;
        }
        matches!(self.with_turn_swapped().find_moves(pattern), Resolution::Unique(_) | Resolution::Ambiguous(_))
    }

    /// Whether a piece of that kind goes from `from` to `to` on a board of the right kind.
    fn moves_that_way(&self, role: Role, from: Cell, to: Cell) -> bool {
        if role != Role::Pawn {
            return pseudo(role, from) & to.bit() != 0;
        }
        let steps = self.ahead(to) - self.ahead(from);
        let straight = from.file() == to.file() && (steps == 2 || steps == 4);
        straight || PAWN[self.turn.index()][from.index()] & to.bit() != 0
    }

    /// The height in halves of a cell as the side to move counts it.
    fn ahead(&self, cell: Cell) -> i16 {
        match self.turn {
            Side::First => i16::from(cell.height()),
            Side::Second => -i16::from(cell.height()),
        }
    }

    fn way_faults(&self, pieces: &[(Role, Cell)], to: Cell, pattern: &Pattern, faults: &mut Reasons) {
        let mut open = Vec::new();
        let mut promotes = pattern.promotion.is_some();
        for (role, from) in pieces.iter().copied().filter(|(role, from)| self.moves_that_way(*role, *from, to)) {
            if role == Role::Pawn {
                self.pawn_faults(from, to, pattern, faults);
                promotes = false;
            } else if let Some((by, blocker)) = self.first_between(from, to) {
                faults.push(IllegalReason::Blocked { kind: role, from, to, by, blocker });
            } else {
                open.push((role, from));
            }
        }
        self.target_faults(to, faults);
        if promotes {
            faults.push(IllegalReason::PromotionRank { at: to });
        }
        self.king_faults(&open, to, faults);
    }

    /// Faults of the target, whoever goes there.
    fn target_faults(&self, to: Cell, faults: &mut Reasons) {
        match self.piece_at(to) {
            Some((side, holds)) if side == self.turn => faults.push(IllegalReason::OwnPiece { at: to, holds }),
            Some((_, Role::King)) => faults.push(IllegalReason::KingCapture { at: to }),
            _ => {}
        }
    }

    /// Faults of a pawn that goes that way: straight ahead, or to the side as it captures.
    fn pawn_faults(&self, from: Cell, to: Cell, pattern: &Pattern, faults: &mut Reasons) {
        self.promotion_faults(to, pattern.promotion, faults);
        let enemy = self.piece_at(to).filter(|(side, _)| *side != self.turn);
        if from.file() != to.file() {
            if self.piece_at(to).is_some() {
                self.king_faults(&[(Role::Pawn, from)], to, faults);
            } else {
                self.empty_capture_faults(from, to, faults);
            }
        } else if self.ahead(to) - self.ahead(from) == 4 && from.bit() & pawns::START[self.turn.index()] == 0 {
            faults.push(IllegalReason::DoubleStep { from });
        } else if let Some((by, blocker)) = self.first_between(from, to) {
            faults.push(IllegalReason::Blocked { kind: Role::Pawn, from, to, by, blocker });
        } else if let Some((_, blocker)) = enemy {
            faults.push(match pattern.captures {
                true => IllegalReason::CapturesStraight { at: to },
                false => IllegalReason::Blocked { kind: Role::Pawn, from, to, by: to, blocker },
            });
        } else {
            self.king_faults(&[(Role::Pawn, from)], to, faults);
        }
    }

    /// Faults of a pawn's capture on an empty cell, en passant or not.
    fn empty_capture_faults(&self, from: Cell, to: Cell, faults: &mut Reasons) {
        let them = self.turn.other();
        let pawn = pawns::ahead(them, to.bit()) & self.pieces(them, Role::Pawn);
        if to.bit() & pawns::PASSED[them.index()] == 0 || pawn == 0 {
            faults.push(IllegalReason::CapturesNothing { at: to });
            return;
        }
        // Without the right nothing else matters; what else forbids it stands as a cause.
        if self.passed != Some(to) {
            faults.push(IllegalReason::NoEnPassant { pawn: Cell::only(pawn), at: to });
        }
        let attackers = self.attackers_after_en_passant(from, to);
        let exposing = cells(attackers & !self.checkers).next().filter(|_| self.could_be_en_passant(to));
        if let Some((by, attacker)) = exposing.and_then(|by| Some((by, self.role(by)?))) {
            faults.push(IllegalReason::EnPassantExposes { by, attacker, king: self.king(self.turn) });
        }
        if attackers & self.checkers != 0 {
            faults.push(self.check_not_parried());
        }
    }

    fn promotion_faults(&self, to: Cell, promotion: Option<Role>, faults: &mut Reasons) {
        let last = to.bit() & pawns::LAST[self.turn.index()] != 0;
        match promotion {
            None if last => faults.push(IllegalReason::PromotionMissing { at: to }),
            Some(kind @ (Role::Pawn | Role::King)) if last => faults.push(IllegalReason::PromotionPiece { kind }),
            Some(_) if !last => faults.push(IllegalReason::PromotionRank { at: to }),
            _ => {}
        }
    }

    fn king_faults(&self, open: &[(Role, Cell)], to: Cell, faults: &mut Reasons) {
        let king = self.king(self.turn);
        for (role, from) in open {
            if *role == Role::King {
                // An attack through the cell that the king leaves is named only if there is no other.
                let through = |by: Cell| between_cells(by, to) & from.bit() != 0;
                let attacker = cells(self.attackers_of_king_on(to)).min_by_key(|by| through(*by));
                if let Some((by, attacker)) = attacker.and_then(|by| Some((by, self.role(by)?))) {
                    faults.push(IllegalReason::KingIntoCheck { at: to, by, attacker, through: through(by) });
                }
                continue;
            }
            if let Some((by, pinner)) = self.pinner(*from, to).and_then(|by| Some((by, self.role(by)?))) {
                faults.push(IllegalReason::Pinned { kind: *role, from: *from, king, by, pinner });
            }
            if self.parrying() & to.bit() == 0 {
                faults.push(self.check_not_parried());
            }
        }
    }

    fn check_not_parried(&self) -> IllegalReasonOf<Self> {
        let by = cells(self.checkers).filter_map(|by| Some((by, self.role(by)?))).collect();
        IllegalReason::CheckNotParried { king: self.king(self.turn), by }
    }

    fn first_between(&self, from: Cell, to: Cell) -> Option<(Cell, Role)> {
        let far = |at: &Cell| at.file().abs_diff(from.file()) + at.height().abs_diff(from.height());
        let by = cells(between_cells(from, to) & self.occupied()).min_by_key(far)?;
        Some((by, self.role(by)?))
    }
}

/// Place of a reason in the order of the catalogue; geometry before blocks before checks.
fn order(fault: &IllegalReasonOf<Position>) -> u8 {
    match fault {
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
