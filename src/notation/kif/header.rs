//! Finds where the name of a header ends, and the field that it denotes.

use crate::kanji::{Symbol, step, symbol, trim};
use crate::shogi_headers::Field;

/// The field of a header line.
pub(super) fn header_field(line: &[u8]) -> Option<Field> {
    let (colon, _) = find_colon(line)?;
    Field::of(trim(&line[..colon]))
}

/// The first colon after the start of a line, full-width or not, and its length.
pub(super) fn find_colon(line: &[u8]) -> Option<(usize, usize)> {
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if rest[0] == b':' && at > 0 {
            return Some((at, 1));
        }
        match symbol(rest) {
            Some((Symbol::Colon, length)) if at > 0 => return Some((at, length)),
            _ => at += step(rest),
        }
    }
    None
}
