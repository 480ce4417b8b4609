//! From a set-up to a position, and every reason why a game cannot have begun there.

use super::attacks::pseudo;
use super::bitboard::squares;
use super::{PieceType, Position, Setup, Square};
use crate::{Rules, Side};

/// A reason why a set-up is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// No king at all; one is enough, as in problems.
    NoKing,
    /// A side has more than one king.
    Kings { side: Side, count: u32 },
    /// The side that is not to move stands in check.
    OpponentInCheck { king: Square, by: Square, attacker: PieceType },
    /// Board and hands hold more pieces of a kind than the set, promoted ones counted with them.
    TooMany {
        /// The kind, not promoted.
        kind: PieceType,
        count: u32,
        /// How many the set has.
        set: u32,
    },
    /// Two unpromoted pawns of a side on one file.
    Nifu {
        side: Side,
        /// The first two of them.
        pawns: [Square; 2],
    },
    /// A piece that can never move.
    ImmobilePiece { side: Side, kind: PieceType, at: Square },
}

impl SetupFault {
    /// Whether no game can be replayed from there. A king that could be taken leaves every other move as it is: the
    /// moves say whose turn it was.
    pub const fn is_fatal(&self) -> bool {
        matches!(self, Self::NoKing | Self::Kings { .. })
    }
}

/// Pieces of the set by [`PieceType::index`] of the seven kinds in [`PieceType::HAND`].
const SET: [u32; 7] = [18, 4, 4, 4, 4, 2, 2];

impl Setup {
    /// The position, with the faults that do not keep a game from being replayed: pieces that the set
    /// does not have, two pawns on a file, pieces that can never move.
    ///
    /// # Errors
    /// Every fault, fatal or not, when at least one is fatal.
    pub fn position(&self) -> Result<(Position, Vec<SetupFault>), Vec<SetupFault>> {
        let position = self.into_position_lenient();
        let faults = self.faults(&position);
        if faults.iter().any(SetupFault::is_fatal) { Err(faults) } else { Ok((position, faults)) }
    }

    /// The position without asking whether it is legal. Of several kings the one on the last square counts.
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
