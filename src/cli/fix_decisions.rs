//! Reads and extends the file of decisions on repairs. Not for the dialog with the user.

use super::refused::Refused;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use partie_archive::disk::{self, RowFile};
use partie_fix::{Decision, EditRow, GameRows, RowsOfGames, SliceEdit};
use partie_record::shown::shown_path;
use partie_replay::GamePlace;

/// Earlier decisions, and the file for new ones.
pub(super) struct Decisions {
    pub(super) path: PathBuf,
    /// The file for new decisions; `None` if none are added.
    file: Option<File>,
    games: RowsOfGames,
}

impl Decisions {
    /// Reads a file of decisions; if `added`, opens it for new decisions, and creates it if it is missing.
    ///
    /// # Errors
    /// The error, as a message.
    pub(super) fn open(path: &Path, added: bool) -> Result<Self, Refused> {
        let shown = shown_path(path);
        let failed = |error: io::Error| Refused::new(format!("error[X001]: cannot read {shown}: {error}"));
        let file = RowFile::open(path, added).map_err(failed)?;
        let text = str::from_utf8(&file.rows).map_err(|_| Refused::new(format!("error: {shown} is not in UTF-8")))?;
        let games = partie_fix::read_decisions(text)
            .map_err(|(line, why)| Refused::new(format!("error: {shown}:{line} is no row of decisions: {why}")))?;
        let file = added.then(|| file.to_add()).transpose().map_err(failed)?;
        Ok(Self { path: path.to_owned(), file, games })
    }

    /// Removes and returns the decisions on a game.
    pub(super) fn take(&mut self, place: &GamePlace<'_>) -> Option<GameRows> {
        self.games.remove(&(place.path.to_owned(), place.game))
    }

    /// Adds the decision on a game's edits, and flushes it to disk.
    ///
    /// # Errors
    /// An error of the system.
    pub(super) fn add(&mut self, place: &GamePlace<'_>, edits: &[SliceEdit], decision: Decision) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut rows = Vec::new();
        for edit in edits {
            EditRow::new(place, edit, Some(decision)).push_json(&mut rows);
        }
        disk::add_lasting(file, &rows)
    }

    /// Takes the rows of accepted edits whose games were not found.
    pub(super) fn left(&mut self) -> Vec<EditRow> {
        partie_fix::left(std::mem::take(&mut self.games))
    }
}
