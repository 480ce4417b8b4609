//! A game as the panes show it.

use partie_core::{Game, GameView};
use serde::Serialize;

/// All that is shown of a game.
#[derive(Debug, Serialize)]
pub(crate) struct Shown<'a> {
    #[serde(flatten)]
    game: GameView<'a>,
    /// What was put right in it, step by step.
    steps: Vec<&'a str>,
}

impl<'a> Shown<'a> {
    /// A game whose bytes begin at `base`.
    pub(crate) fn new(game: &'a Game, (bytes, base): (&[u8], u64), steps: Vec<&'a str>) -> Self {
        Self { game: GameView::new(game, Some((bytes, base))), steps }
    }
}
