//! Why no legal move fits a pattern. Slow, and asked only for illegal moves.

use super::attacks::{PAWN, between_squares, pseudo};
use super::castling;
use super::pattern::Pattern;
use super::position::Position;
use super::square::{Role, Square, squares};
use crate::rules::{BoardSide, IllegalReason, IllegalReasonOf, Resolution, Side};

type Reasons = Vec<IllegalReasonOf<Position>>;

impl Position {
    /// All true reasons in the order in which they are named (see the catalogue of findings).
    pub(super) fn find_faults(&self, pattern: &Pattern) -> Reasons {
        let mut faults = Vec::new();
        if self.legal_for_other_side(pattern) {
            faults.push(IllegalReason::OtherSide);
        }
        if let Some(wing) = self.castling_wing(pattern) {
            self.castling_faults(wing, &mut faults);
            return faults;
        }
        let own = self.sides[self.turn.index()] & pattern.from;
        let pieces: Vec<(Role, Square)> = squares(own)
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
        // Where the text leaves the target open (`ed`), the squares that such a piece can aim at.
        let aimed = |to: &Square| pieces.iter().any(|(role, from)| self.moves_that_way(*role, *from, *to));
        let targets: Vec<Square> = squares(pattern.to).filter(aimed).collect();
        for to in &targets {
            self.way_faults(&pieces, *to, pattern, &mut faults);
        }
        if targets.is_empty() || faults.is_empty() {
            let (kind, first) = pieces[0];
            let from = pieces.iter().filter(|piece| piece.0 == kind).map(|piece| piece.1).collect();
            let next = |to: &Square| (self.ahead(*to) - self.ahead(first) - 1).abs();
            let to = squares(pattern.to).min_by_key(next).unwrap_or(first);
            faults.push(IllegalReason::NoSuchMove { kind, from, to });
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
        if pattern.castling.is_some() {
            // O-O says nothing of the side; why it fails here says more.
            return false;
        }
        if self.checkers != 0 {
            // With the mover in check the other side could take its king: the turn is not in doubt.
            return false;
        }
        matches!(self.with_turn_swapped().find_moves(pattern), Resolution::Unique(_) | Resolution::Ambiguous(_))
    }

    fn castling_faults(&self, wing: BoardSide, faults: &mut Reasons) {
        let rank = castling::home_rank(self.turn);
        let king = self.king(self.turn);
        let rook = self.castling_rook(wing).unwrap_or_else(|| self.home_rook(wing));
        // A right to either wing shows that the king is at home, wherever that is in Chess960.
        let right = |wing| self.castling_rook(wing).is_some();
        let home = Square::at(4, rank);
        if !(right(BoardSide::King) || right(BoardSide::Queen) || king == home) {
            faults.push(IllegalReason::NothingToCastle { wing, king: true, home });
            return;
        }
        if self.piece_at(rook) != Some((self.turn, Role::Rook)) {
            faults.push(IllegalReason::NothingToCastle { wing, king: false, home: rook });
            return;
        }
        if self.castling_rook(wing).is_none() {
            faults.push(IllegalReason::CastlingRightLost { wing, rook });
        }
        let mut between: Vec<Square> = squares(self.castling_way(rook) & self.occupied()).collect();
        between.sort_by_key(|square| square.file().abs_diff(king.file()));
        if let Some((by, blocker)) = between.first().and_then(|by| Some((*by, self.role(*by)?))) {
            faults.push(IllegalReason::CastlingBlocked { by, blocker });
        }
        for by in squares(self.checkers) {
            if let Some(attacker) = self.role(by) {
                faults.push(IllegalReason::CastlingOutOfCheck { by, attacker });
            }
        }
        if let Some((at, by)) = self.castling_attacked(rook)
            && let Some(attacker) = self.role(by)
        {
            faults.push(IllegalReason::CastlingThroughCheck { at, by, attacker });
        }
    }

    /// The rook's home on a wing where the right is gone: the corner, or in Chess960
    /// (as far as the king shows it) where the outermost rook stands.
    fn home_rook(&self, wing: BoardSide) -> Square {
        let king = self.king(self.turn);
        let corner = Square::at(if wing == BoardSide::King { 7 } else { 0 }, castling::home_rank(self.turn));
        squares(self.pieces(self.turn, Role::Rook))
            .filter(|rook| king.file() != 4 && rook.rank() == king.rank() && castling::wing_of(king, *rook) == wing)
            .max_by_key(|rook| rook.file().abs_diff(king.file()))
            .unwrap_or(corner)
    }

    /// Whether a piece of that kind goes from `from` to `to` on a board of the right kind.
    fn moves_that_way(&self, role: Role, from: Square, to: Square) -> bool {
        if role != Role::Pawn {
            return pseudo(role, from) & to.bit() != 0;
        }
        let steps = self.ahead(to) - self.ahead(from);
        let straight = from.file() == to.file() && (1..=2).contains(&steps);
        straight || PAWN[self.turn.index()][from.index()] & to.bit() != 0
    }

    /// The rank as the side to move counts it, from 0.
    fn ahead(&self, square: Square) -> i16 {
        match self.turn {
            Side::First => i16::from(square.rank()),
            Side::Second => 7 - i16::from(square.rank()),
        }
    }

    fn way_faults(&self, pieces: &[(Role, Square)], to: Square, pattern: &Pattern, faults: &mut Reasons) {
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
        match self.piece_at(to) {
            Some((side, holds)) if side == self.turn => faults.push(IllegalReason::OwnPiece { at: to, holds }),
            Some((_, Role::King)) => faults.push(IllegalReason::KingCapture { at: to }),
            _ => {}
        }
        if promotes {
            faults.push(IllegalReason::PromotionRank { at: to });
        }
        self.king_faults(&open, to, faults);
    }

    /// Faults of a pawn that goes that way: straight ahead, or diagonally as it captures.
    fn pawn_faults(&self, from: Square, to: Square, pattern: &Pattern, faults: &mut Reasons) {
        self.promotion_faults(to, pattern.promotion, faults);
        let enemy = self.piece_at(to).filter(|(side, _)| *side != self.turn);
        if from.file() != to.file() {
            if self.piece_at(to).is_some() {
                self.king_faults(&[(Role::Pawn, from)], to, faults);
            } else {
                self.empty_capture_faults(from, to, faults);
            }
        } else if self.ahead(to) - self.ahead(from) == 2 && self.ahead(from) != 1 {
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

    /// Faults of a pawn's capture on an empty square, en passant or not.
    fn empty_capture_faults(&self, from: Square, to: Square, faults: &mut Reasons) {
        let pawn = Square::at(to.file(), from.rank());
        if self.ahead(to) != 5 || self.piece_at(pawn) != Some((self.turn.other(), Role::Pawn)) {
            faults.push(IllegalReason::CapturesNothing { at: to });
            return;
        }
        // Without the right nothing else matters; what else forbids it stands as a cause.
        if self.passed != Some(to) {
            faults.push(IllegalReason::NoEnPassant { pawn, at: to });
        }
        let attackers = self.attackers_after_en_passant(from, to);
        let exposing = squares(attackers & !self.checkers).next().filter(|_| self.could_be_en_passant(to));
        if let Some((by, attacker)) = exposing.and_then(|by| Some((by, self.role(by)?))) {
            faults.push(IllegalReason::EnPassantExposes { by, attacker, king: self.king(self.turn) });
        }
        if attackers & self.checkers != 0 {
            faults.push(self.check_not_parried());
        }
    }

    fn promotion_faults(&self, to: Square, promotion: Option<Role>, faults: &mut Reasons) {
        let last = to.rank() == castling::home_rank(self.turn.other());
        match promotion {
            None if last => faults.push(IllegalReason::PromotionMissing { at: to }),
            Some(kind @ (Role::Pawn | Role::King)) if last => faults.push(IllegalReason::PromotionPiece { kind }),
            Some(_) if !last => faults.push(IllegalReason::PromotionRank { at: to }),
            _ => {}
        }
    }

    fn king_faults(&self, open: &[(Role, Square)], to: Square, faults: &mut Reasons) {
        let king = self.king(self.turn);
        for (role, from) in open {
            if *role == Role::King {
                // An attack through the square that the king leaves is named only if there is no other.
                let through = |by: Square| between_squares(by, to) & from.bit() != 0;
                let attacker = squares(self.attackers_of_king_on(to)).min_by_key(|by| through(*by));
                if let Some((by, attacker)) = attacker.and_then(|by| Some((by, self.role(by)?))) {
                    faults.push(IllegalReason::KingIntoCheck { at: to, by, attacker, through: through(by) });
                }
                continue;
            }
            if let Some((by, pinner)) = self.pinner(*from, to).and_then(|by| Some((by, self.role(by)?))) {
                faults.push(IllegalReason::Pinned { kind: *role, from: *from, king, by, pinner });
            }
            if self.checkers != 0 && !self.parries(to) {
                faults.push(self.check_not_parried());
            }
        }
    }

    fn check_not_parried(&self) -> IllegalReasonOf<Self> {
        let by = squares(self.checkers).filter_map(|by| Some((by, self.role(by)?))).collect();
        IllegalReason::CheckNotParried { king: self.king(self.turn), by }
    }

    fn parries(&self, to: Square) -> bool {
        let way = between_squares(self.king(self.turn), Square::only(self.checkers));
        self.checkers.is_power_of_two() && (way | self.checkers) & to.bit() != 0
    }

    fn first_between(&self, from: Square, to: Square) -> Option<(Square, Role)> {
        let mut way: Vec<Square> = squares(between_squares(from, to) & self.occupied()).collect();
        way.sort_by_key(|at| at.file().abs_diff(from.file()).max(at.rank().abs_diff(from.rank())));
        way.first().and_then(|by| Some((*by, self.role(*by)?)))
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
