//! Cheap guesses whether a side can still mate: ordinary positions then need no search for a proof.

use super::bits::{adjacent_files, ahead, pawn_attacks};
use super::sides::MatingSides;
use crate::chess::position::Position;
use crate::chess::square::{Bitboard, Square};
use crate::orthodox::{BoardSquare, Role, aligned, reach, squares};
use crate::{Rules, Side};

/// A rook, queen or knight with at least this many free target squares is at large.
const MIN_TARGETS_AT_LARGE: u32 = 3;

/// Minimum number of possible pawn steps, of both sides, in an ordinary position.
const MIN_PAWN_STEPS: u32 = 6;
/// Minimum number of rams (two opposing pawns face to face) that may form a wall.
const MIN_WALL_RAMS: u32 = 2;
const DARK: Bitboard = 0xaa55_aa55_aa55_aa55;

/// Minimum number of target squares of a side's free pieces in open play.
const MIN_OPEN_TARGETS: u32 = 7;

/// True if both sides have mobile queens, rooks or knights, and the side to move is not in check. This quick test
/// settles the end of most games.
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

/// True if the `pieces` that share no line with their king reach at least [`MIN_OPEN_TARGETS`] squares, `counted`
/// included.
fn has_squares(position: &Position, side: Side, pieces: Bitboard, mut counted: u32) -> bool {
    let (own, king) = (position.of_side(side), position.king(side));
    for from in squares(pieces & own & !king.bit()) {
        if counted >= MIN_OPEN_TARGETS {
            return true;
        }
        if let Some(role) = position.role(from).filter(|_| !aligned(king, from)) {
            counted += (reach(role, from, position.occupied()) & !own).count_ones();
        }
    }
    counted >= MIN_OPEN_TARGETS
}

/// True if one of the `asked` sides has force at large, or many pawns can step, and neither side is cramped.
pub(super) fn is_mate_likely(position: &Position, asked: MatingSides) -> bool {
    (asked.sides().any(|side| has_force_at_large(position, side)) || is_open(position) && has_many_steps(position))
        && !is_cramped(position, Side::First)
        && !is_cramped(position, Side::Second)
}

fn has_force_at_large(position: &Position, side: Side) -> bool {
    let foe = side.other();
    let barred = position.of_side(side) | pawn_attacks(position.pieces(foe, Role::Pawn), foe);
    let at_large =
        |role, from: Square| (reach(role, from, position.occupied()) & !barred).count_ones() >= MIN_TARGETS_AT_LARGE;
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

/// True if there are too few rams for a wall.
fn is_open(position: &Position) -> bool {
    let rams = ahead(position.pieces(Side::First, Role::Pawn), Side::First) & position.pieces(Side::Second, Role::Pawn);
    rams.count_ones() < MIN_WALL_RAMS
}

/// True if both sides together have at least [`MIN_PAWN_STEPS`] pawn steps.
fn has_many_steps(position: &Position) -> bool {
    let free = !position.occupied();
    let steps = |side| (ahead(position.pieces(side, Role::Pawn), side) & free).count_ones();
    steps(Side::First) + steps(Side::Second) >= MIN_PAWN_STEPS
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

/// True if at most pawns can move without loss: no safe square for the king or a piece.
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
