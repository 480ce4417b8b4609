//! The view of a game for the panes of the web page.

use partie_core::{Game, GameView};
use serde::Serialize;

/// The view of a game, with the steps that the user made in it.
#[derive(Debug, Serialize)]
pub(crate) struct Shown<'a> {
    #[serde(flatten)]
    game: GameView<'a>,
    /// Descriptions of the steps.
    steps: Vec<&'a str>,
}

impl<'a> Shown<'a> {
    /// The view of a game; `bytes` are the text of the game, and `base` is the offset of their first byte.
    pub(crate) fn new(game: &'a Game, (bytes, base): (&[u8], u64), steps: Vec<&'a str>) -> Self {
        Self { game: GameView::new(game, Some((bytes, base))), steps }
    }
}
