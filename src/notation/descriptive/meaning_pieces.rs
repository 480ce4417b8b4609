//! The squares and pieces that a name means, from the mover's side.

use super::descriptive_move::{Piece, Place};
use partie_rules::chess::{Bitboard, Origins, Position, Role};
use partie_rules::{BoardSide, Rules, Side};

/// The meaning of a side of the board in the name of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// The side on which the piece began.
    Origin,
    /// The side to which the piece is nearer than others of its kind.
    Standing,
    /// The side is ignored.
    Unheeded,
}

const FILE_A: Bitboard = 0x0101_0101_0101_0101;

/// Full ranks for a byte with one bit per rank.
const RANKS: [Bitboard; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut rank = 0;
        while rank < 8 {
            if bits >> rank & 1 == 1 {
                table[bits] |= 0xff << (8 * rank);
            }
            rank += 1;
        }
        bits += 1;
    }
    table
};

/// The squares of a place, with ranks counted from `side`.
#[inline]
pub(super) fn squares_of(place: Place, side: Side) -> Bitboard {
    let ranks = RANKS[place.ranks as usize];
    let ranks = if side == Side::First { ranks } else { ranks.swap_bytes() };
    (Bitboard::from(place.files) * FILE_A) & ranks
}

/// Returns the pieces of `owner` that match a name, whose ranks are counted from the side to move.
#[inline]
pub(super) fn pieces(piece: &Piece, owner: Side, position: &Position, origins: &Origins, naming: Naming) -> Bitboard {
    let mut all = 0;
    for role in Role::ALL {
        if piece.roles.has(role) {
            let pieces = position.pieces(owner, role);
            all |= match (piece.board_side, naming) {
                (None, _) | (_, Naming::Unheeded) => pieces,
                (Some(board_side), Naming::Origin) => pieces & origins.on(board_side),
                (Some(board_side), Naming::Standing) => standing(pieces, board_side),
            };
        }
    }
    if piece.at != Place::ANY {
        all &= squares_of(piece.at, position.turn());
    }
    if piece.doubled {
        all &= doubled(position.pieces(owner, Role::Pawn));
    }
    all
}

/// Returns the piece of its kind nearest to a side of the board, or all on the nearest file; 0 if all are on one file.
/// A single piece needs no such name.
#[inline]
pub(super) const fn standing(pieces: Bitboard, board_side: BoardSide) -> Bitboard {
    if pieces == 0 || pieces.is_power_of_two() {
        return 0;
    }
    let files = spread(pieces);
    let file = match board_side {
        BoardSide::King => 7 - (files as u8).leading_zeros(),
        BoardSide::Queen => (files as u8).trailing_zeros(),
    };
    let farthest = pieces & FILE_A << file;
    if farthest == pieces { 0 } else { farthest }
}

/// Files with pieces, one bit each.
const fn spread(pieces: Bitboard) -> Bitboard {
    let folded = pieces | pieces >> 32;
    let folded = folded | folded >> 16;
    (folded | folded >> 8) & 0xff
}

/// Pawns that share their file with another of their side.
pub(super) const fn doubled(pawns: Bitboard) -> Bitboard {
    let mut all = 0;
    let mut file = 0;
    while file < 8 {
        let on = pawns & FILE_A << file;
        if on & on.wrapping_sub(1) != 0 {
            all |= on;
        }
        file += 1;
    }
    all
}
