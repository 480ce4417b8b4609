//! Positions that are dead by material alone. Tested after mate and stalemate: a capture may mate with a lone knight or
//! bishop, although no later move can.

use super::position::Position;
use crate::Side;
use crate::orthodox::Role;

/// True if neither side can ever mate with the material left: bare kings, or a knight or bishop against a bare king.
/// Verified by enumerating all placements. Positions with more pieces return false.
pub fn dead_by_material(position: &Position) -> bool {
    insufficient_material(position, Side::First) && insufficient_material(position, Side::Second)
}

/// True if `side` can never mate with its material: a bare king, or king and a knight or bishop
/// against a bare king.
pub fn insufficient_material(position: &Position, side: Side) -> bool {
    let own = position.of_side(side);
    let light = position.of_role(Role::King) | position.of_role(Role::Knight) | position.of_role(Role::Bishop);
    let pieces = own.count_ones();
    own & !light == 0 && (pieces <= 1 || pieces == 2 && position.of_side(side.other()).count_ones() <= 1)
}
