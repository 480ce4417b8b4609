//! Steps from every square of a bitboard at once.

use crate::Side;
use crate::chess::square::Bitboard;

pub(super) const FILE_A: Bitboard = 0x0101_0101_0101_0101;
const FILE_H: Bitboard = FILE_A << 7;
pub(super) const LAST_RANKS: Bitboard = 0xff00_0000_0000_00ff;

/// One rank forward, as seen by the side.
#[inline]
pub(super) const fn ahead(set: Bitboard, side: Side) -> Bitboard {
    match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    }
}

/// One file to the left and to the right.
#[inline]
pub(super) const fn adjacent_files(set: Bitboard) -> Bitboard {
    (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// Squares that the pawns of a side attack.
#[inline]
pub(super) const fn pawn_attacks(pawns: Bitboard, side: Side) -> Bitboard {
    adjacent_files(ahead(pawns, side))
}

#[inline]
pub(super) const fn rook_steps(set: Bitboard) -> Bitboard {
    set << 8 | set >> 8 | adjacent_files(set)
}

#[inline]
pub(super) const fn bishop_steps(set: Bitboard) -> Bitboard {
    let beside = adjacent_files(set);
    beside << 8 | beside >> 8
}

#[inline]
pub(super) const fn king_steps(set: Bitboard) -> Bitboard {
    let row = set | adjacent_files(set);
    adjacent_files(set) | row << 8 | row >> 8
}

#[inline]
pub(super) const fn knight_steps(set: Bitboard) -> Bitboard {
    let one = adjacent_files(set);
    let two = (set & !(FILE_H | FILE_H >> 1)) << 2 | (set & !(FILE_A | FILE_A << 1)) >> 2;
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// All squares that repeated steps over open squares reach.
#[inline]
pub(super) fn flood(mut set: Bitboard, open: Bitboard, steps: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
    loop {
        let more = set | steps(set) & open;
        if more == set {
            return set;
        }
        set = more;
    }
}
