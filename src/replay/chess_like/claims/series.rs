//! The same series of moves several times in a row: equal blocks, one after the other.
//!
//! For a block of length k, moves are compared at distance k only at multiples of k: every long enough run contains
//! one. That is n/2 + n/4 + n/6 ... comparisons. The length of a run is found by doubling steps over prefix hashes.

/// A prime, 2^61 - 1: hashes modulo a power of two are fooled by simple sequences.
const PRIME: u64 = (1 << 61) - 1;
/// The base of the hashes.
const BASE: u64 = 0x0f3a_5b17_9c24_d86b;
/// Length of the first prefix that is examined, in plies.
const MIN_PREFIX_PLIES: usize = 64;
/// Maximum length of a block, in plies, when blocks are only counted.
const MAX_COUNTED_PLIES: usize = 1000;

/// Number of plies after which, for the first time, the last `times` blocks of some even length are equal.
pub(super) fn first(moves: &[u64], times: usize) -> Option<usize> {
    let hashes = Hashes::of(moves);
    let mut length = MIN_PREFIX_PLIES.min(moves.len());
    loop {
        let found = within(&moves[..length], &hashes, times.max(2));
        if found.is_some() || length == moves.len() {
            return found;
        }
        length = (length * 2).min(moves.len());
    }
}

fn within(moves: &[u64], hashes: &Hashes, times: usize) -> Option<usize> {
    let mut best: Option<usize> = None;
    let mut block = 2;
    while times * block <= best.map_or(moves.len(), |end| end - 1) {
        let mut at = 0;
        while at + block < moves.len() {
            if moves[at] != moves[at + block] {
                at += block;
                continue;
            }
            let ahead = hashes.ahead(moves, at, at + block);
            let back = hashes.back(at, at + block);
            let start = at - back;
            if back + ahead >= (times - 1) * block {
                let end = start + times * block;
                let equal = (start..end - block).all(|index| moves[index] == moves[index + block]);
                if equal && best.is_none_or(|best| end < best) {
                    best = Some(end);
                }
            }
            // Continues at the next multiple of `block` after this run.
            at += block * (ahead / block).max(1);
        }
        block += 2;
    }
    best
}

/// Greatest number of equal consecutive blocks that end with the last move.
pub(super) fn running(moves: &[u64]) -> usize {
    let longest = (moves.len() / 2).min(MAX_COUNTED_PLIES);
    let blocks = |block: usize| {
        let equal = (block..moves.len()).rev().take_while(|index| moves[*index] == moves[index - block]);
        // Callers do not distinguish more than five blocks.
        1 + equal.take(4 * block).count() / block
    };
    (2..=longest).step_by(2).map(blocks).max().unwrap_or(1)
}

struct Hashes {
    prefixes: Vec<u64>,
    powers: Vec<u64>,
}

impl Hashes {
    fn of(moves: &[u64]) -> Self {
        let mut hashes = Self { prefixes: vec![0], powers: vec![1] };
        let (mut hash, mut power) = (0, 1);
        for &mv in moves {
            hash = (times(hash, BASE) + mv % PRIME) % PRIME;
            power = times(power, BASE);
            hashes.prefixes.push(hash);
            hashes.powers.push(power);
        }
        hashes
    }

    fn part(&self, from: usize, length: usize) -> u64 {
        (self.prefixes[from + length] + PRIME - times(self.prefixes[from], self.powers[length])) % PRIME
    }

    /// Number of equal moves from two indices on; `second` is the later one.
    fn ahead(&self, moves: &[u64], first: usize, second: usize) -> usize {
        farthest(moves.len() - second, |length| self.part(first, length) == self.part(second, length))
    }

    /// Number of equal moves before the two indices.
    fn back(&self, first: usize, second: usize) -> usize {
        farthest(first, |length| self.part(first - length, length) == self.part(second - length, length))
    }
}

/// The greatest length up to `limit` for which `holds` is true; `holds` must be true for all smaller lengths.
fn farthest(limit: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut good, mut step) = (0, 1);
    while good + step <= limit && holds(good + step) {
        good += step;
        step *= 2;
    }
    while step > 0 {
        if good + step <= limit && holds(good + step) {
            good += step;
        }
        step /= 2;
    }
    good
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    // Both halves are below 2^61, as both factors are.
    let sum = (product as u64 & PRIME) + (product >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(moves: &[u64], times: usize) -> Option<usize> {
        (1..=moves.len()).find(|end| {
            (2..=end / times).step_by(2).any(|block| {
                let start = end - times * block;
                (start..end - block).all(|index| moves[index] == moves[index + block])
            })
        })
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let mut found = 0;
        for round in 0..4000 {
            let (length, letters) = (next(160) as usize, 2 + next(3));
            let mut moves: Vec<u64> = (0..length).map(|_| next(letters)).collect();
            if round % 2 == 0 && length > 20 {
                // Most random sequences contain a series by chance; this one contains only the planted one.
                moves = (0..length as u64).map(|index| index + 10).collect();
                let block = 2 * (1 + next(length as u64 / 8) as usize);
                let at = next((length - 3 * block.min(length / 3)) as u64 + 1) as usize;
                for index in at + block..(at + 3 * block - next(2) as usize).min(length) {
                    moves[index] = moves[index - block];
                }
            }
            assert_eq!(first(&moves, 3), plain(&moves, 3), "{moves:?}");
            found += usize::from(first(&moves, 3).is_some());
        }
        assert!(found > 500 && found < 3900, "{found}");
    }

    #[test]
    fn blocks_that_run() {
        assert_eq!(running(&[]), 1);
        assert_eq!(running(&[1, 2, 3, 4, 1, 2, 3, 4]), 2);
        assert_eq!(running(&[9, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]), 3);
    }

    #[test]
    fn a_long_game_without_a_series_is_judged_in_time() {
        // The Thue-Morse sequence contains no block three times in a row.
        let moves: Vec<u64> = (0..300_000u64).map(|index| u64::from(index.count_ones() % 2)).collect();
        let start = std::time::Instant::now();
        assert_eq!(first(&moves, 3), None);
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}
