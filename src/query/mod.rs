//! The selection language: which games an expression chooses (`--where`, `partie select`). `docs/where.md` is its page.
//!
//! An expression is read by the grammar, bound to columns, tags and patterns, and then asked of one game after the other:
//! of its tags, of what replay says, of its positions, no further than needed. Not for what is done with the games.

mod bind;
mod board_pattern;
mod boards;
mod condition;
mod expression;
mod grammar;
mod matcher;
mod material_pattern;
mod names;
mod opening_moves;
mod watch;

#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use matcher::{Matcher, QueryChoice};
pub use names::{Meaning, NAMES, Name};

use self::bind::{Binder, Fault};
use self::condition::{Condition, Question};
use self::expression::Place;
use self::watch::Watch;
use crate::analyze::rows::GameColumns;

/// What is asked of games.
#[derive(Clone, Debug)]
pub struct Query {
    condition: Condition,
    watches: Vec<Watch>,
    columns: GameColumns,
    needs_rows: bool,
    needs_infos: bool,
    is_of_tags: bool,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Bytes of the expression before it.
    pub at: usize,
    /// Its bytes.
    pub length: usize,
    /// What is wrong.
    pub message: String,
}

impl QueryError {
    /// The message, the expression, and a mark below the place.
    pub fn show(&self, text: &str) -> String {
        let line = text.replace(['\n', '\t', '\r'], " ");
        let before = line.get(..self.at).unwrap_or(&line).chars().count();
        let marks = line.get(self.at..self.at + self.length).map_or(1, |part| part.chars().count().max(1));
        format!("{}\n  {line}\n  {}{}", self.message, " ".repeat(before), "^".repeat(marks))
    }
}

impl Query {
    /// Reads an expression.
    ///
    /// # Errors
    /// Where it is wrong, and what could stand there.
    pub fn read(text: &str) -> Result<Self, QueryError> {
        let expression = match grammar::where_(text.as_bytes()) {
            Ok((_, expression)) => expression,
            Err(nom::Err::Error(wrong) | nom::Err::Failure(wrong)) => {
                let at = text.len() - wrong.at.len();
                return Err(QueryError { at, length: 0, message: format!("expected {}", wrong.what) });
            }
            Err(nom::Err::Incomplete(_)) => {
                return Err(QueryError { at: text.len(), length: 0, message: "the expression goes on".to_owned() });
            }
        };
        let mut binder = Binder::default();
        let condition = binder.bind(&expression).map_err(|Fault { place: Place { left, length }, message }| {
            QueryError { at: text.len() - left, length, message }
        })?;
        let (columns, needs_rows, needs_infos) = matcher::needs(&condition);
        let mut is_of_tags = true;
        condition.each(&mut |question| {
            let of_tags = question.sources().into_iter().flatten().all(matcher::is_of_tags);
            let is_value =
                matches!(question, Question::Compare(..) | Question::Find(..) | Question::In(..) | Question::Null(_));
            is_of_tags &= of_tags && is_value;
        });
        Ok(Self { condition, watches: binder.watches, columns, needs_rows, needs_infos, is_of_tags })
    }
}
