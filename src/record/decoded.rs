//! The text of a record that is escaped or in another encoding in its file: decoded bytes and their source offsets.
//!
//! The reader of the format decodes the text and fills in [`Decoded`].

use crate::span::{SliceSpan, Span};

/// Decoded bytes, with their offsets in the slice; empty for most records.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    bytes: Vec<u8>,
    runs: Vec<OffsetRun>,
    /// End of the record in the slice.
    limit: u32,
}

/// Characters of the same width that are contiguous both in the decoded text and in the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OffsetRun {
    here: u32,
    source: u32,
    /// Bytes of a character in the decoded text and in the slice.
    wide: (u8, u8),
}

/// Maximum number of runs; offsets after the last one are approximate.
const MAX_RUNS: usize = 1 << 20;

impl Decoded {
    /// Prepares for the next record and keeps the buffers.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.runs.clear();
        self.limit = u32::MAX;
    }

    /// Sets the end of the record to byte `source` of the slice.
    pub fn end(&mut self, source: usize) {
        self.limit = Span::new(source, source).from;
    }

    pub fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// End of the record in the slice; `None` if nothing was decoded.
    pub fn source_end(&self) -> Option<u32> {
        (!self.bytes.is_empty()).then_some(self.limit)
    }

    /// The decoded bytes; `None` if nothing was decoded.
    #[inline]
    pub fn bytes(&self) -> Option<&[u8]> {
        if self.bytes.is_empty() { None } else { Some(&self.bytes) }
    }

    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True if nothing was decoded: spans then refer to the slice itself.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Marks the next pushed bytes as coming from byte `source` of the slice.
    #[inline]
    pub fn begin(&mut self, source: usize) {
        self.begin_wide(source, 1, 1);
    }

    /// Like [`Self::begin`], for characters of `here` decoded bytes and `there` bytes in the slice.
    #[inline]
    pub fn begin_wide(&mut self, source: usize, here: usize, there: usize) {
        let stretch = OffsetRun {
            here: Span::new(self.bytes.len(), self.bytes.len()).from,
            source: Span::new(source, source).from,
            wide: (here.clamp(1, 255) as u8, there.clamp(1, 255) as u8),
        };
        let room = self.runs.len() < MAX_RUNS;
        match self.runs.last_mut().filter(|last| last.here == stretch.here) {
            Some(last) => *last = stretch,
            None if room => self.runs.push(stretch),
            None => {}
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Maps a span to the slice; returns it unchanged if nothing was decoded.
    pub fn place(&self, span: Span) -> SliceSpan {
        if self.bytes.is_empty() {
            return span.into();
        }
        let from = self.source(span.from).0;
        let to = if span.is_empty() { from } else { self.source(span.to - 1).1 };
        SliceSpan { from: from.min(self.limit), to: to.max(from).min(self.limit) }
    }

    /// Begin and end, in the slice, of a decoded byte. The first byte of a decoded character begins where its source
    /// character begins, and the last byte ends where the source character ends.
    fn source(&self, at: u32) -> (u32, u32) {
        let index = self.runs.partition_point(|stretch| stretch.here <= at);
        let Some(stretch) = index.checked_sub(1).and_then(|index| self.runs.get(index)) else { return (0, 1) };
        let (here, there) = (u32::from(stretch.wide.0), u32::from(stretch.wide.1));
        let (count, within) = ((at - stretch.here) / here, (at - stretch.here) % here);
        let begin = stretch.source.saturating_add(count.saturating_mul(there));
        let from = begin.saturating_add(within.min(there - 1));
        (from, if within + 1 == here { begin.saturating_add(there) } else { from.saturating_add(1) })
    }

    /// Returns the decoded offset of byte `source` of the slice.
    pub fn here(&self, source: u32) -> u32 {
        let index = self.runs.partition_point(|stretch| stretch.source <= source);
        let Some(stretch) = index.checked_sub(1).and_then(|index| self.runs.get(index)) else { return 0 };
        let (here, there) = (u32::from(stretch.wide.0), u32::from(stretch.wide.1));
        stretch.here.saturating_add((source - stretch.source) / there * here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_source() {
        let mut decoded = Decoded::default();
        decoded.end(44);
        assert_eq!(Decoded::default().place(Span::new(3, 5)).of_slice(), Span::new(3, 5));
        decoded.begin(10);
        decoded.push(b"ab");
        decoded.begin(40);
        decoded.push(b"\n");
        decoded.begin(42);
        decoded.push(b"cd");
        let place = |from, to| decoded.place(Span::new(from, to)).of_slice();
        assert_eq!(place(0, 2), Span::new(10, 12));
        assert_eq!(place(1, 5), Span::new(11, 44));
        assert_eq!(place(2, 2), Span::new(40, 40));
    }
}
