//! What pieces attack across a board, with what stands in their way.

use super::board::{Bitboard, BoardSquare, squares};
use super::role::Role;
use super::tables::Lookup;

/// Whether the two squares lie on one line of a queen.
#[inline(always)]
pub fn aligned<S: BoardSquare>(a: S, b: S) -> bool {
    a.pseudo(Role::Queen).intersects(b.bit())
}

/// What is seen along the `count` rays that begin with `first`, half of which lead to higher indices.
#[inline(always)]
fn ray_attacks<S: BoardSquare>(from: S, first: usize, count: usize, occupied: S::Set) -> S::Set {
    let (tables, at) = (S::tables(), from.index());
    let mut reached = S::Set::EMPTY;
    for ray in first..first + count / 2 {
        // The end of the board stands for "nothing in the way": what lies behind it is nothing.
        let up = tables.ray(ray, at);
        reached |= up & !tables.ray(ray, (up & occupied | S::LAST.bit()).lowest().index());
        let (opposite, down) = (ray + count / 2, tables.ray(ray + count / 2, at));
        reached |= down & !tables.ray(opposite, (down & occupied | S::FIRST.bit()).highest().index());
    }
    reached
}

/// What a piece (no pawn) attacks from a square.
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

/// Those of `pieces` whose path to `to` is clear.
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

/// The same for few pieces, usually one.
#[inline(always)]
pub(super) fn unblocked_few<S: BoardSquare>(pieces: S::Set, to: S, occupied: S::Set) -> S::Set {
    if !pieces.without_lowest().is_empty() {
        return unblocked(pieces, to, occupied);
    }
    // Of no piece the table is asked for the last square, and the answer does not count.
    if to.between(pieces.lowest()).intersects(occupied) { S::Set::EMPTY } else { pieces }
}
