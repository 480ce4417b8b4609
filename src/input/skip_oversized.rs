//! Skips constructs that are too long to keep.

use std::io::{self, Read};

use partie_record::span;

/// Bytes kept to find an end marker that is split between two reads.
const OVERLAP_BYTES: usize = 512;

/// A run of bytes that was skipped because it is too long to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elision {
    /// The offset in the slice at which the bytes are missing.
    pub at: usize,
    pub bytes: u64,
    pub lines: u64,
    /// Skipped characters after the last skipped line end, counted as UTF-8.
    pub column: u64,
}

/// Reads and skips bytes until `end` finds an end marker. Returns the skipped run, the bytes that were read but not
/// skipped, and true if the input ended. The last `before` bytes before the marker are not skipped.
pub(super) fn until(
    reader: &mut impl Read,
    mut window: Vec<u8>,
    before: usize,
    end: impl Fn(&[u8]) -> Option<usize>,
) -> io::Result<(Elision, Vec<u8>, bool)> {
    let mut elided = Elision { at: 0, bytes: 0, lines: 0, column: 0 };
    let mut chunk = vec![0; 64 << 10];
    let mut ended = false;
    loop {
        let found = end(&window);
        let mut drop = match found {
            Some(at) => at.saturating_sub(before),
            None if ended => window.len().saturating_sub(before),
            None => window.len().saturating_sub(OVERLAP_BYTES),
        };
        // The cut must not split a CR LF, which is one line end.
        if drop > 0 && window[drop - 1..].starts_with(b"\r\n") {
            drop -= 1;
        }
        add(&mut elided, &window[..drop]);
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

/// Adds bytes, lines and characters to the counts of a skipped run.
fn add(elided: &mut Elision, bytes: &[u8]) {
    let lines = span::count_lines(bytes);
    let last = &bytes[span::line_start(bytes, bytes.len())..];
    let characters = last.iter().filter(|byte| !(0x80..0xc0).contains(*byte)).count() as u64;
    elided.bytes += bytes.len() as u64;
    elided.lines += lines;
    elided.column = if lines > 0 { characters } else { elided.column + characters };
}
