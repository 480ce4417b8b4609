//! Properties of a whole file: its undeclared encoding and its piece letters, each decided once.
//!
//! A single game has too few letters to distinguish code pages, and the games of a file were written by one program.
//! The result is the same however the file is cut into slices or tasks. Not for shogi, whose scripts are distinctive.

use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::guess::{Doubt, Guess};
use partie_notation::formats;
use partie_notation::letters::Letters;
use partie_record::Encoding;

/// Size of the sample in bytes, from the first byte that is not UTF-8.
const SAMPLE: usize = 4 << 20;
/// Offset at which the search for such a byte stops: files with that much ASCII are decided game by game.
const LIMIT: u64 = 64 << 20;
/// Longest start of a word before the first such byte.
const WORD: usize = 32;
/// Bytes of a stream that are read before its first game is judged, about one slice.
pub(super) const FIRST: usize = 256 << 10;
/// How often the letters of a stream are decided: first from that many bytes, then each time from twice as many.
const STEPS: usize = (formats::PREFACE / FIRST).ilog2() as usize + 1;

/// The encoding of a file that is not UTF-8, decided on first use. Clones share the decision.
#[derive(Clone, Debug, Default)]
pub struct Undeclared {
    file: Arc<OfFile>,
    /// Bytes of the stream before the current slice.
    before: u64,
}

/// Opens a file again, to be read from its beginning.
type Reopen = Box<dyn Fn() -> Option<Box<dyn Read + Send>> + Send + Sync>;

#[derive(Default)]
struct OfFile {
    /// For a file that can be read again.
    reopen: Option<Reopen>,
    guess: OnceLock<Option<Guess>>,
    head: Mutex<Head>,
    /// Decided once for a file, and at each step for a stream.
    letters: [OnceLock<Option<&'static Letters>>; STEPS],
}

/// The beginning of a stream, as far as it was read and no farther than [`formats::PREFACE`].
#[derive(Default)]
struct Head {
    bytes: Vec<u8>,
    /// True if that is all of the stream.
    is_whole: bool,
}

impl OfFile {
    fn head(&self) -> MutexGuard<'_, Head> {
        self.head.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for OfFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OfFile").field("guess", &self.guess).finish_non_exhaustive()
    }
}

impl Undeclared {
    /// For a file that can be opened again.
    pub fn of(reopen: impl Fn() -> Option<Box<dyn Read + Send>> + Send + Sync + 'static) -> Self {
        Self { file: Arc::new(OfFile { reopen: Some(Box::new(reopen)), ..OfFile::default() }), before: 0 }
    }

    /// For a complete text in memory.
    pub fn of_text(text: &[u8]) -> Self {
        let undeclared = Self::default().at(u64::MAX);
        undeclared.keep_head(text, 0, true);
        undeclared
    }

    /// The same for a slice that begins at byte `before` of the file.
    pub(super) fn at(&self, before: u64) -> Self {
        Self { file: Arc::clone(&self.file), before: self.before.max(before) }
    }

    /// The encoding of a game.
    pub fn encoding(&self, game: &[u8]) -> Encoding {
        match std::str::from_utf8(game) {
            Ok(_) => Encoding::Utf8,
            Err(_) => self.guess(game).of_game(game),
        }
    }

    /// The guess for the game's file, or for the game alone if the file has no guess.
    pub fn guess(&self, game: &[u8]) -> Guess {
        let sought = || self.file.reopen.as_ref().and_then(|reopen| sample(reopen()?)).map(|sample| Guess::of(&sample));
        self.file.guess.get_or_init(sought).unwrap_or_else(|| Guess::of(game))
    }

    /// The first byte where the guess matters; `None` if the game is the same text in the next likely encoding.
    pub fn doubt(&self, game: &[u8], encoding: Encoding) -> Option<Doubt> {
        self.guess(game).doubt(game, encoding)
    }

    /// Piece letters of the file, decided from its first bytes; `None` if they are not available. The flag is true if they
    /// are the whole file.
    ///
    /// A stream must show findings while it is still being written. So the bytes before the current slice decide, and
    /// at least the first [`FIRST`] bytes. A stream shorter than that gives the same letters as a file. In a longer
    /// one, later games cannot change the letters of earlier ones. The result never depends on the speed of the stream.
    pub fn letters(&self, decide: impl FnOnce(&[u8], bool) -> Option<&'static Letters>) -> Option<&'static Letters> {
        let file = &self.file;
        let Some(reopen) = &file.reopen else {
            let steps = (self.before / FIRST as u64).max(1).ilog2() as usize;
            let step = steps.min(STEPS - 1);
            let decided = || {
                let head = file.head();
                let known = if head.is_whole { head.bytes.len() } else { head.bytes.len().min(FIRST << step) };
                decide(&head.bytes[..known], head.is_whole)
            };
            return *file.letters[step].get_or_init(decided);
        };
        let decided = || {
            let mut head = Vec::new();
            // The reader of the games reports read errors.
            let _ = reopen()?.take(formats::PREFACE as u64).read_to_end(&mut head);
            decide(&head, head.len() < formats::PREFACE)
        };
        *file.letters[0].get_or_init(decided)
    }

    /// True if more of the first bytes of a stream must be kept, as it cannot be read again.
    pub(super) fn wants_head(&self) -> bool {
        let is_full = |head: &Head| head.is_whole || head.bytes.len() >= formats::PREFACE;
        self.file.reopen.is_none() && !is_full(&self.file.head())
    }

    /// Adds the bytes at an offset of a stream to its kept beginning; `ended` is true if they are the last ones.
    pub(super) fn keep_head(&self, bytes: &[u8], offset: u64, ended: bool) {
        let mut head = self.file.head();
        let known = usize::try_from(offset).ok().and_then(|offset| head.bytes.len().checked_sub(offset));
        // Bytes after a gap do not continue the beginning.
        let Some(more) = known.and_then(|known| bytes.get(known..)) else { return };
        let room = formats::PREFACE - head.bytes.len();
        head.bytes.extend_from_slice(&more[..more.len().min(room)]);
        // Later slices are judged while the stream is read: only facts from before the first slice are deterministic.
        head.is_whole |= ended && offset == 0 && head.bytes.len() < formats::PREFACE;
    }

    /// True if a stream must be searched as it is read, as it cannot be read again.
    pub(super) fn is_open(&self) -> bool {
        self.file.reopen.is_none() && self.file.guess.get().is_none()
    }

    /// Decides by the sample of a stream.
    pub(super) fn decide_guess(&self, sample: Option<&[u8]>) {
        // The first call wins.
        let _ = self.file.guess.set(sample.map(Guess::of));
    }
}

/// State of the search for the sample in a stream.
pub(super) enum Seen {
    /// Only UTF-8 so far.
    Nothing,
    /// Start and end of the sample; the end may be after the bytes that were read.
    Sample(usize, usize),
    /// The search has passed `LIMIT`.
    TooLate,
}

/// Looks for the sample in bytes that begin at an offset of their file.
pub(super) fn look(bytes: &[u8], offset: u64) -> Seen {
    let at = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_some() => error.valid_up_to(),
        // A character may be cut off at the end.
        _ if offset + bytes.len() as u64 > LIMIT => return Seen::TooLate,
        _ => return Seen::Nothing,
    };
    if offset + at as u64 > LIMIT {
        return Seen::TooLate;
    }
    let word =
        bytes[..at].iter().rev().take(WORD).take_while(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()).count();
    Seen::Sample(at - word, at + SAMPLE)
}

/// The sample of a file; `None` if all of it is UTF-8, or it cannot be read.
fn sample(mut reader: Box<dyn Read + Send>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut offset = 0;
    loop {
        let before = bytes.len();
        // The reader of the games reports read errors.
        let read = (&mut reader).take(SAMPLE as u64).read_to_end(&mut bytes);
        match look(&bytes, offset) {
            Seen::Sample(from, to) => {
                let missing = to.saturating_sub(bytes.len()) as u64;
                let _ = reader.take(missing).read_to_end(&mut bytes);
                bytes.truncate(to);
                bytes.drain(..from);
                return Some(bytes);
            }
            Seen::TooLate => return None,
            Seen::Nothing if read.is_err() || bytes.len() == before => return None,
            Seen::Nothing => {}
        }
        // Keeps the last word and a character that is cut off for the next turn.
        let done = bytes.len().saturating_sub(WORD + 4);
        let begins = |at: &usize| !matches!(bytes.get(*at), Some(0x80..0xc0));
        let done = (done.saturating_sub(3)..=done).rev().find(begins).unwrap_or(done);
        bytes.drain(..done);
        offset += done as u64;
    }
}
