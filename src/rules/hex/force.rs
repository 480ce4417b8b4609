//! Applying a move that is not legal, for records that stand although irregular.

use super::Role;
use super::cell::{Cell, cells};
use super::moves::{Move, MoveKind};
use super::pattern::Pattern;
use super::position::Position;
use crate::rules::Resolution;

impl Position {
    /// Plays the legal move that fits, else the piece that comes nearest to the pattern
    /// goes to its target as written. A king is never captured.
    pub(super) fn force_pattern(&mut self, pattern: &Pattern) -> Option<Move> {
        if let Resolution::Unique(mv) = self.find_moves(pattern) {
            self.play_move(mv);
            return Some(mv);
        }
        let mv = self.forced_plain(pattern)?;
        self.play_move(mv);
        self.look_for_checks();
        Some(mv)
    }

    fn forced_plain(&self, pattern: &Pattern) -> Option<Move> {
        let us = self.turn;
        let to = pattern.target()?;
        let held = self.piece_at(to);
        if held.is_some_and(|(side, role)| side == us || role == Role::King) {
            return None;
        }
        let fits = |from: &Cell| self.role(*from).is_some_and(|role| pattern.roles.has(role));
        let pieces: Vec<Cell> = cells(self.sides[us.index()] & pattern.from).filter(fits).collect();
        let reaching = pieces
            .iter()
            .copied()
            .find(|&from| self.role(from).is_some_and(|role| self.sources(role, to) & from.bit() != 0));
        let from = reaching.or_else(|| pieces.iter().copied().min_by_key(|from| distance(*from, to)))?;
        let role = self.role(from)?;
        let promotion = pattern.promotion.filter(|kind| role == Role::Pawn && Role::PROMOTIONS.contains(kind));
        Some(Move { from, to, role, promotion, captured: held.map(|(_, role)| role), kind: MoveKind::Plain })
    }
}

/// Rook steps between two cells of an empty board.
fn distance(a: Cell, b: Cell) -> u8 {
    let files = a.file().abs_diff(b.file());
    files + a.height().abs_diff(b.height()).saturating_sub(files) / 2
}
