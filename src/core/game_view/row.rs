//! A game in a list of games.

use serde::Serialize;

use super::cut::{NAME, cut};
use crate::game::Game;
use partie_record::finding::Severity;

/// A game in a line of a list: the `row` of its JSON.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct RowView<'a> {
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
    /// The message of the first error.
    first: Option<String>,
}

impl<'a> RowView<'a> {
    /// Creates the row of a game.
    pub fn new(game: &'a Game) -> Self {
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
