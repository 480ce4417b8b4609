//! Castling, including the start positions of Chess960.

use super::position::{Chess, Move, Pattern, Position};
use super::square::{Bitboard, Square};
use crate::orthodox::{BoardSquare, MoveKind, Reasons, Role, squares};
use crate::{BoardSide, IllegalReason, Side};

/// Target squares of the king and the rook.
pub(super) const fn targets(side: Side, board_side: BoardSide) -> (Square, Square) {
    let rank = home_rank(side);
    match board_side {
        BoardSide::King => (Square::at(6, rank), Square::at(5, rank)),
        BoardSide::Queen => (Square::at(2, rank), Square::at(3, rank)),
    }
}

pub(super) const fn home_rank(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => 7,
    }
}

/// The wing of a rook on `rook`, as seen from a king on `king`.
pub(super) fn board_side_of(king: Square, rook: Square) -> BoardSide {
    if rook.file() > king.file() { BoardSide::King } else { BoardSide::Queen }
}

impl Position {
    /// The rook with which the side to move has the right to castle.
    pub(super) fn castling_rook(&self, board_side: BoardSide) -> Option<Square> {
        let king = self.king(self.turn);
        squares(self.rights.rooks & self.sides[self.turn.index()]).find(|&rook| board_side_of(king, rook) == board_side)
    }

    /// Squares that must be empty, except for the king and the rook themselves.
    pub(super) fn castling_path(&self, rook: Square) -> Bitboard {
        let king = self.king(self.turn);
        let (king_to, rook_to) = targets(self.turn, board_side_of(king, rook));
        let path = king.between(king_to) | king_to.bit() | rook.between(rook_to) | rook_to.bit();
        path & !king.bit() & !rook.bit()
    }

    /// The first attacked square on the king's path, and an attacker.
    pub(super) fn castling_attacked(&self, rook: Square) -> Option<(Square, Square)> {
        let king = self.king(self.turn);
        let (king_to, rook_to) = targets(self.turn, board_side_of(king, rook));
        let them = self.turn.other();
        let without_king = self.occupied() & !king.bit();
        let mut path: Vec<Square> = squares(king.between(king_to)).collect();
        path.sort_by_key(|square| square.file().abs_diff(king.file()));
        for at in path {
            if let Some(by) = squares(self.attackers(at, them, without_king)).next() {
                return Some((at, by));
            }
        }
        let after = without_king & !rook.bit() | rook_to.bit();
        squares(self.attackers(king_to, them, after)).next().map(|by| (king_to, by))
    }

    /// True if any square on the king's path is attacked.
    fn is_castling_attacked(&self, rook: Square) -> bool {
        let king = self.king(self.turn);
        let (king_to, rook_to) = targets(self.turn, board_side_of(king, rook));
        let them = self.turn.other();
        let without_king = self.occupied() & !king.bit();
        squares(king.between(king_to)).any(|at| self.attackers(at, them, without_king) != 0)
            || self.attackers(king_to, them, without_king & !rook.bit() | rook_to.bit()) != 0
    }

    /// The castling move to a side, if it is legal.
    pub(super) fn castle(&self, board_side: BoardSide) -> Option<Move> {
        if self.checkers != 0 {
            return None;
        }
        let rook = self.castling_rook(board_side)?;
        if self.castling_path(rook) & self.occupied() != 0 || self.is_castling_attacked(rook) {
            return None;
        }
        let from = self.king(self.turn);
        Some(Move { from, to: rook, role: Role::King, promotion: None, captured: None, kind: MoveKind::Castling })
    }

    /// Castling without a rook: the king moves two squares from e1 or e8 toward a corner without a rook. The squares
    /// that it crosses and reaches must be empty. Neither they nor the king may be attacked.
    pub fn castle_alone(&self, board_side: BoardSide) -> Option<Move> {
        let rank = home_rank(self.turn);
        let (from, corner) = (Square::at(4, rank), Square::at(if board_side == BoardSide::King { 7 } else { 0 }, rank));
        let (to, _) = targets(self.turn, board_side);
        let path = from.between(to) | to.bit();
        if self.king(self.turn) != from
            || self.piece_at(corner) == Some((self.turn, Role::Rook))
            || self.checkers != 0
            || path & self.occupied() != 0
        {
            return None;
        }
        let without_king = self.occupied() & !from.bit();
        let attacked = squares(path).any(|at| self.attackers(at, self.turn.other(), without_king) != 0);
        let kind = MoveKind::Irregular;
        (!attacked).then_some(Move { from, to, role: Role::King, promotion: None, captured: None, kind })
    }

    /// True if the pattern names the king's square as its origin: without it, a king's move never denotes castling.
    pub(super) fn may_mean_castling(&self, pattern: &Pattern) -> bool {
        pattern.roles.has(Role::King) && pattern.origin() == Some(self.king(self.turn)) && pattern.promotion.is_none()
    }

    /// The side to which a pattern castles, legally or not. Castling may be written as a king's move, also onto a rook
    /// that has lost its right.
    pub fn castling_side(&self, pattern: &Pattern) -> Option<BoardSide> {
        let king = self.king(self.turn);
        let to = pattern.target().filter(|_| self.may_mean_castling(pattern));
        let onto_rook = |to: Square| {
            let board_side = board_side_of(king, to);
            let home = [king.rank(), to.rank()] == [home_rank(self.turn); 2];
            let rook = self.piece_at(to) == Some((self.turn, Role::Rook));
            (home && rook && self.castling_rook(board_side).is_none()).then_some(board_side)
        };
        pattern.castling.or_else(|| self.castling_meant(to?).or_else(|| onto_rook(to?)))
    }

    /// The side to which a king's move to `to` castles: two squares along its rank, or onto the own rook.
    pub(super) fn castling_meant(&self, to: Square) -> Option<BoardSide> {
        let king = self.king(self.turn);
        if self.castling_rook(board_side_of(king, to)) == Some(to) {
            return Some(board_side_of(king, to));
        }
        let home = Square::at(4, home_rank(self.turn));
        let far = to.rank() == king.rank() && to.file().abs_diff(king.file()) == 2;
        (king == home && far).then(|| board_side_of(king, to))
    }

    pub(super) fn move_castling_pieces(&mut self, king: Square, rook: Square) {
        let us = self.turn;
        let (king_to, rook_to) = targets(us, board_side_of(king, rook));
        self.remove_piece(us, Role::King, king);
        self.remove_piece(us, Role::Rook, rook);
        self.put_piece(us, Role::King, king_to);
        self.put_piece(us, Role::Rook, rook_to);
    }

    #[cold]
    pub(super) fn lose_rights(&mut self, touched: Bitboard) {
        let mut rooks = self.rights.rooks & !touched;
        for side in [Side::First, Side::Second] {
            if touched & self.king(side).bit() != 0 {
                rooks &= !self.sides[side.index()];
            }
        }
        self.set_rights(rooks);
    }

    /// Castling, legal or not; without the right, with the outermost rook. Requires a king on its home rank and empty
    /// targets.
    pub(super) fn forced_castling(&self, board_side: BoardSide) -> Option<Move> {
        let from = self.king(self.turn);
        let (king_to, rook_to) = targets(self.turn, board_side);
        let rooks = squares(self.pieces(self.turn, Role::Rook))
            .filter(|rook| rook.rank() == from.rank() && board_side_of(from, *rook) == board_side);
        let outermost = rooks.max_by_key(|rook| rook.file().abs_diff(from.file()));
        let to = self.castling_rook(board_side).or(outermost)?;
        let others = self.occupied() & !from.bit() & !to.bit();
        if from.rank() != king_to.rank() || others & (king_to.bit() | rook_to.bit()) != 0 {
            return None;
        }
        Some(Move { from, to, role: Role::King, promotion: None, captured: None, kind: MoveKind::Castling })
    }

    pub(super) fn castling_reasons(&self, board_side: BoardSide, reasons: &mut Reasons<Chess>) {
        let rank = home_rank(self.turn);
        let king = self.king(self.turn);
        let rook = self.castling_rook(board_side).unwrap_or_else(|| self.home_rook(board_side));
        // A right to either wing shows that the king is at home, which may be any square in Chess960.
        let right = |board_side| self.castling_rook(board_side).is_some();
        let home = Square::at(4, rank);
        if !(right(BoardSide::King) || right(BoardSide::Queen) || king == home) {
            reasons.push(IllegalReason::NothingToCastle { board_side, king: true, home });
            return;
        }
        if self.piece_at(rook) != Some((self.turn, Role::Rook)) {
            reasons.push(IllegalReason::NothingToCastle { board_side, king: false, home: rook });
            return;
        }
        if self.castling_rook(board_side).is_none() {
            reasons.push(IllegalReason::CastlingRightLost { board_side, rook });
        }
        let between = squares(self.castling_path(rook) & self.occupied());
        let next = between.min_by_key(|square| square.file().abs_diff(king.file()));
        if let Some((by, blocker)) = next.and_then(|by| Some((by, self.role(by)?))) {
            reasons.push(IllegalReason::CastlingBlocked { by, blocker });
        }
        for by in squares(self.checkers) {
            if let Some(attacker) = self.role(by) {
                reasons.push(IllegalReason::CastlingOutOfCheck { by, attacker });
            }
        }
        if let Some((at, by)) = self.castling_attacked(rook)
            && let Some(attacker) = self.role(by)
        {
            reasons.push(IllegalReason::CastlingThroughCheck { at, by, attacker });
        }
    }

    /// The rook's home on a wing without the right: the corner. In Chess960 (recognized by a king off the
    /// e-file), the square of the outermost rook.
    fn home_rook(&self, board_side: BoardSide) -> Square {
        let king = self.king(self.turn);
        let corner = Square::at(if board_side == BoardSide::King { 7 } else { 0 }, home_rank(self.turn));
        squares(self.pieces(self.turn, Role::Rook))
            .filter(|rook| king.file() != 4 && rook.rank() == king.rank() && board_side_of(king, *rook) == board_side)
            .max_by_key(|rook| rook.file().abs_diff(king.file()))
            .unwrap_or(corner)
    }
}
