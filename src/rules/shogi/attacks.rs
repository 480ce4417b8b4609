//! Attacks on an empty board and the squares in between: tables, computed at compile time.

use super::Bitboard;
use super::bitboard::{ranks, squares};
use super::{PieceType, Square};
use crate::Side;

/// Steps by file and rank: four rook rays, then four bishop rays. The first is forward for 先手.
const RAYS: [(i8, i8); 8] = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const SILVER: [(i8, i8); 5] = [(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
const GOLD: [(i8, i8); 6] = [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
const KNIGHT: [(i8, i8); 2] = [(1, -2), (-1, -2)];

static RAY: [[Bitboard; 81]; 8] = rays();
/// Squares that a piece reaches on an empty board: `[side][kind][square]`.
static REACH: [[[Bitboard; 81]; 14]; 2] = [reaches(1), reaches(-1)];
/// Rank, file and both diagonals of each square.
static LINES: [Bitboard; 81] = union(&sliders(0), &sliders(4));
/// The squares strictly between two squares on one line; empty if no line joins them.
static BETWEEN: [[Bitboard; 81]; 81] = between();
/// The three ranks in which a side promotes.
const ZONE: [Bitboard; 2] = [ranks(1, 3), ranks(7, 9)];

const fn step(square: usize, (file, rank): (i8, i8), times: i8) -> Option<usize> {
    let file = (square / 9) as i8 + file * times;
    let rank = (square % 9) as i8 + rank * times;
    if file < 0 || file > 8 || rank < 0 || rank > 8 { None } else { Some((file * 9 + rank) as usize) }
}

const fn leaper(steps: &[(i8, i8)], ahead: i8) -> [Bitboard; 81] {
    let mut table = [0; 81];
    let mut square = 0;
    while square < 81 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square, (steps[i].0, steps[i].1 * ahead), 1) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn rays() -> [[Bitboard; 81]; 8] {
    let mut table = [[0; 81]; 8];
    let mut ray = 0;
    while ray < 8 {
        let mut square = 0;
        while square < 81 {
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

const fn sliders(first: usize) -> [Bitboard; 81] {
    let table = rays();
    union(&union(&table[first], &table[first + 1]), &union(&table[first + 2], &table[first + 3]))
}

const fn union(a: &[Bitboard; 81], b: &[Bitboard; 81]) -> [Bitboard; 81] {
    let mut out = [0; 81];
    let mut square = 0;
    while square < 81 {
        out[square] = a[square] | b[square];
        square += 1;
    }
    out
}

const fn reaches(ahead: i8) -> [[Bitboard; 81]; 14] {
    let gold = leaper(&GOLD, ahead);
    let king = leaper(&RAYS, ahead);
    let (rook, bishop) = (sliders(0), sliders(4));
    [
        leaper(&[(0, -1)], ahead),
        rays()[if ahead == 1 { 0 } else { 1 }],
        leaper(&KNIGHT, ahead),
        leaper(&SILVER, ahead),
        gold,
        bishop,
        rook,
        king,
        gold,
        gold,
        gold,
        gold,
        union(&bishop, &king),
        union(&rook, &king),
    ]
}

const fn between() -> [[Bitboard; 81]; 81] {
    let mut table = [[0; 81]; 81];
    let mut square = 0;
    while square < 81 {
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

/// Squares that a piece reaches on an empty board; empty if it could never move. A table and not a match, because
/// no branch can predict which kind moves next.
#[inline(always)]
pub(super) fn pseudo(side: Side, kind: PieceType, from: Square) -> Bitboard {
    REACH[side.index()][kind.index()][from.index()]
}

#[inline(always)]
pub(super) fn between_squares(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Rank, file and diagonals of a square.
#[inline(always)]
pub(super) fn lines(from: Square) -> Bitboard {
    LINES[from.index()]
}

#[inline(always)]
pub(super) const fn zone(side: Side) -> Bitboard {
    ZONE[side.index()]
}

/// The `pieces` with a clear path to `to`.
#[inline]
pub(super) fn unblocked(pieces: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
    let mut open = 0;
    for from in squares(pieces) {
        if between_squares(to, from) & occupied == 0 {
            open |= from.bit();
        }
    }
    open
}

fn ray_attacks(rays: std::ops::Range<usize>, from: Square, occupied: Bitboard) -> Bitboard {
    let mut reached = 0;
    for ray in rays {
        let line = RAY[ray][from.index()];
        let blockers = line & occupied;
        reached |= line;
        if blockers != 0 {
            let (file, rank) = RAYS[ray];
            let upwards = file > 0 || (file == 0 && rank > 0);
            let first = if upwards { blockers.trailing_zeros() } else { 127 - blockers.leading_zeros() };
            reached &= !RAY[ray][first as usize];
        }
    }
    reached
}

/// Squares that a piece attacks on a board with other pieces.
#[inline]
pub(super) fn reach(side: Side, kind: PieceType, from: Square, occupied: Bitboard) -> Bitboard {
    let forward = side.index();
    match kind {
        PieceType::Lance => ray_attacks(forward..forward + 1, from, occupied),
        PieceType::Bishop => ray_attacks(4..8, from, occupied),
        PieceType::Rook => ray_attacks(0..4, from, occupied),
        PieceType::Horse => ray_attacks(4..8, from, occupied) | pseudo(side, PieceType::King, from),
        PieceType::Dragon => ray_attacks(0..4, from, occupied) | pseudo(side, PieceType::King, from),
        _ => pseudo(side, kind, from),
    }
}
