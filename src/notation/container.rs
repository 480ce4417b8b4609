//! Which format a file is in, by its content, and the reader of each format.
//!
//! Not for reading: each format has a room of its own.

use super::kanji::Script;
use super::pgn::OpenConstruct;
use super::{ReadOutcome, csa, jkf, json, ki2, kif, pgn, psn, score, usi};
use crate::record::{Format, Record};
use crate::span::{self, Span};

/// Bytes of a file's beginning that show its format.
pub const HEAD: usize = 16 << 10;

/// The format of a file that begins with `head`; PGN where nothing else fits.
pub fn sniff(head: &[u8]) -> Format {
    let head = &head[..head.len().min(HEAD)];
    let first = head.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    // A tag pair begins nothing but PGN, and most files; PSN shows itself soon.
    if first == Some(b'[') {
        return match () {
            () if score::begins_with_bracket(head) => Format::Score,
            () if psn::looks_like(head) => Format::Psn,
            () => Format::Pgn,
        };
    }
    match () {
        () if json::looks_like(head) => Format::Json,
        () if jkf::looks_like(head) => Format::Jkf,
        () if csa::looks_like(head) => Format::Csa,
        () if kif::looks_like(head) => Format::Kif,
        () if ki2::looks_like(head) => Format::Ki2,
        () if usi::looks_like(head) => Format::Usi,
        () if psn::looks_like(head) => Format::Psn,
        () if score::looks_like(head) => Format::Score,
        () => Format::Pgn,
    }
}

/// Reads the record that begins at `at` into `record`. `last` says that the file ends with `bytes`.
#[inline]
pub fn read(format: Format, bytes: &[u8], at: usize, last: bool, record: &mut Record) -> ReadOutcome {
    match format {
        Format::Kif => kif::read(bytes, at, last, record),
        Format::Ki2 => ki2::read(bytes, at, last, record),
        Format::Csa => csa::read(bytes, at, last, record),
        Format::Usi => usi::read(bytes, at, last, record),
        Format::Jkf => jkf::read(bytes, at, last, record),
        Format::Score => score::read(bytes, at, last, record),
        Format::Psn => psn::read(bytes, at, last, record),
        Format::Json => json::read(bytes, at, last, record),
        Format::Pgn => pgn::read(bytes, at, last, record),
    }
}

/// The last place in `bytes` where a record begins, or may begin.
pub fn cut(format: Format, bytes: &[u8]) -> Option<usize> {
    match format {
        Format::Kif => kif::cut(bytes),
        Format::Ki2 => ki2::cut(bytes),
        Format::Csa => csa::cut(bytes),
        Format::Usi => usi::cut(bytes),
        Format::Score => score::cut(bytes),
        Format::Json => json::cut(bytes),
        Format::Jkf => None,
        Format::Pgn | Format::Psn => pgn::cut(bytes),
    }
}

/// The first place in `bytes`, not the beginning, where a record begins: where reading goes on after one that is too long.
pub fn next(format: Format, bytes: &[u8]) -> Option<usize> {
    match format {
        Format::Jkf => None,
        Format::Kif | Format::Ki2 | Format::Csa | Format::Usi => cut(format, bytes),
        Format::Json => json::next(bytes),
        Format::Score => score::next(bytes),
        Format::Pgn | Format::Psn => pgn::section(bytes),
    }
}

/// What is still open at the end of `bytes` and longer than what is kept of one token, and how it ends.
pub fn open_construct(format: Format, bytes: &[u8]) -> Option<(Span, OpenConstruct)> {
    match format {
        // A record of one long line is kept as a whole.
        Format::Jkf | Format::Json => None,
        Format::Kif | Format::Ki2 | Format::Csa | Format::Usi | Format::Score => {
            let start = span::line_start(bytes, bytes.len());
            (bytes.len() - start > pgn::MAX_TOKEN).then(|| (Span::new(start, bytes.len()), OpenConstruct::Line))
        }
        Format::Pgn | Format::Psn => pgn::open_construct(bytes),
    }
}

/// The script of a record of shogi.
pub fn script(bytes: &[u8], record: &Record) -> Option<Script> {
    match record.format {
        Format::Kif | Format::Ki2 => Some(kif::script(bytes, record)),
        Format::Jkf => Some(Script::Utf8),
        format if format.is_shogi() => Some(Script::of(record.span.of(bytes), None)),
        _ => None,
    }
}
