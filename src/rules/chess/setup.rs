//! Checks of a setup that only chess needs.

use super::castling::{board_side_of, home_rank};
use super::position::{Chess, Position};
use super::square::{Bitboard, Square};
use crate::Side;
use crate::orthodox::{self, Piece, Right, Role, SetupBoard, count, squares};

/// Pieces, side to move, and the rest of a FEN, unchecked.
pub type Setup = orthodox::Setup<Chess>;
/// A reason why a setup is impossible.
pub type SetupFault = orthodox::SetupFault<Square>;

impl Setup {
    pub fn initial() -> Self {
        Self::of_home_rank([
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ])
    }

    /// A start position with these pieces on both home ranks, a-file first, and all castling rights.
    pub fn of_home_rank(rank: [Role; 8]) -> Self {
        let mut setup = Self::empty();
        for (side, letters) in [(Side::First, ['Q', 'K']), (Side::Second, ['q', 'k'])] {
            let pawns = if side == Side::First { 1 } else { 6 };
            for (file, role) in (0..8).zip(rank) {
                setup.pieces[Square::at(file, home_rank(side)).index()] = Some((side, role));
                setup.pieces[Square::at(file, pawns).index()] = Some((side, Role::Pawn));
            }
            let rooks = (0..8).zip(rank).filter(|(_, role)| *role == Role::Rook);
            for ((file, _), letter) in rooks.zip(letters) {
                setup.rights.push((letter, side, Some(Square::at(file, home_rank(side)))));
            }
        }
        setup
    }
}

impl SetupBoard for Chess {
    type Pieces = [Piece; 64];

    const NO_PIECES: [Piece; 64] = [None; 64];
    const PAWNS: u32 = 8;

    fn promoted(pieces: &[Piece; 64], side: Side) -> u32 {
        let initial = [(Role::Knight, 2), (Role::Bishop, 2), (Role::Rook, 2), (Role::Queen, 1)];
        initial.iter().map(|(role, n)| count(pieces, side, *role).saturating_sub(*n)).sum()
    }

    fn pawn_fault(_: Side, at: Square) -> Option<SetupFault> {
        matches!(at.rank(), 0 | 7).then_some(SetupFault::PawnOnEdge { at })
    }

    fn claim_rights(position: &mut Position, claimed: &[Right<Square>], faults: &mut Vec<SetupFault>) {
        let mut rights: Bitboard = 0;
        for (letter, side, rook) in claimed {
            let king = position.king(*side);
            let fits = |rook: &Square| {
                let taken = |other: Square| other != *rook && board_side_of(king, other) == board_side_of(king, *rook);
                king.rank() == home_rank(*side)
                    && rook.rank() == king.rank()
                    && position.piece_at(*rook) == Some((*side, Role::Rook))
                    && !squares(rights & position.of_side(*side)).any(taken)
            };
            match rook.filter(fits) {
                Some(rook) => rights |= rook.bit(),
                None => faults.push(SetupFault::Right { letter: *letter }),
            }
        }
        position.set_rights(rights);
    }
}
