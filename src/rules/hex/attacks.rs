//! Attack tables, all computed by the compiler.

use super::cell::{Bitboard, Cell, cells, step};
use super::moves::SIDES;
use super::{Role, pawns};

/// Steps of file and height: six rook rays over the sides of a cell, then six bishop rays
/// over its corners; the first three of each lead to higher indices.
const RAYS: [(i8, i8); 12] =
    [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)];
const KNIGHT_STEPS: [(i8, i8); 12] =
    [(1, 5), (2, 4), (3, 1), (3, -1), (2, -4), (1, -5), (-1, -5), (-2, -4), (-3, -1), (-3, 1), (-2, 4), (-1, 5)];

pub(super) static KNIGHT: [Bitboard; 91] = leaper(&KNIGHT_STEPS);
pub(super) static KING: [Bitboard; 91] = leaper(&RAYS);
/// What a pawn of a side attacks from a cell: one rook step forward left and right.
pub(super) static PAWN: [[Bitboard; 91]; SIDES] = [leaper(&pawns::CAPTURES[0]), leaper(&pawns::CAPTURES[1])];
/// What a rook or bishop reaches on an empty board.
pub(super) static ROOK: [Bitboard; 91] = slider(0);
pub(super) static BISHOP: [Bitboard; 91] = slider(6);
/// The cells strictly between two cells on a line; empty off the lines.
static BETWEEN: [[Bitboard; 91]; 91] = between();
static RAY: [[Bitboard; 91]; 12] = rays();
/// What a piece reaches on an empty board, by kind; nothing for the pawn.
static PSEUDO: [[Bitboard; 91]; 6] = [[0; 91], leaper(&KNIGHT_STEPS), slider(6), slider(0), queen(), leaper(&RAYS)];

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 91] {
    let mut table = [0; 91];
    let mut cell = 0;
    while cell < 91 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(Cell::new(cell as u8), steps[i], 1) {
                table[cell] |= to.bit();
            }
            i += 1;
        }
        cell += 1;
    }
    table
}

const fn rays() -> [[Bitboard; 91]; 12] {
    let mut table = [[0; 91]; 12];
    let mut ray = 0;
    while ray < 12 {
        let mut cell = 0;
        while cell < 91 {
            let mut times = 1;
            while let Some(to) = step(Cell::new(cell as u8), RAYS[ray], times) {
                table[ray][cell] |= to.bit();
                times += 1;
            }
            cell += 1;
        }
        ray += 1;
    }
    table
}

const fn slider(first: usize) -> [Bitboard; 91] {
    let table = rays();
    let mut out = [0; 91];
    let mut cell = 0;
    while cell < 91 {
        let mut ray = first;
        while ray < first + 6 {
            out[cell] |= table[ray][cell];
            ray += 1;
        }
        cell += 1;
    }
    out
}

const fn queen() -> [Bitboard; 91] {
    let (rook, bishop) = (slider(0), slider(6));
    let mut out = [0; 91];
    let mut cell = 0;
    while cell < 91 {
        out[cell] = rook[cell] | bishop[cell];
        cell += 1;
    }
    out
}

const fn between() -> [[Bitboard; 91]; 91] {
    let mut table = [[0; 91]; 91];
    let mut cell = 0;
    while cell < 91 {
        let mut ray = 0;
        while ray < 12 {
            let mut passed: Bitboard = 0;
            let mut times = 1;
            while let Some(to) = step(Cell::new(cell as u8), RAYS[ray], times) {
                table[cell][to.index()] = passed;
                passed |= to.bit();
                times += 1;
            }
            ray += 1;
        }
        cell += 1;
    }
    table
}

/// The cells strictly between.
#[inline(always)]
pub(super) fn between_cells(a: Cell, b: Cell) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Whether the two cells lie on one line of a queen.
#[inline(always)]
pub(super) fn aligned(a: Cell, b: Cell) -> bool {
    pseudo(Role::Queen, a) & b.bit() != 0
}

#[inline(always)]
fn along(first: usize, from: Cell, occupied: Bitboard) -> Bitboard {
    let at = from.index();
    let mut reached = 0;
    for ray in first..first + 3 {
        // The end cell stands for "nothing in the way": what lies behind it is nothing.
        let up = RAY[ray][at];
        let blocker = (up & occupied | 1 << 90).trailing_zeros() as usize;
        reached |= up & !RAY[ray][blocker.min(90)];
        let down = RAY[ray + 3][at];
        let blocker = 127 - (down & occupied | 1).leading_zeros() as usize;
        reached |= down & !RAY[ray + 3][blocker.min(90)];
    }
    reached
}

/// What a piece (no pawn) attacks from a cell.
#[inline]
pub(super) fn reach(role: Role, from: Cell, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => KNIGHT[from.index()],
        Role::King => KING[from.index()],
        Role::Bishop => along(6, from, occupied),
        Role::Rook => along(0, from, occupied),
        Role::Queen => along(0, from, occupied) | along(6, from, occupied),
        Role::Pawn => 0,
    }
}

/// What a piece (no pawn) attacks from a cell of an empty board. A table, not a match:
/// which kind moves next cannot be predicted.
#[inline(always)]
pub(super) fn pseudo(role: Role, from: Cell) -> Bitboard {
    PSEUDO[role.index()][from.index()]
}

/// Those of `pieces` whose way to `to` is empty.
#[inline]
pub(super) fn with_open_way(pieces: Bitboard, to: Cell, occupied: Bitboard) -> Bitboard {
    let mut open = 0;
    for from in cells(pieces) {
        if between_cells(to, from) & occupied == 0 {
            open |= from.bit();
        }
    }
    open
}

/// The same for few pieces, usually one.
#[inline(always)]
pub(super) fn open_ways(pieces: Bitboard, to: Cell, occupied: Bitboard) -> Bitboard {
    if pieces & pieces.wrapping_sub(1) != 0 {
        return with_open_way(pieces, to, occupied);
    }
    // Of no piece the table is asked for l6, and the answer does not count.
    let way = between_cells(to, Cell::only(pieces)) & occupied;
    if way == 0 { pieces } else { 0 }
}
