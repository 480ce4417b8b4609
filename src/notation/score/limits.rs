//! Bounds of what is kept, and lines.

use crate::notation::pgn;

/// The byte order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";
/// Longest line or comment that is kept, in bytes.
pub(super) const MAX_TOKEN: usize = pgn::MAX_TOKEN;
/// Deepest nesting of variations that is kept.
pub(super) const MAX_DEPTH: usize = 64;

/// Where the line after the line end at `at` begins.
pub(super) fn after_line(bytes: &[u8], at: usize) -> usize {
    let pair = bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n');
    (at + 1 + usize::from(pair)).min(bytes.len())
}
