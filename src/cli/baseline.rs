//! The findings that were there before: they are counted and not shown, so that a run fails on new ones alone. Not for how findings
//! are known from run to run.

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
use partie_rows::game_identity::{FindingKey, FindingKeys};

/// What the first line of a baseline says.
const HEAD: &str = r#"{"v":1,"type":"baseline"}"#;

/// Which findings are old.
#[derive(Clone, Debug, Args)]
pub(super) struct BaselineArgs {
    /// Count findings that this file has, and do not show them: only new ones fail. They are known by game, code and token,
    /// wherever the game stands
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write all findings of this run into the file of --baseline
    #[arg(long, requires = "baseline", conflicts_with = "prune_baseline")]
    write_baseline: bool,
    /// Take out of the file of --baseline what is not found any more
    #[arg(long, requires = "baseline")]
    prune_baseline: bool,
}

/// A row of the file: the findings of one game that have one code and one token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Row {
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    roster: Option<String>,
    code: String,
    token: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: u64,
}

const fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
const fn is_one(count: &u64) -> bool {
    *count == 1
}

/// What is to be done with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Hide,
    Prune,
    Write,
}

/// The findings that were there before.
pub(super) struct Baseline {
    path: PathBuf,
    used: Use,
    /// Each with how many of it were found.
    rows: Vec<(Row, u64)>,
    by_game: BTreeMap<[String; 3], usize>,
    /// Games whose moves were changed are known by their rosters.
    by_roster: BTreeMap<[String; 3], Vec<usize>>,
    keys: FindingKeys,
}

impl BaselineArgs {
    /// What the file says, where one is named.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn open(&self) -> Result<Option<Baseline>, String> {
        let Some(path) = &self.baseline else { return Ok(None) };
        let used = match (self.write_baseline, self.prune_baseline) {
            (true, _) => Use::Write,
            (false, true) => Use::Prune,
            (false, false) => Use::Hide,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) if used != Use::Write => text,
            // It is made anew; what is there must be one all the same, as no other file is to be lost.
            Ok(text) if text.is_empty() || text.starts_with(HEAD) => String::new(),
            Ok(_) => return Err(format!("error: {} is no baseline, and is not written over", shown_path(path))),
            Err(error) if error.kind() == io::ErrorKind::NotFound && used == Use::Write => String::new(),
            Err(error) => {
                let help = "; --write-baseline makes one";
                let help = if error.kind() == io::ErrorKind::NotFound { help } else { "" };
                return Err(format!("error: the baseline {} cannot be read: {error}{help}", shown_path(path)));
            }
        };
        Baseline::read(path, used, &text).map(Some)
    }
}

impl Baseline {
    fn read(path: &Path, used: Use, text: &str) -> Result<Self, String> {
        let mut baseline = Self {
            path: path.to_owned(),
            used,
            rows: Vec::new(),
            by_game: BTreeMap::new(),
            by_roster: BTreeMap::new(),
            keys: FindingKeys::default(),
        };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if number == 0 && line == HEAD {
                continue;
            }
            let wrong = |what: &str| Err(format!("error: {}:{}: {what}", shown_path(path), number + 1));
            if number == 0 {
                return wrong("this is no baseline; --write-baseline makes one");
            }
            match serde_json::from_str(line) {
                Ok(row) => baseline.add(row),
                Err(error) => return wrong(&format!("this is no row of a baseline: {error}")),
            }
        }
        Ok(baseline)
    }

    fn add(&mut self, row: Row) {
        let index = self.rows.len();
        let key = |identity: &str| [identity.to_owned(), row.code.clone(), row.token.clone()];
        if let Some(known) = self.by_game.get(&key(&row.game)) {
            self.rows[*known].0.count += row.count;
            return;
        }
        self.by_game.insert(key(&row.game), index);
        if let Some(roster) = &row.roster {
            self.by_roster.entry(key(roster)).or_default().push(index);
        }
        self.rows.push((row, 0));
    }

    /// Whether a finding is not shown; the file that is written gets it.
    pub(super) fn hides(&mut self, placed: &Placed<'_>) -> bool {
        let FindingKey { game, code, token } = self.keys.of(placed);
        let hex = |identity: u64| format!("{identity:016x}");
        if self.used == Use::Write {
            let (game, roster) = (hex(game.game), game.roster.map(hex));
            self.add(Row { game, roster, code: code.to_owned(), token, count: 1 });
            return true;
        }
        let of_game = [hex(game.game), code.to_owned(), token];
        let known = self.by_game.get(&of_game).copied();
        let [_, code, token] = of_game;
        let of_roster = game.roster.and_then(|roster| self.by_roster.get(&[hex(roster), code, token]));
        let is_left = |index: &usize| self.rows.get(*index).is_some_and(|(row, found)| *found < row.count);
        let found = known.into_iter().chain(of_roster.into_iter().flatten().copied()).find(is_left);
        if let Some((_, found)) = found.and_then(|index| self.rows.get_mut(index)) {
            *found += 1;
        }
        found.is_some()
    }

    /// The run is over: what is to be said of the file, and what is written into it; `whole` says that all was read, `selection`
    /// what was looked for.
    ///
    /// # Errors
    /// That it cannot be written, or not now.
    pub(super) fn finish(self, whole: bool, selection: &Selection) -> Result<Option<String>, String> {
        let path = shown_path(&self.path);
        // What was not looked for is not gone.
        let is_sought =
            |row: &Row| CATALOGUE.iter().all(|entry| entry.text != row.code || selection.counts(entry.code));
        let gone = self.rows.iter().filter(|(row, _)| is_sought(row)).map(|(row, found)| row.count - found).sum();
        let rows: Vec<Row> = match self.used {
            Use::Hide if gone == 0 => return Ok(None),
            Use::Hide => {
                let gone = count(gone, "finding", "findings");
                return Ok(Some(format!(
                    "note: {gone} of the baseline {path} not found; over all its files --prune-baseline takes them out"
                )));
            }
            _ if !whole => {
                return Err(format!("error: the baseline {path} is not written, as not all inputs could be read"));
            }
            Use::Prune => self
                .rows
                .into_iter()
                .map(|(row, found)| if is_sought(&row) { Row { count: found, ..row } } else { row })
                .filter(|row| row.count > 0)
                .collect(),
            Use::Write => self.rows.into_iter().map(|(row, _)| row).collect(),
        };
        let number: u64 = rows.iter().map(|row| row.count).sum();
        write(&self.path, rows).map_err(|error| unwritten(&path, &error).to_string())?;
        let has = count(number, "finding", "findings");
        Ok(Some(match self.used {
            Use::Write => format!("note: the baseline {path} has {has}"),
            _ => format!("note: the baseline {path} has {has}; {gone} not found, and taken out"),
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
