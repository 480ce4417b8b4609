//! The trait of threads that judge slices.

use super::{Rest, Share, Slice};

/// Judges slices; each thread has one.
pub trait Worker {
    /// The output for a slice.
    type Out: Send;
    /// Judges a slice, and reports the size of the output to `share`. Stops early when the output is large enough.
    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Self::Out, Rest);
}
