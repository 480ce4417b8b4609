//! Cuts a stream into slices of whole games.

use partie_record::byte_order_mark;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;

use super::begun::Begun;
use super::skip_oversized::{self, Elision};
use super::undeclared::{self, Seen, Undeclared};
use partie_notation::formats;
use partie_record::{Format, limits};

/// Approximate bytes of a slice.
pub const CHUNK: usize = 256 << 10;
/// Bytes after which a slice in which no game begins is searched for an oversized construct.
const LARGE_SLICE_BYTES: usize = 2 << 20;
/// Bytes kept before the end of a skipped construct, so that its closing quote remains.
const CLOSING_BYTES: usize = 64;

/// A run of whole games.
#[derive(Clone, Debug, Default)]
pub struct Slice {
    pub bytes: Vec<u8>,
    /// Bytes of the file before the slice.
    pub offset: u64,
    /// Lines of the file before the slice. Counted only for printed scores, whose findings cannot be located otherwise.
    pub line: u64,
    /// The format of the file.
    pub format: Format,
    /// True for the last slice of the file.
    pub last: bool,
    /// Runs of bytes that were skipped in the slice, ascending.
    pub elided: Vec<Elision>,
    /// True if the slice's last game exceeds the maximum length and was cut.
    pub cut_short: bool,
    /// The encoding of the file, if it is not UTF-8.
    pub undeclared: Undeclared,
}

impl Slice {
    /// Prepends the unfinished end of the previous slice.
    pub fn prepend(&mut self, tail: &Self, from: usize) {
        let kept = &tail.bytes[from..];
        self.bytes.splice(0..0, kept.iter().copied());
        for elision in &mut self.elided {
            elision.at += kept.len();
        }
        let mut elided: Vec<Elision> =
            tail.elided.iter().filter(|e| e.at >= from).map(|e| Elision { at: e.at - from, ..*e }).collect();
        let gone: u64 = tail.elided.iter().filter(|e| e.at < from).map(|e| e.bytes).sum();
        elided.append(&mut self.elided);
        self.elided = elided;
        self.line = tail.line + if tail.format == Format::Score { tail.lines(0, from) } else { 0 };
        self.offset = tail.offset + from as u64 + gone;
        self.format = tail.format;
        self.undeclared = tail.undeclared.clone();
    }

    /// Removes the bytes before `from`.
    pub fn cut_front(&mut self, from: usize) {
        if self.format == Format::Score {
            self.line += self.lines(0, from);
        }
        self.offset = self.file_offset(from);
        self.elided.retain(|elision| elision.at >= from);
        self.elided.iter_mut().for_each(|elision| elision.at -= from);
        self.bytes.drain(..from);
    }

    /// The file offset of a byte of the slice.
    pub fn file_offset(&self, at: usize) -> u64 {
        let gone: u64 = self.elided.iter().filter(|elision| elision.at < at).map(|elision| elision.bytes).sum();
        self.offset + at as u64 + gone
    }

    /// The slice offset of a byte of the file; a skipped byte maps to the byte after the skipped run.
    pub fn at_file_offset(&self, offset: u64) -> usize {
        let mut at = usize::try_from(offset.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        for elision in self.elided.iter().filter(|elision| elision.bytes > 0) {
            if elision.at < at {
                at = at.saturating_sub(usize::try_from(elision.bytes).unwrap_or(usize::MAX)).max(elision.at);
            }
        }
        at.min(self.bytes.len())
    }

    /// Line ends in `bytes[from..to]`, including skipped ones.
    pub fn lines(&self, from: usize, to: usize) -> u64 {
        partie_record::span::count_lines(&self.bytes[from..to]) + self.lines_left_out(from, to)
    }

    /// Number of line ends skipped between two offsets of the slice.
    pub fn lines_left_out(&self, from: usize, to: usize) -> u64 {
        let between = self.elided.iter().filter(|elision| elision.at > from && elision.at <= to);
        between.map(|elision| elision.lines).sum()
    }

    /// Moves an offset between CR and LF to before the CR, so that it is on the line that they end.
    pub fn settled(&self, at: usize) -> usize {
        let at = at.min(self.bytes.len());
        at - usize::from(at > 0 && self.bytes[at - 1..].starts_with(b"\r\n"))
    }

    /// Start of the text in the line that begins at `start`, after a byte order mark.
    pub fn text_start(&self, start: usize) -> usize {
        let marked = start == 0 && self.offset == 0;
        if marked { byte_order_mark::length_at(&self.bytes, 0) } else { start }
    }

    /// Characters of the file between the beginning of a line and the end of `range`, which is in one line of the
    /// slice.
    /// `before` of these characters precede the range; `count` counts the characters of bytes.
    pub fn characters(&self, range: Range<usize>, before: u64, count: impl Fn(&[u8]) -> usize) -> u64 {
        let Range { start, end } = range;
        let (mut from, mut characters) = (start, before);
        for elision in self.elided.iter().filter(|elision| elision.at > start && elision.at <= end) {
            let kept = if elision.lines > 0 { 0 } else { characters + count(&self.bytes[from..elision.at]) as u64 };
            (from, characters) = (elision.at, kept + elision.column);
        }
        characters + count(&self.bytes[from..end]) as u64
    }
}

/// Cuts a reader's bytes into slices.
pub struct Slicer<R> {
    reader: R,
    /// Bytes that were read to detect the format and are not in a slice yet.
    ahead: VecDeque<u8>,
    carry: Vec<u8>,
    offset: u64,
    line: u64,
    chunk: usize,
    ended: bool,
    failure: Option<io::Error>,
    /// The format, given or detected in the first bytes.
    format: Option<Format>,
    undeclared: Undeclared,
}

impl<R> std::fmt::Debug for Slicer<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slicer").field("offset", &self.offset).finish_non_exhaustive()
    }
}

impl Slicer<Begun> {
    /// Like [`Slicer::new`]; the bytes that `reader` has already read begin the first slice.
    pub fn of_begun(mut reader: Begun, chunk: usize, format: Option<Format>) -> Self {
        let (carry, ended) = reader.take_head(chunk);
        Self { carry, ended, ..Self::new(reader, chunk, format) }
    }
}

impl<R: Read> Slicer<R> {
    /// Cuts slices of about `chunk` bytes, or more for a longer game. Detects the format unless it is given.
    pub fn new(reader: R, chunk: usize, format: Option<Format>) -> Self {
        let undeclared = Undeclared::default();
        Self {
            reader,
            ahead: VecDeque::new(),
            carry: Vec::new(),
            offset: 0,
            line: 0,
            chunk: chunk.max(1),
            ended: false,
            failure: None,
            format,
            undeclared,
        }
    }

    /// Sets how the encoding of the file is decided.
    pub fn of(self, undeclared: Undeclared) -> Self {
        Self { undeclared, ..self }
    }

    /// Sets the bytes and lines of the file before the first byte of the reader.
    pub fn after(self, offset: u64, line: u64) -> Self {
        Self { offset, line, ..self }
    }

    /// True if the reader's end was reached, so that `next` needs no buffer.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the next slice in the buffer of `slice`, an old slice; `None` at the end.
    ///
    /// # Errors
    /// The reader's error, after all bytes before it were returned.
    pub fn next(&mut self, mut slice: Slice) -> io::Result<Option<Slice>> {
        slice.elided.clear();
        slice.last = false;
        slice.cut_short = false;
        slice.offset = self.offset;
        slice.line = self.line;
        slice.undeclared = self.undeclared.at(self.offset);
        // The old bytes stay until they are overwritten, which saves filling the buffer with zeros.
        let mut filled = self.carry.len();
        if self.ended {
            slice.bytes = std::mem::take(&mut self.carry);
        } else {
            slice.bytes.resize(slice.bytes.len().max(filled), 0);
            slice.bytes[..filled].copy_from_slice(&self.carry);
            self.carry.clear();
        }
        let mut wanted = self.chunk.max(filled);
        let mut examined = LARGE_SLICE_BYTES;
        loop {
            self.fill(&mut slice.bytes, filled, wanted);
            slice.format = match self.format {
                Some(format) => format,
                None => {
                    // Reads more until the format is certain, so that it does not depend on the chunk size.
                    let found = loop {
                        if let Some(format) = formats::sniff_partly(&slice.bytes, self.ended) {
                            break format;
                        }
                        let filled = slice.bytes.len();
                        self.fill(&mut slice.bytes, filled, filled + formats::HEAD.max(filled));
                    };
                    self.keep_ahead(&mut slice.bytes, wanted);
                    *self.format.insert(found)
                }
            };
            if !slice.format.is_shogi() && slice.elided.is_empty() && self.undeclared.wants_head() {
                self.watch_head(&mut slice.bytes, wanted);
            }
            if self.undeclared.is_open() {
                self.watch(&mut slice);
            }
            if self.ended {
                slice.last = true;
                self.offset = slice.file_offset(slice.bytes.len());
                if slice.bytes.is_empty() {
                    return self.failure.take().map_or(Ok(None), Err);
                }
                return Ok(Some(slice));
            }
            if let Some(at) = formats::cut(slice.format, &slice.bytes) {
                self.keep(&mut slice, at);
                return Ok(Some(slice));
            }
            if slice.bytes.len() >= examined {
                examined = slice.bytes.len() * 2;
                self.skip_oversized(&mut slice)?;
            }
            if slice.bytes.len() >= limits::GAME {
                slice.cut_short = true;
                self.skip_game(&mut slice)?;
                return Ok(Some(slice));
            }
            filled = slice.bytes.len();
            wanted = (filled + self.chunk.max(filled / 4)).min(limits::GAME + self.chunk);
        }
    }

    /// Keeps all bytes beyond `wanted` for the next slices: a slice above `LONG_SLICE` is judged by one thread only.
    fn keep_ahead(&mut self, bytes: &mut Vec<u8>, wanted: usize) {
        if bytes.len() > wanted {
            let mut ahead: VecDeque<u8> = bytes.drain(wanted..).collect();
            ahead.append(&mut self.ahead);
            self.ahead = ahead;
            self.ended = false;
        }
    }

    /// Keeps the first bytes of a stream, which cannot be read again, to detect the piece letters of its games. At the
    /// first slice, reads ahead up to [`undeclared::FIRST`] bytes.
    fn watch_head(&mut self, bytes: &mut Vec<u8>, wanted: usize) {
        let filled = bytes.len();
        if self.offset == 0 {
            self.fill(bytes, filled, filled.max(undeclared::FIRST));
        }
        self.undeclared.keep_head(bytes, self.offset, self.ended);
        self.keep_ahead(bytes, wanted.max(filled));
    }

    /// Searches a stream for bytes that are not UTF-8, and reads enough bytes to decide their encoding.
    fn watch(&mut self, slice: &mut Slice) {
        match undeclared::look(&slice.bytes, slice.offset) {
            Seen::Sample(from, to) => {
                let filled = slice.bytes.len();
                self.fill(&mut slice.bytes, filled, to.max(filled));
                self.undeclared.decide_guess(slice.bytes.get(from..to.min(slice.bytes.len())));
                self.keep_ahead(&mut slice.bytes, filled);
            }
            Seen::TooLate => self.undeclared.decide_guess(None),
            Seen::Nothing => {}
        }
    }

    /// Moves the bytes from `at` on to the next slice.
    fn keep(&mut self, slice: &mut Slice, at: usize) {
        self.carry.extend_from_slice(&slice.bytes[at..]);
        slice.bytes.truncate(at);
        self.count_lines(slice);
        self.offset = slice.file_offset(at);
    }

    /// Counts the lines of a finished slice, including skipped ones.
    fn count_lines(&mut self, slice: &Slice) {
        if slice.format == Format::Score {
            self.line += slice.lines(0, slice.bytes.len());
        }
    }

    /// Reads until `bytes` has `wanted` bytes, of which the first `filled` are already valid.
    fn fill(&mut self, bytes: &mut Vec<u8>, mut filled: usize, wanted: usize) {
        if self.ended {
            return;
        }
        bytes.resize(wanted, 0);
        while filled < wanted && !self.ended {
            if self.ahead.is_empty() && self.failure.is_some() {
                self.ended = true;
                break;
            }
            let read = if self.ahead.is_empty() {
                self.reader.read(&mut bytes[filled..])
            } else {
                self.ahead.read(&mut bytes[filled..])
            };
            match read {
                Ok(0) => self.ended = true,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    self.ended = true;
                }
            }
        }
        bytes.truncate(filled);
    }

    /// Skips the rest of a token, comment or tag that is too long to keep.
    fn skip_oversized(&mut self, slice: &mut Slice) -> io::Result<()> {
        let Some((span, kind)) = formats::open_construct(slice.format, &slice.bytes) else { return Ok(()) };
        let mut keep = span.from as usize + limits::TOKEN + 1;
        if slice.bytes.len() <= keep {
            return Ok(());
        }
        // The cut must not split a CR LF, which is one line end.
        keep += usize::from(slice.bytes[keep - 1..].starts_with(b"\r\n"));
        let rest = slice.bytes.split_off(keep);
        let (elided, tail, ended) =
            skip_oversized::until(&mut (&mut self.ahead).chain(&mut self.reader), rest, CLOSING_BYTES, |bytes| {
                kind.end(bytes)
            })?;
        slice.elided.push(Elision { at: keep, ..elided });
        slice.bytes.extend_from_slice(&tail);
        self.ended |= ended;
        Ok(())
    }

    /// Skips the rest of a game that is too long, up to the next tag section.
    fn skip_game(&mut self, slice: &mut Slice) -> io::Result<()> {
        let rest = slice.bytes.split_off(limits::GAME);
        let at = slice.bytes.len();
        let (elided, tail, ended) =
            skip_oversized::until(&mut (&mut self.ahead).chain(&mut self.reader), rest, 0, |bytes| {
                formats::next(slice.format, bytes)
            })?;
        slice.elided.push(Elision { at, ..elided });
        self.count_lines(slice);
        self.offset = slice.file_offset(at) + elided.bytes;
        self.carry = tail;
        self.ended |= ended;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Counts the bytes that are read.
    struct Counting<'a>(&'a [u8], &'a Cell<usize>);

    impl Read for Counting<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(out)?;
            self.1.set(self.1.get() + read);
            Ok(read)
        }
    }

    /// The first slice of a stream does not wait for later bytes. The bytes before each slice decide the letters, or
    /// all bytes of a short stream.
    #[test]
    fn the_beginning_of_a_stream_is_kept_while_it_comes() {
        let game = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
        for (games, chunk) in [(200_000, CHUNK), (200_000, 1000), (40_000, CHUNK), (100, 1000), (100, CHUNK)] {
            let (text, read) = (game.repeat(games), Cell::new(0));
            let mut slicer = Slicer::new(Counting(text.as_bytes(), &read), chunk, None);
            let mut last = 0;
            while let Some(slice) = slicer.next(Slice::default()).unwrap() {
                let ahead = read.get() as u64 - slice.offset;
                assert!(ahead <= 2 * CHUNK as u64, "{games} {chunk}: {ahead}");
                let mut seen = None;
                slice.undeclared.letters(|head, whole| {
                    assert!(text.as_bytes().starts_with(head));
                    seen = Some((head.len(), whole));
                    None
                });
                let Some((known, whole)) = seen else { continue };
                assert_eq!(whole, text.len() < CHUNK);
                let wanted = if whole { text.len() } else { (slice.offset as usize).max(CHUNK) };
                assert!(known <= wanted && known > last && 2 * known > wanted.min(2 * formats::PREFACE - 1), "{known}");
                last = known;
            }
            assert!(games < 200_000 || last == formats::PREFACE, "{chunk}: {last}");
        }
    }

    #[test]
    fn offsets_of_the_file_are_found_in_the_slice() {
        let elision = |at, bytes| Elision { at, bytes, lines: 0, column: 0 };
        let slice = Slice {
            bytes: vec![0; 40],
            offset: 100,
            elided: vec![elision(5, 10), elision(20, 1000)],
            ..Slice::default()
        };
        for at in 0..=40 {
            assert_eq!(slice.at_file_offset(slice.file_offset(at)), at);
        }
        // A skipped byte, and offsets outside of the slice.
        assert_eq!([110, 0, 9999].map(|offset| slice.at_file_offset(offset)), [5, 0, 40]);
    }
}
