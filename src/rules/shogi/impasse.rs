//! Conditions of a declaration at an impasse (入玉宣言, 持将棋). Rule books define how many points win.

use super::attacks::zone;
use super::bitboard::squares;
use super::{PieceType, Position};
use crate::Side;

/// The conditions that a side meets at an impasse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impasse {
    /// True if the king is in the promotion zone, the last three ranks.
    pub king_in_zone: bool,
    /// True if the king is in check.
    pub in_check: bool,
    /// Number of pieces in the promotion zone, without the king.
    pub pieces_in_zone: u32,
    /// Points of the pieces in the zone and in hand: rook and bishop 5, promoted or not; others 1, the king 0.
    pub points: u32,
}

/// Points of a piece, promoted or not.
const fn points(kind: PieceType) -> u32 {
    match kind.base() {
        PieceType::King => 0,
        PieceType::Rook | PieceType::Bishop => 5,
        _ => 1,
    }
}

impl Position {
    /// The conditions that a side meets, whether or not it is to move.
    pub fn impasse(&self, side: Side) -> Impasse {
        let pieces = self.of_side(side) & zone(side) & !self.king_bit(side);
        Impasse {
            king_in_zone: self.king_bit(side) & zone(side) != 0,
            in_check: self.attackers_of_king(side) != 0,
            pieces_in_zone: pieces.count_ones(),
            points: squares(pieces).filter_map(|at| self.kind_at(at)).map(points).sum::<u32>() + self.hand_points(side),
        }
    }

    /// Points of all pieces of a side on the board and in hand, counted when both players agree to an impasse.
    pub fn points(&self, side: Side) -> u32 {
        let board = squares(self.of_side(side)).filter_map(|at| self.kind_at(at)).map(points).sum::<u32>();
        board + self.hand_points(side)
    }

    fn hand_points(&self, side: Side) -> u32 {
        PieceType::HAND.into_iter().map(|kind| u32::from(self.hand(side, kind)) * points(kind)).sum()
    }
}
