//! Reads the tags of a game, skips its moves, and finds the next game: for queries that need only the tags.
//!
//! Handles only games of the most frequent form and returns `None` for any other; such games are then read in full.
//! Tests compare both readers.

use std::ops::Range;

use super::bytes::is_space;
use super::section;
use partie_record::span::Span;
use partie_record::{Format, Outcome, Record};

const MAX_RESULT: usize = 7;

/// Reads the tags of the game that begins at `at` into `record`. Returns the start of the next game's tag section.
pub fn skim(bytes: &[u8], at: usize, record: &mut Record) -> Option<usize> {
    record.clear();
    record.format = Format::Pgn;
    let tags_end = super::tags(bytes, at, false, record)?;
    if !record.items.is_empty() || !record.notes.is_empty() || record.tags.is_empty() {
        return None;
    }
    let next = section::next_section(bytes, tags_end, bytes.len())?;
    let (outcome, result) = result(&bytes[tags_end..next]).filter(|_| bytes[at..next].is_ascii())?;
    record.outcome = Some(outcome);
    record.result = Some(Span::new(tags_end + result.start, tags_end + result.end));
    record.span = Span::new(at, next);
    Some(next)
}

/// The result at the end of movetext that otherwise contains only moves and closed comments.
fn result(movetext: &[u8]) -> Option<(Outcome, Range<usize>)> {
    let end = movetext.trim_ascii_end().len();
    let length = movetext[..end].iter().rev().take(MAX_RESULT + 1).take_while(|byte| !is_space(**byte)).count();
    let last = end - length;
    let outcome = Outcome::parse(&movetext[last..end])?;
    let mut at = 0;
    while let Some(found) = memchr::memchr3(b'{', b'(', b';', &movetext[at..last]) {
        let place = at + found;
        let close = memchr::memchr(b'}', &movetext[place..last]).filter(|_| movetext[place] == b'{');
        at = place + close.filter(|_| has_no_result(&movetext[at..place]))? + 1;
    }
    has_no_result(&movetext[at..last]).then_some((outcome, last..end))
}

/// True if `[`, `*` and `%` are absent and `-` occurs only in castling. The text then has neither a result nor an
/// escape line.
fn has_no_result(text: &[u8]) -> bool {
    memchr::memchr(b'[', text).is_none()
        && memchr::memchr3_iter(b'-', b'*', b'%', text).all(|at| {
            let before = at.checked_sub(1).map(|before| text[before]);
            text[at] == b'-' && before == Some(b'O')
        })
}
