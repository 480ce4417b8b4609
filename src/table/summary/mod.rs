//! Totals of many games, in little memory and independent of the order of games.
//!
//! The terminal, `summary.json` and the HTML report show these totals. Not for rows.

mod render;
mod tally;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::SCHEMA_VERSION;
use partie_record::finding::{CATALOGUE, Entry, Severity};
use partie_replay::Counts;

pub use render::render;
pub use tally::Tally;

/// Width in plies of a step of the length histogram.
pub const STEP: i32 = 20;
/// Maximum distinct names that are counted separately.
const MAX_NAMES: usize = 4096;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    /// Wins of the first player.
    pub first: u64,
    pub draw: u64,
    /// Wins of the second player.
    pub second: u64,
    /// Unfinished or unknown.
    pub unknown: u64,
}

impl Outcomes {
    pub(super) const fn add(&mut self, outcome: Option<i8>) {
        match outcome {
            Some(0) => self.draw += 1,
            Some(1) => self.first += 1,
            Some(_) => self.second += 1,
            None => self.unknown += 1,
        }
    }

    pub(super) const fn absorb(&mut self, other: Self) {
        self.first += other.first;
        self.draw += other.draw;
        self.second += other.second;
        self.unknown += other.unknown;
    }

    pub const fn games(self) -> u64 {
        self.first + self.draw + self.second + self.unknown
    }
}

/// Findings of a code, by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Severities {
    #[serde(skip_serializing_if = "is_zero")]
    pub error: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub warning: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub info: u64,
}

impl Severities {
    const fn of(&mut self, severity: Severity) -> &mut u64 {
        match severity {
            Severity::Error => &mut self.error,
            Severity::Warning => &mut self.warning,
            Severity::Info => &mut self.info,
        }
    }

    const fn absorb(&mut self, other: Self) {
        self.error += other.error;
        self.warning += other.warning;
        self.info += other.info;
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Findings of a code with one severity.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub entry: &'static Entry,
    pub severity: Severity,
    pub number: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    pub schema_version: i32,
    /// Files that contain a record; counted at the end of the file.
    pub files: u64,
    /// Files that could not be opened or read to the end; unread games are not counted.
    #[serde(default)]
    pub unread: u64,
    /// Messages about unread files, and about named files without a record.
    #[serde(default, rename = "told", skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<String>,
    pub games: u64,
    /// Replayed plies of main lines.
    pub plies: u64,
    pub kinds: BTreeMap<String, u64>,
    pub statuses: BTreeMap<String, u64>,
    pub results: Outcomes,
    /// Games by verdict on the result.
    pub verdicts: BTreeMap<String, u64>,
    pub terminations: BTreeMap<String, u64>,
    pub errors: u64,
    pub warnings: u64,
    pub infos: u64,
    pub codes: BTreeMap<String, u64>,
    /// Findings by code and severity; a code may have several severities.
    #[serde(default)]
    pub severities: BTreeMap<String, Severities>,
    /// Games in which a player could have claimed a draw, with an intended move or while having the move.
    pub claims: u64,
    /// Games in which a draw happened or could have been claimed, by kind; a game may have several.
    pub draws: BTreeMap<String, u64>,
    /// Games by length: 0 plies, 1 to 20, 21 to 40 and so on.
    pub lengths: Vec<u64>,
    /// Plies of the longest game.
    pub longest: u64,
    pub with_clocks: u64,
    pub with_evals: u64,
    /// Outcomes by opening family.
    pub openings: BTreeMap<String, Outcomes>,
    /// Outcomes by time class.
    pub time_classes: BTreeMap<String, Outcomes>,
    /// Outcomes by band of the mean rating.
    pub ratings: BTreeMap<String, Outcomes>,
    pub years: BTreeMap<String, Outcomes>,
}

/// Formats a share in whole percent: 0 % only if `part` is 0, and 100 % only if it equals `whole`.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    match (u128::from(part) * 200 + u128::from(whole)) / (u128::from(whole) * 2) {
        0 if part > 0 => "<1 %".to_owned(),
        100.. if part < whole => ">99 %".to_owned(),
        share => format!("{share} %"),
    }
}

/// The entry of a key, or of `(others)` above `MAX_NAMES`. Called once per name of a partial result, not once per game.
fn entry<'m, V: Default>(map: &'m mut BTreeMap<String, V>, key: &str) -> &'m mut V {
    let key = if map.contains_key(key) || map.len() < MAX_NAMES { key } else { "(others)" };
    map.entry(key.to_owned()).or_default()
}

fn merge<V: Default + Copy>(into: &mut BTreeMap<String, V>, from: &BTreeMap<String, V>, add: impl Fn(&mut V, V)) {
    for (key, value) in from {
        add(entry(into, key), *value);
    }
}

impl Summary {
    /// Moves counts of findings into the summary.
    pub fn take_counts(&mut self, counts: &mut Counts) {
        for code in CATALOGUE.iter() {
            for (severity, count) in counts.severities_of(code.code) {
                *entry(&mut self.codes, code.text) += count;
                *entry(&mut self.severities, code.text).of(severity) += count;
            }
        }
        self.errors += counts.of_severity(Severity::Error);
        self.warnings += counts.of_severity(Severity::Warning);
        self.infos += counts.of_severity(Severity::Info);
        Counts::default().absorb(counts);
    }

    /// Findings by code and severity, sorted by severity and then by frequency.
    pub fn found(&self) -> Vec<Found> {
        let mut found = Vec::new();
        for entry in CATALOGUE {
            let Some(mut counts) = self.severities.get(entry.text).copied() else { continue };
            for severity in [Severity::Error, Severity::Warning, Severity::Info] {
                let number = *counts.of(severity);
                found.extend((number > 0).then_some(Found { entry, severity, number }));
            }
        }
        found.sort_by_key(|found| (std::cmp::Reverse((found.severity, found.number)), found.entry.text));
        found
    }

    /// Number of games with the status `error` or `unreadable`.
    pub fn faulty(&self) -> u64 {
        ["error", "unreadable"].iter().filter_map(|status| self.statuses.get(*status)).sum()
    }

    /// Adds the totals of other games.
    pub fn absorb(&mut self, other: &Self) {
        let count = |sum: &mut u64, part: u64| *sum += part;
        self.schema_version = SCHEMA_VERSION;
        self.files += other.files;
        self.unread += other.unread;
        self.reports.extend_from_slice(&other.reports);
        self.games += other.games;
        self.plies += other.plies;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.claims += other.claims;
        self.longest = self.longest.max(other.longest);
        self.with_clocks += other.with_clocks;
        self.with_evals += other.with_evals;
        self.results.absorb(other.results);
        merge(&mut self.kinds, &other.kinds, count);
        merge(&mut self.statuses, &other.statuses, count);
        merge(&mut self.verdicts, &other.verdicts, count);
        merge(&mut self.terminations, &other.terminations, count);
        merge(&mut self.codes, &other.codes, count);
        merge(&mut self.severities, &other.severities, Severities::absorb);
        merge(&mut self.draws, &other.draws, count);
        merge(&mut self.openings, &other.openings, Outcomes::absorb);
        merge(&mut self.time_classes, &other.time_classes, Outcomes::absorb);
        merge(&mut self.ratings, &other.ratings, Outcomes::absorb);
        merge(&mut self.years, &other.years, Outcomes::absorb);
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        for (sum, part) in self.lengths.iter_mut().zip(&other.lengths) {
            *sum += part;
        }
    }

    /// Formats the totals as indented JSON, with keys in a fixed order.
    pub fn json(&self) -> String {
        // Serializing structs of strings and numbers cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}
