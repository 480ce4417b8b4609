//! From the text of an expression to what is asked of games. Not for asking.

use super::bind::{Binder, Fault};
use super::condition::Condition;
use super::expression::Place;
use super::grammar;
use super::mistakes;
use super::needs::Needs;
use super::sort_keys::SortKeys;
use super::watch::Watch;

/// What is asked of games.
#[derive(Clone, Debug)]
pub struct Query {
    pub(super) condition: Condition,
    pub(super) watches: Vec<Watch>,
    pub(super) needs: Needs,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Bytes of the expression before it.
    pub at: usize,
    pub length: usize,
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
    pub fn all() -> Self {
        let condition = Condition::All(Vec::new());
        let needs = Needs::of(&condition);
        Self { condition, watches: Vec::new(), needs }
    }

    /// Whether it asks which games are copies of others, which no game tells alone.
    pub const fn asks_duplicates(&self) -> bool {
        self.needs.duplicates
    }

    /// What it asks of games that are copies, or are none.
    #[must_use]
    pub fn of_copies(&self, is_copy: bool) -> Self {
        Self { condition: self.condition.of_copies(is_copy), ..self.clone() }
    }

    /// The same games, of which these values are asked as well.
    #[must_use]
    pub fn with_keys(mut self, keys: &SortKeys) -> Self {
        keys.keys.iter().for_each(|(source, _)| self.needs.add(source));
        self
    }

    /// Reads an expression.
    ///
    /// # Errors
    /// Where it is wrong, and what could stand there.
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
