//! The worker of a run without tables: slices to totals, on any number of threads.

use partie_archive::Worker;
use partie_input::{Rest, Share, Slice};
use partie_record::Record;
use partie_replay::games::{self, Chooser, Chosen, Game, Games};
use partie_rows::GameColumns;
use partie_rows::game_analyzer::{GameAnalyzer, Settings};
use partie_rows::judged::Place;
use partie_rows::summary::{Summary, Tally};

/// What a slice holds.
#[derive(Debug, Default)]
pub struct Survey {
    /// Totals.
    pub summary: Summary,
    /// Games whose judging broke off, by number in the slice from 0.
    pub panicked: Option<u64>,
    /// Games that were passed over.
    pub passed_over: u64,
}

/// Makes totals of slices.
#[derive(Debug)]
pub struct SummaryWorker {
    game_analyzer: GameAnalyzer,
    record: Record,
    tally: Tally,
    chooser: Option<Box<dyn Chooser>>,
}

impl SummaryWorker {
    /// A surveyor of those settings.
    pub fn new(settings: Settings) -> Self {
        // Totals rest on what is always computed.
        let settings = Settings { columns: GameColumns::NONE, ..settings };
        let chooser = settings.choice.as_ref().map(|choice| choice.chooser());
        Self { game_analyzer: GameAnalyzer::new(settings), record: Record::default(), tally: Tally::default(), chooser }
    }

    fn game(&mut self, slice: &Slice, game: &Game<'_>) {
        self.game_analyzer.judge(game);
        let place = Place { source: "", game: 0, key: 0, line: 0, offset: 0, slice, start: 0 };
        if let Some(judged) = self.game_analyzer.judged() {
            self.tally.add(&self.game_analyzer.game_row(&place, game.record, judged), judged);
        }
    }
}

impl Worker for SummaryWorker {
    type Out = Survey;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (Survey, Rest) {
        let mut record = std::mem::take(&mut self.record);
        let given = self.game_analyzer.given();
        let mut chooser = self.chooser.take();
        let mut games = OfSlice { summary_worker: self, slice, panicked: None, passed_over: 0 };
        let mut chosen = Chosen { chooser: chooser.as_mut(), slice, games: &mut games };
        let rest = games::read(slice, &mut record, given, &mut chosen, share);
        let (panicked, passed_over) = (games.panicked, games.passed_over);
        self.chooser = chooser;
        self.record = record;
        (Survey { summary: self.tally.take(self.game_analyzer.counts()), panicked, passed_over }, rest)
    }
}

/// A surveyor with the slice at hand.
struct OfSlice<'a> {
    summary_worker: &'a mut SummaryWorker,
    slice: &'a Slice,
    panicked: Option<u64>,
    passed_over: u64,
}

impl Games for OfSlice<'_> {
    fn game(&mut self, game: &Game<'_>) {
        self.summary_worker.game(self.slice, game);
    }

    fn passed_over(&mut self) {
        self.passed_over += 1;
    }

    fn panicked(&mut self) {
        self.panicked.get_or_insert(self.summary_worker.tally.games());
        self.summary_worker.tally.add_broken();
        self.summary_worker.game_analyzer.renew();
    }
}
