//! Which squares and which pieces a name means, seen from the mover's side.

use super::descriptive_move::{Piece, Place};
use partie_rules::chess::{Bitboard, Origins, Position, Role};
use partie_rules::{BoardSide, Rules, Side};

/// How a piece is named after a wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// After the wing on which it began.
    Origin,
    /// After the wing to which it stands farther than others of its kind.
    Standing,
    /// The name is passed over.
    Unheeded,
}

const FILE_A: Bitboard = 0x0101_0101_0101_0101;

/// Whole ranks for a byte of one bit a rank.
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

/// The squares of a place, for the side that counts the ranks.
#[inline]
pub(super) fn squares_of(place: Place, side: Side) -> Bitboard {
    let ranks = RANKS[place.ranks as usize];
    let ranks = if side == Side::First { ranks } else { ranks.swap_bytes() };
    (Bitboard::from(place.files) * FILE_A) & ranks
}

/// A side's pieces that fit a name. The ranks of the name are counted by the side to move.
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

/// The piece that stands farther to a wing than the others of its kind; two on one file if no
/// third stands farther; none where there is only one, which needs no such name.
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

/// Files on which pieces stand, one bit each.
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
