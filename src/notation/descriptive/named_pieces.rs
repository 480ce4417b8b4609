//! Names of pieces and files common to all descriptive notations: a file is named after the piece that begins on it.

use super::descriptive_move::{Piece, Place};
use partie_rules::BoardSide;
use partie_rules::chess::{Role, Roles};

/// The files on which such a piece begins: both, or the one of a board side.
pub(super) const fn files(role: Role, board_side: Option<BoardSide>) -> u8 {
    let queens = match role {
        Role::Rook => 1,
        Role::Knight => 2,
        Role::Bishop => 4,
        Role::Queen => return 8,
        Role::King => return 16,
        Role::Pawn => return 0xff,
    };
    let kings = 0x80 / queens;
    match board_side {
        Some(BoardSide::Queen) => queens,
        Some(BoardSide::King) => kings,
        None => queens | kings,
    }
}

/// The piece after which a side of the board is named.
pub(super) const fn royal(board_side: BoardSide) -> Role {
    match board_side {
        BoardSide::King => Role::King,
        BoardSide::Queen => Role::Queen,
    }
}

/// A piece, optionally with its side of the board.
pub(super) const fn named_piece(role: Role, board_side: Option<BoardSide>) -> Piece {
    Piece { roles: Roles::one(role), board_side, at: Place::ANY, doubled: false }
}

/// A pawn on these files.
pub(super) const fn pawn(files: u8) -> Piece {
    Piece { roles: Roles::one(Role::Pawn), board_side: None, at: Place { files, ranks: 0xff }, doubled: false }
}

pub(super) const fn within(place: Place, other: Place) -> Place {
    Place { files: place.files & other.files, ranks: place.ranks & other.ranks }
}

pub(super) const fn castling_king() -> Piece {
    named_piece(Role::King, None)
}
