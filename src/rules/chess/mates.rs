//! Lists of legal moves: for mate and stalemate, tests, and final positions.

use super::attacks::{PAWN, reach};
use super::moves::Move;
use super::position::Position;
use super::square::{Bitboard, Role, Square, squares};
use crate::rules::{BoardSide, Side};

impl Position {
    /// Where the piece on `from` may go, the king's safety aside. Not castling.
    pub(super) fn pseudo_targets(&self, role: Role, from: Square) -> Bitboard {
        let own = self.sides[self.turn.index()];
        if role != Role::Pawn {
            return reach(role, from, self.occupied()) & !own;
        }
        let theirs = self.sides[self.turn.other().index()];
        let empty = !self.occupied();
        let (one, two) = match self.turn {
            Side::First => {
                let one = from.bit() << 8 & empty;
                (one, if from.rank() == 1 { one << 8 & empty } else { 0 })
            }
            Side::Second => {
                let one = from.bit() >> 8 & empty;
                (one, if from.rank() == 6 { one >> 8 & empty } else { 0 })
            }
        };
        let capturable = theirs | self.en_passant.map_or(0, Square::bit);
        one | two | PAWN[self.turn.index()][from.index()] & capturable
    }

    /// Gives every legal move to `visit` until it answers false.
    pub(super) fn visit_legal(&self, mut visit: impl FnMut(Move) -> bool) {
        for from in squares(self.sides[self.turn.index()]) {
            let Some(role) = self.role(from) else { continue };
            for to in squares(self.pseudo_targets(role, from)) {
                let promotes = role == Role::Pawn && (to.rank() == 0 || to.rank() == 7);
                if promotes {
                    for promotion in Role::PROMOTIONS {
                        if let Some(mv) = self.legal_move(role, from, to, Some(promotion))
                            && !visit(mv)
                        {
                            return;
                        }
                    }
                } else if let Some(mv) = self.legal_move(role, from, to, None)
                    && !visit(mv)
                {
                    return;
                }
            }
        }
        for wing in [BoardSide::King, BoardSide::Queen] {
            if let Some(mv) = self.castle(wing)
                && !visit(mv)
            {
                return;
            }
        }
    }

    /// Whether the side to move has a legal move; the king is asked first, as it usually has one.
    pub(super) fn any_legal(&self) -> bool {
        if squares(self.king_targets()).any(|to| self.attackers_of_king_on(to) == 0) {
            return true;
        }
        if self.checkers != 0 && !self.checkers.is_power_of_two() {
            return false;
        }
        let mut any = false;
        self.visit_legal(|_| {
            any = true;
            false
        });
        any
    }
}
