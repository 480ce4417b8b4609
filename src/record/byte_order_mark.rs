//! The UTF-8 byte order mark, which some programs write at the beginning of a text. UTF-16 is decoded before a record
//! is read.

const UTF8: &[u8] = b"\xef\xbb\xbf";
/// Length of the mark in bytes.
pub const LENGTH: usize = UTF8.len();

/// Length in bytes of the mark at `at`; 0 without a mark.
#[inline]
pub fn length_at(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(UTF8)) { LENGTH } else { 0 }
}

/// Returns the text without a leading mark.
#[inline]
pub fn without(text: &[u8]) -> &[u8] {
    text.strip_prefix(UTF8).unwrap_or(text)
}
