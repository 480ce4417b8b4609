//! Line ends in long lines.

use partie_record::span;

/// The last line whose end was searched. A line of a megabyte may have a million tags or comments, each of which needs
/// the end of its line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownLine {
    from: usize,
    /// 0 if no end is known.
    end: usize,
}

impl KnownLine {
    /// The end of the line that contains `from`.
    pub(crate) fn end(&mut self, bytes: &[u8], from: usize) -> usize {
        if self.end == 0 || self.end > bytes.len() || !(self.from..=self.end).contains(&from) {
            *self = Self { from, end: span::line_end(bytes, from) };
        }
        self.end
    }
}
