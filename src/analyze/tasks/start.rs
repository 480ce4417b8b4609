//! Guesses where the first record of a shard begins; the join verifies it.
//!
//! In a plain file, reading starts before the shard, at a certain start of a record, and continues into the shard. In
//! compressed frames, the bytes before the shard are unknown, so the guess uses the bytes after its start.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use memchr::{memchr2, memrchr2};

use partie_notation::{formats, pgn};
use partie_record::{Format, limits};

/// Maximum bytes from a tag section to the closing brace of a comment that quotes it, as in `notation::pgn`.
const HORIZON: usize = 64 << 10;
/// Bytes before a shard that are searched first, and the maximum to which the search is extended.
const MIN_LOOK_BYTES: u64 = 8 << 10;
const MAX_LOOK_BYTES: u64 = 2 << 20;
/// Maximum blank bytes that are inspected before a tag section, and maximum bytes of a tag name.
const EDGE: usize = 128;
/// Bytes without a tag section after which a file is assumed to have none.
const MAX_UNTAGGED_BYTES: usize = 4 << 20;

/// The start of a record shortly before offset `at`; `None` if none is found.
///
/// # Errors
/// Errors of the file system.
pub(super) fn before(path: &Path, format: Format, at: u64) -> io::Result<Option<u64>> {
    let mut file = File::open(path)?;
    let mut look = MIN_LOOK_BYTES;
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
        if look >= MAX_LOOK_BYTES {
            return Ok(None);
        }
        look *= 4;
    }
}

/// The last start of a record before `boundary`. `cut` is true if the file has bytes before the slice `bytes`.
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

/// The position of an offset relative to comments.
enum Quoting {
    No,
    /// Inside a comment that opens at this offset.
    Since(usize),
    /// Possibly inside a comment that opens before the known bytes.
    Unknown,
}

/// Decides whether the tag section at `at` is quoted in a comment. Such a comment closes within [`HORIZON`] bytes,
/// before another one opens.
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

/// The unpacked bytes after a boundary, from the first record on.
#[derive(Debug)]
pub(super) struct After {
    /// The bytes from `at` on that were already read.
    pub(super) bytes: Vec<u8>,
    /// Distance in bytes from the boundary to the first record, or to the end of the input.
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
            let gone = bytes.len() - MAX_UNTAGGED_BYTES;
            bytes.drain(..gone);
            dropped += gone as u64;
        }
        wanted = bytes.len() * 2;
    }
}

/// Reads until `bytes` has `wanted` bytes; returns true if the input ended.
fn fill(reader: &mut impl Read, bytes: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
    let missing = wanted.saturating_sub(bytes.len()) as u64;
    let read = reader.take(missing).read_to_end(bytes)?;
    Ok((read as u64) < missing)
}

/// The first record that begins in `bytes`; `None` if there is none, or more bytes are needed. `dropped` is true if
/// earlier bytes without a record were dropped; `ended` is true at the end of the input.
fn first_record(format: Format, bytes: &[u8], dropped: bool, ended: bool) -> Option<usize> {
    if format.is_shogi() {
        return first_cut(format, bytes);
    }
    let mut at = 0;
    let blank = bytes.iter().take(EDGE).take_while(|byte| byte.is_ascii_whitespace()).count();
    if !dropped && pgn::is_tag_start(&bytes[blank..]) {
        // The boundary may be between two tags of one game, but all games of a file begin with the same tag.
        let next = pgn::section(&bytes[blank..]).map(|found| blank + found);
        match next {
            Some(next) if tag_name(&bytes[next..]) == tag_name(&bytes[blank..]) => return Some(blank),
            None if !ended && bytes.len() < MAX_UNTAGGED_BYTES => return None,
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
    (ended || bytes.len() >= MAX_UNTAGGED_BYTES).then(|| first_cut(format, bytes)).flatten()
}

/// The name of the tag pair at the start of `bytes`.
fn tag_name(bytes: &[u8]) -> &[u8] {
    let name = bytes.get(1..).unwrap_or_default();
    let end = name.iter().take(EDGE).position(u8::is_ascii_whitespace).unwrap_or(0);
    &name[..end]
}

/// The first offset at which a file without tag sections may be cut.
fn first_cut(format: Format, bytes: &[u8]) -> Option<usize> {
    let mut first = None;
    let mut end = bytes.len();
    while let Some(at) = formats::cut(format, &bytes[..end]) {
        first = Some(at);
        end = at;
    }
    first
}
