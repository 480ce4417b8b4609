//! Joins a slice that ends inside a game with the slices that follow it.

use super::slice::Slice;
use partie_record::limits;

/// A slice that ends inside a game, kept until the next slice arrives.
#[derive(Debug)]
struct Pending {
    slice: Slice,
    /// Start of the slice's last game.
    from: usize,
    /// Number of bytes after `from` that were parsed without finding the end of the game.
    read: usize,
}

/// Keeps the unfinished end of a file's last slice, and prepends it to the next slice.
#[derive(Debug, Default)]
pub struct Joiner {
    pending: Option<Pending>,
}

impl Joiner {
    /// Joins the next slice to the kept one. The flag is true if it was joined; `None` while more bytes are needed.
    pub fn join(&mut self, mut slice: Slice) -> Option<(Slice, bool)> {
        let Some(Pending { slice: before, from, read }) = self.pending.take() else { return Some((slice, false)) };
        slice.prepend(&before, from);
        slice.cut_short |= slice.bytes.len() > limits::JOINED;
        // Text without a record may fill many slices: it is parsed again only when it has doubled, in linear time.
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

    /// Returns the kept slice at the end of the file.
    pub fn finish(&mut self) -> Option<Slice> {
        let Pending { mut slice, from, .. } = self.pending.take()?;
        slice.cut_front(from);
        slice.last = true;
        Some(slice)
    }
}
