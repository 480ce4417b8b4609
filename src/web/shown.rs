//! A game for the panes of the page.

use partie_core::{Game, GameView};
use serde::Serialize;

/// A game with the steps made in it.
#[derive(Debug, Serialize)]
pub(crate) struct Shown<'a> {
    #[serde(flatten)]
    game: GameView<'a>,
    /// Descriptions of its steps.
    steps: Vec<&'a str>,
}

impl<'a> Shown<'a> {
    /// A game whose bytes begin at `base`.
    pub(crate) fn new(game: &'a Game, (bytes, base): (&[u8], u64), steps: Vec<&'a str>) -> Self {
        Self { game: GameView::new(game, Some((bytes, base))), steps }
    }
}
