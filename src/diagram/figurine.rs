//! The pieces of chess and of hexagonal chess, which look the same.

use crate::rules::Side;
use crate::rules::chess::Role;

/// A piece as a letter, White's in upper case; a dot for nobody.
pub(super) const fn letter(piece: Option<(Side, Role)>) -> char {
    match piece {
        None => '·',
        Some((Side::First, role)) => role.letter(),
        Some((Side::Second, role)) => role.letter().to_ascii_lowercase(),
    }
}

/// A piece as a chess figurine.
pub(super) const fn figurine(side: Side, role: Role) -> char {
    let set = match side {
        Side::First => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Side::Second => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    set[role.index()]
}
