//! From a setup to a position, and every reason why no game can start there.

use super::attacks::pseudo;
use super::bitboard::squares;
use super::{PieceType, Position, Setup, Square};
use crate::{Rules, Side};

/// A reason why a setup is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// Neither side has a king. One king is enough, as in problems.
    NoKing,
    /// A side has more than one king.
    Kings { side: Side, count: u32 },
    /// The side that is not to move is in check.
    OpponentInCheck { king: Square, by: Square, attacker: PieceType },
    /// More pieces of a kind on the board and in hand than a game has; promoted pieces count as their base kind.
    TooMany {
        /// The unpromoted kind.
        kind: PieceType,
        count: u32,
        /// Number of pieces of that kind in a game.
        set: u32,
    },
    /// Two unpromoted pawns of a side on one file.
    Nifu {
        side: Side,
        /// Squares of the first two pawns.
        pawns: [Square; 2],
    },
    /// A piece that could never move.
    ImmobilePiece { side: Side, kind: PieceType, at: Square },
}

impl SetupFault {
    /// True if no game can be replayed from the setup. A king that could be captured is not fatal: it affects no other
    /// move, and the moves show whose turn it was.
    pub const fn is_fatal(&self) -> bool {
        matches!(self, Self::NoKing | Self::Kings { .. })
    }
}

/// Number of pieces in a game, by [`PieceType::index`] of the seven kinds in [`PieceType::HAND`].
const SET: [u32; 7] = [18, 4, 4, 4, 4, 2, 2];

impl Setup {
    /// Builds the position. Faults that do not prevent a replay are returned with it: a king in check, too many pieces,
    /// two pawns on a file, pieces that can never move.
    ///
    /// # Errors
    /// Every fault, fatal or not, when at least one is fatal.
    pub fn position(&self) -> Result<(Position, Vec<SetupFault>), Vec<SetupFault>> {
        let position = self.into_position_lenient();
        let faults = self.faults(&position);
        if faults.iter().any(SetupFault::is_fatal) { Err(faults) } else { Ok((position, faults)) }
    }

    /// Builds the position without checking that it is legal. Of several kings, the king on the last square counts.
    pub fn into_position_lenient(&self) -> Position {
        let mut position = Position::EMPTY;
        for (at, piece) in Square::all().zip(self.board) {
            if let Some((side, kind)) = piece {
                position.put_piece(side, kind, at);
            }
        }
        for side in [Side::First, Side::Second] {
            for kind in PieceType::HAND {
                for _ in 0..self.hands[side.index()][kind.index()] {
                    position.add_to_hand(side, kind);
                }
            }
        }
        if self.turn == Side::Second {
            position.switch_turn();
        }
        position.update_checkers();
        position
    }

    fn faults(&self, position: &Position) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let kings = [Side::First, Side::Second].map(|side| (side, position.pieces(side, PieceType::King).count_ones()));
        if kings.iter().all(|(_, count)| *count == 0) {
            faults.push(SetupFault::NoKing);
        }
        faults
            .extend(kings.into_iter().filter(|king| king.1 > 1).map(|(side, count)| SetupFault::Kings { side, count }));
        let other = self.turn.other();
        if let (Some(king), Some(by)) = (position.king(other), squares(position.attackers_of_king(other)).next()) {
            let attacker = position.kind_at(by).unwrap_or(PieceType::King);
            faults.push(SetupFault::OpponentInCheck { king, by, attacker });
        }
        for (kind, set) in PieceType::HAND.into_iter().zip(SET) {
            let board = self.board.iter().flatten().filter(|(_, piece)| piece.base() == kind).count() as u32;
            let hands = self.hands.iter().map(|hand| u32::from(hand[kind.index()])).sum::<u32>();
            if board + hands > set {
                faults.push(SetupFault::TooMany { kind, count: board + hands, set });
            }
        }
        for side in [Side::First, Side::Second] {
            for file in 0..9 {
                let mut pawns = squares(position.pieces(side, PieceType::Pawn) & 0x1ff << (9 * file));
                if let (Some(one), Some(two)) = (pawns.next(), pawns.next()) {
                    faults.push(SetupFault::Nifu { side, pawns: [one, two] });
                }
            }
        }
        for (at, piece) in Square::all().zip(self.board) {
            if let Some((side, kind)) = piece.filter(|(side, kind)| pseudo(*side, *kind, at) == 0) {
                faults.push(SetupFault::ImmobilePiece { side, kind, at });
            }
        }
        faults
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let board = std::array::from_fn(|index| position.piece_at(Square::from_index(index)?));
        Self { board, hands: *position.hands(), turn: position.turn() }
    }
}
