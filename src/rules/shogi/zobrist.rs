//! Zobrist keys, added instead of combined by exclusive or. A hand of `n` equal pieces adds the key
//! `n` times, so no table of counts is needed.

/// Keys of pieces on a square: `[side][kind][square]`.
pub(super) static PIECE_SQUARE: [[[u64; 81]; 14]; 2] = pieces();
/// Keys of one piece in hand: `[side][kind]`.
pub(super) static HAND: [[u64; 7]; 2] = hands();
/// Key of 後手 to move.
pub(super) const SECOND: u64 = mix(1);

/// SplitMix64 of a counter.
const fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn pieces() -> [[[u64; 81]; 14]; 2] {
    let mut table = [[[0; 81]; 14]; 2];
    let mut i = 0;
    while i < 2 * 14 * 81 {
        table[i / (14 * 81)][i / 81 % 14][i % 81] = mix(1000 + i as u64);
        i += 1;
    }
    table
}

const fn hands() -> [[u64; 7]; 2] {
    let mut table = [[0; 7]; 2];
    let mut i = 0;
    while i < 14 {
        table[i / 7][i % 7] = mix(100 + i as u64);
        i += 1;
    }
    table
}
