//! The memory that a worker holds for its slice, and the limit on it.

use std::cell::Cell;

/// Bytes of output after which a worker passes it on, before it judges the rest of the slice.
const MAX_OUTPUT_BYTES: usize = 2 << 20;

/// The memory that all workers of a run share.
pub trait Budget {
    /// Adds bytes to part number `part`. Waits while the workers hold too much in total.
    fn take(&self, part: u64, bytes: usize);
}

/// The memory that a worker holds for its slice.
pub struct Share<'a> {
    /// The budget and the number of the part; `None` in a thread that holds only one slice and never waits.
    of: Option<(&'a dyn Budget, u64)>,
    most: usize,
    /// Bytes of output so far.
    made: Cell<usize>,
}

impl std::fmt::Debug for Share<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Share").field("made", &self.made).finish_non_exhaustive()
    }
}

impl<'a> Share<'a> {
    /// The share of the worker that judges part number `part`.
    pub const fn new(budget: &'a dyn Budget, part: u64) -> Self {
        Self { of: Some((budget, part)), most: MAX_OUTPUT_BYTES, made: Cell::new(0) }
    }

    /// The share of a thread that judges the next part to be merged, so that it never waits.
    pub const fn in_turn() -> Self {
        Self { of: None, most: MAX_OUTPUT_BYTES, made: Cell::new(0) }
    }

    pub const fn unbounded() -> Self {
        Self { of: None, most: usize::MAX, made: Cell::new(0) }
    }

    /// Sets the bytes of output so far; waits while all workers hold too much. True if more output may be made.
    pub fn hold(&self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.made.replace(bytes));
        if let Some((budget, part)) = self.of.filter(|_| more > 0) {
            budget.take(part, more);
        }
        bytes < self.most
    }

    /// Bytes of output so far.
    pub fn made(&self) -> usize {
        self.made.get()
    }
}
