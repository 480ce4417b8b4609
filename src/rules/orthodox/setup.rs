//! What the set-ups of all boards have in common: from pieces to a position.

use super::board::{Board, BoardSquare, squares};
use super::position::Position;
use super::role::Role;
use crate::Side;

/// What may stand on a square.
type Piece = Option<(Side, Role)>;

impl<B: Board> Position<B> {
    /// The position of some pieces, the first on the square of index 0; without rights and en passant.
    pub(crate) fn of_pieces(pieces: &[Piece], turn: Side) -> Self {
        let mut position = Self::empty();
        for (index, piece) in pieces.iter().enumerate() {
            if let Some((side, role)) = piece {
                position.put_piece(*side, *role, B::Square::of_index(index));
            }
        }
        if turn == Side::Second {
            position.switch_turn();
        }
        position.update_checkers();
        position
    }

    /// The king of the side that is not to move, and a piece that attacks it with its kind, if any does.
    pub(crate) fn attacked_opponent(&self) -> Option<(B::Square, B::Square, Role)> {
        let king = self.king(self.turn.other());
        let by = squares(self.attackers(king, self.turn, self.occupied())).next()?;
        Some((king, by, self.role(by).unwrap_or(Role::King)))
    }
}

/// How many pieces of a side and a kind there are.
pub(crate) fn count(pieces: &[Piece], side: Side, role: Role) -> u32 {
    pieces.iter().filter(|piece| **piece == Some((side, role))).count() as u32
}

/// More pieces of a side than its pawns could have become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    Pawns(u32),
    Pieces(u32),
    /// More pieces than the pawns that are gone could have become.
    Promoted {
        pawns: u32,
        /// Pieces beyond those of the beginning.
        promoted: u32,
    },
}

/// More pieces of a side than its pawns could have become. It began with `most` pawns and as
/// many other pieces; `promoted` are those beyond these.
pub(crate) fn too_many(pieces: &[Piece], side: Side, most: u32, promoted: u32) -> Option<Surplus> {
    let pawns = count(pieces, side, Role::Pawn);
    let total = pieces.iter().flatten().filter(|piece| piece.0 == side).count() as u32;
    if pawns > most {
        Some(Surplus::Pawns(pawns))
    } else if promoted + pawns <= most {
        None
    } else if total > 2 * most {
        Some(Surplus::Pieces(total))
    } else {
        Some(Surplus::Promoted { pawns, promoted })
    }
}
