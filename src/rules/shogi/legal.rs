//! Lists of legal moves: for mate, tests, repair and final positions.

use super::Bitboard;
use super::attacks::{between_squares, pseudo, reach, zone};
use super::bitboard::{ranks, squares};
use super::{Move, PieceType, Position, Square};

/// All squares of the board.
const BOARD: Bitboard = (1 << 81) - 1;
/// Rank 1 of each file; multiplied by nine ones (`0x1ff`) it fills the file.
const FEET: Bitboard = ranks(1, 1);
/// The last rank and the last two ranks, for each side.
const LAST: [(Bitboard, Bitboard); 2] = [(ranks(1, 1), ranks(1, 2)), (ranks(9, 9), ranks(8, 9))];

impl Position {
    /// Own pieces that may move only along their line to the king.
    fn pinned(&self) -> Bitboard {
        let Some(king) = self.king(self.turn) else { return 0 };
        let occupied = self.occupied();
        let mut pinned = 0;
        for by in squares(self.sliders_towards(king, self.turn.other())) {
            let between = between_squares(king, by) & occupied;
            if between.is_power_of_two() {
                pinned |= between & self.sides[self.turn.index()];
            }
        }
        pinned
    }

    /// The legal targets of the piece on `from`.
    #[inline]
    fn targets(&self, kind: PieceType, from: Square, parries: Bitboard, pinned: Bitboard) -> Bitboard {
        let kings = self.pieces(self.turn.other(), PieceType::King);
        let targets = reach(self.turn, kind, from, self.occupied()) & !self.sides[self.turn.index()] & !kings;
        if kind == PieceType::King {
            let safe = |to: &Square| self.attackers_of_king_on(*to) == 0;
            return squares(targets).filter(safe).fold(0, |set, to| set | to.bit());
        }
        let targets = targets & parries;
        if pinned & from.bit() == 0 {
            return targets;
        }
        // A pinned piece may still move on its line, and capture the pinning piece.
        squares(targets).filter(|to| self.pinner(from, *to).is_none()).fold(0, |set, to| set | to.bit())
    }

    /// Squares where a piece of the kind may be dropped, including mate by a pawn.
    #[inline]
    fn drops(&self, kind: PieceType, parries: Bitboard) -> Bitboard {
        if self.hand(self.turn, kind) == 0 {
            return 0;
        }
        let open = BOARD & !self.occupied() & parries;
        let (last, last_two) = LAST[self.turn.index()];
        match kind {
            PieceType::Pawn => {
                let pawns = self.pieces(self.turn, PieceType::Pawn);
                let feet = (0..9).fold(0, |set, rank| set | pawns >> rank & FEET);
                open & !last & !(feet * 0x1ff)
            }
            PieceType::Lance => open & !last,
            PieceType::Knight => open & !last_two,
            _ => open,
        }
    }

    /// The square from which a pawn would check the other king.
    fn pawn_check(&self) -> Option<Square> {
        let king = self.king(self.turn.other())?;
        squares(pseudo(self.turn.other(), PieceType::Pawn, king)).next()
    }

    /// Passes every legal move to `visit`: board moves by origin, then drops by kind.
    #[inline]
    pub fn visit_legal(&self, mut visit: impl FnMut(Move)) {
        let (parries, pinned) = (self.parries(), self.pinned());
        for from in squares(self.sides[self.turn.index()]) {
            let Some(kind) = self.kind_at(from) else { continue };
            let targets = self.targets(kind, from, parries, pinned);
            let promotes = if kind.promoted().is_none() {
                0
            } else if zone(self.turn) & from.bit() != 0 {
                targets
            } else {
                targets & zone(self.turn)
            };
            for to in squares(targets) {
                let captured = self.kind_at(to);
                if promotes & to.bit() != 0 {
                    visit(Move::board(from, to, kind, true, captured));
                }
                if !self.is_dead(kind, to) {
                    visit(Move::board(from, to, kind, false, captured));
                }
            }
        }
        for kind in PieceType::HAND {
            let mut targets = self.drops(kind, parries);
            if kind == PieceType::Pawn
                && let Some(check) = self.pawn_check()
                && targets & check.bit() != 0
                && self.is_drop_mate(check)
            {
                targets &= !check.bit();
            }
            for to in squares(targets) {
                visit(Move::drop(kind, to));
            }
        }
    }

    /// True if the side to move has a legal move. Tests the king first, as it usually has one.
    pub(super) fn any_legal(&self) -> bool {
        let (parries, pinned) = (self.parries(), self.pinned());
        let moves =
            |from: Square| self.kind_at(from).is_some_and(|kind| self.targets(kind, from, parries, pinned) != 0);
        let kings = self.pieces(self.turn, PieceType::King);
        if squares(kings).any(moves) {
            return true;
        }
        if parries == 0 {
            return false;
        }
        if squares(self.sides[self.turn.index()] & !kings).any(moves) {
            return true;
        }
        let [pawn, others @ ..] = PieceType::HAND;
        if others.into_iter().any(|kind| self.drops(kind, parries) != 0) {
            return true;
        }
        let pawns = self.drops(pawn, parries);
        let check = self.pawn_check().map_or(0, Square::bit) & pawns;
        pawns & !check != 0 || squares(check).any(|to| !self.is_drop_mate(to))
    }
}
