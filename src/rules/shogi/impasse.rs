//! What the declaration at an impasse (入玉宣言, 持将棋) is judged by. The books decide how many points win.

use super::attacks::zone;
use super::bitboard::squares;
use super::{PieceType, Position};
use crate::Side;

/// A side's standing at an impasse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impasse {
    /// Whether its king stands in the three ranks where it promotes.
    pub king_in_zone: bool,
    /// Whether it stands in check.
    pub in_check: bool,
    /// Its pieces in that zone, the king not counted.
    pub pieces_in_zone: u32,
    /// Points of its pieces in the zone and in hand: rook and bishop, promoted or not, 5, others 1, the king 0.
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
    /// A side's standing for a declaration, whoever is to move.
    pub fn impasse(&self, side: Side) -> Impasse {
        let pieces = self.of_side(side) & zone(side) & !self.king_bit(side);
        Impasse {
            king_in_zone: self.king_bit(side) & zone(side) != 0,
            in_check: self.attackers_of_king(side) != 0,
            pieces_in_zone: pieces.count_ones(),
            points: squares(pieces).filter_map(|at| self.kind_at(at)).map(points).sum::<u32>() + self.hand_points(side),
        }
    }

    /// Points of all of a side's pieces on the board and in hand, as counted when both agree to an impasse.
    pub fn points(&self, side: Side) -> u32 {
        let board = squares(self.of_side(side)).filter_map(|at| self.kind_at(at)).map(points).sum::<u32>();
        board + self.hand_points(side)
    }

    fn hand_points(&self, side: Side) -> u32 {
        PieceType::HAND.into_iter().map(|kind| u32::from(self.hand(side, kind)) * points(kind)).sum()
    }
}
