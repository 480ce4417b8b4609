//! `--baseline`: known findings are counted but not shown, so that a run fails only on new findings. Not for computing
//! the keys of findings.

use super::refused::Refused;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use serde::{Deserialize, Serialize};

use partie_archive::disk::write_whole;
use partie_archive::file_messages::unwritten;
use partie_record::count;
use partie_record::finding::{CATALOGUE, Selection};
use partie_record::shown::shown_path;
use partie_replay::Placed;
use partie_table::game_identity::{FindingKey, FindingKeys};

/// The first line of a baseline.
const HEAD: &str = r#"{"v":1,"type":"baseline"}"#;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Findings")]
pub(super) struct BaselineArgs {
    /// Count the findings in this file without showing them, so that only new ones fail. They are recognized by game,
    /// code and token, wherever the game is
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write all findings of this run to the --baseline file
    #[arg(long, requires = "baseline", conflicts_with = "prune_baseline")]
    write_baseline: bool,
    /// Remove findings from the --baseline file that no longer occur in the files read, or whose file no longer exists
    #[arg(long, requires = "baseline")]
    prune_baseline: bool,
}

/// A row of a baseline: the findings of one game with the same code and token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Row {
    /// The path relative to the folder of the baseline, for readers, and to check whether the file was read.
    file: String,
    code: String,
    token: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: u64,
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    roster: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
}

/// A row of the baseline, and the number of its findings that this run found.
#[derive(Clone, Debug)]
struct Entry {
    row: Row,
    found: u64,
    /// The file in which a finding of the row was last found; `None` if none was found.
    file: Option<String>,
}

const fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
const fn is_one(count: &u64) -> bool {
    *count == 1
}

/// The operation on the baseline file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Hide,
    Prune,
    Write,
}

/// The known findings, as rows of a baseline.
pub(super) struct Baseline {
    path: PathBuf,
    folder: PathBuf,
    used: Use,
    entries: Vec<Entry>,
    /// Indexes of entries by identity of the game (one of three), code and token. The first entry with unmatched
    /// findings matches.
    known: BTreeMap<[String; 3], Vec<usize>>,
    /// Files that were read, and the codes that were checked in each.
    read: BTreeMap<String, Vec<bool>>,
    keys: FindingKeys,
}

impl BaselineArgs {
    /// Reads the baseline, if the user named a file; `chooses` is true if some games are not judged.
    ///
    /// # Errors
    /// The file cannot be used.
    pub(super) fn open(&self, chooses: bool) -> Result<Option<Baseline>, Refused> {
        let Some(path) = &self.baseline else { return Ok(None) };
        if chooses && (self.write_baseline || self.prune_baseline) {
            return Err(Refused::new("error: a baseline is written of all games; --where leaves some out"));
        }
        let used = match (self.write_baseline, self.prune_baseline) {
            (true, _) => Use::Write,
            (false, true) => Use::Prune,
            (false, false) => Use::Hide,
        };
        let text = match fs::read_to_string(path) {
            // Overwrites only a baseline or an empty file.
            Ok(text) if used != Use::Write || text.is_empty() || text.starts_with(HEAD) => text,
            Ok(_) => {
                return Err(Refused::new(format!(
                    "error: {} is no baseline, and is not written over",
                    shown_path(path)
                )));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && used == Use::Write => String::new(),
            Err(error) => {
                let help = "; --write-baseline makes one";
                let help = if error.kind() == io::ErrorKind::NotFound { help } else { "" };
                return Err(Refused::new(format!(
                    "error: the baseline {} cannot be read: {error}{help}",
                    shown_path(path)
                )));
            }
        };
        Baseline::parse(path, used, &text).map(Some)
    }
}

impl Baseline {
    fn parse(path: &Path, used: Use, text: &str) -> Result<Self, Refused> {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut baseline = Self {
            path: path.to_owned(),
            folder: whole.parent().map(Path::to_owned).unwrap_or_default(),
            used,
            entries: Vec::new(),
            known: BTreeMap::new(),
            read: BTreeMap::new(),
            keys: FindingKeys::default(),
        };
        let wrong = |line: usize, what: &str| Err(Refused::new(format!("error: {}:{line}: {what}", shown_path(path))));
        if !text.starts_with(HEAD) && used != Use::Write {
            return wrong(1, "this is no baseline; --write-baseline makes one");
        }
        for (number, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(row) => baseline.add(row),
                Err(error) => return wrong(number + 1, &format!("this is no row of a baseline: {error}")),
            }
        }
        Ok(baseline)
    }

    fn add(&mut self, row: Row) {
        let index = self.entries.len();
        for identity in [Some(&row.game), row.roster.as_ref(), row.moves.as_ref()].into_iter().flatten() {
            self.known.entry([identity.clone(), row.code.clone(), row.token.clone()]).or_default().push(index);
        }
        self.entries.push(Entry { row, found: 0, file: None });
    }

    /// A path as the baseline stores it: relative to the baseline's folder, if it is inside.
    fn named(&self, path: &str) -> String {
        let whole = std::path::absolute(path).ok();
        let below = whole.as_deref().and_then(|whole| whole.strip_prefix(&self.folder).ok());
        below.map_or_else(|| path.to_owned(), |below| below.to_string_lossy().replace('\\', "/"))
    }

    /// The displayed path of a baseline that hides findings; `None` for one that is being written.
    pub(super) fn hiding(&self) -> Option<String> {
        (self.used != Use::Write).then(|| shown_path(&self.path))
    }

    /// Begins a file, in which findings of the selected codes are checked.
    pub(super) fn begin(&mut self, path: &str, selection: &Selection) {
        let name = self.named(path);
        self.read.insert(name, CATALOGUE.iter().map(|entry| selection.counts(entry.code)).collect());
    }

    /// True if this run would have found the findings of a row: their file was read and their code checked, or the file
    /// does not exist any more.
    fn was_asked(&self, row: &Row) -> bool {
        let code = CATALOGUE.iter().position(|entry| entry.text == row.code);
        match self.read.get(&row.file) {
            Some(sought) => code.is_none_or(|code| sought[code]),
            None => !self.folder.join(&row.file).exists(),
        }
    }

    /// True if a finding must not be shown. Adds it to a baseline that is being written.
    pub(super) fn hides(&mut self, placed: &Placed<'_>) -> bool {
        let FindingKey { game, code, token } = self.keys.of(placed);
        let hex = |identity: u64| format!("{identity:016x}");
        let file = self.named(placed.game.path);
        let identities = [Some(game.game), game.roster, game.moves].map(|identity| identity.map(hex));
        if self.used != Use::Write {
            let of = |identity: &String| self.known.get(&[identity.clone(), code.to_owned(), token.clone()]);
            let is_left = |index: &usize| self.entries.get(*index).is_some_and(|entry| entry.found < entry.row.count);
            let found = identities.iter().flatten().filter_map(of).flatten().copied().find(is_left);
            let found = found.and_then(|index| self.entries.get_mut(index));
            let Some(entry) = found else { return false };
            (entry.found, entry.file) = (entry.found + 1, Some(file));
            return true;
        }
        // A new baseline has one row for equal findings of a game.
        let [Some(game), roster, moves] = identities else { return true };
        let key = [game.clone(), code.to_owned(), token.clone()];
        let is_new = |index: &usize| self.entries.get(*index).is_some_and(|entry| entry.file.as_ref() == Some(&file));
        let known = self.known.get(&key).into_iter().flatten().copied().find(is_new);
        if let Some(entry) = known.and_then(|index| self.entries.get_mut(index)) {
            entry.row.count = entry.row.count.saturating_add(1);
            return true;
        }
        self.add(Row { file: file.clone(), code: code.to_owned(), token, count: 1, game, roster, moves });
        if let Some(entry) = self.entries.last_mut() {
            (entry.found, entry.file) = (1, Some(file));
        }
        true
    }

    /// Ends the run: writes the baseline if requested, and returns a note. `whole` is true if all inputs were read.
    ///
    /// # Errors
    /// The file cannot be written, or some inputs could not be read.
    pub(super) fn finish(self, whole: bool) -> Result<Option<String>, Refused> {
        let path = shown_path(&self.path);
        let is_gone = |entry: &Entry| entry.found < entry.row.count && self.was_asked(&entry.row);
        let gone = self.entries.iter().filter(|entry| is_gone(entry));
        let gone = gone.fold(0_u64, |sum, entry| sum.saturating_add(entry.row.count - entry.found));
        let rows: Vec<Row> = match self.used {
            Use::Hide if gone == 0 => return Ok(None),
            Use::Hide => {
                let gone = count(gone, "finding", "findings");
                return Ok(Some(format!("note: {gone} of the baseline {path} gone; --prune-baseline takes them out")));
            }
            _ if !whole => {
                return Err(Refused::new(format!(
                    "error: the baseline {path} is not written, as not all inputs could be read"
                )));
            }
            Use::Prune => {
                let left = |entry: &Entry| {
                    let count = if is_gone(entry) { entry.found } else { entry.row.count };
                    let file = entry.file.clone().unwrap_or_else(|| entry.row.file.clone());
                    (count > 0).then(|| Row { count, file, ..entry.row.clone() })
                };
                self.entries.iter().filter_map(left).collect()
            }
            Use::Write => {
                let stays = |entry: &&Entry| entry.file.is_some() || !self.was_asked(&entry.row);
                self.entries.iter().filter(stays).map(|entry| entry.row.clone()).collect()
            }
        };
        let number = rows.iter().fold(0_u64, |sum, row| sum.saturating_add(row.count));
        write(&self.path, rows).map_err(|error| Refused::new(unwritten(&path, &error).to_string()))?;
        let has = count(number, "finding", "findings");
        Ok(Some(match self.used {
            Use::Write => format!("note: the baseline {path} has {has}"),
            _ => format!("note: the baseline {path} has {has}; {gone} gone, and taken out"),
        }))
    }
}

fn write(path: &Path, mut rows: Vec<Row>) -> io::Result<()> {
    rows.sort_unstable();
    let mut text = format!("{HEAD}\n");
    for row in rows {
        text.push_str(&serde_json::to_string(&row)?);
        text.push('\n');
    }
    write_whole(path, text.as_bytes()).map_err(|unwritten| unwritten.error)
}
