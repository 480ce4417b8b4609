//! The byte order mark of UTF-8, with which some programs begin a text. Not for those of UTF-16, which are decoded before
//! a record is read.

const UTF8: &[u8] = b"\xef\xbb\xbf";
/// Its bytes.
pub const LENGTH: usize = UTF8.len();

/// The bytes of the mark that stands at a place; 0 where none does.
#[inline]
pub fn length_at(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(UTF8)) { LENGTH } else { 0 }
}

/// A text without the mark at its beginning.
#[inline]
pub fn without(text: &[u8]) -> &[u8] {
    text.strip_prefix(UTF8).unwrap_or(text)
}
