//! Reading past what is too long to be kept.

use std::io::{self, Read};

use super::slice::Elision;

/// Bytes in which an end may begin that is not whole yet.
const OVERLAP: usize = 512;

/// Reads on until `end` finds an end in the bytes; what was left out, the bytes from
/// `before` bytes before the end on, and whether the input ended.
pub(super) fn until(
    reader: &mut impl Read,
    mut window: Vec<u8>,
    before: usize,
    end: impl Fn(&[u8]) -> Option<usize>,
) -> io::Result<(Elision, Vec<u8>, bool)> {
    let mut elided = Elision { at: 0, bytes: 0, lines: 0 };
    let mut chunk = vec![0; 64 << 10];
    let mut ended = false;
    loop {
        let found = end(&window);
        let drop = match found {
            Some(at) => at.saturating_sub(before),
            None if ended => window.len().saturating_sub(before),
            None => window.len().saturating_sub(OVERLAP),
        };
        elided.bytes += drop as u64;
        elided.lines += crate::span::count_lines(&window[..drop]);
        window.drain(..drop);
        if found.is_some() || ended {
            return Ok((elided, window, ended));
        }
        match reader.read(&mut chunk) {
            Ok(0) => ended = true,
            Ok(read) => window.extend_from_slice(&chunk[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
