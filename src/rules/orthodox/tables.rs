//! Attack tables of a board, computed at compile time from the coordinates of its squares.

use super::role::Role;
use super::zobrist;
use crate::Side;

/// A step by file and height.
type Step = (i8, i8);
/// Sizes of the coordinate grid, large enough for every board.
const FILES: usize = 11;
const HEIGHTS: usize = 24;

/// Attacks and zobrist keys on a board of `N` squares with `R` rays of a queen. `T` is a set of squares.
pub struct Tables<T, const N: usize, const R: usize> {
    pseudo: [[T; N]; 6],
    pawn: [[T; N]; 2],
    between: [[T; N]; N],
    rays: [[T; N]; R],
    piece_keys: [[[u64; N]; 6]; 2],
    en_passant_keys: [u64; N],
}

/// Access to the tables of a board; squares are given by index.
pub trait Lookup<T>: 'static {
    /// Squares that a piece attacks on an empty board; the empty set for a pawn. A table and not a match, because
    /// no branch can predict which kind moves next.
    fn pseudo(&self, role: Role, at: usize) -> T;
    /// Squares that a pawn of a side attacks.
    fn pawn_attacks(&self, side: Side, at: usize) -> T;
    /// The squares strictly between two squares on one line; empty if no line joins them.
    fn between(&self, a: usize, b: usize) -> T;
    /// A ray to the edge of the board. Rook rays come before bishop rays, and in each group the rays to higher indices
    /// before their opposites.
    fn ray(&self, ray: usize, at: usize) -> T;
    /// The zobrist key of a piece on a square.
    fn piece_key(&self, side: Side, role: Role, at: usize) -> u64;
    /// The zobrist key of a legal capture en passant on a square.
    fn en_passant_key(&self, at: usize) -> u64;
}

impl<T: Copy + 'static, const N: usize, const R: usize> Lookup<T> for Tables<T, N, R> {
    #[inline(always)]
    fn pseudo(&self, role: Role, at: usize) -> T {
        self.pseudo[role.index()][at]
    }

    #[inline(always)]
    fn pawn_attacks(&self, side: Side, at: usize) -> T {
        self.pawn[side.index()][at]
    }

    #[inline(always)]
    fn between(&self, a: usize, b: usize) -> T {
        self.between[a][b]
    }

    #[inline(always)]
    fn ray(&self, ray: usize, at: usize) -> T {
        self.rays[ray][at]
    }

    #[inline(always)]
    fn piece_key(&self, side: Side, role: Role, at: usize) -> u64 {
        self.piece_keys[side.index()][role.index()][at]
    }

    #[inline(always)]
    fn en_passant_key(&self, at: usize) -> u64 {
        self.en_passant_keys[at]
    }
}

/// The squares by file and height.
struct Grid<const N: usize> {
    places: [Step; N],
    index: [[u8; HEIGHTS]; FILES],
}

impl<const N: usize> Grid<N> {
    const fn new(places: [Step; N]) -> Self {
        let mut index = [[0xff; HEIGHTS]; FILES];
        let mut at = 0;
        while at < N {
            index[places[at].0 as usize][places[at].1 as usize] = at as u8;
            at += 1;
        }
        Self { places, index }
    }

    /// The square that is `times` steps away; `None` off the board.
    const fn step(&self, at: usize, step: Step, times: i8) -> Option<usize> {
        let file = self.places[at].0 + step.0 * times;
        let height = self.places[at].1 + step.1 * times;
        if file < 0 || height < 0 || file as usize >= FILES || height as usize >= HEIGHTS {
            return None;
        }
        match self.index[file as usize][height as usize] {
            0xff => None,
            to => Some(to as usize),
        }
    }

    const fn leaper(&self, steps: &[Step]) -> [u128; N] {
        let mut table = [0; N];
        let mut at = 0;
        while at < N {
            let mut i = 0;
            while i < steps.len() {
                if let Some(to) = self.step(at, steps[i], 1) {
                    table[at] |= 1 << to;
                }
                i += 1;
            }
            at += 1;
        }
        table
    }

    /// Follows all rays; also collects the squares between any two squares on a ray.
    const fn rays<const R: usize>(&self, steps: &[Step; R]) -> ([[u128; N]; R], [[u128; N]; N]) {
        let (mut rays, mut between) = ([[0; N]; R], [[0; N]; N]);
        let mut ray = 0;
        while ray < R {
            let mut at = 0;
            while at < N {
                let mut times = 1;
                while let Some(to) = self.step(at, steps[ray], times) {
                    between[at][to] = rays[ray][at];
                    rays[ray][at] |= 1 << to;
                    times += 1;
                }
                at += 1;
            }
            ray += 1;
        }
        (rays, between)
    }
}

/// Union of the rays from `first` up to, but not including, `end`.
const fn union<const N: usize>(rays: &[[u128; N]], first: usize, end: usize) -> [u128; N] {
    let mut table = [0; N];
    let mut ray = first;
    while ray < end {
        let mut at = 0;
        while at < N {
            table[at] |= rays[ray][at];
            at += 1;
        }
        ray += 1;
    }
    table
}

const fn low<const N: usize, const M: usize>(tables: &[[u128; N]; M]) -> [[u64; N]; M] {
    let mut out = [[0; N]; M];
    let mut i = 0;
    while i < M {
        let mut at = 0;
        while at < N {
            out[i][at] = tables[i][at] as u64;
            at += 1;
        }
        i += 1;
    }
    out
}

impl<const N: usize, const R: usize> Tables<u128, N, R> {
    /// Computes the tables from the file and height of each square and the steps of king, knight and capturing pawns.
    /// The king's rook steps come before its bishop steps.
    pub(crate) const fn new(places: [Step; N], king: &[Step; R], knight: &[Step], pawns: &[[Step; 2]; 2]) -> Self {
        let grid = Grid::new(places);
        let (rays, between) = grid.rays(king);
        let (rook, bishop, queen) = (union(&rays, 0, R / 2), union(&rays, R / 2, R), union(&rays, 0, R));
        Self {
            pseudo: [[0; N], grid.leaper(knight), bishop, rook, queen, grid.leaper(king)],
            pawn: [grid.leaper(&pawns[0]), grid.leaper(&pawns[1])],
            between,
            rays,
            piece_keys: zobrist::piece_keys(),
            en_passant_keys: zobrist::en_passant_keys(),
        }
    }

    /// The same tables with sets of 64 bits, for a board of at most 64 squares.
    pub(crate) const fn low(&self) -> Tables<u64, N, R> {
        Tables {
            pseudo: low(&self.pseudo),
            pawn: low(&self.pawn),
            between: low(&self.between),
            rays: low(&self.rays),
            piece_keys: self.piece_keys,
            en_passant_keys: self.en_passant_keys,
        }
    }
}
