//! Byte spans, and the line and column of a byte offset.
//!
//! Data structures contain only offsets; lines and columns are computed for output. The caller decodes text that is not
//! UTF-8 before its columns are counted.

/// A half-open range of bytes `[from, to)` in the slice it was read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub from: u32,
    /// One past the last byte.
    pub to: u32,
}

impl Span {
    /// The span of `bytes[from..to]`.
    #[inline]
    pub const fn new(from: usize, to: usize) -> Self {
        Self { from: clip(from), to: clip(to) }
    }

    /// The bytes of the span; empty if it is outside of `bytes`.
    pub fn of<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.from as usize..self.to as usize).unwrap_or_default()
    }

    /// The smallest span that contains both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    pub const fn len(&self) -> usize {
        self.to.saturating_sub(self.from) as usize
    }

    pub const fn is_empty(&self) -> bool {
        self.to <= self.from
    }
}

/// A span of the slice, as in the file. A [`Span`] of a record refers to its text, which may be decoded from the slice;
/// [`crate::Record::place`] converts it. Two types keep offsets of one text from being used in the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SliceSpan {
    pub from: u32,
    /// One past the last byte.
    pub to: u32,
}

impl SliceSpan {
    /// The bytes of the span; empty if it is outside of the slice.
    pub fn of<'a>(&self, slice: &'a [u8]) -> &'a [u8] {
        self.of_slice().of(slice)
    }

    /// Converts to a plain span, for code that only has the slice.
    pub const fn of_slice(self) -> Span {
        Span { from: self.from, to: self.to }
    }

    pub const fn len(&self) -> usize {
        self.of_slice().len()
    }

    pub const fn is_empty(&self) -> bool {
        self.of_slice().is_empty()
    }
}

impl From<Span> for SliceSpan {
    /// Converts a span of a text that is the slice itself.
    fn from(Span { from, to }: Span) -> Self {
        Self { from, to }
    }
}

/// Slices are far below 4 GiB (see `archive`), so offsets are never clipped.
const fn clip(at: usize) -> u32 {
    debug_assert!(at <= u32::MAX as usize);
    at as u32
}

/// Numbers of line ends in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// LF, alone or after CR.
    pub feeds: u64,
    /// CR, alone or before LF.
    pub returns: u64,
    pub pairs: u64,
}

impl LineEnds {
    /// Counts the line ends of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        let feeds = memchr::memchr_iter(b'\n', bytes).count() as u64;
        if memchr::memchr(b'\r', bytes).is_none() {
            return Self { feeds, ..Self::default() };
        }
        let returns = memchr::memchr_iter(b'\r', bytes).count() as u64;
        Self { feeds, returns, pairs: count_pairs(bytes) }
    }

    pub const fn lines(self) -> u64 {
        self.feeds + self.returns - self.pairs
    }
}

/// Kind of line ends in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineForm {
    #[default]
    Feeds,
    Pairs,
    Mixed,
}

impl LineForm {
    /// Returns the kind of line ends in `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        if memchr::memchr(b'\r', bytes).is_none() {
            return Self::Feeds;
        }
        let LineEnds { feeds, returns, pairs } = LineEnds::of(bytes);
        if feeds == pairs && returns == pairs { Self::Pairs } else { Self::Mixed }
    }

    /// Counts the line ends in a part of a text with line ends of this kind. The part must not split a CR LF.
    pub fn ends_of(self, part: &[u8]) -> LineEnds {
        if self == Self::Mixed {
            return LineEnds::of(part);
        }
        let feeds = memchr::memchr_iter(b'\n', part).count() as u64;
        let pairs = if self == Self::Pairs { feeds } else { 0 };
        LineEnds { feeds, returns: pairs, pairs }
    }
}

/// Number of line ends in `bytes`: LF, CR LF, or CR alone.
pub fn count_lines(bytes: &[u8]) -> u64 {
    LineEnds::of(bytes).lines()
}

/// Number of CR LF in `bytes`. Written so that it compiles to vector code.
fn count_pairs(bytes: &[u8]) -> u64 {
    /// Bytes counted at once: less than 256, so that a `u8` suffices, and a multiple of 64, so that no rest remains.
    const BLOCK: usize = 192;
    let after = bytes.get(1..).unwrap_or_default();
    bytes
        .chunks(BLOCK)
        .zip(after.chunks(BLOCK))
        .map(|(these, next)| {
            let pairs = these.iter().zip(next).map(|(a, b)| u8::from((*a == b'\r') & (*b == b'\n')));
            u64::from(pairs.fold(0u8, u8::wrapping_add))
        })
        .sum()
}

/// Start of the line that contains `at`: the byte after the line end before it.
pub fn line_start(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    memchr::memrchr2(b'\n', b'\r', &bytes[..at]).map_or(0, |end| end + 1)
}

/// Start of the line that contains `at` if only blanks precede `at` on it; otherwise `at`. The indentation of a printed
/// page is part of its columns.
pub fn indentation_start(bytes: &[u8], at: usize) -> usize {
    let start = line_start(bytes, at);
    let is_indented = bytes.get(start..at).is_some_and(|before| before.iter().all(|byte| matches!(byte, b' ' | b'\t')));
    if is_indented { start } else { at }
}

/// End of the line that contains `at`: the first CR or LF from there on, or the end of the text.
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |end| at + end)
}

/// Start of the line after the line end at `at`.
#[inline]
pub fn after_line(bytes: &[u8], at: usize) -> usize {
    let pair = bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n');
    (at + 1 + usize::from(pair)).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_every_kind_of_line_end() {
        assert_eq!(count_lines(b"a\nb\r\nc\rd"), 3);
        assert_eq!(count_lines(b"a\r\r\nb\r"), 3);
        assert_eq!(count_lines(b""), 0);
    }

    #[test]
    fn counts_parts_as_wholes() {
        for text in ["a\nb\nc", "a\r\nb\r\n", "a\rb\r", "a\r\nb\n", "a\r\r\nb\n", "abc"] {
            let form = LineForm::of(text.as_bytes());
            for (at, byte) in text.bytes().enumerate() {
                if byte.is_ascii_alphabetic() {
                    let part = &text.as_bytes()[at..];
                    assert_eq!(form.ends_of(part), LineEnds::of(part), "{text:?} from {at}");
                }
            }
        }
    }

    #[test]
    fn finds_the_line_around_an_offset() {
        let text = b"one\r\ntwo\rthree";
        assert_eq!((line_start(text, 6), line_end(text, 6)), (5, 8));
        assert_eq!((line_start(text, 14), line_end(text, 14)), (9, 14));
        assert_eq!((line_start(text, 0), line_end(text, 99)), (0, 14));
    }
}
