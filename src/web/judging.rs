//! Judges a file in pieces, and answers queries about its games.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use partie_core::{
    Converted, Decided, Decision, Decisions, EditLog, Expression, Game, GameFinding, Games, Grade, MadeEdit, Repairs,
    RowView, Session, Target, TextOffsets,
};
use serde::Serialize;

use super::file_bytes::FileBytes;
use super::options::Options;
use super::page_error::PageError;
use super::shown::Shown;
use super::step::{GameSteps, Step, StepJson, TakenBack};
use super::versions::{self, Version, Versions};
use super::views::{self, RepairsView};

/// A file that is judged in pieces.
#[derive(Debug)]
pub struct Judging {
    options: Options,
    session: Session,
    file: FileBytes,
    /// The UTF-8 form of a UTF-16 file, to which spans refer; `None` for other files.
    utf8_form: Option<FileBytes>,
    games: Games<'static>,
    ended: bool,
    /// True if the file continues after the given bytes, so that the last game may continue, too.
    goes_on: bool,
    judged: Vec<Game>,
    /// Number of games whose rows were already returned.
    given: usize,
    versions: Versions,
    /// The repairs found so far, by game.
    repairs: BTreeMap<usize, Repairs>,
    /// Decisions read from a file.
    decisions: Option<Decisions>,
}

/// The result of judging a piece.
#[derive(Serialize)]
struct Piece<'a> {
    rows: Vec<RowView<'a>>,
    read: u64,
    of: u64,
    /// The reason why the file could not be read to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    /// Start of the last game, which must be judged with the next part of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<u64>,
    ended: bool,
}

/// The outcome of a decision on a game.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Fate {
    Taken,
    Refused,
    Unfit(Vec<String>),
}

impl Judging {
    /// Prepares to judge the bytes of a file.
    ///
    /// # Errors
    /// An option has an unknown value.
    pub fn new(bytes: Vec<u8>, options: Options) -> Result<Self, PageError> {
        Self::of(FileBytes::Held(Arc::new(bytes)), options)
    }

    /// Prepares to judge a file of `len` bytes; `ask` returns its parts when they are needed.
    ///
    /// # Errors
    /// An option has an unknown value, or the file cannot be read.
    pub fn asking(
        len: u64,
        ask: impl Fn(Range<u64>) -> io::Result<Vec<u8>> + 'static,
        options: Options,
    ) -> Result<Self, PageError> {
        Self::of(FileBytes::Asked(len, Rc::new(ask)), options)
    }

    fn of(file: FileBytes, options: Options) -> Result<Self, PageError> {
        let session = options.session()?;
        let utf8_form = file.utf8_form()?;
        let games = session.read(file.reader());
        let games = if options.totals { games.counted() } else { games };
        Ok(Self {
            options,
            session,
            file,
            utf8_form,
            games,
            ended: false,
            goes_on: false,
            judged: Vec::new(),
            given: 0,
            versions: Versions::default(),
            repairs: BTreeMap::new(),
            decisions: None,
        })
    }

    /// Marks the file as continuing after the given bytes, so that the last game is not judged yet.
    pub fn goes_on(&mut self) {
        self.goes_on = true;
        self.games.leave_out_last();
    }

    /// True if the text equals the file, except for changed games; false for UTF-16.
    pub const fn is_of_file(&self) -> bool {
        self.utf8_form.is_none()
    }

    /// Judges the next games, about `bytes` bytes, and returns their rows as JSON.
    pub fn piece(&mut self, bytes: u64) -> String {
        let mut from = None;
        while !self.ended {
            let Some(game) = self.games.next() else {
                self.ended = true;
                break;
            };
            let span = game.span();
            self.judged.push(game);
            if span.end - *from.get_or_insert(span.start) >= bytes {
                break;
            }
        }
        let read = self.judged.last().map_or(0, |game| game.span().end);
        let failure = self.games.failure().map(ToString::to_string);
        let rest = if self.ended && self.goes_on { self.judged.pop().map(|game| game.span().start) } else { None };
        // Holds back the last judged game, which may continue in the next part, until another game follows.
        let shown = self.judged.len() - usize::from(self.goes_on && !self.ended && !self.judged.is_empty());
        let rows = self.judged[self.given..shown].iter().map(RowView::new).collect();
        let piece = json(&Piece { rows, read, of: self.bytes().len(), failure, rest, ended: self.ended });
        self.judged[self.given..shown].iter_mut().for_each(Game::release);
        self.given = shown;
        piece
    }

    /// Totals of the games judged so far, without edits; empty if totals are not counted.
    pub fn summary(&mut self) -> String {
        self.games.summary().unwrap_or_default()
    }

    /// Number of judged games.
    pub const fn count(&self) -> usize {
        self.judged.len()
    }

    /// The row of a game with its edits, as JSON.
    pub fn row(&self, index: usize) -> Option<String> {
        Some(json(&RowView::new(self.game(index)?)))
    }

    /// The JSON object that `partie validate` writes for a game, without edits.
    pub fn game_json(&self, index: usize, moves: bool) -> Option<String> {
        Some(self.judged.get(index)?.json(moves))
    }

    /// The JSON objects that `partie validate` writes for the findings in a game, without edits, one per line.
    pub fn findings_json(&self, index: usize) -> Option<String> {
        Some(lines(self.judged.get(index)?.findings().map(|finding| finding.json())))
    }

    /// The JSON objects for findings about the whole file, one per line; complete once all games are judged.
    pub fn file_findings_json(&self) -> String {
        lines(self.games.file_findings().map(|finding| finding.json()))
    }

    /// The view of a game with its edits, as JSON.
    pub fn shown(&self, index: usize) -> Option<String> {
        let (words, (bytes, base)) = (self.versions.words(index), self.now(index)?);
        Some(json(&Shown::new(self.game(index)?, (&bytes, base), words)))
    }

    /// The legal moves after `ply` plies of a game with its edits: in the notation of the record, and in SAN.
    pub fn legal(&self, index: usize, ply: u32) -> String {
        let moves = self.game(index).map(|game| game.legal_moves(ply)).unwrap_or_default();
        json(&moves.iter().map(|mv| (mv.written.as_str(), mv.san.as_str())).collect::<Vec<_>>())
    }

    /// The repairs of a game with its edits, as JSON.
    pub fn repairs(&mut self, index: usize) -> Option<String> {
        let repairs = self.found_repairs(index)?.clone();
        let (bytes, base) = self.now(index)?;
        let offsets = TextOffsets::new((&bytes, self.game(index)?.encoding()), base, views::places(&repairs));
        Some(json(&RepairsView::new(&repairs, &offsets)))
    }

    /// Makes the edits of one repair of a game. Returns true if they were made.
    pub fn take(&mut self, index: usize, which: usize) -> bool {
        let Some(repairs) = self.found_repairs(index) else { return false };
        let Some(edits) = views::in_order(repairs).nth(which).map(|repair| repair.edits.clone()) else { return false };
        let step = self.game(index).map(|game| Step::new(game, &edits));
        step.is_some_and(|step| self.put_right(index, step))
    }

    /// Makes all edits of a game whose grade is at least `grade` (`certain` or `likely`). Returns their number, 0 for a
    /// skipped game.
    pub fn take_all(&mut self, index: usize, grade: &str) -> usize {
        let Some(grade) = [Grade::Certain, Grade::Likely].into_iter().find(|known| known.name() == grade) else {
            return 0;
        };
        let Some(game) = self.game(index).filter(|_| !self.versions.is_skipped(index)) else { return 0 };
        let edits = game.edits(grade);
        let step = Step::new(game, &edits);
        if edits.is_empty() || !self.put_right(index, step) { 0 } else { edits.len() }
    }

    /// Skips a game: refuses its best repair. Returns true if the game was skipped.
    pub fn skip(&mut self, index: usize) -> bool {
        let Some(best) = self.found_repairs(index).and_then(|repairs| repairs.best.clone()) else { return false };
        // A game that was already changed cannot be skipped.
        let Some(game) = self.judged.get(index).filter(|_| self.versions.last(index).is_none()) else { return false };
        let refused = Step::new(game, &best.edits).edits;
        self.versions.skip(index, refused);
        true
    }

    /// Replaces the move at a ply of the main line with another text.
    ///
    /// # Errors
    /// There is no such move, the encoding of the game lacks a letter of the text, or the text is no legal move.
    pub fn retype(&mut self, index: usize, ply: u32, text: &str) -> Result<(), PageError> {
        let game = self.game(index).ok_or_else(|| PageError::new(format!("there is no game {}", index + 1)))?;
        let (edit, words) = game.retype(ply, text)?;
        if !self.put_right(index, Step { words, edits: vec![edit] }) {
            return Err(PageError::new("that leaves no game to be read"));
        }
        let game = self.game(index);
        if game.is_none_or(|game| game.plies() >= ply) {
            return Ok(());
        }
        let of_move = |finding: &GameFinding<'_>| finding.is_error() && finding.ply() == Some(ply);
        let why = game.and_then(|game| game.findings().find(of_move)).map(|finding| finding.message());
        self.undo(index);
        Err(PageError::new(why.unwrap_or_else(|| format!("{text} cannot be played there"))))
    }

    /// Reads a file of decisions. Returns the indexes of their games, from 0.
    ///
    /// # Errors
    /// The rows are invalid, refer to another file, or refer to a game that is not judged.
    pub fn read_decisions(&mut self, rows: &str) -> Result<Vec<usize>, PageError> {
        let name = self.options.name.as_deref().unwrap_or_default();
        let decisions = Decisions::read(rows, name)?;
        let numbers = decisions.games();
        let missing = |number: &u64| match self.ended {
            true => format!("there is no game {number}"),
            false => format!("game {number} is not judged so far"),
        };
        let place = |number: &u64| self.judged.binary_search_by_key(number, Game::number);
        let places: Result<Vec<usize>, PageError> =
            numbers.iter().map(|number| place(number).map_err(|_| PageError::new(missing(number)))).collect();
        let places = places?;
        self.decisions = Some(decisions);
        Ok(places)
    }

    /// Applies the decision on a game from the file of decisions. Returns the outcome as JSON.
    pub fn decide(&mut self, index: usize) -> String {
        json(&self.fate(index))
    }

    fn fate(&mut self, index: usize) -> Fate {
        let unfit = |why: &str| Fate::Unfit(vec![format!("game {}: {why}", index + 1)]);
        if self.versions.last(index).is_some() {
            return unfit("something was put right in it before");
        }
        let game = self.judged.get(index);
        match game.and_then(|game| Some((game, game.decided(self.decisions.as_ref()?)?))) {
            None => unfit("nothing was decided of it"),
            Some((_, Decided::Refused)) => match self.skip(index) {
                true => Fate::Refused,
                false => unfit("there is nothing to refuse in it"),
            },
            Some((_, Decided::Unfit(why))) => Fate::Unfit(why),
            Some((game, Decided::Taken(repair))) => {
                let step = Step::new(game, &repair.edits);
                if self.put_right(index, step) { Fate::Taken } else { unfit("no game is left of it") }
            }
        }
    }

    /// Undoes the edits in a log of `partie fix --log`, in one step per game. Returns JSON that maps the index of each
    /// game, from 0, to the number of undone edits and a line for each row that was not undone.
    ///
    /// # Errors
    /// The rows are invalid, refer to another file, or refer to a game that is not judged.
    pub fn take_back(&mut self, rows: &str) -> Result<String, PageError> {
        let name = self.options.name.as_deref().unwrap_or_default();
        let log = EditLog::read(rows, name)?;
        let mut games = BTreeMap::new();
        for number in log.games() {
            let Ok(index) = self.judged.binary_search_by_key(&number, Game::number) else {
                return Err(PageError::new(format!("there is no game {number}, or it is not judged so far")));
            };
            let Some(undone) = self.game(index).and_then(|game| game.undone(&log)) else { continue };
            let taken = undone.edits.len();
            let words = format!("taken back: {taken}");
            if taken > 0 && !self.put_right(index, Step { words, edits: undone.edits }) {
                return Err(PageError::new(format!("what is taken back leaves no game {number}")));
            }
            games.insert(index, TakenBack { taken, left: undone.left });
        }
        Ok(json(&games))
    }

    /// The rows that `partie fix --decisions` reads: the edits that were made, and the repairs that were refused.
    pub fn decision_rows(&self) -> String {
        let mut rows = BTreeMap::new();
        for (index, _) in self.versions.changed() {
            let steps: Vec<&[MadeEdit]> = self.versions.steps(index).map(|step| step.edits.as_slice()).collect();
            rows.insert(index, (steps, Decision::Yes));
        }
        for (index, refused) in self.versions.skipped() {
            rows.insert(index, (vec![refused], Decision::No));
        }
        let of = |(index, (steps, decision)): (usize, (Vec<&[MadeEdit]>, Decision))| {
            Some(self.judged.get(index)?.decision_rows(&steps, decision))
        };
        rows.into_iter().filter_map(of).collect()
    }

    /// The decision on a game as JSON, for a later [`Self::redo`]; `None` without a decision.
    pub fn steps(&self, index: usize) -> Option<String> {
        let steps: Vec<StepJson> = self.versions.steps(index).map(StepJson::from).collect();
        let skipped = self.versions.is_skipped(index);
        (skipped || !steps.is_empty()).then(|| json(&GameSteps { index, steps, skipped }))
    }

    /// Applies a decision that [`Self::steps`] returned.
    ///
    /// # Errors
    /// The steps are invalid, or do not fit this file.
    pub fn redo(&mut self, steps: &str) -> Result<(), PageError> {
        let GameSteps { index, steps, skipped } = serde_json::from_str(steps)?;
        let done = steps.into_iter().all(|step| self.put_right(index, step.into()));
        match done && (!skipped || self.skip(index)) {
            true => Ok(()),
            false => Err(PageError::new(format!("what was kept does not fit game {}", index + 1))),
        }
    }

    /// Undoes the last step of a game. Returns true if there was one.
    pub fn undo(&mut self, index: usize) -> bool {
        self.repairs.remove(&index);
        self.versions.undo(index)
    }

    /// The text with all edits; UTF-16 is converted to UTF-8.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub fn text(&self) -> Result<Vec<u8>, PageError> {
        let bytes = self.bytes().part(0..self.bytes().len())?;
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        let changes = self.changes().into_iter();
        let edits = changes.map(|(span, bytes)| (place(span.start)..place(span.end), bytes));
        Ok(versions::with_edits(&bytes, edits).unwrap_or_else(|| bytes.into_owned()))
    }

    /// The bytes of changed games with their edits, and their spans in the text.
    pub fn changes(&self) -> Vec<(Range<u64>, &[u8])> {
        let changed = self.versions.changed();
        changed.filter_map(|(index, bytes)| Some((self.judged.get(index)?.span(), bytes))).collect()
    }

    /// The edits that were made, one line per game.
    pub fn log(&self) -> String {
        let line = |(index, _): (usize, &[u8])| {
            let game = self.judged.get(index)?;
            let steps = self.versions.words(index).join("; ");
            Some(format!("game {}, line {}: {steps}\n", game.number(), game.place().line))
        };
        self.versions.changed().filter_map(line).collect()
    }

    /// Indexes of the games in a range whose text with its edits contains `words`, ignoring case.
    pub fn saying(&self, words: &str, from: usize, to: usize) -> Vec<u32> {
        let words = words.trim().to_lowercase();
        self.chosen(from..to, |game| game.text().to_lowercase().contains(&words))
    }

    /// Indexes of the games in a range that match an expression with their edits.
    ///
    /// # Errors
    /// The expression is invalid.
    pub fn matching(&self, expression: &str, from: usize, to: usize) -> Result<Vec<u32>, PageError> {
        let expression = Expression::read(expression)?;
        Ok(self.chosen(from..to, |game| game.matches(&expression)))
    }

    fn chosen(&self, range: Range<usize>, is_chosen: impl Fn(&Game) -> bool) -> Vec<u32> {
        let chosen = |index: &usize| self.game(*index).is_some_and(&is_chosen);
        (range.start..range.end.min(self.count()))
            .filter(chosen)
            .filter_map(|index| u32::try_from(index).ok())
            .collect()
    }

    /// Converts the text with all edits to a target.
    ///
    /// # Errors
    /// The target is unknown.
    pub fn convert(&self, target: &str) -> Result<Converted, PageError> {
        Ok(self.session.convert(&self.text()?, find(target)?))
    }

    /// Converts a game with its edits to a target.
    ///
    /// # Errors
    /// The target is unknown.
    pub fn convert_game(&self, index: usize, target: &str) -> Result<Converted, PageError> {
        let target = find(target)?;
        Ok(self.game(index).map(|game| game.convert(target)).unwrap_or_default())
    }

    fn game(&self, index: usize) -> Option<&Game> {
        self.versions.last(index).map(|version| &version.game).or_else(|| self.judged.get(index))
    }

    /// The bytes to which spans refer.
    fn bytes(&self) -> &FileBytes {
        self.utf8_form.as_ref().unwrap_or(&self.file)
    }

    /// The bytes of a game with its edits, and the offset to which its spans are relative.
    fn now(&self, index: usize) -> Option<(Cow<'_, [u8]>, u64)> {
        if let Some(version) = self.versions.last(index) {
            return Some((Cow::Borrowed(&version.bytes), 0));
        }
        let span = self.judged.get(index)?.span();
        Some((self.bytes().part(span.clone()).ok()?, span.start))
    }

    fn found_repairs(&mut self, index: usize) -> Option<&Repairs> {
        if !self.repairs.contains_key(&index) {
            let repairs = self.game(index)?.repairs()?;
            self.repairs.insert(index, repairs);
        }
        self.repairs.get(&index)
    }

    fn put_right(&mut self, index: usize, step: Step) -> bool {
        let version = || {
            let edits = step.edits.iter().map(|edit| (edit.span.clone(), edit.bytes.as_slice()));
            let bytes = versions::with_edits(&self.now(index)?.0, edits)?;
            let game = versions::alone(&self.options, self.judged.get(index)?, &bytes)?;
            Some((bytes, game))
        };
        let Some((bytes, game)) = version() else { return false };
        self.repairs.remove(&index);
        self.versions.push(index, Version { bytes, game, step });
        true
    }
}

fn find(target: &str) -> Result<Target, PageError> {
    Target::find(target).ok_or_else(|| PageError::new(format!("no such target: {target:?}")))
}

fn lines(objects: impl Iterator<Item = String>) -> String {
    objects.map(|object| object + "\n").collect()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
