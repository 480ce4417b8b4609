//! Slices that were cut inside of a game, put together with what follows them.

use super::slice::Slice;
use partie_record::limits;

/// A slice whose end waits for the next one.
#[derive(Debug)]
struct Pending {
    slice: Slice,
    /// Where its last game begins.
    from: usize,
    /// Bytes from there on that were read in vain.
    read: usize,
}

/// What waits for the next slice of a file.
#[derive(Debug, Default)]
pub struct Joiner {
    pending: Option<Pending>,
}

impl Joiner {
    /// The next slice with what waited for it, and whether anything did; nothing while more is waited for.
    pub fn join(&mut self, mut slice: Slice) -> Option<(Slice, bool)> {
        let Some(Pending { slice: before, from, read }) = self.pending.take() else { return Some((slice, false)) };
        slice.prepend(&before, from);
        slice.cut_short |= slice.bytes.len() > limits::JOINED;
        // Text without a record goes on through many slices: it is read again once it has doubled.
        if !slice.last && !slice.cut_short && slice.bytes.len() < 2 * read {
            self.pending = Some(Pending { slice, from: 0, read });
            return None;
        }
        Some((slice, true))
    }

    /// Keeps what begins at `from` for the next slice.
    pub fn keep(&mut self, slice: Slice, from: usize) {
        let read = slice.bytes.len() - from;
        self.pending = Some(Pending { slice, from, read });
    }

    /// What waited, where the file ends without another slice.
    pub fn finish(&mut self) -> Option<Slice> {
        let Pending { mut slice, from, .. } = self.pending.take()?;
        slice.cut_front(from);
        slice.last = true;
        Some(slice)
    }
}
