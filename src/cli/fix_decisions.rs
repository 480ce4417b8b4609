//! The file of decisions: what a reader said of repairs, read and added to. Not for asking.

use super::refused::Refused;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use partie_archive::disk::{self, RowFile};
use partie_fix::{Decision, EditRow, GameRows, RowsOfGames, SliceEdit};
use partie_record::shown::shown_path;
use partie_replay::GamePlace;

/// Decisions that were made before, and where new ones go.
pub(super) struct Decisions {
    pub(super) path: PathBuf,
    /// Nothing where none is added.
    file: Option<File>,
    games: RowsOfGames,
}

impl Decisions {
    /// Reads a file; where decisions are added it need not be there.
    ///
    /// # Errors
    /// What is wrong, in words.
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

    /// What was decided of a game; it is not given again.
    pub(super) fn take(&mut self, place: &GamePlace<'_>) -> Option<GameRows> {
        self.games.remove(&(place.path.to_owned(), place.game))
    }

    /// Adds what was decided of a game's edits, lasting.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn add(&mut self, place: &GamePlace<'_>, edits: &[SliceEdit], decision: Decision) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut rows = Vec::new();
        for edit in edits {
            EditRow::new(place, edit, Some(decision)).push_json(&mut rows);
        }
        disk::add_lasting(file, &rows)
    }

    /// What was to be written of games that did not come.
    pub(super) fn left(&mut self) -> Vec<EditRow> {
        partie_fix::left(std::mem::take(&mut self.games))
    }
}
