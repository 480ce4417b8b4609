//! Guesses where the first record of a shard begins; the join verifies it.
//!
//! In a file with random access, the guess starts before the shard: the reader gets to the shard from a place where a
//! record surely begins. In compressed frames, the bytes before the shard are unknown, so the guess uses the bytes
//! after it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use memchr::{memchr2, memrchr2};

use partie_notation::{formats, pgn};
use partie_record::{Format, limits};

/// Maximum distance from a tag section to a closing brace that makes it a quotation, as in `notation::pgn`.
const HORIZON: usize = 64 << 10;
/// Bytes before a shard that are searched first, and at most.
const FIRST_LOOK: u64 = 8 << 10;
const LAST_LOOK: u64 = 2 << 20;
/// Maximum blank bytes before a tag section that are inspected. Closer to an edge, the context is unknown.
const EDGE: usize = 128;
/// Bytes without a tag section after which a file is assumed to have none.
const UNTAGGED: usize = 4 << 20;

/// The start of a record before `at` and near it; `None` if none is found.
///
/// # Errors
/// Errors of the file system.
pub(super) fn before(path: &Path, format: Format, at: u64) -> io::Result<Option<u64>> {
    let mut file = File::open(path)?;
    let mut look = FIRST_LOOK;
    let mut bytes = Vec::new();
    loop {
        let from = at.saturating_sub(look);
        bytes.clear();
        file.seek(SeekFrom::Start(from))?;
        (&mut file).take(at - from + HORIZON as u64).read_to_end(&mut bytes)?;
        let boundary = bytes.len().min((at - from) as usize);
        if let Some(found) = last_record(format, &bytes, boundary, from > 0) {
            return Ok(Some(from + found as u64));
        }
        if from == 0 {
            return Ok(Some(0));
        }
        if look >= LAST_LOOK {
            return Ok(None);
        }
        look *= 4;
    }
}

/// The last start of a record before `boundary`. `cut` is true if the file has bytes before `bytes`.
fn last_record(format: Format, bytes: &[u8], boundary: usize, cut: bool) -> Option<usize> {
    let mut end = boundary;
    loop {
        let at = formats::cut(format, &bytes[..end])?;
        if cut && at < EDGE {
            return None;
        }
        if format.is_shogi() {
            return Some(at);
        }
        match quoting(bytes, at, cut) {
            Quoting::No => return Some(at),
            Quoting::Since(brace) => end = brace,
            Quoting::Unknown => return None,
        }
    }
}

/// Whether a place is inside of a comment.
enum Quoting {
    No,
    /// It is, in the comment that opens here.
    Since(usize),
    /// It may be, in a comment that opens before the known bytes.
    Unknown,
}

/// A comment contains a tag section only if it is closed within the horizon, before another comment opens.
fn quoting(bytes: &[u8], at: usize, cut: bool) -> Quoting {
    let horizon = bytes.len().min(at + HORIZON);
    let closes = memchr2(b'{', b'}', &bytes[at..horizon]).is_some_and(|found| bytes[at + found] == b'}');
    if !closes {
        return Quoting::No;
    }
    match memrchr2(b'{', b'}', &bytes[..at]) {
        Some(brace) if bytes[brace] == b'{' => Quoting::Since(brace),
        None if cut => Quoting::Unknown,
        _ => Quoting::No,
    }
}

/// Unpacked bytes after a boundary, from the first record on.
#[derive(Debug)]
pub(super) struct After {
    /// The bytes that were read already, from `at` on.
    pub(super) bytes: Vec<u8>,
    /// Bytes from the boundary to the first record, or to the end of the input.
    pub(super) at: u64,
}

/// Reads until a record begins.
///
/// # Errors
/// Errors of the reader.
pub(super) fn after(reader: &mut impl Read, format: Format) -> io::Result<After> {
    let mut bytes = Vec::new();
    let mut dropped = 0;
    let mut wanted = HORIZON;
    loop {
        let ended = fill(reader, &mut bytes, wanted)?;
        if let Some(at) = first_record(format, &bytes, dropped > 0, ended) {
            bytes.drain(..at);
            return Ok(After { bytes, at: dropped + at as u64 });
        }
        if ended {
            return Ok(After { at: dropped + bytes.len() as u64, bytes: Vec::new() });
        }
        if bytes.len() >= limits::GAME {
            let gone = bytes.len() - UNTAGGED;
            bytes.drain(..gone);
            dropped += gone as u64;
        }
        wanted = bytes.len() * 2;
    }
}

/// Reads until there are `wanted` bytes; returns true if the input ended.
fn fill(reader: &mut impl Read, bytes: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
    let missing = wanted.saturating_sub(bytes.len()) as u64;
    let read = reader.take(missing).read_to_end(bytes)?;
    Ok((read as u64) < missing)
}

/// The first record that begins in `bytes`; `None` if there is none or more bytes are needed. `dropped` is true if
/// earlier bytes contained none, `ended` if no more bytes will come.
fn first_record(format: Format, bytes: &[u8], dropped: bool, ended: bool) -> Option<usize> {
    if format.is_shogi() {
        return first_cut(format, bytes);
    }
    let mut at = 0;
    let blank = bytes.iter().take(EDGE).take_while(|byte| byte.is_ascii_whitespace()).count();
    if !dropped && pgn::is_tag_start(&bytes[blank..]) {
        // The boundary may be between two games or between two tags of one. All games begin with the same tag.
        let next = pgn::section(&bytes[blank..]).map(|found| blank + found);
        match next {
            Some(next) if tag_name(&bytes[next..]) == tag_name(&bytes[blank..]) => return Some(blank),
            None if !ended && bytes.len() < UNTAGGED => return None,
            None if tag_name(&bytes[blank..]) == b"Event" => return Some(blank),
            _ => at = blank,
        }
    }
    let mut unseen = true;
    while let Some(found) = pgn::section(&bytes[at..]).map(|found| at + found) {
        if !ended && found + HORIZON > bytes.len() {
            return None;
        }
        match quoting(&bytes[at..], found - at, unseen) {
            Quoting::No => return Some(found),
            Quoting::Since(_) | Quoting::Unknown => {
                at = memchr::memchr(b'}', &bytes[found..]).map(|brace| found + brace + 1)?;
                unseen = false;
            }
        }
    }
    (ended || bytes.len() >= UNTAGGED).then(|| first_cut(format, bytes)).flatten()
}

/// The name of the tag pair at the start of `bytes`.
fn tag_name(bytes: &[u8]) -> &[u8] {
    let name = bytes.get(1..).unwrap_or_default();
    let end = name.iter().take(EDGE).position(u8::is_ascii_whitespace).unwrap_or(0);
    &name[..end]
}

/// The first place where a file without tag sections may be cut.
fn first_cut(format: Format, bytes: &[u8]) -> Option<usize> {
    let mut first = None;
    let mut end = bytes.len();
    while let Some(at) = formats::cut(format, &bytes[..end]) {
        first = Some(at);
        end = at;
    }
    first
}
