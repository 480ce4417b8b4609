//! Cells where pawns start, promote, and pass.
//!
//! A pawn that has left the start cells can never return to one. So a double step only requires a pawn on a start cell.
//! A capture along the row of start cells keeps that right.

use super::cell::{Bitboard, Cell, step};
use crate::Side;

/// Capture steps of pawns by file and height, for each side.
pub(super) const CAPTURES: [[(i8, i8); 2]; 2] = [[(-1, 1), (1, 1)], [(-1, -1), (1, -1)]];
/// Start cells: b1 c2 d3 e4 f5 g4 h3 i2 k1, and b7 to k7.
pub(super) const START: [Bitboard; 2] = [row(0), row(1)];
/// The last cell of each file, where a pawn promotes.
pub(super) const LAST: [Bitboard; 2] = [ends(true), ends(false)];
/// Targets of the double steps of each side.
pub(super) const LANDING: [Bitboard; 2] = [START[0] << 2, START[1] >> 2];
/// Cells passed over by the double steps of each side.
pub(super) const PASSED: [Bitboard; 2] = [START[0] << 1, START[1] >> 1];
/// Every cell that a pawn of a side can ever reach, promotion cells included.
pub(super) const REACHED: [Bitboard; 2] = [closure(0), closure(1)];

const fn row(side: usize) -> Bitboard {
    let mut set = 0;
    let mut file = 1;
    while file < 10 {
        let rank = if side == 1 { 7 } else { Cell::length(file) - 6 };
        if let Some(cell) = Cell::at(file, rank) {
            set |= cell.bit();
        }
        file += 1;
    }
    set
}

const fn ends(top: bool) -> Bitboard {
    let mut set = 0;
    let mut file = 0;
    while file < 11 {
        if let Some(cell) = Cell::at(file, if top { Cell::length(file) } else { 1 }) {
            set |= cell.bit();
        }
        file += 1;
    }
    set
}

const fn closure(side: usize) -> Bitboard {
    let mut set = START[side];
    let ahead = if side == 0 { 2 } else { -2 };
    // Each round adds one step, and no pawn has more than ten steps.
    let mut round = 0;
    while round < 11 {
        let mut index = 0;
        while index < 91 {
            let cell = Cell::new(index);
            let steps = [CAPTURES[side][0], CAPTURES[side][1], (0, ahead)];
            let mut i = 0;
            while i < 3 && set & cell.bit() != 0 {
                if let Some(to) = step(cell, steps[i], 1) {
                    set |= to.bit();
                }
                i += 1;
            }
            index += 1;
        }
        round += 1;
    }
    set
}

/// The cells one step forward from a set, as seen by a side.
#[inline(always)]
pub(super) const fn ahead(side: Side, set: Bitboard) -> Bitboard {
    match side {
        Side::First => (set & !LAST[0]) << 1,
        Side::Second => (set & !LAST[1]) >> 1,
    }
}
