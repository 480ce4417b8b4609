//! Playing a move: board, hands, key, checkers.

use super::attacks::{between_squares, lines, pseudo, with_open_way};
use super::{Move, PieceType, Position, Square};
use crate::rules::Side;

impl Position {
    #[inline(always)]
    pub(super) fn play_move(&mut self, mv: Move) {
        let us = self.turn;
        let to = mv.to();
        let after = mv.after();
        match mv.from() {
            None => {
                self.spend(us, mv.kind());
                self.put(us, after, to);
            }
            Some(from) => {
                if let Some(captured) = mv.captured() {
                    self.take(us.other(), captured, to);
                    self.gain(us, captured.base());
                }
                if mv.promotes() {
                    self.take(us, mv.kind(), from);
                    self.put(us, after, to);
                } else {
                    self.carry(us, after, from, to);
                }
            }
        }
        self.hand_over();
        self.checkers = 0;
        self.see_checks(mv.from(), to, after, us);
        if self.exposed {
            self.look_for_checks();
        }
    }

    /// Only the piece that moved and the line it left can give check.
    #[inline(always)]
    fn see_checks(&mut self, from: Option<Square>, to: Square, kind: PieceType, us: Side) {
        let them = us.other();
        let Some(king) = self.king(them) else { return };
        let occupied = self.occupied();
        // Nothing stands between a leaper and its target: one path for all pieces.
        if pseudo(us, kind, to) & king.bit() != 0 && between_squares(to, king) & occupied == 0 {
            self.checkers = to.bit();
        }
        if from.is_some_and(|from| lines(from) & king.bit() != 0) {
            self.checkers |= with_open_way(self.sliders_towards(king, us), king, occupied);
        }
    }

    pub(super) fn pass_turn(&mut self) {
        self.hand_over();
        self.look_for_checks();
    }
}
