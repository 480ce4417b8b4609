//! Where records begin, and whether a text is CSA at all.

use super::grammar::record_head;
use super::moves::read_move;
use super::terminal::terminal;

/// True for lines after the position: a move, a time, an end.
fn is_body(line: &[u8]) -> bool {
    match line {
        [b'+' | b'-' | b'T', b'0'..=b'9', ..] => true,
        [b'%', ..] => {
            let end = memchr::memchr(b',', line).unwrap_or(line.len());
            terminal(line[..end].trim_ascii_end()).is_some()
        }
        _ => false,
    }
}

/// True if a line can only belong to a record that ends at a line `/` below it.
fn is_of_record(line: &[u8]) -> bool {
    is_body(line)
        || record_head(line).is_ok()
        || matches!(line, b"+" | b"-" | [b'P', b'I' | b'+' | b'-' | b'1'..=b'9', ..])
        || line.first() == Some(&b'$') && line.contains(&b':')
}

/// The last offset in `bytes` where a record begins: after a line `/` that ends a record, or at a head after moves.
/// No construct of CSA spans several lines, so the offset is never wrong.
pub fn cut(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    // The start of a head, which is a record boundary if the line above it is a move, a time or an end.
    let mut head = None;
    let mut headed = None;
    // The offset after a line `/`, to return if lines of a record precede it; the first of several such lines counts.
    let mut ended = None;
    loop {
        let start = partie_record::span::line_start(bytes, end);
        let line = bytes[start..end].trim_ascii();
        if line == b"/" && complete(bytes, end) {
            let next = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
            ended = Some(next).filter(|next| *next < bytes.len()).or(ended);
        } else if ended.is_some() && is_of_record(line) {
            return ended;
        } else if record_head(line).is_ok() {
            head = Some(start);
        } else if is_body(line) {
            headed = headed.or(head);
            head = None;
        } else if !line.is_empty() && !line.starts_with(b"'") {
            head = None;
        }
        if start == 0 {
            return headed.filter(|at| *at > 0);
        }
        end = start - 1;
    }
}

/// True if `end` is at a line end.
fn complete(bytes: &[u8], end: usize) -> bool {
    matches!(bytes.get(end), Some(b'\n' | b'\r'))
}

/// First bytes of lines that may be statements; other lines count against the format.
const FIRST: &[u8] = b"+-/'#TVNP$B%,";
/// Maximum lines from which the format is detected.
const MAX_LINES: usize = 200;

/// True if the beginning of a file has more statements of CSA than other lines.
pub fn looks_like(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1 << 14)];
    let (mut known, mut unknown, mut from) = (0, 0, 0);
    let ends = memchr::memchr2_iter(b'\n', b'\r', head).chain([head.len()]);
    for (number, end) in ends.take(MAX_LINES).enumerate() {
        let line = head[from..end].trim_ascii();
        from = end + 1;
        if line.first().is_some_and(|first| !FIRST.contains(first)) {
            unknown += 1;
            // The remaining lines cannot change the result.
            if unknown >= known + MAX_LINES - number {
                return false;
            }
            continue;
        }
        let statement = line.split(|byte| *byte == b',').next().unwrap_or_default().trim_ascii_end();
        match statement {
            b"" | b"+" | b"-" | b"/" | [b'\'' | b'#' | b'T', ..] => {}
            [b'V', b'1'..=b'9'] | [b'V', b'1'..=b'9', b'.', _, ..] => known += 1,
            [b'N' | b'P', b'+' | b'-', ..] | [b'P', b'I' | b'1'..=b'9', ..] => known += 1,
            [b'$', b'A'..=b'Z', ..] if line.contains(&b':') => known += 1,
            b"BEGIN Game_Summary" | b"BEGIN Time" | b"BEGIN Position" => known += 1,
            _ if read_move(statement).is_ok() || terminal(statement).is_some() => known += 1,
            _ => unknown += 1,
        }
    }
    known > unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_stand_where_records_begin() {
        let text = b"V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nV2.2\nPI\n+\n+2726FU\n";
        assert_eq!(cut(text), Some(27));
        let text = b"V2.2\nPI\n+\n+7776FU\n%TORYO\n'over\n\nV2.2\nN+a\nPI\n+\n+2726FU\n";
        assert_eq!(cut(text).map(|at| &text[at..at + 8]), Some(b"V2.2\nN+a".as_slice()));
        assert_eq!(cut(b"V2.2\nN+a\nPI\n+\n+7776FU\n"), None);
        assert_eq!(cut(b"+7776FU\n/\n"), None);
        assert_eq!(cut(b"+7776FU\n/\n/\n+2726FU\n"), Some(10));
        assert_eq!(cut(b"/\n+7776FU\n"), None);
        assert_eq!(cut(b""), None);
    }

    #[test]
    fn known_by_its_content() {
        assert!(looks_like(b"'a comment\nV2.2\nN+a\n"));
        assert!(looks_like(b"PI,+,+7776FU,T12"));
        for other in
            ["", "1. e4 e5", "position startpos moves 7g7f", "{\"header\":{}}", "Vienna\nNot a game\n", "'only"]
        {
            assert!(!looks_like(other.as_bytes()), "{other}");
        }
    }
}
