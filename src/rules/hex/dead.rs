//! Positions that the men alone decide. Tested after mate and stalemate: a capture may lead
//! to a mate by a lone knight or bishop, though no play inside of the ending does.

use super::Role;
use super::position::Position;
use crate::rules::Side;

/// Whether neither side can ever mate because of the men alone: bare kings, or one knight or
/// one bishop more. Found by going through all placements; says nothing of more men.
pub fn dead_by_material(position: &Position) -> bool {
    too_little(position, Side::First) && too_little(position, Side::Second)
}

/// Whether `side` can never mate again because of the men alone: it has a bare king, or a
/// knight or a bishop with it against a bare king.
pub fn too_little(position: &Position, side: Side) -> bool {
    let own = position.of_side(side);
    let light = position.of_role(Role::King) | position.of_role(Role::Knight) | position.of_role(Role::Bishop);
    let men = own.count_ones();
    own & !light == 0 && (men <= 1 || men == 2 && position.of_side(side.other()).count_ones() <= 1)
}
