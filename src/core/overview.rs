//! Totals of the games of a text, counted while they are judged.

use super::settings::Settings;
use partie_record::finding::Finding;
use partie_replay::games::Game;
use partie_replay::{Options, Replayed};
use partie_table::GameColumns;
use partie_table::game_analyzer::{self, GameAnalyzer};
use partie_table::judged::Place;
use partie_table::summary::{Summary, Tally};

/// Judges and counts games.
#[derive(Debug)]
pub(crate) struct Overview {
    analyzer: GameAnalyzer,
    tally: Tally,
    summary: Summary,
    /// The totals of the last judged game, if it may be excluded.
    last: Option<Summary>,
}

impl Overview {
    pub(crate) fn new(settings: &Settings) -> Self {
        let analyzer = GameAnalyzer::new(game_analyzer::Settings {
            options: Options { keep: true, ..settings.options.clone() },
            wanted: settings.wanted.clone(),
            given: settings.given(),
            // Totals only need values that are always computed.
            columns: GameColumns::NONE,
            ..Default::default()
        });
        Self { analyzer, tally: Tally::default(), summary: Summary::default(), last: None }
    }

    /// From now on, excludes the last judged game from the totals.
    pub(crate) fn leave_out_last(&mut self) {
        self.last.get_or_insert_default();
    }

    /// Judges a game like [`partie_replay::Replayer::judge`], and counts it.
    pub(crate) fn judge(&mut self, game: &Game<'_>) -> Option<(Replayed, Vec<Finding>)> {
        self.analyzer.judge(game);
        let place = Place { source: "", game: 0, key: 0, line: 0, offset: 0, slice: game.slice, start: 0 };
        if let Some(judged) = self.analyzer.judged() {
            self.tally.add(&self.analyzer.game_row(&place, game.record, judged), judged);
        }
        self.hold_last();
        self.analyzer.take_judged().map(|judged| (judged.replayed, judged.findings))
    }

    /// Counts a game for which judging failed with an internal error.
    pub(crate) fn break_off(&mut self) {
        self.tally.add_broken();
        self.analyzer.renew();
        self.hold_last();
    }

    /// Adds the held game to the totals, as it is no longer the last game, and holds the game just judged.
    fn hold_last(&mut self) {
        if let Some(last) = &mut self.last {
            self.summary.absorb(last);
            *last = self.tally.take(self.analyzer.counts());
        }
    }

    pub(crate) fn json(&mut self) -> String {
        if self.last.is_none() {
            self.summary.absorb(&self.tally.take(self.analyzer.counts()));
        }
        self.summary.json()
    }
}
