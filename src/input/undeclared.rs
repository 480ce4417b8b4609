//! Properties of a whole file that are decided once: its encoding, if undeclared, and its piece letters.
//!
//! A single game has too few letters to distinguish code pages, and one program usually wrote all games of a file.
//! Slices and tasks do not affect the result. Not for shogi, whose scripts are distinctive.

use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::guess::{Doubt, Guess};
use partie_notation::formats;
use partie_notation::letters::Letters;
use partie_record::Encoding;

/// Size of the sample in bytes, from the first byte that is not UTF-8.
const SAMPLE_BYTES: usize = 4 << 20;
/// Offset at which the search for a byte that is not UTF-8 stops; after that, the encoding is decided game by game.
const MAX_SEARCH_OFFSET: u64 = 64 << 20;
/// Maximum bytes of a word that are kept before its first byte that is not UTF-8.
const MAX_PREFIX_BYTES: usize = 32;
/// Bytes of a stream that are read before its first game is judged, about one slice.
pub(super) const FIRST: usize = 256 << 10;
/// How often the piece letters of a stream are decided: first from [`FIRST`] bytes, then each time from twice as many.
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
    /// Opens the file again; `None` for a stream.
    reopen: Option<Reopen>,
    guess: OnceLock<Option<Guess>>,
    head: Mutex<Head>,
    /// The piece letters: decided once for a file, and at each step for a stream.
    letters: [OnceLock<Option<&'static Letters>>; STEPS],
}

/// The first bytes of a stream, at most [`formats::PREFACE`].
#[derive(Default)]
struct Head {
    bytes: Vec<u8>,
    /// True if `bytes` is the whole stream.
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
    /// Decides from a file that can be opened again.
    pub fn of(reopen: impl Fn() -> Option<Box<dyn Read + Send>> + Send + Sync + 'static) -> Self {
        Self { file: Arc::new(OfFile { reopen: Some(Box::new(reopen)), ..OfFile::default() }), before: 0 }
    }

    /// Decides from a complete text in memory.
    pub fn of_text(text: &[u8]) -> Self {
        let undeclared = Self::default().at(u64::MAX);
        undeclared.keep_head(text, 0, true);
        undeclared
    }

    /// Shares the decision with a slice that begins at byte `before` of the file.
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

    /// The guess for the game's file, or for this game alone if the file has none.
    pub fn guess(&self, game: &[u8]) -> Guess {
        let sought = || self.file.reopen.as_ref().and_then(|reopen| sample(reopen()?)).map(|sample| Guess::of(&sample));
        self.file.guess.get_or_init(sought).unwrap_or_else(|| Guess::of(game))
    }

    /// The first byte for which the guess matters; `None` if the game decodes to the same text in both encodings.
    pub fn doubt(&self, game: &[u8], encoding: Encoding) -> Option<Doubt> {
        self.guess(game).doubt(game, encoding)
    }

    /// Piece letters of the file, decided from its first bytes; `None` if these cannot be read. `decide` also receives
    /// true if they are the whole file.
    ///
    /// Findings in a stream must appear while it is still being written. So the bytes before the current slice decide,
    /// and at least [`FIRST`] bytes. A stream shorter than [`FIRST`] gives the same letters as a file. In a longer
    /// stream, later games cannot change the letters of earlier ones. The speed of the stream never matters.
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
            // The slicer reports read errors.
            let _ = reopen()?.take(formats::PREFACE as u64).read_to_end(&mut head);
            decide(&head, head.len() < formats::PREFACE)
        };
        *file.letters[0].get_or_init(decided)
    }

    /// True for a stream whose beginning is not yet fully kept.
    pub(super) fn wants_head(&self) -> bool {
        let is_full = |head: &Head| head.is_whole || head.bytes.len() >= formats::PREFACE;
        self.file.reopen.is_none() && !is_full(&self.file.head())
    }

    /// Adds the bytes at an offset of a stream to its kept beginning; `ended` is true for the stream's last bytes.
    pub(super) fn keep_head(&self, bytes: &[u8], offset: u64, ended: bool) {
        let mut head = self.file.head();
        let known = usize::try_from(offset).ok().and_then(|offset| head.bytes.len().checked_sub(offset));
        // Bytes after a gap must not be appended to the beginning.
        let Some(more) = known.and_then(|known| bytes.get(known..)) else { return };
        let room = formats::PREFACE - head.bytes.len();
        head.bytes.extend_from_slice(&more[..more.len().min(room)]);
        // Slices are judged while the stream is read, so only what is known before the first slice is deterministic.
        head.is_whole |= ended && offset == 0 && head.bytes.len() < formats::PREFACE;
    }

    /// True for a stream in which the search for a sample goes on.
    pub(super) fn is_open(&self) -> bool {
        self.file.reopen.is_none() && self.file.guess.get().is_none()
    }

    /// Decides the encoding by the sample of a stream; `None` if the stream has no sample.
    pub(super) fn decide_guess(&self, sample: Option<&[u8]>) {
        // A second decision is ignored.
        let _ = self.file.guess.set(sample.map(Guess::of));
    }
}

/// State of the search for the sample in a stream.
pub(super) enum Seen {
    /// Only UTF-8 so far.
    Nothing,
    /// Start and end of the sample; the end may be after the bytes that were read.
    Sample(usize, usize),
    /// The search has passed `MAX_SEARCH_OFFSET`.
    TooLate,
}

/// Looks for the sample in the bytes of a file that begin at `offset`.
pub(super) fn look(bytes: &[u8], offset: u64) -> Seen {
    let at = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_some() => error.valid_up_to(),
        // The last character may be incomplete.
        _ if offset + bytes.len() as u64 > MAX_SEARCH_OFFSET => return Seen::TooLate,
        _ => return Seen::Nothing,
    };
    if offset + at as u64 > MAX_SEARCH_OFFSET {
        return Seen::TooLate;
    }
    let word = bytes[..at]
        .iter()
        .rev()
        .take(MAX_PREFIX_BYTES)
        .take_while(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
        .count();
    Seen::Sample(at - word, at + SAMPLE_BYTES)
}

/// The sample of a file; `None` if all of it is UTF-8, or it cannot be read.
fn sample(mut reader: Box<dyn Read + Send>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut offset = 0;
    loop {
        let before = bytes.len();
        // The slicer reports read errors.
        let read = (&mut reader).take(SAMPLE_BYTES as u64).read_to_end(&mut bytes);
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
        // Keeps the last word and an incomplete character for the next round.
        let done = bytes.len().saturating_sub(MAX_PREFIX_BYTES + 4);
        let begins = |at: &usize| !matches!(bytes.get(*at), Some(0x80..0xc0));
        let done = (done.saturating_sub(3)..=done).rev().find(begins).unwrap_or(done);
        bytes.drain(..done);
        offset += done as u64;
    }
}
