//! Where lines begin.

/// The byte order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// Where the line after the line end at `at` begins.
pub(super) fn after_line(bytes: &[u8], at: usize) -> usize {
    let pair = bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n');
    (at + 1 + usize::from(pair)).min(bytes.len())
}
