//! The worker of a run without tables: computes the totals of slices, on any number of threads.

use partie_input::{Rest, Slice};
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::Game;
use partie_table::GameColumns;
use partie_table::game_analyzer::{GameAnalyzer, Settings};
use partie_table::judged::Place;
use partie_table::summary::{Summary, Tally};

#[derive(Debug)]
pub struct SummaryWorker {
    game_analyzer: GameAnalyzer,
    tally: Tally,
}

pub fn summary_worker(settings: &Settings) -> GameWorker<SummaryWorker> {
    // Totals need no column that is computed on request.
    let settings = Settings { columns: GameColumns::NONE, ..settings.clone() };
    let (given, chooser) = (settings.given, settings.choice.as_ref().map(|choice| choice.chooser()));
    GameWorker::new(
        SummaryWorker { game_analyzer: GameAnalyzer::new(settings), tally: Tally::default() },
        given,
        chooser,
    )
}

impl Games for SummaryWorker {
    type Out = Summary;

    fn game(&mut self, game: &Game<'_>, _: &mut Summary) {
        self.game_analyzer.judge(game);
        let place = Place { source: "", game: 0, key: 0, line: 0, offset: 0, slice: game.slice, start: 0 };
        if let Some(judged) = self.game_analyzer.judged() {
            self.tally.add(&self.game_analyzer.game_row(&place, game.record, judged), judged);
        }
    }

    fn panicked(&mut self, _: &mut Summary) {
        self.tally.add_broken();
        self.game_analyzer.renew();
    }

    fn end(&mut self, _: &Slice, _: Rest, summary: &mut Summary) {
        *summary = self.tally.take(self.game_analyzer.counts());
    }
}
