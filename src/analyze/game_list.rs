//! Reads a list of games: CSV rows or JSON lines, each with a path and a game number.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use crate::load_error::LoadError;
use partie_record::shown::shown_path;
use partie_record::shown::without_sign;

/// The listed games: for each path, game numbers from 1 with a flag that is true once the game was read.
#[derive(Debug, Default)]
pub struct Listed(BTreeMap<PathBuf, BTreeMap<u64, bool>>);

/// The fields that identify a game in a row of a list or table.
#[derive(Debug, Deserialize)]
struct Row {
    #[serde(alias = "source", alias = "file")]
    path: Option<String>,
    game: Option<u64>,
    /// The level of a row in the table of duplicates. `kept` rows are skipped, because they are no copies.
    level: Option<String>,
}

impl Listed {
    /// True if the list contains this game, numbered from 1; marks the game as read.
    pub fn holds(&mut self, path: &str, game: u64) -> bool {
        let met = self.0.get_mut(&plain(path)).and_then(|games| games.get_mut(&game));
        met.map(|met| *met = true).is_some()
    }

    /// The number of listed games that were not read, and an example; `None` if all were read.
    pub fn missing(&self) -> Option<(u64, String)> {
        let all = self.0.iter().flat_map(|(path, games)| games.iter().map(move |(game, met)| (path, game, met)));
        let missing = all.filter(|(.., met)| !**met).map(|(path, game, _)| (path, game));
        let count = missing.clone().count() as u64;
        let (path, game) = missing.min()?;
        Some((count, format!("{}, game {game}", shown_path(path))))
    }

    fn add(&mut self, row: Row) {
        if let (Some(path), Some(game)) = (row.path, row.game)
            && row.level.as_deref() != Some("kept")
        {
            self.0.entry(plain(&path)).or_default().insert(game, false);
        }
    }
}

/// Removes `.` components: `./a.pgn` becomes `a.pgn`.
fn plain(path: &str) -> PathBuf {
    Path::new(path).components().filter(|part| *part != Component::CurDir).collect()
}

/// Reads a list; the path `-` is standard input.
///
/// # Errors
/// If the list cannot be read, or names no game.
pub fn read_game_list(path: &Path) -> Result<Listed, LoadError> {
    let name = shown_path(path);
    let text = match path.as_os_str() == "-" {
        true => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map(|_| text)
        }
        false => fs::read_to_string(path),
    };
    let text = text.map_err(|error| LoadError::unreadable(format!("the list {name}"), error))?;
    let mut listed = Listed::default();
    let wrong = |line: usize, error: &dyn std::fmt::Display| {
        LoadError::Content(format!("line {line} of the list {name}: {error}"))
    };
    if text.trim_start().starts_with('{') {
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            listed.add(serde_json::from_str(line).map_err(|error| wrong(number + 1, &error))?);
        }
    } else {
        let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
        for (number, row) in rows.deserialize().enumerate() {
            let row: Row = row.map_err(|error: csv::Error| wrong(number + 2, &error))?;
            listed.add(Row { path: row.path.map(|path| without_sign(&path).to_owned()), ..row });
        }
    }
    if listed.0.is_empty() {
        let message = format!("the list {name} names no game: it needs the columns path (or source) and game");
        return Err(LoadError::Content(message));
    }
    Ok(listed)
}
