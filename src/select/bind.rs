//! Resolves the names, types and patterns of an expression into a condition. `condition` evaluates it.

use super::board_pattern::BoardPattern;
use super::boards;
use super::condition::{Condition, Pattern, Question, Source, Value};
use super::expression::{Expression, Join, Operand, OperandKind, Operator, Place, Relation, Test};
use super::material_pattern::MaterialPattern;
use super::names::{Meaning, NAMES, NOT_ASKED};
use super::opening_moves;
use super::text_error::TextError;
use super::watch::{Goal, Watch};
use partie_notation::{fen, hex_fen, sfen};
use partie_record::finding::{CATALOGUE, Selection};
use partie_replay::DrawKind;
use partie_rules::{GameKind, Rules as _};
use partie_table::GameRow;
use partie_table::column::{Column, Row as _, Shape};
use partie_table::value::{Day, Instant};

/// A binding error and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) message: String,
}

type Bound<T> = Result<T, Fault>;

#[derive(Debug, Default)]
pub(super) struct Binder {
    /// The watches that the replay of a game must run.
    pub(super) watches: Vec<Watch>,
}

/// One side of a comparison: its sources and its type.
#[derive(Clone, Debug)]
struct Side {
    sources: Vec<Source>,
    shape: Shape,
}

fn fault<T>(place: Place, message: impl Into<String>) -> Bound<T> {
    Err(Fault { place, message: message.into() })
}

impl Binder {
    /// Resolves an expression.
    ///
    /// # Errors
    /// Describes the first invalid name, type or pattern.
    pub(super) fn bind(&mut self, expression: &Expression) -> Bound<Condition> {
        Ok(match expression {
            Expression::Joined(Join::Any, list) => Condition::Any(self.all(list)?),
            Expression::Joined(Join::All, list) => Condition::All(self.all(list)?),
            Expression::Not(inner) => Condition::Not(Box::new(self.bind(inner)?)),
            Expression::Test(test) => self.test(test)?,
        })
    }

    fn all(&mut self, list: &[Expression]) -> Bound<Vec<Condition>> {
        list.iter().map(|inner| self.bind(inner)).collect()
    }

    fn test(&mut self, test: &Test) -> Bound<Condition> {
        let Test { operand, relation } = test;
        let Some(relation) = relation else { return self.question(operand) };
        if let OperandKind::Call(word, _) = &operand.kind {
            return fault(operand.place, format!("{word}(...) is true or false, and is not compared"));
        }
        match relation {
            Relation::Compare(operator, other) => compare(operand, *operator, other),
            Relation::Find { pattern, folded } => {
                let side = side(operand)?;
                if side.shape != Shape::Text && side.shape != Shape::Name {
                    return fault(operand.place, "a regular expression finds something in texts only");
                }
                let OperandKind::Text(text) = &pattern.kind else { return fault(pattern.place, "a text belongs here") };
                let pattern = match Pattern::new(text, *folded) {
                    Ok(pattern) => pattern,
                    Err(error) => {
                        let what = error.to_string();
                        let last = what.lines().next_back().unwrap_or_default().trim_start_matches("error: ");
                        return fault(pattern.place, format!("the regular expression cannot be read: {last}"));
                    }
                };
                Ok(any(side.sources, |source| Question::Find(source, pattern.clone())))
            }
            Relation::In { negated, list } => {
                let side = side(operand)?;
                let values = list.iter().map(|literal| constant(literal, side.shape)).collect::<Bound<Vec<_>>>()?;
                Ok(negate(*negated, any(side.sources, |source| Question::In(source, values.clone()))))
            }
            Relation::Null { negated } => Ok(negate(*negated, any(side(operand)?.sources, Question::Null))),
        }
    }

    /// Resolves an operand that is true or false without a comparison.
    fn question(&mut self, operand: &Operand) -> Bound<Condition> {
        if matches!(&operand.kind, OperandKind::Name(word, None) if word.eq_ignore_ascii_case("duplicate")) {
            return Ok(Condition::Ask(Question::Duplicate));
        }
        let OperandKind::Call(word, arguments) = &operand.kind else {
            return fault(operand.place, "something to compare it with is missing, as in = 'text' or is not null");
        };
        let text = |number: usize| match arguments.get(number).map(|argument| (&argument.kind, argument.place)) {
            Some((OperandKind::Text(text), place)) => Ok((text.as_str(), place)),
            Some((_, place)) => fault(place, "a text belongs here"),
            None => fault(operand.place, format!("{word} needs what it asks for, in parentheses")),
        };
        let most = if word.eq_ignore_ascii_case("material") { 2 } else { 1 };
        if let Some(more) = arguments.get(most) {
            return fault(more.place, format!("{word} asks for less"));
        }
        let (asked, place) = text(0)?;
        let wrong = |message| Fault { place, message };
        Ok(match word.to_ascii_lowercase().as_str() {
            "finding" => {
                let selection = Selection::new(&[asked.to_owned()], &[]).map_err(|_| {
                    wrong(format!("no finding has the code or name {asked:?}, as L010, N05 or pinned would be"))
                })?;
                let codes = CATALOGUE.iter().map(|entry| entry.code).filter(|code| selection.counts(*code));
                Condition::Ask(Question::Finding(codes.collect()))
            }
            "draw" => {
                let kind = DrawKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(asked));
                let names: Vec<&str> = DrawKind::ALL.iter().map(|kind| kind.name()).collect();
                let kind = kind.ok_or_else(|| wrong(format!("no draw is called so; known: {}", names.join(", "))))?;
                Condition::Ask(Question::Draw(kind))
            }
            "opening" => Condition::Ask(Question::Opening(asked.to_lowercase())),
            "moves" => Condition::Ask(Question::Moves(opening_moves::read_opening_moves(asked).map_err(wrong)?)),
            "position" => {
                let pattern = BoardPattern::parse(asked).map_err(wrong)?;
                self.watch(Goal::Board(Box::new(pattern)), 1)
            }
            "material" => {
                let pattern = MaterialPattern::parse(asked).map_err(wrong)?;
                let plies = match arguments.get(1) {
                    None => 0,
                    Some(Operand { kind: OperandKind::Number(plies @ 0..=100_000), .. }) => *plies as u32,
                    Some(other) => return fault(other.place, "a number of plies belongs here"),
                };
                // A position lasts one ply, so `plies` plies take one position more.
                self.watch(Goal::Material(Box::new(pattern)), plies + 1)
            }
            "after" => {
                let (kind, key) =
                    position_key(asked).map_err(|what| wrong(format!("{what}; moves('...') asks for moves")))?;
                self.watch(Goal::Key(kind, key), 1)
            }
            _ => {
                let known =
                    "finding, draw, opening, moves, position, material, after, and duplicate without parentheses";
                return fault(operand.place, format!("no question is called {word}; known: {known}"));
            }
        })
    }

    fn watch(&mut self, goal: Goal, positions: u32) -> Condition {
        self.watches.push(Watch::new(goal, positions));
        Condition::Ask(Question::Position(self.watches.len() - 1))
    }
}

/// Parses a position in FEN, SFEN or hexagonal FEN into game and zobrist key. Trailing fields may be missing.
///
/// # Errors
/// Describes the first fault of the position.
pub fn position_key(text: &str) -> Result<(GameKind, u64), TextError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let rows = fields.first().map_or(0, |board| board.split('/').count());
    let Some(kind) = GameKind::ALL.into_iter().find(|kind| boards::rows(*kind) == rows) else {
        let what = "a position has 8 rows in chess, 9 in shogi and 11 in hexagonal chess";
        return Err(TextError::new(format!("{what}, not {rows}")));
    };
    let whole = |missing: &[&str]| {
        let rest = missing.iter().skip(fields.len() - 1);
        fields.iter().chain(rest).copied().collect::<Vec<_>>().join(" ")
    };
    let fault = |message: Option<String>, key: u64| message.map_or(Ok(key), |message| Err(TextError::new(message)));
    let key = match kind {
        GameKind::Chess => {
            let read = fen::read_fen(&whole(&["w", "-", "-", "0", "1"]), false);
            fault(
                read.faults.into_iter().next().map(|it| it.message.to_string()),
                read.setup.into_position_lenient().zobrist(),
            )
        }
        GameKind::Hex => {
            let read = hex_fen::read_hex_fen(&whole(&["w", "-", "0", "1"]), None);
            fault(
                read.faults.into_iter().next().map(|it| it.message.to_string()),
                read.setup.into_position_lenient().zobrist(),
            )
        }
        GameKind::Shogi => {
            let read = sfen::read_sfen(&whole(&["b", "-", "1"]));
            fault(
                read.faults.into_iter().next().map(|it| it.message.to_string()),
                read.setup.into_position_lenient().zobrist(),
            )
        }
    };
    Ok((kind, key?))
}

fn negate(negated: bool, condition: Condition) -> Condition {
    if negated { Condition::Not(Box::new(condition)) } else { condition }
}

/// Joins the question about each source with `or`.
fn any(sources: Vec<Source>, question: impl Fn(Source) -> Question) -> Condition {
    let mut all: Vec<Condition> = sources.into_iter().map(|source| Condition::Ask(question(source))).collect();
    match (all.pop(), all.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            all.extend(last);
            Condition::Any(all)
        }
    }
}

fn compare(left: &Operand, operator: Operator, right: &Operand) -> Bound<Condition> {
    let is_name = |operand: &Operand| matches!(operand.kind, OperandKind::Name(..));
    let (one, other) = match (is_name(left), is_name(right)) {
        (true, true) => (side(left)?, side(right).map_err(|fault| unquoted(fault, right))?),
        (true, false) => {
            let side = side(left)?;
            let value = constant(right, side.shape)?;
            let shape = side.shape;
            (side, Side { sources: vec![Source::Constant(value)], shape })
        }
        (false, true) => {
            let side = side(right)?;
            let value = constant(left, side.shape)?;
            (Side { sources: vec![Source::Constant(value)], shape: side.shape }, side)
        }
        (false, false) => return fault(left.place, "neither side is a column"),
    };
    if is_text(one.shape) != is_text(other.shape) {
        return fault(right.place, "a text and a number are never compared");
    }
    if is_many(one.shape) || is_many(other.shape) {
        return fault(left.place, "of a list only is null is asked");
    }
    let pairs = one.sources.iter().flat_map(|one| other.sources.iter().map(move |other| (one.clone(), other.clone())));
    let mut all: Vec<Condition> =
        pairs.map(|(one, other)| Condition::Ask(Question::Compare(one, operator, other))).collect();
    Ok(if all.len() == 1 { all.remove(0) } else { Condition::Any(all) })
}

/// Adds a hint about quotes: an unknown name after an operator may be an unquoted text.
fn unquoted(fault: Fault, operand: &Operand) -> Fault {
    let OperandKind::Name(word, None) = &operand.kind else { return fault };
    Fault { message: format!("{}; a text stands in single quotes: '{word}'", fault.message), ..fault }
}

const fn is_many(shape: Shape) -> bool {
    matches!(shape, Shape::List(_) | Shape::Words | Shape::Map)
}

const fn is_text(shape: Shape) -> bool {
    matches!(shape, Shape::Text | Shape::Name)
}

/// Returns the sources of a name's values.
///
/// # Errors
/// Describes the error in the name.
pub(super) fn sources(name: &Operand) -> Result<Vec<Source>, String> {
    side(name).map(|side| side.sources).map_err(|fault| fault.message)
}

/// Resolves a name to its sources and type.
fn side(operand: &Operand) -> Bound<Side> {
    let OperandKind::Name(word, part) = &operand.kind else {
        return fault(operand.place, "a column belongs here");
    };
    if word.eq_ignore_ascii_case("duplicate") {
        return fault(operand.place, "duplicate is true or false, and is not compared");
    }
    if let Some(tag) = part {
        if !word.eq_ignore_ascii_case("tag") {
            return fault(operand.place, format!("only tag.NAME has a stop in it, as in tag.{tag}"));
        }
        return Ok(Side { sources: vec![Source::Tag(tag.clone())], shape: Shape::Text });
    }
    let word = word.to_ascii_lowercase();
    let meaning = NAMES.iter().find(|name| name.name == word).map(|name| name.meaning);
    let one = |source, shape| Ok(Side { sources: vec![source], shape });
    match meaning {
        Some(Meaning::LowerRating) => one(Source::LowerRating, Shape::Int(16)),
        Some(Meaning::HigherRating) => one(Source::HigherRating, Shape::Int(16)),
        Some(Meaning::Year) => one(Source::Year, Shape::Int(16)),
        Some(Meaning::Either(names)) => {
            let columns = names.map(|name| column(name, operand.place));
            let sides = columns.into_iter().collect::<Bound<Vec<_>>>()?;
            let shape = sides.first().map_or(Shape::Text, |(_, shape)| *shape);
            Ok(Side { sources: sides.into_iter().map(|(source, _)| source).collect(), shape })
        }
        Some(Meaning::Column(name)) => column(name, operand.place).and_then(|(source, shape)| one(source, shape)),
        None => column(&word, operand.place).and_then(|(source, shape)| one(source, shape)),
    }
}

fn column(name: &str, place: Place) -> Bound<(Source, Shape)> {
    let columns: &[Column] = GameRow::COLUMNS;
    if let Some((_, instead)) = NOT_ASKED.iter().find(|(known, _)| *known == name) {
        return fault(place, format!("{name} is not known before games are chosen: {instead}"));
    }
    let Some(at) = columns.iter().position(|column| column.name == name) else {
        let known = columns.iter().map(|column| column.name).chain(NAMES.iter().map(|name| name.name));
        let holding = known.clone().filter(|known| known.contains(name));
        let mut near = partie_record::close_names(name, known);
        for known in holding {
            if !near.contains(&known) {
                near.push(known);
            }
        }
        near.truncate(3);
        let hint = match near.as_slice() {
            [] => "; partie explain where lists them, and a tag is asked as tag.NAME".to_owned(),
            near => format!("; close to it: {}", near.join(", ")),
        };
        return fault(place, format!("no column is called {name}{hint}"));
    };
    let column = &columns[at];
    let source = match column.is_of_tags {
        _ if column.name == "outcome" => Source::Outcome,
        true => Source::TagColumn(at),
        false => Source::Column(at),
    };
    Ok((source, column.shape))
}

/// Converts a literal to the value type of a column.
fn constant(operand: &Operand, shape: Shape) -> Bound<Value> {
    let wrong = |what: &str| fault(operand.place, what);
    match (&operand.kind, shape) {
        (OperandKind::Text(text), Shape::Text | Shape::Name) => Ok(Value::Text(text.clone())),
        (OperandKind::Number(number), Shape::Int(_)) => Ok(Value::Number(*number)),
        (OperandKind::Text(text), Shape::Hash) => match u64::from_str_radix(text, 16) {
            Ok(hash) if text.len() == 16 => Ok(Value::Number(hash.cast_signed())),
            _ => wrong("a hash is a text of sixteen hexadecimal digits"),
        },
        (OperandKind::Text(text), Shape::Day) => match day(text) {
            Some(day) => Ok(Value::Number(i64::from(day.since_1970()))),
            None => wrong("a day is written as '2024-02-29'; ask year for no more than that"),
        },
        (OperandKind::Text(text), Shape::Instant) => match instant(text) {
            Some(instant) => Ok(Value::Number(instant.since_1970())),
            None => wrong("a moment is written as '2024-02-29 10:30:00'"),
        },
        (_, Shape::Text | Shape::Name) => wrong("this column holds texts: write a text in single quotes"),
        (_, Shape::Int(_)) => wrong("this column holds numbers: write a number, without quotes"),
        (_, Shape::List(_) | Shape::Words | Shape::Map) => wrong("of a list only is null is asked"),
        (_, Shape::Day) => wrong("a day is written as '2024-02-29', in single quotes; year asks for the year"),
        (_, Shape::Hash | Shape::Instant) => wrong("a text in single quotes belongs here"),
    }
}

/// Parses `2024-02-29`; the separators may be dots, as in tags.
fn day(text: &str) -> Option<Day> {
    let parts: Vec<&str> = text.split(['-', '.']).collect();
    let [year, month, day] = parts.as_slice() else { return None };
    if year.len() != 4 {
        return None;
    }
    Day::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}

/// Parses `2024-02-29 10:30:00`; `T` and `Z` are also accepted.
fn instant(text: &str) -> Option<Instant> {
    let (date, time) = text.trim_end_matches('Z').split_once([' ', 'T'])?;
    let parts: Vec<u32> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hour @ 0..24, minute @ 0..60, second @ 0..60] = *parts.as_slice() else { return None };
    Some(Instant { day: day(date)?, second: hour * 3600 + minute * 60 + second })
}
