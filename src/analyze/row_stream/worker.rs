//! The worker of a row stream: makes rows of one table from the games of a slice. Not for ordering slices.

use super::columns::ArrowColumns;
use super::{RowTable, TableSpec};
use crate::panicked_rows;
use partie_input::{Rest, Slice};
use partie_record::span::{LineEnds, LineForm};
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{self, Game};
use partie_table::columns::Selection;
use partie_table::game_analyzer::GameAnalyzer;
use partie_table::judged::Place;
use partie_table::{FindingRow, GameColumns, GameRow, MoveRow};

/// Number of games after which the bytes of all rows are counted again.
const GAMES_PER_COUNT: i64 = 16;

#[derive(Debug)]
pub(super) struct RowMaker {
    table: RowTable,
    columns: Selection,
    game_analyzer: GameAnalyzer,
    /// Buffers for the rows of the next slice.
    spare: Option<ArrowColumns>,
    /// Bytes of the slice's rows at the last count.
    bytes: usize,
    /// The line ends of the slice, the offset up to which lines are counted, and their number.
    lines: (LineForm, usize, i64),
    /// Unpacked bytes of the file before the first game after the shard.
    until: i64,
    /// The current game: number and line in the slice, start in the slice, offset in the file.
    at: (i64, i64, usize, i64),
}

/// The rows of a slice, with places relative to the start of the slice.
#[derive(Debug, Default)]
pub(super) struct SliceRows {
    pub(super) columns: Option<ArrowColumns>,
    /// Lines before the start of the next slice.
    pub(super) lines: u64,
}

/// A worker that makes the rows of a table.
pub(super) fn worker(spec: &TableSpec) -> GameWorker<RowMaker> {
    let settings = spec.settings.clone();
    let (given, chooser) = (settings.given, settings.choice.as_ref().map(|choice| choice.chooser()));
    let columns = spec.selection().clone();
    let settings = match spec.table {
        RowTable::Games => partie_table::game_analyzer::Settings { columns: spec.columns.of_games(), ..settings },
        // Rows of findings have a column with their game's identifier.
        RowTable::Findings => {
            let columns = GameColumns { game_id: true, ..GameColumns::NONE };
            partie_table::game_analyzer::Settings { columns, ..settings }
        }
        RowTable::Moves => partie_table::game_analyzer::Settings { moves: Some(spec.columns.of_moves()), ..settings },
    };
    let maker = RowMaker {
        table: spec.table,
        columns,
        game_analyzer: GameAnalyzer::new(settings),
        spare: None,
        bytes: 0,
        lines: (LineForm::default(), 0, 0),
        until: spec.shard.until.map_or(i64::MAX, |until| i64::try_from(until).unwrap_or(i64::MAX)),
        at: (0, 0, 0, 0),
    };
    GameWorker::new(maker, given, chooser)
}

impl RowMaker {
    fn none(&self) -> ArrowColumns {
        match self.table {
            RowTable::Games => ArrowColumns::new::<GameRow<'_>>(&self.columns),
            RowTable::Findings => ArrowColumns::new::<FindingRow<'_>>(&self.columns),
            RowTable::Moves => ArrowColumns::new::<MoveRow<'_>>(&self.columns),
        }
    }
}

/// A place relative to the start of the slice.
const fn place<'a>((number, line, start, offset): (i64, i64, usize, i64), slice: &'a Slice) -> Place<'a> {
    Place { source: "", game: number, key: number, line, offset, slice, start }
}

impl Games for RowMaker {
    type Out = SliceRows;

    fn game(&mut self, game: &Game<'_>, out: &mut SliceRows) {
        let slice = game.slice;
        if out.columns.is_none() {
            out.columns = Some(self.spare.take().unwrap_or_else(|| self.none()));
            self.lines = (LineForm::of(&slice.bytes), 0, 0);
        }
        let (form, anchor, lines) = &mut self.lines;
        let start = game.start.max(*anchor);
        let passed = form.ends_of(&slice.bytes[*anchor..start]).lines() + slice.lines_left_out(*anchor, start);
        *lines += passed as i64;
        *anchor = start;
        let offset = i64::try_from(slice.file_offset(start)).unwrap_or(i64::MAX);
        if offset >= self.until {
            return;
        }
        self.at = (game.index as i64 + 1, *lines + 1, start, offset);
        self.game_analyzer.forget();
        self.game_analyzer.judge(game);
        let Some(columns) = &mut out.columns else { return };
        let place = place(self.at, slice);
        let Some(judged) = self.game_analyzer.judged() else { return };
        if self.table == RowTable::Findings && judged.findings.is_empty() {
            return;
        }
        let row = self.game_analyzer.game_row(&place, game.record, judged);
        match self.table {
            RowTable::Games => columns.row(&self.columns, &row),
            RowTable::Findings => {
                for finding in self.game_analyzer.finding_rows(&place, &row) {
                    columns.row(&self.columns, &finding);
                }
            }
            RowTable::Moves => {
                for mv in self.game_analyzer.move_rows(&row) {
                    columns.row(&self.columns, &mv);
                }
            }
        }
    }

    fn panicked(&mut self, out: &mut SliceRows) {
        self.game_analyzer.renew();
        let slice = Slice::default();
        let place = place(self.at, &slice);
        let mut columns = out.columns.take().unwrap_or_else(|| self.none());
        match self.table {
            RowTable::Games => columns.row(&self.columns, &panicked_rows::game(&place)),
            RowTable::Findings => columns.row(&self.columns, &panicked_rows::finding(&place)),
            RowTable::Moves => {}
        }
        out.columns = Some(columns);
    }

    fn kept(&mut self, out: &SliceRows) -> usize {
        // Counting the bytes of all columns after each game would be too slow.
        if self.at.0 % GAMES_PER_COUNT == 1 || self.table == RowTable::Moves {
            self.bytes = out.columns.as_ref().map_or(0, ArrowColumns::bytes);
        }
        self.bytes
    }

    fn end(&mut self, slice: &Slice, rest: Rest, out: &mut SliceRows) {
        self.spare = out.columns.as_ref().map(ArrowColumns::another);
        self.bytes = 0;
        out.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
    }
}
