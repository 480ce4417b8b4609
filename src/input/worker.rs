//! The worker that processes slices.

use super::{Rest, Share, Slice};

/// Judges slices; each thread has one.
pub trait Worker {
    /// The output for a slice.
    type Out: Send;
    /// Judges a slice. Reports the size of its output to `share`, and stops when that is large enough.
    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Self::Out, Rest);
}
