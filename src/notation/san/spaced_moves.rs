//! Moves with blanks around their sign, `e2 - e4`, or between their squares, `e2 e4`.

/// Maximum length in bytes of a move with blanks in it, without counting the blanks.
const MAX_SPACED_MOVE: usize = 32;

/// A move such as `e2 - e4` or `e2 e4` without its blanks, and its length in bytes; `None` for any other text.
pub(crate) fn closed_up(text: &[u8]) -> Option<([u8; MAX_SPACED_MOVE], usize)> {
    if !text.iter().any(|byte| is_blank(*byte)) {
        return None;
    }
    let mut parts = text.split(|byte| is_blank(*byte)).filter(|part| !part.is_empty());
    let parts = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(piece), Some(sign @ (b"-" | b"x" | b":")), Some(target), None) => [piece, sign, target],
        (Some(from), Some(to), None, None) => [from, b"", to],
        _ => return None,
    };
    let mut closed = [0; MAX_SPACED_MOVE];
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

/// The shortest suffix of a text that contains `bytes` nonblank bytes.
pub(crate) fn same_end(text: &[u8], mut bytes: usize) -> &[u8] {
    let mut at = text.len();
    while bytes > 0 && at > 0 {
        at -= 1;
        bytes -= usize::from(!is_blank(text[at]));
    }
    &text[at..]
}
