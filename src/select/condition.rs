//! Bound conditions and their evaluation. The logic is that of SQL: a comparison with an unknown value is neither true
//! nor false. The values come from an [`Answers`].

use std::cmp::Ordering;

use regex::Regex;

use super::expression::Operator;
use partie_record::finding::Code;
use partie_record::folded::without_marks;
use partie_replay::DrawKind;
use partie_table::column::Cells;
use partie_table::value::{Day, Instant, List, Pairs, Words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    False,
    /// A value is unknown.
    Null,
    True,
    Later,
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Condition {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Ask(Question),
}

/// A condition without `and`, `or` or `not`.
#[derive(Clone, Debug)]
pub(super) enum Question {
    Compare(Source, Operator, Source),
    Find(Source, Pattern),
    In(Source, Vec<Value>),
    Null(Source),
    /// The game has a finding with one of these codes.
    Finding(Vec<Code>),
    /// A draw of this kind happened or could have been claimed.
    Draw(DrawKind),
    /// The opening's code or name starts with this text, in lower case.
    Opening(String),
    /// The main line starts with these encoded moves.
    Moves(Vec<u8>),
    /// The watch with this index was met.
    Position(usize),
    /// The game is a copy of another one.
    Duplicate,
}

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Constant(Value),
    Tag(String),
    /// Index of a column of the games table that tags alone decide.
    TagColumn(usize),
    /// Index of another column of the games table.
    Column(usize),
    /// The column `outcome`: of tags, except in shogi.
    Outcome,
    LowerRating,
    HigherRating,
    Year,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Value {
    #[default]
    Null,
    Text(String),
    /// A number; days count from 1970, instants are milliseconds since 1970.
    Number(i64),
    List,
}

/// A regular expression; if `folded`, it ignores case and diacritics.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    regex: Regex,
    folded: bool,
}

impl Pattern {
    pub(super) fn new(text: &str, folded: bool) -> Result<Self, regex::Error> {
        let regex = if folded { Regex::new(&format!("(?i){}", without_marks(text))) } else { Regex::new(text) };
        Ok(Self { regex: regex?, folded })
    }

    fn finds(&self, text: &str) -> bool {
        if self.folded { self.regex.is_match(&without_marks(text)) } else { self.regex.is_match(text) }
    }
}

pub(super) trait Answers {
    /// Writes the value of `source` to `value`; returns false if it is not known yet.
    fn value(&mut self, source: &Source, value: &mut Value) -> bool;
    /// The second name of the value of `source`, if any: shogi openings and castles have two.
    fn other_name(&self, _: &Source) -> Option<&str> {
        None
    }
    /// True if `name` is the second name of the value of `source`.
    fn is_other_name(&self, source: &Source, name: &str) -> bool {
        self.other_name(source) == Some(name)
    }
    /// Evaluates a question that compares no values.
    fn fact(&mut self, question: &Question) -> Truth;
}

impl Condition {
    /// Evaluates the condition as far as the answers allow. The grammar's nesting limit bounds the recursion.
    pub(super) fn holds(&self, answers: &mut impl Answers, scratch: &mut [Value; 2]) -> Truth {
        match self {
            Self::Any(list) => join(list, Truth::True, answers, scratch),
            Self::All(list) => join(list, Truth::False, answers, scratch),
            Self::Not(inner) => match inner.holds(answers, scratch) {
                Truth::True => Truth::False,
                Truth::False => Truth::True,
                open => open,
            },
            Self::Ask(question) => question.answer(answers, scratch),
        }
    }

    /// The condition with `duplicate` replaced by `is_copy`.
    pub(super) fn of_copies(&self, is_copy: bool) -> Self {
        let all = |list: &[Self]| list.iter().map(|inner| inner.of_copies(is_copy)).collect();
        match self {
            Self::Any(list) => Self::Any(all(list)),
            Self::All(list) => Self::All(all(list)),
            Self::Not(inner) => Self::Not(Box::new(inner.of_copies(is_copy))),
            // An empty `All` is true and an empty `Any` is false.
            Self::Ask(Question::Duplicate) if is_copy => Self::All(Vec::new()),
            Self::Ask(Question::Duplicate) => Self::Any(Vec::new()),
            Self::Ask(_) => self.clone(),
        }
    }

    /// Calls `see` with every question.
    pub(super) fn each(&self, see: &mut impl FnMut(&Question)) {
        match self {
            Self::Any(list) | Self::All(list) => list.iter().for_each(|inner| inner.each(see)),
            Self::Not(inner) => inner.each(see),
            Self::Ask(question) => see(question),
        }
    }
}

/// Evaluates a list until one condition is `decisive`: true for `or`, false for `and`.
fn join(list: &[Condition], decisive: Truth, answers: &mut impl Answers, scratch: &mut [Value; 2]) -> Truth {
    let other = if decisive == Truth::True { Truth::False } else { Truth::True };
    let mut so_far = other;
    for inner in list {
        match inner.holds(answers, scratch) {
            truth if truth == decisive => return decisive,
            Truth::Later => so_far = Truth::Later,
            Truth::Null if so_far != Truth::Later => so_far = Truth::Null,
            _ => {}
        }
    }
    so_far
}

impl Question {
    /// The sources of the values that the question compares.
    pub(super) fn sources(&self) -> [Option<&Source>; 2] {
        match self {
            Self::Compare(one, _, other) => [Some(one), Some(other)],
            Self::Find(one, _) | Self::In(one, _) | Self::Null(one) => [Some(one), None],
            _ => [None, None],
        }
    }

    fn answer(&self, answers: &mut impl Answers, scratch: &mut [Value; 2]) -> Truth {
        let [one, other] = scratch;
        match self {
            Self::Compare(left, operator, right) => {
                let known = answers.value(left, one);
                if !known || !answers.value(right, other) {
                    return Truth::Later;
                }
                match (&*one, &*other) {
                    (Value::Text(text), Value::Text(with)) => {
                        let equal =
                            text == with || answers.is_other_name(left, with) || answers.is_other_name(right, text);
                        operator.holds(if equal { Ordering::Equal } else { text.as_str().cmp(with) }).into()
                    }
                    (Value::Number(one), Value::Number(other)) => operator.holds(one.cmp(other)).into(),
                    _ => Truth::Null,
                }
            }
            Self::Find(source, pattern) if answers.value(source, one) => match one {
                Value::Text(text) => {
                    (pattern.finds(text) || answers.other_name(source).is_some_and(|text| pattern.finds(text))).into()
                }
                _ => Truth::Null,
            },
            Self::In(source, list) if answers.value(source, one) => match one {
                Value::Null => Truth::Null,
                value => {
                    let is_other =
                        |known: &Value| matches!(known, Value::Text(text) if answers.is_other_name(source, text));
                    (list.contains(value) || list.iter().any(is_other)).into()
                }
            },
            Self::Null(source) if answers.value(source, one) => (*one == Value::Null).into(),
            Self::Find(..) | Self::In(..) | Self::Null(_) => Truth::Later,
            _ => answers.fact(self),
        }
    }
}

/// Stores the value of one cell.
pub(super) struct Taker<'v>(pub(super) &'v mut Value);

impl Taker<'_> {
    fn number(&mut self, value: Option<i64>) {
        *self.0 = value.map_or(Value::Null, Value::Number);
    }
}

impl Cells for Taker<'_> {
    fn text(&mut self, value: Option<&str>) {
        match (value, &mut *self.0) {
            // Reuse the buffer.
            (Some(text), Value::Text(buffer)) => text.clone_into(buffer),
            (Some(text), other) => *other = Value::Text(text.to_owned()),
            (None, other) => *other = Value::Null,
        }
    }

    fn name(&mut self, value: Option<&'static str>) {
        self.text(value);
    }

    fn int(&mut self, value: Option<i64>) {
        self.number(value);
    }

    fn hash(&mut self, value: Option<u64>) {
        self.number(value.map(u64::cast_signed));
    }

    fn day(&mut self, value: Option<Day>) {
        self.number(value.map(|day| i64::from(day.since_1970())));
    }

    fn instant(&mut self, value: Option<Instant>) {
        self.number(value.map(Instant::since_1970));
    }

    fn list(&mut self, value: Option<List<'_>>) {
        *self.0 = if value.is_some() { Value::List } else { Value::Null };
    }

    fn words(&mut self, value: Option<Words<'_>>) {
        *self.0 = if value.is_some() { Value::List } else { Value::Null };
    }

    fn pairs(&mut self, value: Option<&Pairs<'_>>) {
        *self.0 = if value.is_some() { Value::List } else { Value::Null };
    }
}
