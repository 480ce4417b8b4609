//! Attack tables, all computed by the compiler.

use super::square::{Bitboard, Role, Square, squares};

/// Steps of file and rank: four rook rays, then four bishop rays.
const RAYS: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub(super) static KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
pub(super) static KING: [Bitboard; 64] = leaper(&RAYS);
/// What a pawn of a side attacks from a square.
pub(super) static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
/// What a rook or bishop reaches on an empty board.
pub(super) static ROOK: [Bitboard; 64] = slider(0);
pub(super) static BISHOP: [Bitboard; 64] = slider(4);
/// The squares strictly between two squares on a line; empty off the lines.
pub(super) static BETWEEN: [[Bitboard; 64]; 64] = between();
static RAY: [[Bitboard; 64]; 8] = rays();
/// What a piece reaches on an empty board, by kind; nothing for the pawn.
static PSEUDO: [[Bitboard; 64]; 6] = [[0; 64], leaper(&KNIGHT_STEPS), slider(4), slider(0), queen(), leaper(&RAYS)];

const fn step(square: usize, (file, rank): (i8, i8), times: i8) -> Option<usize> {
    let file = (square % 8) as i8 + file * times;
    let rank = (square / 8) as i8 + rank * times;
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank * 8 + file) as usize) }
}

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square, steps[i], 1) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn rays() -> [[Bitboard; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut ray = 0;
    while ray < 8 {
        let mut square = 0;
        while square < 64 {
            let mut times = 1;
            while let Some(to) = step(square, RAYS[ray], times) {
                table[ray][square] |= 1 << to;
                times += 1;
            }
            square += 1;
        }
        ray += 1;
    }
    table
}

const fn slider(first: usize) -> [Bitboard; 64] {
    let table = rays();
    let mut out = [0; 64];
    let mut square = 0;
    while square < 64 {
        out[square] =
            table[first][square] | table[first + 1][square] | table[first + 2][square] | table[first + 3][square];
        square += 1;
    }
    out
}

const fn queen() -> [Bitboard; 64] {
    let (rook, bishop) = (slider(0), slider(4));
    let mut out = [0; 64];
    let mut square = 0;
    while square < 64 {
        out[square] = rook[square] | bishop[square];
        square += 1;
    }
    out
}

const fn between() -> [[Bitboard; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let mut passed: Bitboard = 0;
            let mut times = 1;
            while let Some(to) = step(square, RAYS[ray], times) {
                table[square][to] = passed;
                passed |= 1 << to;
                times += 1;
            }
            ray += 1;
        }
        square += 1;
    }
    table
}

/// The squares strictly between.
#[inline]
pub(super) fn between_squares(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Whether the two squares lie on one rank, file or diagonal.
#[inline]
pub(super) fn aligned(a: Square, b: Square) -> bool {
    pseudo(Role::Queen, a) & b.bit() != 0
}

fn along(rays: std::ops::Range<usize>, from: Square, occupied: Bitboard) -> Bitboard {
    let mut reached = 0;
    for ray in rays {
        let line = RAY[ray][from.index()];
        let blockers = line & occupied;
        reached |= line;
        if blockers != 0 {
            let (file, rank) = RAYS[ray];
            let upwards = rank > 0 || (rank == 0 && file > 0);
            let first = if upwards { blockers.trailing_zeros() } else { 63 - blockers.leading_zeros() };
            reached &= !RAY[ray][first as usize & 63];
        }
    }
    reached
}

/// What a piece (no pawn) attacks from a square.
pub(super) fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => KNIGHT[from.index()],
        Role::King => KING[from.index()],
        Role::Bishop => along(4..8, from, occupied),
        Role::Rook => along(0..4, from, occupied),
        Role::Queen => along(0..8, from, occupied),
        Role::Pawn => 0,
    }
}

/// What a piece (no pawn) attacks from a square of an empty board. A table, not a match:
/// which kind moves next cannot be predicted.
#[inline]
pub(super) fn pseudo(role: Role, from: Square) -> Bitboard {
    PSEUDO[role.index()][from.index()]
}

/// Those of `pieces` whose way to `to` is empty.
#[inline]
pub(super) fn with_open_way(pieces: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
    let mut open = 0;
    for from in squares(pieces) {
        if between_squares(to, from) & occupied == 0 {
            open |= from.bit();
        }
    }
    open
}

/// The same for few pieces, usually one.
#[inline(always)]
pub(super) fn open_ways(pieces: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
    if pieces & pieces.wrapping_sub(1) != 0 {
        return with_open_way(pieces, to, occupied);
    }
    // Of no piece the table is asked for h8, and the answer does not count.
    let way = between_squares(to, Square::only(pieces)) & occupied;
    if way == 0 { pieces } else { 0 }
}
