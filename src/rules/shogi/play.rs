//! Playing a move: updates board, hands, hash and checkers.

use super::attacks::{between_squares, lines, pseudo, unblocked};
use super::{Move, PieceType, Position, Square};
use crate::Side;

impl Position {
    #[inline(always)]
    pub(super) fn play_move(&mut self, mv: Move) {
        let us = self.turn;
        let to = mv.to();
        let after = mv.after();
        match mv.from() {
            None => {
                self.take_from_hand(us, mv.kind());
                self.put_piece(us, after, to);
            }
            Some(from) => {
                if let Some(captured) = mv.captured() {
                    self.remove_piece(us.other(), captured, to);
                    self.add_to_hand(us, captured.base());
                }
                if mv.promotes() {
                    self.remove_piece(us, mv.kind(), from);
                    self.put_piece(us, after, to);
                } else {
                    self.move_piece(us, after, from, to);
                }
            }
        }
        self.switch_turn();
        self.checkers = 0;
        self.see_checks(mv.from(), to, after, us);
        if self.opponent_in_check {
            self.update_checkers();
        }
    }

    /// Only the moved piece and the lines through its origin can give check.
    #[inline(always)]
    fn see_checks(&mut self, from: Option<Square>, to: Square, kind: PieceType, us: Side) {
        let them = us.other();
        let Some(king) = self.king(them) else { return };
        let occupied = self.occupied();
        // Leapers have no squares in between, so one test serves all pieces.
        if pseudo(us, kind, to) & king.bit() != 0 && between_squares(to, king) & occupied == 0 {
            self.checkers = to.bit();
        }
        if from.is_some_and(|from| lines(from) & king.bit() != 0) {
            self.checkers |= unblocked(self.sliders_towards(king, us), king, occupied);
        }
    }
}
