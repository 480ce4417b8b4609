//! The text of a record that stands escaped in its file: decoded bytes, and where they come from.
//!
//! Not for decoding: the reader of the format fills it.

use crate::span::Span;

/// Decoded bytes, and for stretches of them the place in the slice that was read; empty for most formats.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    bytes: Vec<u8>,
    /// Beginnings of stretches, ascending: the byte here, and the byte of the slice. Within a stretch both
    /// go on alike.
    stretches: Vec<(u32, u32)>,
    /// Where the record ends in the slice.
    limit: u32,
}

/// Stretches that are kept; places behind them are near the right ones.
const MOST_STRETCHES: usize = 1 << 20;

impl Decoded {
    /// Makes it ready for the next record, keeping the buffers.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.stretches.clear();
        self.limit = u32::MAX;
    }

    /// Says that the record ends before byte `source` of the slice.
    pub fn end(&mut self, source: usize) {
        self.limit = Span::new(source, source).from;
    }

    /// Where the record ends in the slice, if it stands decoded here.
    pub fn source_end(&self) -> Option<u32> {
        (!self.bytes.is_empty()).then_some(self.limit)
    }

    /// The bytes, if there are any.
    #[inline]
    pub fn bytes(&self) -> Option<&[u8]> {
        if self.bytes.is_empty() { None } else { Some(&self.bytes) }
    }

    /// Bytes so far.
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it holds nothing: then spans refer to the slice itself.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Says that what is pushed next comes from byte `source` of the slice.
    pub fn begin(&mut self, source: usize) {
        let stretch = (Span::new(self.bytes.len(), self.bytes.len()).from, Span::new(source, source).from);
        let room = self.stretches.len() < MOST_STRETCHES;
        match self.stretches.last_mut().filter(|last| last.0 == stretch.0) {
            Some(last) => *last = stretch,
            None if room => self.stretches.push(stretch),
            None => {}
        }
    }

    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The place of a span in the slice; the span itself where nothing was decoded.
    pub fn place(&self, span: Span) -> Span {
        if self.bytes.is_empty() {
            return span;
        }
        let from = self.source(span.from);
        let to = if span.is_empty() { from } else { self.source(span.to - 1).saturating_add(1) };
        Span { from: from.min(self.limit), to: to.max(from).min(self.limit) }
    }

    fn source(&self, at: u32) -> u32 {
        let index = self.stretches.partition_point(|(here, _)| *here <= at);
        match index.checked_sub(1).and_then(|index| self.stretches.get(index)) {
            Some((here, there)) => there.saturating_add(at - here),
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_source() {
        let mut decoded = Decoded::default();
        decoded.end(44);
        assert_eq!(decoded.place(Span::new(3, 5)), Span::new(3, 5));
        decoded.begin(10);
        decoded.push(b"ab");
        decoded.begin(40);
        decoded.push(b"\n");
        decoded.begin(42);
        decoded.push(b"cd");
        assert_eq!(decoded.place(Span::new(0, 2)), Span::new(10, 12));
        assert_eq!(decoded.place(Span::new(1, 5)), Span::new(11, 44));
        assert_eq!(decoded.place(Span::new(2, 2)), Span::new(40, 40));
    }
}
