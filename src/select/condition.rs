//! What an expression means, once its names are known, and whether that holds of a game: the logic of SQL, in which what is
//! not known is neither true nor false. Not for where the values come from.

use std::borrow::Cow;
use std::cmp::Ordering;

use regex::Regex;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::expression::Operator;
use partie_record::finding::Code;
use partie_replay::DrawKind;
use partie_table::column::Cells;
use partie_table::tag_column::TagColumn;
use partie_table::value::{Day, Instant, List, Pairs, Words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    False,
    /// A value is not known.
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

/// A question that a game answers.
#[derive(Clone, Debug)]
pub(super) enum Question {
    Compare(Source, Operator, Source),
    Find(Source, Pattern),
    In(Source, Vec<Value>),
    Null(Source),
    /// A finding of one of these codes.
    Finding(Vec<Code>),
    /// A draw of that kind could have been claimed, or happened.
    Draw(DrawKind),
    /// The code or the name of the opening begins so; in small letters.
    Opening(String),
    /// The main line begins with the moves of which that hash is made.
    Moves(Vec<u8>),
    /// The watch of that number came to its end.
    Position(usize),
    /// It is a copy of another game.
    Duplicate,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Constant(Value),
    Tag(String),
    TagColumn(TagColumn),
    /// A column of games by its place.
    Column(usize),
    LowerRating,
    HigherRating,
    Year,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Value {
    #[default]
    Null,
    Text(String),
    /// A number; a day is one since 1970, a moment milliseconds since then.
    Number(i64),
    List,
}

/// A regular expression, and whether case and diacritics count.
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

/// A text without its diacritics.
fn without_marks(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfd().filter(|character| !is_combining_mark(*character)).nfc().collect())
}

pub(super) trait Answers {
    /// Puts a value into `value`; whether it can be told yet.
    fn value(&mut self, source: &Source, value: &mut Value) -> bool;
    /// The other name of what a source names, where it has one: openings and castles of shogi have two.
    fn other_name(&self, _: &Source) -> Option<&str> {
        None
    }
    /// Whether that is the other name of what a source names.
    fn is_other_name(&self, source: &Source, name: &str) -> bool {
        self.other_name(source) == Some(name)
    }
    /// Whether something is so that is no matter of values.
    fn fact(&mut self, question: &Question) -> Truth;
}

impl Condition {
    /// Whether it holds, as far as that can be told. Nothing recurses deeper than an expression may be nested.
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

    /// The same of a game that is a copy, or is none.
    pub(super) fn of_copies(&self, is_copy: bool) -> Self {
        let all = |list: &[Self]| list.iter().map(|inner| inner.of_copies(is_copy)).collect();
        match self {
            Self::Any(list) => Self::Any(all(list)),
            Self::All(list) => Self::All(all(list)),
            Self::Not(inner) => Self::Not(Box::new(inner.of_copies(is_copy))),
            // Nothing is asked of the game: all of no conditions hold, and none does.
            Self::Ask(Question::Duplicate) if is_copy => Self::All(Vec::new()),
            Self::Ask(Question::Duplicate) => Self::Any(Vec::new()),
            Self::Ask(_) => self.clone(),
        }
    }

    /// Calls a function with every question.
    pub(super) fn each(&self, see: &mut impl FnMut(&Question)) {
        match self {
            Self::Any(list) | Self::All(list) => list.iter().for_each(|inner| inner.each(see)),
            Self::Not(inner) => inner.each(see),
            Self::Ask(question) => see(question),
        }
    }
}

/// What several conditions say together, of which one that is `decisive` is enough.
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
    /// The sources of its values.
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

/// Takes the one cell that was asked for.
pub(super) struct Taker<'v>(pub(super) &'v mut Value);

impl Taker<'_> {
    fn number(&mut self, value: Option<i64>) {
        *self.0 = value.map_or(Value::Null, Value::Number);
    }
}

impl Cells for Taker<'_> {
    fn text(&mut self, value: Option<&str>) {
        match (value, &mut *self.0) {
            // Its buffer is used again.
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
