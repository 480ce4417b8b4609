//! Numbers by chance, the same in each run.

/// xorshift64*
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// From 0 on, less than `below`.
    pub(crate) fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }
}
