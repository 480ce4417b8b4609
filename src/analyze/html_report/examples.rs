//! The first findings of each code, with their positions.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::EXAMPLES;
use super::bases::Bases;
use super::cells::{self, Columns, Row};
use partie_rules::GameKind;

/// The key of a game: task, source, number in the part.
pub(super) type GameKey = (u64, String, i64);

/// A finding that is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Example {
    pub(super) key: GameKey,
    pub(super) source: String,
    pub(super) game: i64,
    pub(super) line: i64,
    pub(super) column: i64,
    /// The ply of the finding, and the line of the game in which it counts.
    pub(super) ply: Option<i64>,
    pub(super) variation: i64,
    pub(super) kind: GameKind,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) basis: Option<String>,
    pub(super) position: Option<String>,
    /// The move with its number, `12... Nf6`; the number alone in shogi.
    pub(super) move_: Option<String>,
    /// The replacement for the token.
    pub(super) fix: Option<String>,
    pub(super) about: GameAbout,
    /// Whether the position is the final one of the game, for a finding without a position.
    pub(super) is_final: bool,
}

/// The details that identify a game to an arbiter.
#[derive(Clone, Debug, Default)]
pub(super) struct GameAbout {
    pub(super) players: Option<String>,
    /// Event, round and date, as far as they are known.
    pub(super) event: String,
    /// The address of the game at its site.
    pub(super) link: Option<String>,
}

impl GameAbout {
    /// From the cells of players, event, round, date and site.
    pub(super) fn of([first, second, event, round, date, site]: [&Option<String>; 6]) -> Self {
        let name = |cell: &Option<String>| cell.clone().unwrap_or_else(|| "?".to_owned());
        let known = first.is_some() || second.is_some();
        let round = round.as_ref().map(|round| format!("round {round}"));
        let parts = [event.clone(), round, date.clone()];
        let is_address = |site: &&String| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/?#=&%:".contains(&byte);
            site.starts_with("https://") && site.bytes().all(plain)
        };
        Self {
            players: known.then(|| format!("{} – {}", name(first), name(second))),
            event: parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
            link: site.as_ref().filter(is_address).cloned(),
        }
    }
}

/// The examples of each code, by severity.
pub(super) type Examples = BTreeMap<String, BTreeMap<String, Vec<Example>>>;

const COLUMNS: Columns<'_> = Columns {
    needed: &["source", "game", "line", "column", "kind", "code", "severity", "message", "help", "basis", "position"],
    others: &["token", "fix", "move_no", "side", "ply", "variation"],
};

/// Reads the first examples of each code, in input order.
pub(super) fn read_examples(out: &Path, bases: &Bases) -> io::Result<Examples> {
    let mut examples = Examples::new();
    for part in cells::parts(out, "findings")? {
        let base = bases.of(part.task);
        cells::read_cells(&part, COLUMNS, &mut |row| take(&mut examples, row, (part.task, base)))?;
    }
    Ok(examples)
}

fn take(examples: &mut Examples, row: &Row, (task, (game_base, line_base)): (u64, (i64, i64))) {
    let [
        source,
        game,
        line,
        column,
        kind,
        code,
        severity,
        message,
        help,
        basis,
        position,
        token,
        fix,
        move_no,
        side,
        ply,
        variation,
    ] = row
    else {
        return;
    };
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
        ply: ply.as_ref().map(|_| number(ply)),
        variation: number(variation),
        kind: self::kind(kind.as_deref()),
        message: message.clone().unwrap_or_default(),
        help: help.clone(),
        basis: basis.clone(),
        position: position.clone(),
        move_: named_move(self::kind(kind.as_deref()), move_no.as_deref(), side.as_deref(), token.as_deref()),
        fix: fix.clone(),
        about: GameAbout::default(),
        is_final: false,
    });
}

/// A move with its number in the usual form.
fn named_move(kind: GameKind, number: Option<&str>, side: Option<&str>, token: Option<&str>) -> Option<String> {
    let (number, token) = (number?, token.unwrap_or_default());
    let dots = match (kind, side) {
        (GameKind::Shogi, _) => "手目",
        (_, Some("second")) => "...",
        _ => ".",
    };
    Some(format!("{number}{dots} {token}").trim_end().to_owned())
}

fn kind(name: Option<&str>) -> GameKind {
    name.and_then(GameKind::named).unwrap_or_default()
}

/// The games of the examples: players, and final positions for findings without a position.
pub(super) struct GamesOfExamples<'e> {
    wanted: BTreeMap<GameKey, Vec<&'e mut Example>>,
}

impl<'e> GamesOfExamples<'e> {
    pub(super) fn new(examples: &'e mut Examples) -> Self {
        let mut wanted: BTreeMap<_, Vec<&mut Example>> = BTreeMap::new();
        for (code, lists) in examples {
            for example in lists.values_mut().flatten() {
                // Only for findings on moves, results and draws; the others are about the text.
                example.is_final = example.position.is_none() && code.starts_with(['R', 'D', 'L', 'K']);
                wanted.entry(example.key.clone()).or_default().push(example);
            }
        }
        Self { wanted }
    }

    /// Adds a game with its final position to its examples.
    pub(super) fn game(&mut self, key: &GameKey, position: Option<&str>, about: impl Fn() -> GameAbout) {
        for example in self.wanted.remove(key).unwrap_or_default() {
            example.about = about();
            if example.is_final {
                example.position = position.map(str::to_owned);
                example.is_final = position.is_some();
            }
        }
    }
}
