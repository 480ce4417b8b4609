//! Insufficient material, wherever the pieces are.

use crate::Side;
use crate::chess::position::Position;
use crate::chess::square::Bitboard;
use crate::orthodox::Role;

const DARK: Bitboard = 0xaa55_aa55_aa55_aa55;

/// True if `side` can never mate, whatever both sides play.
///
/// A knight needs an opposing piece that blocks a square beside the king and cannot capture the knight: any piece
/// except a queen. Bishops of one color need an opposing piece on the other color that can neither capture nor
/// interpose: a pawn, a knight, or a bishop.
pub(super) fn insufficient_material(position: &Position, side: Side) -> bool {
    let own = position.of_side(side);
    let theirs = position.of_side(side.other());
    let pawns = position.of_role(Role::Pawn);
    let knights = position.of_role(Role::Knight);
    let bishops = position.of_role(Role::Bishop);
    let kings = position.of_role(Role::King);
    let queens = position.of_role(Role::Queen);
    if own & (pawns | position.of_role(Role::Rook) | queens) != 0 {
        return false;
    }
    if own & knights != 0 {
        return own.count_ones() <= 2 && theirs & !kings & !queens == 0;
    }
    if own & bishops != 0 {
        let one_colour = bishops & DARK == 0 || bishops & !DARK == 0;
        return one_colour && (pawns | knights) == 0;
    }
    true
}

/// True if both sides have insufficient material.
#[inline]
pub(super) fn dead(position: &Position) -> bool {
    // Pawns, rooks and queens suffice for a mate; nearly every position has one.
    position.of_role(Role::Pawn) | position.of_role(Role::Rook) | position.of_role(Role::Queen) == 0
        && insufficient_material(position, Side::First)
        && insufficient_material(position, Side::Second)
}
