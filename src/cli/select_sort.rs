//! Games that wait in a temporary file until all are known and can be sorted. Not for what is compared.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use crate::query::{SortKeys, SortValues};

/// The games so far.
pub(super) struct Waiting {
    keys: Arc<SortKeys>,
    file: BufWriter<File>,
    length: u64,
    games: Vec<WaitingGame>,
}

/// Where a game waits, and the value by which games are split.
struct WaitingGame {
    keys: SortValues,
    from: u64,
    bytes: u64,
    value: String,
}

impl Waiting {
    pub(super) fn new(keys: Arc<SortKeys>) -> io::Result<Self> {
        Ok(Self { keys, file: BufWriter::new(tempfile::tempfile()?), length: 0, games: Vec::new() })
    }

    /// Adds a game.
    pub(super) fn add(&mut self, keys: SortValues, text: &[u8], value: String) -> io::Result<()> {
        self.games.push(WaitingGame { keys, from: self.length, bytes: 0, value });
        self.rest_of_last(text)
    }

    /// Adds what belongs to the last game.
    pub(super) fn rest_of_last(&mut self, text: &[u8]) -> io::Result<()> {
        if let Some(last) = self.games.last_mut() {
            last.bytes += text.len() as u64;
            self.length += text.len() as u64;
            self.file.write_all(text)?;
        }
        Ok(())
    }

    /// Gives the games in order, those of the same values as they came: some, from one on, until that is enough.
    pub(super) fn each(self, skip: usize, most: usize, mut give: impl FnMut(&[u8], String) -> bool) -> io::Result<()> {
        let Self { keys, file, mut games, .. } = self;
        let mut file = BufReader::new(file.into_inner().map_err(io::IntoInnerError::into_error)?);
        games.sort_by(|one, other| keys.compare(&one.keys, &other.keys));
        let mut text = Vec::new();
        for game in games.into_iter().skip(skip).take(most) {
            file.seek(SeekFrom::Start(game.from))?;
            text.clear();
            file.by_ref().take(game.bytes).read_to_end(&mut text)?;
            if !give(&text, game.value) {
                break;
            }
        }
        Ok(())
    }
}
