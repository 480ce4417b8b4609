//! Detects where tag sections begin.

use super::bytes::is_space;
use super::grammar;
use partie_record::byte_order_mark;

/// True if `bytes` begins with `[Name "`.
pub fn is_tag_start(bytes: &[u8]) -> bool {
    grammar::tag_start(bytes).is_ok()
}

pub(crate) fn at_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0
        || matches!(bytes.get(at - 1), Some(b'\n' | b'\r'))
        || at == byte_order_mark::LENGTH && byte_order_mark::length_at(bytes, 0) > 0
}

/// True if any line begins with a tag, as PGN games may follow a foreword.
pub(crate) fn has_tag_line(text: &[u8]) -> bool {
    first_tag_line(text).is_some()
}

/// Offset of the first line that begins with a tag.
pub(crate) fn first_tag_line(text: &[u8]) -> Option<usize> {
    let mut starts = memchr::memchr_iter(b'[', text).filter(|at| at_line_start(text, *at));
    starts.find(|at| is_tag_start(&text[*at..partie_record::span::line_end(text, *at)]))
}

/// True if a tag at `at` begins a line that follows an empty line or begins the text.
pub(crate) fn is_section_start(bytes: &[u8], at: usize) -> bool {
    if !at_line_start(bytes, at) || !is_tag_start(&bytes[at..]) {
        return false;
    }
    let before = &bytes[..at];
    let blank = before.iter().rev().take(64).take_while(|byte| is_space(**byte)).count();
    let tail = &before[before.len() - blank..];
    partie_record::span::count_lines(tail) >= 2 || blank == before.len()
}

/// The first tag section that begins in `bytes[from..to]`.
pub(super) fn next_section(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    memchr::memchr_iter(b'[', &bytes[from..to]).map(|at| from + at).find(|&at| is_section_start(bytes, at))
}
