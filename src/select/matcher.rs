//! Evaluates a query on one game after the other: tags first, then replay results, then positions. It stops as soon as
//! the answer is known. Callers use the chosen games.

use std::sync::Arc;

use super::condition::{Answers, Question, Source, Taker, Truth, Value};
use super::read::Query;
use super::sort_keys::{SortKeys, SortValues};
use super::watch::Watches;
use partie_input::Slice;
use partie_record::Record;
use partie_record::TagKind;
use partie_replay::games::{Choice, Chooser, Game, ReadingHints};
use partie_replay::{Options, Replayer, Text, Wanted};
use partie_table::GameRow;
use partie_table::column::{Cells as _, Row as _, Value as _};
use partie_table::game_analyzer::{GameAnalyzer, Settings};
use partie_table::judged::{Judged, Place};
use partie_table::outcome_number;
use partie_table::tags::Tags;

/// Evaluates a query on games and reuses its buffers.
#[derive(Debug)]
pub struct Matcher {
    query: Arc<Query>,
    options: Options,
    given: ReadingHints,
    analyzer: Option<GameAnalyzer>,
    watching: Option<(Replayer, Watches)>,
    scratch: [Value; 2],
}

impl Matcher {
    /// `options` configures the replay of games.
    pub fn new(query: Arc<Query>, options: Options, given: ReadingHints) -> Self {
        Self { query, options, given, analyzer: None, watching: None, scratch: Default::default() }
    }

    /// True if the query uses nothing but tags.
    pub fn is_of_tags(&self) -> bool {
        self.query.needs.nothing_but_tags
    }

    /// Evaluates the condition on tags alone; `Truth::Later` if they do not decide it.
    fn by_tags(&mut self, text: Text<'_>, record: &Record) -> Truth {
        self.query.condition.holds(&mut ByTags::read(text, record), &mut self.scratch)
    }

    /// True if a game whose tags alone were read is chosen; for queries that use nothing but tags.
    pub fn matches_tags(&mut self, text: Text<'_>, record: &Record) -> bool {
        self.by_tags(text, record) == Truth::True
    }

    /// True if the game is chosen.
    pub fn matches(&mut self, game: &Game<'_>, slice: &Slice) -> bool {
        let mut truth = self.by_tags(game.text, game.record);
        if truth == Truth::Later && self.query.needs.rows {
            truth = self.by_row(game, slice, false);
        }
        if truth == Truth::Later {
            truth = self.by_positions(game, slice);
        }
        truth == Truth::True
    }

    /// Returns the values by which a game is sorted.
    pub fn sort_values(&mut self, keys: &SortKeys, game: &Game<'_>, slice: &Slice) -> SortValues {
        let mut tags = ByTags::read(game.text, game.record);
        let mut values = vec![Value::Null; keys.keys.len()];
        let asked = values.iter_mut().zip(&keys.keys);
        let known = asked.fold(true, |known, (value, (source, _))| tags.value(source, value) && known);
        if !known {
            let Self { query, options, given, analyzer, .. } = self;
            let analyzer = analyzer.get_or_insert_with(|| new_analyzer(query, options, *given));
            analyzer.judge(game);
            let Some(judged) = analyzer.judged() else { return SortValues(values) };
            let place = Place { source: "", game: 0, key: 0, line: 0, offset: 0, slice, start: game.start };
            let row = analyzer.game_row(&place, game.record, judged);
            let mut answers = ByRow { tags, row, judged, moves: &[], watches: None };
            for (value, (source, _)) in values.iter_mut().zip(&keys.keys) {
                answers.value(source, value);
            }
        }
        SortValues(values)
    }

    fn by_row(&mut self, game: &Game<'_>, slice: &Slice, watched: bool) -> Truth {
        let Self { query, options, given, analyzer, watching, scratch } = self;
        let analyzer = analyzer.get_or_insert_with(|| new_analyzer(query, options, *given));
        if !watched {
            analyzer.judge(game);
        }
        let Some(judged) = analyzer.judged() else { return Truth::Null };
        let place = Place { source: "", game: 0, key: 0, line: 0, offset: 0, slice, start: game.start };
        let row = analyzer.game_row(&place, game.record, judged);
        let watches = watching.as_ref().map(|(_, watches)| watches).filter(|_| watched);
        let tags = ByTags::read(game.text, game.record);
        let mut answers = ByRow { tags, row, judged, moves: analyzer.identity().bytes(), watches };
        query.condition.holds(&mut answers, scratch)
    }

    fn by_positions(&mut self, game: &Game<'_>, slice: &Slice) -> Truth {
        let Self { query, options, watching, .. } = self;
        let (replayer, watches) = watching.get_or_insert_with(|| {
            let options = Options { moves_only: true, ..options.clone() };
            (Replayer::new(options, Wanted::default()), Watches::new(query.watches.clone()))
        });
        // `begin_game` is not called for a game without a position, so reset here.
        watches.reset();
        replayer.replay_to(game.text, game.record, game.plain, watches);
        replayer.collector.findings.clear();
        if self.query.needs.rows {
            return self.by_row(game, slice, true);
        }
        let Some((_, watches)) = &self.watching else { return Truth::Null };
        let mut answers = ByPositions { tags: ByTags::read(game.text, game.record), watches };
        self.query.condition.holds(&mut answers, &mut self.scratch)
    }
}

struct ByTags<'a> {
    tags: Tags<'a>,
}

impl<'a> ByTags<'a> {
    fn read(text: Text<'a>, record: &'a Record) -> Self {
        Self { tags: Tags::of_record(text.bytes, record, text.encoding) }
    }
}

impl Answers for ByTags<'_> {
    fn value(&mut self, source: &Source, value: &mut Value) -> bool {
        match source {
            Source::Constant(constant) => value.clone_from(constant),
            Source::TagColumn(column) => return GameRow::tag_cell(*column, &self.tags, &mut Taker(value)),
            Source::Tag(name) => {
                Taker(value).text(self.tags.any(name).as_deref());
            }
            Source::LowerRating | Source::HigherRating => *value = self.rating(*source == Source::LowerRating),
            Source::Year => {
                let year = self.tags.date().map(|(day, _)| day.year);
                *value = year.map_or(Value::Null, |year| Value::Number(year.into()));
            }
            Source::Outcome => {
                let Some(of_tags) = self.tags.outcome() else { return false };
                of_tags.and_then(outcome_number).put(&mut Taker(value));
            }
            Source::Column(_) => return false,
        }
        true
    }

    fn fact(&mut self, _: &Question) -> Truth {
        Truth::Later
    }
}

impl ByTags<'_> {
    fn rating(&self, lower: bool) -> Value {
        let [first, second] = [TagKind::FirstRating, TagKind::SecondRating].map(|kind| self.tags.rating(kind));
        let rating = match (first, second) {
            (Some(first), Some(second)) if lower => Some(first.min(second)),
            (Some(first), Some(second)) => Some(first.max(second)),
            (known, other) if !lower => known.or(other),
            _ => None,
        };
        rating.map_or(Value::Null, |rating| Value::Number(rating.into()))
    }
}

/// Answers from the row of a game, and from its positions once they were watched.
struct ByRow<'a> {
    tags: ByTags<'a>,
    row: GameRow<'a>,
    judged: &'a Judged,
    moves: &'a [u8],
    watches: Option<&'a Watches>,
}

impl Answers for ByRow<'_> {
    fn value(&mut self, source: &Source, value: &mut Value) -> bool {
        match source {
            Source::Column(place) => {
                self.row.cell(*place, &mut Taker(value));
                true
            }
            Source::Outcome => {
                self.row.outcome.put(&mut Taker(value));
                true
            }
            _ => self.tags.value(source, value),
        }
    }

    fn other_name(&self, source: &Source) -> Option<&str> {
        let Source::Column(place) = source else { return None };
        let opened = &self.judged.opening;
        match GameRow::COLUMNS.get(*place)?.name {
            "opening" | "opening_family" => opened.japanese,
            "first_castle_kind" => opened.japanese_castles[0],
            "second_castle_kind" => opened.japanese_castles[1],
            _ => None,
        }
    }

    fn fact(&mut self, question: &Question) -> Truth {
        let begins = |text: Option<&str>, with: &str| text.map(|text| text.to_lowercase().starts_with(with));
        match question {
            Question::Finding(codes) => self.judged.findings.iter().any(|finding| codes.contains(&finding.code)).into(),
            Question::Draw(kind) => self.judged.replayed.draws.iter().any(|draw| draw.kind == *kind).into(),
            Question::Opening(with) => {
                let code = begins(self.judged.opening.eco, with);
                let japanese = self.judged.opening.japanese.is_some_and(|name| name.starts_with(with));
                let name = begins(self.judged.opening.name, with).map(|begins| begins || japanese);
                match (code, name) {
                    (Some(true), _) | (_, Some(true)) => Truth::True,
                    (None, _) | (_, None) => Truth::Null,
                    _ => Truth::False,
                }
            }
            Question::Moves(moves) => self.moves.starts_with(moves).into(),
            Question::Position(number) => met(self.watches, *number),
            _ => Truth::Later,
        }
    }
}

/// Answers from tags and watched positions.
struct ByPositions<'a> {
    tags: ByTags<'a>,
    watches: &'a Watches,
}

impl Answers for ByPositions<'_> {
    fn value(&mut self, source: &Source, value: &mut Value) -> bool {
        self.tags.value(source, value)
    }

    fn fact(&mut self, question: &Question) -> Truth {
        match question {
            Question::Position(number) => met(Some(self.watches), *number),
            _ => Truth::Later,
        }
    }
}

fn met(watches: Option<&Watches>, number: usize) -> Truth {
    watches.and_then(|watches| watches.all.get(number)).map_or(Truth::Later, |watch| watch.met.into())
}

fn new_analyzer(query: &Query, options: &Options, given: ReadingHints) -> GameAnalyzer {
    let wanted = Wanted { infos: query.needs.infos, ..Wanted::default() };
    let (options, columns) = (options.clone(), query.needs.columns());
    GameAnalyzer::new(Settings { options, wanted, given, columns, ..Settings::default() })
}

impl Chooser for Matcher {
    fn chooses(&mut self, slice: &Slice, game: &Game<'_>) -> bool {
        self.matches(game, slice)
    }

    fn renew(&mut self) {
        *self = Self::new(Arc::clone(&self.query), self.options.clone(), self.given);
    }
}

/// A query with the options for reading games.
#[derive(Clone, Debug)]
pub struct QueryChoice {
    pub query: Arc<Query>,
    pub options: Options,
    /// Hints from the caller that override detection.
    pub given: ReadingHints,
}

impl Choice for QueryChoice {
    fn chooser(&self) -> Box<dyn Chooser> {
        Box::new(Matcher::new(Arc::clone(&self.query), self.options.clone(), self.given))
    }
}
