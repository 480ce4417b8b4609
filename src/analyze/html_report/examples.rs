//! The first findings of each code, with the positions that they are about.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::EXAMPLES;
use super::bases::Bases;
use super::cells::{self, Row};
use crate::rules::GameKind;

/// A finding that is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Example {
    /// Where its game stands: the task, the source, the number in the part.
    key: (u64, String, i64),
    pub(super) source: String,
    pub(super) game: i64,
    pub(super) line: i64,
    pub(super) column: i64,
    pub(super) kind: GameKind,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) basis: Option<String>,
    pub(super) position: Option<String>,
    /// Whether the position is the last one of the game, as the finding itself has none.
    pub(super) is_final: bool,
}

/// The examples of each code, by severity.
pub(super) type Examples = BTreeMap<String, BTreeMap<String, Vec<Example>>>;

const COLUMNS: [&str; 11] =
    ["source", "game", "line", "column", "kind", "code", "severity", "message", "help", "basis", "position"];

/// Reads the first of each code, in the order of the input.
pub(super) fn read(out: &Path, bases: &Bases) -> io::Result<Examples> {
    let mut examples = Examples::new();
    for part in cells::parts(out, "findings")? {
        let base = bases.of(part.task);
        cells::read(&part, &COLUMNS, &mut |row| take(&mut examples, row, (part.task, base)))?;
    }
    Ok(examples)
}

fn take(examples: &mut Examples, row: &Row, (task, (game_base, line_base)): (u64, (i64, i64))) {
    let [source, game, line, column, kind, code, severity, message, help, basis, position] = row else { return };
    let (Some(code), Some(severity)) = (code, severity) else { return };
    let known = match examples.get_mut(code.as_str()).and_then(|of| of.get_mut(severity.as_str())) {
        Some(known) => known,
        None => examples.entry(code.clone()).or_default().entry(severity.clone()).or_default(),
    };
    if known.len() >= EXAMPLES {
        return;
    }
    let number = |cell: &Option<String>| cell.as_ref().and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
    let source = source.clone().unwrap_or_default();
    let game = number(game);
    known.push(Example {
        key: (task, source.clone(), game),
        source,
        game: game.saturating_add(game_base),
        line: number(line).saturating_add(line_base),
        column: number(column),
        kind: self::kind(kind.as_deref()),
        message: message.clone().unwrap_or_default(),
        help: help.clone(),
        basis: basis.clone(),
        position: position.clone(),
        is_final: false,
    });
}

fn kind(name: Option<&str>) -> GameKind {
    name.and_then(GameKind::named).unwrap_or_default()
}

/// The games whose last position stands in for one that findings lack.
pub(super) struct Finals<'e> {
    wanted: BTreeMap<(u64, String, i64), Vec<&'e mut Example>>,
}

impl<'e> Finals<'e> {
    /// Those of findings on results and draws: the others are about the text.
    pub(super) fn new(examples: &'e mut Examples) -> Self {
        let mut wanted: BTreeMap<_, Vec<&mut Example>> = BTreeMap::new();
        let about_boards = |code: &str| code.starts_with(['R', 'D', 'L', 'K']);
        for (_, lists) in examples.iter_mut().filter(|(code, _)| about_boards(code)) {
            for example in lists.values_mut().flatten().filter(|example| example.position.is_none()) {
                wanted.entry(example.key.clone()).or_default().push(example);
            }
        }
        Self { wanted }
    }

    /// A game with its last position.
    pub(super) fn game(&mut self, key: &(u64, String, i64), position: &str) {
        for example in self.wanted.remove(key).unwrap_or_default() {
            example.position = Some(position.to_owned());
            example.is_final = true;
        }
    }
}
