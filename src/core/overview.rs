//! Totals of the games of a text, counted while they are judged. Not for judging them.

use super::settings::Settings;
use partie_record::finding::Finding;
use partie_replay::games::Game;
use partie_replay::{Options, Replayed};
use partie_rows::GameColumns;
use partie_rows::game_analyzer::{self, GameAnalyzer};
use partie_rows::judged::Place;
use partie_rows::summary::{Summary, Tally};

/// Judges games, and counts them.
#[derive(Debug)]
pub(crate) struct Overview {
    analyzer: GameAnalyzer,
    tally: Tally,
    summary: Summary,
}

impl Overview {
    pub(crate) fn new(settings: &Settings) -> Self {
        let analyzer = GameAnalyzer::new(game_analyzer::Settings {
            options: Options { keep: true, ..settings.options.clone() },
            wanted: settings.wanted.clone(),
            given: settings.given(),
            // Totals rest on what is always computed.
            columns: GameColumns::NONE,
            ..Default::default()
        });
        Self { analyzer, tally: Tally::default(), summary: Summary::default() }
    }

    /// Judges a game as [`partie_replay::Replayer::judge`] does, and counts it.
    pub(crate) fn judge(&mut self, game: &Game<'_>) -> Option<(Replayed, Vec<Finding>)> {
        self.analyzer.judge(game);
        let place = Place { source: "", game: 0, key: 0, line: 0, offset: 0, slice: game.slice, start: 0 };
        if let Some(judged) = self.analyzer.judged() {
            self.tally.add(&self.analyzer.game_row(&place, game.record, judged), judged);
        }
        self.analyzer.take_judged().map(|judged| (judged.replayed, judged.findings))
    }

    /// Counts a game at which judging broke off.
    pub(crate) fn break_off(&mut self) {
        self.tally.add_broken();
        self.analyzer.renew();
    }

    /// The totals so far.
    pub(crate) fn json(&mut self) -> String {
        self.summary.absorb(&self.tally.take(self.analyzer.counts()));
        self.summary.json()
    }
}
