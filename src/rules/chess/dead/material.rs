//! What the pieces alone decide, wherever they stand.

use crate::Side;
use crate::chess::position::Position;
use crate::chess::square::Bitboard;
use crate::orthodox::Role;

const DARK: Bitboard = 0xaa55_aa55_aa55_aa55;

/// Whether `side` has too little to mate any defence by any play.
///
/// A knight needs a piece of the other side beside its king that cannot take it: anything
/// but queens. Bishops of one colour need a piece that can stand on the other colour and
/// not take or interpose: a pawn, a knight, or a bishop of that colour.
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

/// Whether neither side can ever mate because of the pieces alone.
#[inline]
pub(super) fn dead(position: &Position) -> bool {
    // Pawns, rooks and queens are enough for somebody; nearly every position ends here.
    position.of_role(Role::Pawn) | position.of_role(Role::Rook) | position.of_role(Role::Queen) == 0
        && insufficient_material(position, Side::First)
        && insufficient_material(position, Side::Second)
}
