//! Moves whose sign stands apart from their squares, `e2 - e4`, or whose squares do, `e2 e4`. Not for what they mean.

/// Longest move whose sign may stand apart from its squares.
const LONGEST_SPACED: usize = 32;

/// The same without blanks, for a move with blanks in it (`e2 - e4`, `e2 e4`), and its length; nothing for all others.
pub(crate) fn closed_up(text: &[u8]) -> Option<([u8; LONGEST_SPACED], usize)> {
    if !text.iter().any(|byte| is_blank(*byte)) {
        return None;
    }
    let mut parts = text.split(|byte| is_blank(*byte)).filter(|part| !part.is_empty());
    let parts = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(piece), Some(sign @ (b"-" | b"x" | b":")), Some(target), None) => [piece, sign, target],
        (Some(from), Some(to), None, None) => [from, b"", to],
        _ => return None,
    };
    let mut closed = [0; LONGEST_SPACED];
    let mut length = 0;
    for part in parts {
        closed.get_mut(length..length + part.len())?.copy_from_slice(part);
        length += part.len();
    }
    Some((closed, length))
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// The end of a text that holds so many bytes beside its blanks.
pub(crate) fn same_end(text: &[u8], mut bytes: usize) -> &[u8] {
    let mut at = text.len();
    while bytes > 0 && at > 0 {
        at -= 1;
        bytes -= usize::from(!is_blank(text[at]));
    }
    &text[at..]
}
