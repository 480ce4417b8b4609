//! What a tag section begins with: characters of names, white space, lines.

/// White space of a record: blanks, line ends, tabs and form feeds.
#[inline]
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c)
}

/// Characters of a tag's name; more than the standard names, as programs do.
#[inline]
pub(super) const fn is_name(byte: u8) -> bool {
    NAME[byte as usize]
}

static NAME: [bool; 256] = names();

const fn names() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'+' | b'#' | b'=' | b':' | b'-');
        byte += 1;
    }
    table
}

/// Whether `bytes` begins with `[Name "`.
pub fn is_tag_start(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"[") else { return false };
    let rest = rest.trim_ascii_start();
    let name = rest.iter().take(255).take_while(|byte| is_name(**byte)).count();
    let after = &rest[name..];
    let blanks = after.iter().take(8).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    name > 0 && blanks > 0 && after.get(blanks) == Some(&b'"')
}

/// Whether a line begins at `at`.
pub(in crate::notation) fn at_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || matches!(bytes.get(at - 1), Some(b'\n' | b'\r')) || at == 3 && bytes.starts_with(b"\xef\xbb\xbf")
}

/// Whether a tag at a line's beginning stands at `at`, an empty line before it.
pub(in crate::notation) fn is_section_start(bytes: &[u8], at: usize) -> bool {
    if !at_line_start(bytes, at) || !is_tag_start(&bytes[at..]) {
        return false;
    }
    let before = &bytes[..at];
    let blank = before.iter().rev().take(64).take_while(|byte| is_space(**byte)).count();
    let tail = &before[before.len() - blank..];
    crate::span::count_lines(tail) >= 2 || blank == before.len()
}

/// The first tag section that begins in `bytes[from..to]`.
pub(super) fn next_section(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    memchr::memchr_iter(b'[', &bytes[from..to]).map(|at| from + at).find(|&at| is_section_start(bytes, at))
}
