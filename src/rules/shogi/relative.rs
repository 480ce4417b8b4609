//! The relative words of KI2, and the files and ranks of PSN: they select one of several pieces.

use super::Bitboard;
use super::bitboard::squares;
use super::{Flank, Motion, Pattern, PieceType, Square};
use crate::Side;

impl Pattern {
    /// Selects the `pieces`, all of one kind, that match the file, rank and relative words of the pattern.
    ///
    /// The motion is applied first. 左 and 右 then select the outermost file, so that several pieces on
    /// one file stay together.
    pub(super) fn narrow(&self, side: Side, kind: PieceType, pieces: Bitboard) -> Bitboard {
        let mut pieces = pieces & self.origin.squares();
        if let Some(motion) = self.motion {
            pieces = keep(pieces, |from| motion_of(side, from, self.to) == motion);
        }
        match self.flank {
            None => pieces,
            Some(Flank::Straight) if kind.is_gold_like() || kind == PieceType::Silver => {
                keep(pieces, |from| from.file() == self.to.file() && motion_of(side, from, self.to) == Motion::Up)
            }
            Some(Flank::Straight) => 0,
            // 先手 sees file 9 on the left, 後手 file 1.
            Some(flank) => match (flank == Flank::Left) == (side == Side::First) {
                true => on_file(pieces, squares(pieces).map(Square::file).max()),
                false => on_file(pieces, squares(pieces).map(Square::file).min()),
            },
        }
    }
}

fn keep(pieces: Bitboard, fits: impl Fn(Square) -> bool) -> Bitboard {
    squares(pieces).filter(|from| fits(*from)).fold(0, |set, from| set | from.bit())
}

fn on_file(pieces: Bitboard, file: Option<u8>) -> Bitboard {
    keep(pieces, |from| Some(from.file()) == file)
}

/// The direction of a move, as seen by the mover.
fn motion_of(side: Side, from: Square, to: Square) -> Motion {
    let (from, to) = match side {
        Side::First => (from.rank(), to.rank()),
        Side::Second => (to.rank(), from.rank()),
    };
    match to.cmp(&from) {
        std::cmp::Ordering::Less => Motion::Up,
        std::cmp::Ordering::Equal => Motion::Sideways,
        std::cmp::Ordering::Greater => Motion::Back,
    }
}
