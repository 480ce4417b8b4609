//! Memory for descriptive notation: the side of the board on which each piece started, for names such as King's Rook, and the
//! previous move, for `The same`.
//!
//! Replay stores [`Origins`] beside the position, as positions have no history.

use super::position::{Move, Position};
use super::square::{Bitboard, Square};
use crate::orthodox::{MoveKind, Role, squares};
use crate::{BoardSide, Side};

/// The current squares of the pieces that started on either wing. Kings, queens, pawns
/// and promoted pieces belong to no wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origins {
    king: Bitboard,
    queen: Bitboard,
    last: Option<Move>,
}

impl Origins {
    /// The wings that a position shows without its history. Covers rooks and knights on their home squares, rooks with
    /// a castling right, and a side's only bishop on a color.
    pub fn of(position: &Position) -> Self {
        let mut origins = Self::default();
        for side in [Side::First, Side::Second] {
            let rank = if side == Side::First { 0 } else { 7 };
            for (role, king, queen) in [(Role::Rook, 7, 0), (Role::Knight, 6, 1)] {
                let pieces = position.pieces(side, role);
                origins.king |= pieces & Square::at(king, rank).bit();
                origins.queen |= pieces & Square::at(queen, rank).bit();
            }
            for rook in squares(position.castling_rooks() & position.of_side(side)) {
                let board_side =
                    if rook.file() > position.king(side).file() { BoardSide::King } else { BoardSide::Queen };
                origins.king =
                    if board_side == BoardSide::King { origins.king | rook.bit() } else { origins.king & !rook.bit() };
                origins.queen = if board_side == BoardSide::Queen {
                    origins.queen | rook.bit()
                } else {
                    origins.queen & !rook.bit()
                };
            }
            let bishops = position.pieces(side, Role::Bishop);
            let light = bishops & LIGHT;
            let dark = bishops & !LIGHT;
            let (kings, queens) = if side == Side::First { (light, dark) } else { (dark, light) };
            origins.king |= if kings.is_power_of_two() { kings } else { 0 };
            origins.queen |= if queens.is_power_of_two() { queens } else { 0 };
        }
        origins
    }

    /// Squares of the pieces of both sides that started on a wing.
    #[inline]
    pub const fn on(&self, board_side: BoardSide) -> Bitboard {
        match board_side {
            BoardSide::King => self.king,
            BoardSide::Queen => self.queen,
        }
    }

    /// The wing on which the piece on a square started.
    pub const fn board_side(&self, at: Square) -> Option<BoardSide> {
        if self.king & at.bit() != 0 {
            Some(BoardSide::King)
        } else if self.queen & at.bit() != 0 {
            Some(BoardSide::Queen)
        } else {
            None
        }
    }

    /// The previous move; `None` before the first call of [`Self::play`].
    pub const fn last(&self) -> Option<Move> {
        self.last
    }

    /// Updates the squares after a move.
    #[inline]
    pub const fn play(&mut self, mv: Move) {
        self.king = after(self.king, mv);
        self.queen = after(self.queen, mv);
        self.last = Some(mv);
    }
}

const LIGHT: Bitboard = 0x55aa_55aa_55aa_55aa;

#[inline]
const fn after(pieces: Bitboard, mv: Move) -> Bitboard {
    if matches!(mv.kind, MoveKind::Castling) {
        let rook = Square::at(if mv.to.file() > mv.from.file() { 5 } else { 3 }, mv.from.rank());
        let kept = pieces & !mv.to.bit();
        return if pieces & mv.to.bit() != 0 { kept | rook.bit() } else { kept };
    }
    let kept = pieces & !(mv.from.bit() | mv.to.bit());
    if pieces & mv.from.bit() != 0 && mv.promotion.is_none() { kept | mv.to.bit() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn names_of_the_usual_start() {
        let origins = Origins::of(&Position::start());
        assert_eq!(origins.board_side(Square::at(5, 0)), Some(BoardSide::King));
        assert_eq!(origins.board_side(Square::at(2, 7)), Some(BoardSide::Queen));
        assert_eq!(origins.board_side(Square::at(7, 7)), Some(BoardSide::King));
        assert_eq!(origins.board_side(Square::at(4, 0)), None);
    }

    #[test]
    fn names_go_with_their_pieces() {
        let (mut position, mut origins) = (Position::start(), Origins::of(&Position::start()));
        let mut play = |from: (u8, u8), to: (u8, u8)| {
            let (from, to) = (Square::at(from.0, from.1), Square::at(to.0, to.1));
            let played = position.legal().into_iter().find(|mv| mv.from == from && mv.to == to);
            assert!(played.is_some(), "{from}{to}");
            if let Some(mv) = played {
                origins.play(mv);
                position.play(mv);
            }
            origins
        };
        play((4, 1), (4, 3));
        play((3, 6), (3, 4));
        play((6, 0), (5, 2));
        play((3, 4), (4, 3));
        play((5, 0), (4, 1));
        play((4, 3), (5, 2));
        // The knight has lost its name with its capture; castling moves the rook's name along.
        assert_eq!(play((4, 0), (7, 0)).board_side(Square::at(5, 0)), Some(BoardSide::King));
        assert_eq!(origins.board_side(Square::at(5, 2)), None);
        assert_eq!(origins.board_side(Square::at(7, 0)), None);
        assert_eq!(origins.board_side(Square::at(4, 1)), Some(BoardSide::King));
    }
}
