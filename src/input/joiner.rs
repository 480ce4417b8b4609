//! Joins slices that were cut inside of a game with the slices that follow them.

use super::slice::Slice;
use partie_record::limits;

/// A slice that waits for the next one.
#[derive(Debug)]
struct Pending {
    slice: Slice,
    /// Start of its last game.
    from: usize,
    /// Number of bytes from there on that were parsed without finding the end of the game.
    read: usize,
}

/// The slice of a file that waits for the next one.
#[derive(Debug, Default)]
pub struct Joiner {
    pending: Option<Pending>,
}

impl Joiner {
    /// Joins the next slice to the waiting one. Returns it, and whether it was joined; `None` while more bytes are
    /// needed.
    pub fn join(&mut self, mut slice: Slice) -> Option<(Slice, bool)> {
        let Some(Pending { slice: before, from, read }) = self.pending.take() else { return Some((slice, false)) };
        slice.prepend(&before, from);
        slice.cut_short |= slice.bytes.len() > limits::JOINED;
        // Text without a record may fill many slices: it is parsed again once it has doubled.
        if !slice.last && !slice.cut_short && slice.bytes.len() < 2 * read {
            self.pending = Some(Pending { slice, from: 0, read });
            return None;
        }
        Some((slice, true))
    }

    /// Keeps the bytes from `from` on for the next slice.
    pub fn keep(&mut self, slice: Slice, from: usize) {
        let read = slice.bytes.len() - from;
        self.pending = Some(Pending { slice, from, read });
    }

    /// Returns the waiting slice if the file ends without another one.
    pub fn finish(&mut self) -> Option<Slice> {
        let Pending { mut slice, from, .. } = self.pending.take()?;
        slice.cut_front(from);
        slice.last = true;
        Some(slice)
    }
}
