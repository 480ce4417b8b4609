//! Makes rows of each game of a task, and writes them to the parts of the tables.

use std::io;

use super::broken_texts::{Given, TextKeeper, TextRow};
use super::panicked_rows;
use super::tables::{TableFormat, Writer};
use super::tasks::{FileEnd, FileStart, Joined, Note, PartFile, Table, TaskPlace, TaskWork};
use partie_input::Slice;
use partie_record::shown::shown_path;
use partie_record::{Format, Record, limits};
use partie_replay::Counts;
use partie_replay::game_worker::GameReader;
use partie_replay::games::Game;
use partie_table::column::Row;
use partie_table::columns::Columns;
use partie_table::columns::Selection;
use partie_table::game_analyzer::{GameAnalyzer, Settings};
use partie_table::judged::Place;
use partie_table::summary::{Summary, Tally};
use partie_table::{FindingRow, GameRow, MoveRow, game_key};

/// The tables to write, and the settings for judging games.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The settings for judging; `moves` also enables the table of moves.
    pub settings: Settings,
    pub columns: Columns,
    /// The format of the tables.
    pub format: TableFormat,
    /// The reading options given by the user.
    pub given: Given,
}

/// Writes the tables of one task after another.
#[derive(Debug)]
pub struct TableWorker {
    tables: Tables,
    game_analyzer: GameAnalyzer,
    texts: TextKeeper,
    writers: Option<Writers>,
    source: String,
    task: u64,
    tally: Tally,
    /// True while rows of a game are written: a panic then would leave damaged parts.
    is_writing: bool,
}

#[derive(Debug)]
struct Writers {
    games: Writer<PartFile>,
    findings: Writer<PartFile>,
    texts: Writer<PartFile>,
    moves: Option<Writer<PartFile>>,
}

impl TableWorker {
    /// A worker that writes these tables.
    pub fn new(tables: Tables) -> Self {
        let game_analyzer =
            GameAnalyzer::new(Settings { columns: tables.columns.of_games(), ..tables.settings.clone() });
        Self {
            tables,
            game_analyzer,
            texts: TextKeeper::default(),
            writers: None,
            source: String::new(),
            task: 0,
            tally: Tally::default(),
            is_writing: false,
        }
    }
}

fn placed<'a>(source: &'a str, task: u64, place: TaskPlace, (slice, start): (&'a Slice, usize)) -> Place<'a> {
    let narrow = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    Place {
        source,
        game: narrow(place.number),
        key: game_key(task, place.in_task),
        line: narrow(place.lines + 1),
        offset: narrow(place.offset),
        slice,
        start,
    }
}

impl TaskWork for TableWorker {
    fn tables(&self) -> Vec<Table> {
        let extension = self.tables.format.extension();
        let moves = self.tables.settings.moves.is_some().then_some(MoveRow::TABLE);
        let names = [GameRow::TABLE, FindingRow::TABLE, TextRow::TABLE].into_iter().chain(moves);
        names.map(|name| Table { name, extension }).collect()
    }

    fn begin(&mut self, parts: Vec<PartFile>) -> io::Result<()> {
        let mut parts = parts.into_iter();
        let missing = || io::Error::other("a part of a table is missing");
        let mut next = || parts.next().ok_or_else(missing);
        let format = self.tables.format;
        let Columns { games, findings, moves } = self.tables.columns.clone();
        // An earlier task may have ended with an error, so its counts are dropped.
        *self.game_analyzer.counts() = Counts::default();
        self.tally = Tally::default();
        self.texts.renew();
        self.writers = Some(Writers {
            games: Writer::new::<GameRow<'_>>(format, games, next()?)?,
            findings: Writer::new::<FindingRow<'_>>(format, findings, next()?)?,
            texts: Writer::new::<TextRow<'_>>(format, Selection::default(), next()?)?,
            moves: match self.tables.settings.moves {
                Some(_) => Some(Writer::new::<MoveRow<'_>>(format, moves, next()?)?),
                None => None,
            },
        });
        Ok(())
    }

    fn reader(&self) -> GameReader {
        let Settings { given, choice, .. } = &self.tables.settings;
        GameReader::new(*given, choice.as_ref().map(|choice| choice.chooser()))
    }

    fn file(&mut self, start: &FileStart<'_>) {
        self.source = shown_path(start.path);
        self.task = start.task;
    }

    fn game(&mut self, place: TaskPlace, game: &Game<'_>) -> io::Result<()> {
        self.game_analyzer.forget();
        self.texts.forget();
        self.texts.look(game, self.game_analyzer.judge(game));
        let source = std::mem::take(&mut self.source);
        let place = placed(&source, self.task, place, (game.slice, game.start));
        self.is_writing = true;
        let done = self.rows(&place, game.record);
        self.is_writing = false;
        if game.record.items.len() > limits::KEPT {
            self.game_analyzer.release();
        }
        self.source = source;
        done
    }

    /// Writes the rows of a game whose judging panicked.
    #[cold]
    fn panicked(&mut self, place: TaskPlace, slice: &Slice) -> io::Result<()> {
        if self.is_writing {
            return Err(io::Error::other("an internal error while a row was written"));
        }
        self.game_analyzer.renew();
        self.tally.add_broken();
        let place = placed(&self.source, self.task, place, (slice, 0));
        let Some(writers) = &mut self.writers else { return Ok(()) };
        writers.games.row(&panicked_rows::game(&place))?;
        writers.findings.row(&panicked_rows::finding(&place))
    }

    fn file_end(&mut self, _: Format, end: &FileEnd) -> io::Result<()> {
        if end.games > 0 {
            self.tally.add_file();
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<(Vec<PartFile>, Note)> {
        let summary = self.tally.take(self.game_analyzer.counts());
        let Some(Writers { games, findings, texts, moves }) = self.writers.take() else {
            return Err(io::Error::other("no task was begun"));
        };
        let mut parts = Vec::with_capacity(4);
        for writer in [Some(games), Some(findings), Some(texts), moves].into_iter().flatten() {
            let (mut part, rows) = writer.finish()?;
            part.add_rows(rows);
            parts.push(part);
        }
        Ok((parts, Note::of(&summary)?))
    }
}

impl TableWorker {
    fn rows(&mut self, place: &Place<'_>, record: &Record) -> io::Result<()> {
        let Some(writers) = &mut self.writers else { return Ok(()) };
        let Some(judged) = self.game_analyzer.judged() else { return Ok(()) };
        let row = self.game_analyzer.game_row(place, record, judged);
        self.tally.add(&row, judged);
        writers.games.row(&row)?;
        if !judged.findings.is_empty() {
            for finding in self.game_analyzer.finding_rows(place, &row) {
                writers.findings.row(&finding)?;
            }
        }
        if self.texts.is_held() {
            write_text(&mut writers.texts, self.texts.row(place, judged, &self.tables.given))?;
        }
        if let Some(moves) = &mut writers.moves {
            moves.rows_of_game(self.game_analyzer.move_rows(&row))?;
        }
        Ok(())
    }
}

/// Writes the text of a broken game. Kept out of line, because few games need it.
#[cold]
#[inline(never)]
fn write_text(texts: &mut Writer<PartFile>, row: Option<TextRow<'_>>) -> io::Result<()> {
    row.map_or(Ok(()), |row| texts.row(&row))
}

/// The totals of all tasks.
///
/// # Errors
/// If a note of the journal is not a summary.
pub fn summary(joined: &Joined) -> Result<Summary, serde_json::Error> {
    let mut summary = Summary::default();
    // The shards of a file are adjacent, so the last source suffices.
    let mut last = "";
    for (entry, base) in joined.entries.iter().zip(&joined.bases) {
        let mut part: Summary = entry.note.value()?;
        // A file in several shards counts once.
        if base.shard && part.games > 0 {
            part.files = u64::from(last != base.source);
            last = &base.source;
        }
        summary.absorb(&part);
    }
    Ok(summary)
}
