//! A game as the list of games shows it.

use partie_core::{Game, Severity};
use serde::Serialize;

use super::cut::{NAME, cut};

/// A game in a line.
#[derive(Debug, Serialize)]
pub(crate) struct Row<'a> {
    number: u64,
    line: u64,
    kind: &'static str,
    players: [Option<&'a str>; 2],
    result: Option<&'static str>,
    status: &'static str,
    broken: bool,
    plies: u32,
    errors: usize,
    warnings: usize,
    infos: usize,
    /// The first thing that is wrong.
    first: Option<String>,
}

impl<'a> Row<'a> {
    /// That of a game.
    pub(crate) fn new(game: &'a Game) -> Self {
        let count = |severity| game.findings().filter(|finding| finding.severity() == severity).count();
        Self {
            number: game.number(),
            line: game.place().line,
            kind: game.kind().name(),
            players: game.players().map(|name| name.map(|name| cut(name, NAME))),
            result: game.result().map(|result| result.token()),
            status: game.status().name(),
            broken: game.is_broken(),
            plies: game.plies(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
            first: game.findings().find(|finding| finding.is_error()).map(|finding| finding.message()),
        }
    }
}
