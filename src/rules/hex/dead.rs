//! Positions that the pieces alone decide. Tested after mate and stalemate: a capture may lead
//! to a mate by a lone knight or bishop, though no play inside of the ending does.

use super::position::Position;
use crate::Side;
use crate::orthodox::Role;

/// Whether neither side can ever mate because of the pieces alone: bare kings, or one knight or
/// one bishop more. Resolution by going through all placements; says nothing of more pieces.
pub fn dead_by_material(position: &Position) -> bool {
    insufficient_material(position, Side::First) && insufficient_material(position, Side::Second)
}

/// Whether `side` can never mate again because of the pieces alone: it has a bare king, or a
/// knight or a bishop with it against a bare king.
pub fn insufficient_material(position: &Position, side: Side) -> bool {
    let own = position.of_side(side);
    let light = position.of_role(Role::King) | position.of_role(Role::Knight) | position.of_role(Role::Bishop);
    let pieces = own.count_ones();
    own & !light == 0 && (pieces <= 1 || pieces == 2 && position.of_side(side.other()).count_ones() <= 1)
}
