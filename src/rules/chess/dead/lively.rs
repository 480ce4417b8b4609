//! A cheap guess that somebody can still mate, so that ordinary positions cost nothing.

use super::Asked;
use super::bits::{ahead, aside, pawn_attacks};
use crate::rules::Side;
use crate::rules::chess::attacks::{KING, reach};
use crate::rules::chess::position::Position;
use crate::rules::chess::square::{Bitboard, Role, squares};

/// Squares that a rook, queen or knight must have to go to.
const ROOM: u32 = 3;

/// Whether one of the sides has a rook, queen or knight at large or a passed pawn that
/// can step, and neither side is short of moves.
pub(super) fn lively(position: &Position, asked: Asked) -> bool {
    asked.sides().any(|side| has_force_at_large(position, side))
        && !is_cramped(position, Side::First)
        && !is_cramped(position, Side::Second)
}

fn has_force_at_large(position: &Position, side: Side) -> bool {
    let foe = side.other();
    let barred = position.of_side(side) | pawn_attacks(position.men(foe, Role::Pawn), foe);
    let at_large = |role, from| (reach(role, from, position.occupied()) & !barred).count_ones() >= ROOM;
    [Role::Rook, Role::Queen, Role::Knight]
        .into_iter()
        .any(|role| squares(position.men(side, role)).any(|from| at_large(role, from)))
        || ahead(passed(position, side), side) & !position.occupied() != 0
}

/// Pawns with no pawn of the other side before them on their own and the next files.
fn passed(position: &Position, side: Side) -> Bitboard {
    let foe = side.other();
    let pawns = position.men(side, Role::Pawn);
    if pawns == 0 {
        return 0;
    }
    let mut before = ahead(position.men(foe, Role::Pawn), foe);
    before |= ahead(before, foe);
    before |= ahead(ahead(before, foe), foe);
    before |= ahead(ahead(before, foe), foe);
    pawns & !(before | aside(before))
}

/// Whether nothing but pawns has a square to go to.
fn is_cramped(position: &Position, side: Side) -> bool {
    let foe = side.other();
    let barred = position.of_side(side) | pawn_attacks(position.men(foe, Role::Pawn), foe);
    if KING[position.king(side).index()] & !barred & !position.of_side(foe) != 0 {
        return false;
    }
    let free = |role, from| reach(role, from, position.occupied()) & !barred != 0;
    ![Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .into_iter()
        .any(|role| squares(position.men(side, role)).any(|from| free(role, from)))
}
