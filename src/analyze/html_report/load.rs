//! Loads the output of a run: totals, archives, examples, duplicates.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::bases::Bases;
use super::cells::{self, Columns};
use super::examples::{self, Examples, GameAbout, GamesOfExamples};
use super::moves::{self, Texts};
use crate::load_error::LoadError;
use crate::tasks::Plan;
use partie_table::SCHEMA_VERSION;
use partie_table::summary::Summary;

const MOST_ARCHIVES: usize = 200;
/// Maximum archives that are counted separately.
const MOST_COUNTED: usize = 100_000;
/// Maximum groups of duplicates that are listed.
const MOST_GROUPS: i64 = 50;

/// The data of a page.
#[derive(Debug, Default)]
pub struct Material {
    pub(super) summary: Summary,
    pub(super) examples: Examples,
    pub(super) texts: Texts,
    /// Archives with their counts, those with most broken games first; and the number of omitted ones.
    pub(super) archives: Vec<(String, Archive)>,
    pub(super) more_archives: usize,
    /// Inputs of the plan that are single files, with size and digest.
    pub(super) inputs: Vec<Input>,
    pub(super) duplicates: Option<Copies>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Archive {
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) faulty: u64,
    /// Index in the order of the input.
    order: usize,
}

/// A file of the plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    pub(super) path: String,
    pub(super) bytes: u64,
    pub(super) digest: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    pub(super) groups: u64,
    pub(super) levels: BTreeMap<String, u64>,
    /// The first groups: level, source, game, line, plies.
    pub(super) first: Vec<(i64, [String; 5])>,
}

/// Loads a folder that `partie analyze -o` wrote.
///
/// # Errors
/// If a file is missing or invalid.
pub fn load(out: &Path) -> Result<Material, LoadError> {
    let path = out.join("summary.json");
    let text = fs::read(&path).map_err(|error| {
        let advice = "; the folder must be one that partie analyze -o has finished";
        LoadError::Unreadable { file: path.display().to_string(), error, advice }
    })?;
    let summary: Summary = serde_json::from_slice(&text)
        .map_err(|error| LoadError::Content(format!("{} is not a summary: {error}", path.display())))?;
    if summary.schema_version != SCHEMA_VERSION {
        return Err(LoadError::Content(format!(
            "{} has schema version {}, but this program writes {SCHEMA_VERSION}: write the tables again with partie analyze --restart",
            path.display(),
            summary.schema_version
        )));
    }
    let mut material = Material { summary, ..Material::default() };
    let table = |name: &'static str| move |error: io::Error| LoadError::unreadable(format!("the table {name}"), error);
    let bases = Bases::of_file(&out.join("parts.jsonl")).map_err(table("parts.jsonl"))?;
    material.examples = examples::read_examples(out, &bases).map_err(table("findings"))?;
    material.texts = moves::texts(out, &material.examples, &bases).map_err(table("texts"))?;
    games(out, &mut material).map_err(table("games"))?;
    material.duplicates = duplicates(out).map_err(table("duplicates"))?;
    if let Ok(plan) = Plan::load(&out.join("plan.jsonl")) {
        let stamped = plan.sources.iter().filter_map(|source| Some((source, source.file_stamp?)));
        material.inputs = stamped
            .map(|(source, file_stamp)| Input {
                path: source.path.0.to_string_lossy().into_owned(),
                bytes: file_stamp.size,
                digest: format!("{:032x}", file_stamp.head.0),
            })
            .collect();
    }
    Ok(material)
}

/// Collects counts by archive, and the final positions that findings need.
fn games(out: &Path, material: &mut Material) -> io::Result<()> {
    let mut archives: BTreeMap<String, Archive> = BTreeMap::new();
    let mut of_examples = GamesOfExamples::new(&mut material.examples);
    for part in cells::parts(out, "games")? {
        let columns = Columns {
            needed: &["source", "game", "plies", "n_errors", "final"],
            others: &["first_player", "second_player", "event", "round", "date", "date_precision", "site"],
        };
        cells::read_cells(&part, columns, &mut |row| {
            let [source, game, plies, errors, last, first, second, event, round, date, precision, site] = row else {
                return;
            };
            let source = source.clone().unwrap_or_default();
            let number = |cell: &Option<String>| cell.as_ref().and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
            let key = (part.task, source, number(game));
            let date = partial(date.as_deref(), precision.as_deref());
            of_examples.game(&key, last.as_deref(), || GameAbout::of([first, second, event, round, &date, site]));
            let (_, source, _) = key;
            let order = archives.len();
            if archives.len() < MOST_COUNTED || archives.contains_key(&source) {
                let archive = archives.entry(source).or_insert(Archive { order, ..Archive::default() });
                archive.games += 1;
                archive.plies += number(plies).unsigned_abs();
                archive.faulty += u64::from(number(errors) > 0);
            }
        })?;
    }
    let mut all: Vec<(String, Archive)> = archives.into_iter().collect();
    // The archives with most broken games first, then in input order.
    all.sort_by_key(|(_, archive)| (std::cmp::Reverse(archive.faulty), archive.order));
    material.more_archives = all.len().saturating_sub(MOST_ARCHIVES);
    all.truncate(MOST_ARCHIVES);
    material.archives = all;
    Ok(())
}

/// A date cut to its known part.
fn partial(date: Option<&str>, precision: Option<&str>) -> Option<String> {
    let length = match precision? {
        "1" => 4,
        "2" => 7,
        _ => 10,
    };
    date?.get(..length).map(str::to_owned)
}

fn duplicates(out: &Path) -> io::Result<Option<Copies>> {
    let parts = cells::parts(out, "duplicates")?;
    if parts.is_empty() {
        return Ok(None);
    }
    let mut copies = Copies::default();
    for part in parts {
        let needed = &["group", "level", "source", "game", "line", "plies"];
        cells::read_cells(&part, Columns { needed, others: &[] }, &mut |row| {
            let [group, level, source, game, line, plies] = row else { return };
            let group: i64 = group.as_ref().and_then(|text| text.parse().ok()).unwrap_or(0);
            copies.groups = copies.groups.max(group.unsigned_abs());
            let level = level.clone().unwrap_or_default();
            *copies.levels.entry(level.clone()).or_default() += 1;
            if group <= MOST_GROUPS && copies.first.len() < 500 {
                let text = |cell: &Option<String>| cell.clone().unwrap_or_default();
                copies.first.push((group, [level, text(source), text(game), text(line), text(plies)]));
            }
        })?;
    }
    Ok(Some(copies))
}
