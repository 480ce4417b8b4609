//! Playing an illegal move as written, so that replay can go on.

use super::board::{Bitboard, BoardSquare, squares};
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use super::role::Role;
use super::variant::Variant;
use crate::Resolution;

impl<V: Variant> Position<V> {
    /// Plays the legal move that fits. Otherwise moves the piece closest to the pattern to the target.
    /// Never captures a king.
    pub(super) fn force_pattern(&mut self, pattern: &Pattern<V::Set>) -> Option<Move<V::Square>> {
        let mv = match (self.find_moves(pattern), V::castling_side(self, pattern)) {
            (Resolution::Unique(mv), _) => mv,
            (_, Some(board_side)) => V::force_castling(self, board_side)?,
            (_, None) => self.forced_plain(pattern)?,
        };
        self.play_move(mv);
        Some(mv)
    }

    fn forced_plain(&self, pattern: &Pattern<V::Set>) -> Option<Move<V::Square>> {
        let to = pattern.target()?;
        let captured = self.role(to);
        if captured == Some(Role::King) {
            return None;
        }
        let fits = |from: &V::Square| *from != to && self.role(*from).is_some_and(|role| pattern.roles.has(role));
        let pieces = || squares(self.of_side(self.turn) & pattern.from).filter(fits);
        let reaches =
            |from: &V::Square| self.role(*from).is_some_and(|role| self.sources(role, to).intersects(from.bit()));
        let from = pieces().find(reaches).or_else(|| pieces().min_by_key(|from| from.distance(to)))?;
        let role = self.role(from)?;
        let promotion = pattern.promotion.filter(|kind| role == Role::Pawn && Role::PROMOTIONS.contains(kind));
        let mv = Move { from, to, role, promotion, captured, kind: MoveKind::Irregular };
        V::may_force(self, mv).then_some(mv)
    }
}
