//! Who makes something of slices. Not for what that is.

use super::{Rest, Share, Slice};

/// Judges slices; each thread has one.
pub trait Worker {
    /// What it makes of a slice.
    type Out: Send;
    /// Judges a slice; `share` is told what is kept of it, and says when that is enough.
    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Self::Out, Rest);
}
