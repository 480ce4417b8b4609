//! A cheap guess that some side can still mate, so that ordinary positions cost little.

use super::bits::{adjacent_files, ahead, pawn_attacks};
use super::sides::MatingSides;
use crate::chess::position::Position;
use crate::chess::square::{Bitboard, Square};
use crate::orthodox::{BoardSquare, Role, aligned, reach, squares};
use crate::{Rules, Side};

/// Minimum number of free target squares of a rook, queen or knight at large.
const ROOM: u32 = 3;

/// Minimum number of pawn steps in an ordinary position.
const MANY_STEPS: u32 = 6;
/// Minimum number of pawns face to face that may form a wall.
const WALL: u32 = 2;
const DARK: Bitboard = 0xaa55_aa55_aa55_aa55;

/// Minimum number of target squares of a side's free pieces in open play.
const OPEN: u32 = 7;

/// True if both sides have mobile queens, rooks or knights, and the side to move is not in
/// check. This quick test settles the end of most games.
pub(super) fn is_open_play(position: &Position) -> bool {
    !position.in_check() && [Side::First, Side::Second].into_iter().all(|side| has_mobile_pieces(position, side))
}

fn has_mobile_pieces(position: &Position, side: Side) -> bool {
    let pieces = position.of_role(Role::Queen) | position.of_role(Role::Rook) | position.of_role(Role::Knight);
    has_squares(position, side, pieces, 0)
}

/// True if both sides have mobile pieces, and the side to move is not in check: then no line is forced.
pub(super) fn both_have_choice(position: &Position) -> bool {
    !position.in_check()
        && [Side::First, Side::Second].into_iter().all(|side| {
            let steps = ahead(position.pieces(side, Role::Pawn), side) & !position.occupied();
            has_squares(position, side, !0, steps.count_ones())
        })
}

/// True if the `pieces` on no line with their king reach at least [`OPEN`] squares, together with `counted` ones.
fn has_squares(position: &Position, side: Side, pieces: Bitboard, mut counted: u32) -> bool {
    let (own, king) = (position.of_side(side), position.king(side));
    for from in squares(pieces & own & !king.bit()) {
        if counted >= OPEN {
            return true;
        }
        if let Some(role) = position.role(from).filter(|_| !aligned(king, from)) {
            counted += (reach(role, from, position.occupied()) & !own).count_ones();
        }
    }
    counted >= OPEN
}

/// True if one of the sides has a rook, queen or knight at large or a passed pawn that
/// can step, and neither side is short of moves.
pub(super) fn is_mate_likely(position: &Position, asked: MatingSides) -> bool {
    (asked.sides().any(|side| has_force_at_large(position, side)) || is_open(position) && has_many_steps(position))
        && !is_cramped(position, Side::First)
        && !is_cramped(position, Side::Second)
}

fn has_force_at_large(position: &Position, side: Side) -> bool {
    let foe = side.other();
    let barred = position.of_side(side) | pawn_attacks(position.pieces(foe, Role::Pawn), foe);
    let at_large = |role, from: Square| (reach(role, from, position.occupied()) & !barred).count_ones() >= ROOM;
    [Role::Rook, Role::Queen, Role::Knight]
        .into_iter()
        .any(|role| squares(position.pieces(side, role)).any(|from| at_large(role, from)))
        || ahead(passed(position, side), side) & !position.occupied() != 0
        || has_minor_at_large(position, side)
}

/// True if the side has a minor piece, some piece can help it, both kings have room, and no wall divides the board.
fn has_minor_at_large(position: &Position, side: Side) -> bool {
    let knights = position.of_role(Role::Knight);
    let bishops = position.of_role(Role::Bishop);
    let pawns = position.pieces(side.other(), Role::Pawn);
    let both_colours = bishops & DARK != 0 && bishops & !DARK != 0;
    (bishops | knights) & position.of_side(side) != 0
        && (knights | pawns != 0 || both_colours)
        && is_open(position)
        && king_has_room(position, Side::First)
        && king_has_room(position, Side::Second)
}

/// True if the king is next to an empty square that no pawn attacks.
fn king_has_room(position: &Position, side: Side) -> bool {
    let foe = side.other();
    let barred = position.occupied() | pawn_attacks(position.pieces(foe, Role::Pawn), foe);
    position.king(side).pseudo(Role::King) & !barred != 0
}

/// True if too few pawns are face to face for a wall.
fn is_open(position: &Position) -> bool {
    let rams = ahead(position.pieces(Side::First, Role::Pawn), Side::First) & position.pieces(Side::Second, Role::Pawn);
    rams.count_ones() < WALL
}

/// True if as many pawns can step as in an opening.
fn has_many_steps(position: &Position) -> bool {
    let free = !position.occupied();
    let steps = |side| (ahead(position.pieces(side, Role::Pawn), side) & free).count_ones();
    steps(Side::First) + steps(Side::Second) >= MANY_STEPS
}

/// Pawns without an opposing pawn ahead of them on their own and the adjacent files.
fn passed(position: &Position, side: Side) -> Bitboard {
    let foe = side.other();
    let pawns = position.pieces(side, Role::Pawn);
    if pawns == 0 {
        return 0;
    }
    let mut before = ahead(position.pieces(foe, Role::Pawn), foe);
    before |= ahead(before, foe);
    before |= ahead(ahead(before, foe), foe);
    before |= ahead(ahead(before, foe), foe);
    pawns & !(before | adjacent_files(before))
}

/// True if only pawns have a square to go to.
fn is_cramped(position: &Position, side: Side) -> bool {
    let foe = side.other();
    let barred = position.of_side(side) | pawn_attacks(position.pieces(foe, Role::Pawn), foe);
    if king_has_room(position, side) {
        return false;
    }
    let free = |role, from| reach(role, from, position.occupied()) & !barred != 0;
    ![Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .into_iter()
        .any(|role| squares(position.pieces(side, role)).any(|from| free(role, from)))
}
