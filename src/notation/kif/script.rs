//! Which script a record is written in, from its first lines.

use crate::notation::kanji::Script;
use crate::record::Record;
use crate::span::{self, Span};

/// Bytes that are looked at, at most.
const SAMPLE: usize = 4096;
/// Bytes beyond ASCII that are enough.
const ENOUGH: usize = 256;

/// ▲ and △ in the three scripts: they begin the first move of KI2.
const MARKS: [&[u8]; 6] = [b"\xe2\x96\xb2", b"\xe2\x96\xb3", b"\x81\xa3", b"\x81\xa2", b"\xa2\xa5", b"\xa2\xa4"];

/// The script of a record that was read.
pub fn script(bytes: &[u8], record: &Record) -> Script {
    detect(bytes, record.span.from as usize).0
}

/// The script of the record that begins at `at`, and the one that its `#KIF` line declares.
///
/// Only lines up to the first move are looked at, so that the answer does not depend on what follows the record.
pub(super) fn detect(bytes: &[u8], at: usize) -> (Script, Option<(Script, Span)>) {
    let limit = bytes.len().min(at + SAMPLE);
    let mut declared = None;
    let mut end = at;
    let mut foreign = 0;
    while end < limit && foreign < ENOUGH {
        let stop = span::line_end(&bytes[..limit], end);
        let line = &bytes[end..stop];
        if declared.is_none() {
            declared = declaration(line, end);
        }
        let count = line.iter().filter(|byte| **byte >= 0x80).count();
        foreign += count;
        end = (stop + 1).min(limit);
        let body = line.trim_ascii_start();
        let moves = body.first().is_some_and(u8::is_ascii_digit) || MARKS.iter().any(|mark| body.starts_with(mark));
        if count > 0 && moves {
            break;
        }
    }
    let sample = &bytes[at..end.max(at)];
    let script = Script::of(sample, declared.map(|(script, _)| script));
    (script, declared)
}

/// `#KIF version=2.0 encoding=UTF-8`
fn declaration(line: &[u8], at: usize) -> Option<(Script, Span)> {
    const KEY: &[u8] = b"encoding=";
    let body = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    if !body.starts_with(b"#KIF") {
        return None;
    }
    let key = line.windows(KEY.len()).position(|part| part.eq_ignore_ascii_case(KEY))?;
    let from = key + KEY.len();
    let name = line[from..].split(|byte| byte.is_ascii_whitespace()).next()?;
    Some((Script::named(name)?, Span::new(at + from, at + from + name.len())))
}
