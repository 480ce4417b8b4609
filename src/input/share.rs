//! What a worker holds of its slice, and when that is enough.

use std::cell::Cell;

/// Bytes that are made of a slice before they are passed on; what is left of the slice is judged after that.
const ENOUGH: usize = 2 << 20;

/// The bytes that all workers of a run hold together.
pub trait Budget {
    /// Takes so many bytes more for the part of this number; waits while all together hold too much.
    fn take(&self, part: u64, bytes: usize);
}

/// What a worker holds of its slice.
pub struct Share<'a> {
    /// Nothing where one thread does all, as it holds one slice only.
    of: Option<(&'a dyn Budget, u64)>,
    most: usize,
    /// Bytes that were made of the slice.
    made: Cell<usize>,
}

impl std::fmt::Debug for Share<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Share").field("made", &self.made).finish_non_exhaustive()
    }
}

impl<'a> Share<'a> {
    /// That of the part of this number.
    pub const fn new(budget: &'a dyn Budget, part: u64) -> Self {
        Self { of: Some((budget, part)), most: ENOUGH, made: Cell::new(0) }
    }

    /// That of the one whose turn it is.
    pub const fn in_turn() -> Self {
        Self { of: None, most: ENOUGH, made: Cell::new(0) }
    }

    pub const fn unbounded() -> Self {
        Self { of: None, most: usize::MAX, made: Cell::new(0) }
    }

    /// Says how many bytes were made of the slice so far; waits while all together hold too much. Whether more may be
    /// made of it.
    pub fn hold(&self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.made.replace(bytes));
        if let Some((budget, part)) = self.of.filter(|_| more > 0) {
            budget.take(part, more);
        }
        bytes < self.most
    }

    /// Bytes that were made of the slice.
    pub fn made(&self) -> usize {
        self.made.get()
    }
}
