//! Zobrist keys: one number for each feature that distinguishes positions.

pub(super) const BLACK: u64 = mix(3000);

/// SplitMix64 of a counter.
const fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Keys for the squares of a board.
const fn series<const N: usize>(first: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = mix(first + i as u64);
        i += 1;
    }
    table
}

/// Keys of castling rights, by the square of the rook.
pub(crate) const fn castling_keys<const N: usize>() -> [u64; N] {
    series(1000)
}

/// Keys of legal captures en passant, by target.
pub(super) const fn en_passant_keys<const N: usize>() -> [u64; N] {
    series(2000)
}

/// Keys of pieces: `[side][role][square]`.
pub(super) const fn piece_keys<const N: usize>() -> [[[u64; N]; 6]; 2] {
    let mut table = [[[0; N]; 6]; 2];
    let mut i = 0;
    while i < 12 {
        table[i / 6][i % 6] = series(10_000 + (N * i) as u64);
        i += 1;
    }
    table
}
