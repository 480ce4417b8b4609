//! Zobrist keys: one number for each thing that tells positions apart.

use super::moves::SIDES;

/// Piece of a side on a cell: `[side][role][cell]`.
pub(super) static PIECE_SQUARE: [[[u64; 91]; 6]; SIDES] = pieces();
/// A capture en passant that is legal, by target.
pub(super) static EN_PASSANT: [u64; 91] = series(2000);
/// Black to move.
pub(super) const BLACK: u64 = mix(3000);

/// SplitMix64 of a counter.
const fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn series(first: u64) -> [u64; 91] {
    let mut table = [0; 91];
    let mut i = 0;
    while i < 91 {
        table[i] = mix(first + i as u64);
        i += 1;
    }
    table
}

const fn pieces() -> [[[u64; 91]; 6]; SIDES] {
    let mut table = [[[0; 91]; 6]; SIDES];
    let mut i = 0;
    while i < 12 {
        table[i / 6][i % 6] = series(10_000 + 91 * i as u64);
        i += 1;
    }
    table
}
