//! Parses an expression into a [`Query`]. Evaluation is in `matcher`.

use super::bind::{Binder, Fault};
use super::condition::Condition;
use super::expression::Place;
use super::grammar;
use super::mistakes;
use super::needs::Needs;
use super::sort_keys::SortKeys;
use super::watch::Watch;

/// A parsed query, ready to evaluate on games.
#[derive(Clone, Debug)]
pub struct Query {
    pub(super) condition: Condition,
    pub(super) watches: Vec<Watch>,
    pub(super) needs: Needs,
}

/// A syntax or binding error of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Byte offset of the error in the expression.
    pub at: usize,
    pub length: usize,
    pub message: String,
}

impl QueryError {
    /// Formats the message, the expression, and a line of carets below the error.
    pub fn show(&self, text: &str) -> String {
        let line = text.replace(['\n', '\t', '\r'], " ");
        let before = line.get(..self.at).unwrap_or(&line).chars().count();
        let marks = line.get(self.at..self.at + self.length).map_or(1, |part| part.chars().count().max(1));
        format!("{}\n  {line}\n  {}{}", self.message, " ".repeat(before), "^".repeat(marks))
    }
}

impl Query {
    pub fn all() -> Self {
        let condition = Condition::All(Vec::new());
        let needs = Needs::of(&condition);
        Self { condition, watches: Vec::new(), needs }
    }

    /// True if the query uses `duplicate`, which no single game can answer.
    pub const fn asks_duplicates(&self) -> bool {
        self.needs.duplicates
    }

    /// The query with `duplicate` replaced by `is_copy`.
    #[must_use]
    pub fn of_copies(&self, is_copy: bool) -> Self {
        Self { condition: self.condition.of_copies(is_copy), ..self.clone() }
    }

    /// Adds the sort keys to the values that the query needs.
    #[must_use]
    pub fn with_keys(mut self, keys: &SortKeys) -> Self {
        keys.keys.iter().for_each(|(source, _)| self.needs.add(source));
        self
    }

    /// Parses an expression.
    ///
    /// # Errors
    /// Returns the position of the first error and the expected input.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let expression = match grammar::where_(text.as_bytes()) {
            Ok((_, expression)) => expression,
            Err(nom::Err::Error(wrong) | nom::Err::Failure(wrong)) => {
                let at = text.len() - wrong.at.len();
                let message = mistakes::hint(text, at).unwrap_or_else(|| format!("expected {}", wrong.what));
                return Err(QueryError { at, length: 0, message });
            }
            Err(nom::Err::Incomplete(_)) => {
                return Err(QueryError { at: text.len(), length: 0, message: "the expression goes on".to_owned() });
            }
        };
        let mut binder = Binder::default();
        let condition = binder.bind(&expression).map_err(|Fault { place: Place { left, length }, message }| {
            QueryError { at: text.len() - left, length, message }
        })?;
        let needs = Needs::of(&condition);
        Ok(Self { condition, watches: binder.watches, needs })
    }
}
