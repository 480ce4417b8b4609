//! Attacks of pieces on a board with other pieces.

use super::board::{Bitboard, BoardSquare, squares};
use super::role::Role;
use super::tables::Lookup;

/// True if a queen's line joins the two squares.
#[inline(always)]
pub fn aligned<S: BoardSquare>(a: S, b: S) -> bool {
    a.pseudo(Role::Queen).intersects(b.bit())
}

/// Squares attacked along `count` rays, starting with ray `first`. The first half of the rays lead to higher indices.
#[inline(always)]
fn ray_attacks<S: BoardSquare>(from: S, first: usize, count: usize, occupied: S::Set) -> S::Set {
    let (tables, at) = (S::tables(), from.index());
    let mut reached = S::Set::EMPTY;
    for ray in first..first + count / 2 {
        // Without a blocker, the last square of the board (`down`: the first) acts as one. Its ray is empty: it hides
        // nothing.
        let up = tables.ray(ray, at);
        reached |= up & !tables.ray(ray, (up & occupied | S::LAST.bit()).lowest().index());
        let (opposite, down) = (ray + count / 2, tables.ray(ray + count / 2, at));
        reached |= down & !tables.ray(opposite, (down & occupied | S::FIRST.bit()).highest().index());
    }
    reached
}

/// Squares that a piece attacks; the empty set for a pawn.
#[inline]
pub fn reach<S: BoardSquare>(role: Role, from: S, occupied: S::Set) -> S::Set {
    match role {
        Role::Knight | Role::King => from.pseudo(role),
        Role::Bishop => ray_attacks(from, S::RAYS, S::RAYS, occupied),
        Role::Rook => ray_attacks(from, 0, S::RAYS, occupied),
        Role::Queen => ray_attacks(from, 0, S::RAYS, occupied) | ray_attacks(from, S::RAYS, S::RAYS, occupied),
        Role::Pawn => S::Set::EMPTY,
    }
}

/// The `pieces` with a clear path to `to`.
#[inline]
pub(super) fn unblocked<S: BoardSquare>(pieces: S::Set, to: S, occupied: S::Set) -> S::Set {
    let mut open = S::Set::EMPTY;
    for from in squares(pieces) {
        if !to.between(from).intersects(occupied) {
            open |= from.bit();
        }
    }
    open
}

/// Same as [`unblocked`], but faster for at most one piece.
#[inline(always)]
pub(super) fn unblocked_few<S: BoardSquare>(pieces: S::Set, to: S, occupied: S::Set) -> S::Set {
    if !pieces.without_lowest().is_empty() {
        return unblocked(pieces, to, occupied);
    }
    // Without a piece, `lowest` is the last square; either result is then the empty set.
    if to.between(pieces.lowest()).intersects(occupied) { S::Set::EMPTY } else { pieces }
}
