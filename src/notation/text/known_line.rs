//! Line ends in long lines. Not for counting lines.

use partie_record::span;

/// The line of which the end was found last: a line of a megabyte may have a million tags or comments, and each of them looks
/// for the end of its line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownLine {
    from: usize,
    /// 0 while no end is known.
    end: usize,
}

impl KnownLine {
    /// The end of the line that goes on at a place.
    pub(crate) fn end(&mut self, bytes: &[u8], from: usize) -> usize {
        if self.end == 0 || self.end > bytes.len() || !(self.from..=self.end).contains(&from) {
            *self = Self { from, end: span::line_end(bytes, from) };
        }
        self.end
    }
}
