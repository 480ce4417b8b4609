//! Applying a move that is not legal, for records that stand although irregular.

use super::castling;
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::square::{Role, Square, squares};
use crate::rules::{BoardSide, Resolution};

impl Position {
    /// Plays the legal move that fits, else the piece that comes nearest to the pattern
    /// goes to its target as written, also onto a piece of its own side. A king is never captured.
    pub(super) fn force_pattern(&mut self, pattern: &Pattern) -> Option<Move> {
        if let Resolution::Unique(mv) = self.find_moves(pattern) {
            self.play_move(mv);
            return Some(mv);
        }
        let mv = match self.castling_wing(pattern) {
            Some(wing) => self.forced_castling(wing)?,
            None => self.forced_plain(pattern)?,
        };
        self.play_move(mv);
        Some(mv)
    }

    /// King and outermost rook change places, if the king stands on its home rank and nothing on their targets.
    fn forced_castling(&self, wing: BoardSide) -> Option<Move> {
        let from = self.king(self.turn);
        let (king_to, rook_to) = castling::targets(self.turn, wing);
        let rooks = squares(self.pieces(self.turn, Role::Rook))
            .filter(|rook| rook.rank() == from.rank() && castling::wing_of(from, *rook) == wing);
        let outermost = rooks.max_by_key(|rook| rook.file().abs_diff(from.file()));
        let to = self.castling_rook(wing).or(outermost)?;
        let others = self.occupied() & !from.bit() & !to.bit();
        if from.rank() != king_to.rank() || others & (king_to.bit() | rook_to.bit()) != 0 {
            return None;
        }
        Some(Move { from, to, role: Role::King, promotion: None, captured: None, kind: MoveKind::Castling })
    }

    fn forced_plain(&self, pattern: &Pattern) -> Option<Move> {
        let us = self.turn;
        let to = pattern.target()?;
        let held = self.piece_at(to);
        if held.is_some_and(|(_, role)| role == Role::King) {
            return None;
        }
        let fits = |from: &Square| *from != to && self.role(*from).is_some_and(|role| pattern.roles.has(role));
        let pieces: Vec<Square> = squares(self.sides[us.index()] & pattern.from).filter(fits).collect();
        let reaching = pieces
            .iter()
            .copied()
            .find(|&from| self.role(from).is_some_and(|role| self.sources(role, to) & from.bit() != 0));
        let from = reaching.or_else(|| pieces.iter().copied().min_by_key(|from| distance(*from, to)))?;
        let role = self.role(from)?;
        let promotion = pattern.promotion.filter(|kind| role == Role::Pawn && Role::PROMOTIONS.contains(kind));
        // A pawn cannot stand on the first or the last rank.
        if role == Role::Pawn && promotion.is_none() && matches!(to.rank(), 0 | 7) {
            return None;
        }
        Some(Move { from, to, role, promotion, captured: held.map(|(_, role)| role), kind: MoveKind::Irregular })
    }
}

fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
