//! A text that was judged: its games. Not for how they are shown.

use std::ops::Range;
use std::sync::Arc;

use lsp_types::Diagnostic;
use partie_core::Game;

use super::diagnostics;
use super::document::{Document, span};
use super::sessions::TextSessions;

/// A text that was judged, at one of its versions.
pub(crate) struct Judged {
    pub(crate) document: Arc<Document>,
    pub(crate) sessions: TextSessions,
    pub(crate) games: Vec<Game>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Judged {
    /// Judges a text; nothing where it was cancelled.
    pub(crate) fn of(document: &Arc<Document>, sessions: TextSessions, cancelled: impl Fn() -> bool) -> Option<Self> {
        let mut reading = sessions.judge.games(document.text.as_bytes()).until(cancelled);
        let (mut games, mut found) = (Vec::new(), Vec::new());
        for mut game in reading.by_ref() {
            game.release();
            found.extend(game.findings().filter_map(|finding| diagnostics::of(document, &finding)));
            games.push(game);
        }
        if reading.is_cancelled() {
            return None;
        }
        found.extend(reading.file_findings().filter_map(|finding| diagnostics::of(document, &finding)));
        drop(reading);
        Some(Self { document: Arc::clone(document), sessions, games, diagnostics: found })
    }

    /// The games that touch a stretch of the text.
    pub(crate) fn games_at(&self, stretch: &Range<usize>) -> impl Iterator<Item = &Game> {
        let first = self.games.partition_point(|game| span(&game.span()).end <= stretch.start);
        // Where a game ends the next one begins: what stands there is of the one before, too.
        let first = first.saturating_sub(usize::from(first == self.games.len()));
        self.games.iter().skip(first).take_while(move |game| span(&game.span()).start <= stretch.end)
    }

    /// The stretch of a game without the white space around it.
    pub(crate) fn stretch(&self, game: &Game) -> Range<usize> {
        let whole = span(&game.span());
        let text = self.document.text.get(whole.clone()).unwrap_or_default();
        let start = whole.start + text.len() - text.trim_start().len();
        start..start + text.trim().len()
    }

    /// The game of a place.
    pub(crate) fn game_at(&self, offset: usize) -> Option<&Game> {
        self.games_at(&(offset..offset)).next()
    }
}
