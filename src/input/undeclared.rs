//! Properties of a whole file: its undeclared encoding and its piece letters, each decided once.
//!
//! A single game has too few letters to tell code pages apart, and the games of a file were written by one program.
//! The text is the same however the file is cut into slices or tasks. Not for shogi, whose scripts show themselves.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use super::guess::{Doubt, Guess};
use partie_notation::formats;
use partie_notation::letters::Letters;
use partie_record::Encoding;

/// Size of the sample in bytes, from the first byte that is not UTF-8.
const SAMPLE: usize = 256 << 10;
/// Offset at which the search for such a byte stops: files with that much ASCII are decided game by game.
const LIMIT: u64 = 64 << 20;
/// Longest start of a word before the first such byte.
const WORD: usize = 32;

/// The encoding of a file that is not UTF-8, decided on first use. Clones share the decision.
#[derive(Clone, Debug, Default)]
pub struct Undeclared {
    file: Arc<OfFile>,
}

/// Opens a file again, to be read from its beginning.
type Reopen = Box<dyn Fn() -> Option<Box<dyn Read + Send>> + Send + Sync>;

#[derive(Default)]
struct OfFile {
    /// For a file that can be read again.
    reopen: Option<Reopen>,
    guess: OnceLock<Option<Guess>>,
    /// The first bytes of a stream; true if they are the whole stream.
    head: OnceLock<(Vec<u8>, bool)>,
    letters: OnceLock<Option<&'static Letters>>,
}

impl std::fmt::Debug for OfFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OfFile").field("guess", &self.guess).finish_non_exhaustive()
    }
}

impl Undeclared {
    /// For a file that can be opened again.
    pub fn of(reopen: impl Fn() -> Option<Box<dyn Read + Send>> + Send + Sync + 'static) -> Self {
        Self { file: Arc::new(OfFile { reopen: Some(Box::new(reopen)), ..OfFile::default() }) }
    }

    /// For a whole text in memory.
    pub fn of_text(text: &[u8]) -> Self {
        let undeclared = Self::default();
        undeclared.keep_head(text, true);
        undeclared
    }

    /// The encoding of a game.
    pub fn encoding(&self, game: &[u8]) -> Encoding {
        match std::str::from_utf8(game) {
            Ok(_) => Encoding::Utf8,
            Err(_) => self.guess(game).of_game(game),
        }
    }

    /// The guess for the game's file; if there is no such guess, the one for the game alone.
    pub fn guess(&self, game: &[u8]) -> Guess {
        let sought = || self.file.reopen.as_ref().and_then(|reopen| sample(reopen()?)).map(|sample| Guess::of(&sample));
        self.file.guess.get_or_init(sought).unwrap_or_else(|| Guess::of(game))
    }

    /// Where the guess of a game's encoding first matters; `None` if the game is the same text in the next likely one.
    pub fn doubt(&self, game: &[u8], encoding: Encoding) -> Option<Doubt> {
        self.guess(game).doubt(game, encoding)
    }

    /// Piece letters of the file, decided once from its first bytes; `None` if they are not available. The flag is true if
    /// they are the whole file.
    pub fn letters(&self, decide: impl FnOnce(&[u8], bool) -> Option<&'static Letters>) -> Option<&'static Letters> {
        let file = &self.file;
        let decided = || match (file.head.get(), &file.reopen) {
            (Some((head, whole)), _) => decide(head, *whole),
            (None, Some(reopen)) => {
                let mut head = Vec::new();
                // The reader of the games reports read errors.
                let _ = reopen()?.take(formats::PREFACE as u64).read_to_end(&mut head);
                decide(&head, head.len() < formats::PREFACE)
            }
            (None, None) => None,
        };
        *file.letters.get_or_init(decided)
    }

    /// True if the first bytes of a stream must be kept, as it cannot be read again.
    pub(super) fn wants_head(&self) -> bool {
        self.file.reopen.is_none() && self.file.head.get().is_none()
    }

    /// Keeps at most the first [`formats::PREFACE`] bytes of a stream.
    pub(super) fn keep_head(&self, head: &[u8], ended: bool) {
        let kept = &head[..head.len().min(formats::PREFACE)];
        // The first call wins.
        let _ = self.file.head.set((kept.to_vec(), ended && kept.len() == head.len() && kept.len() < formats::PREFACE));
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
    /// Start and end of the sample; the end may lie behind the bytes that are read.
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
