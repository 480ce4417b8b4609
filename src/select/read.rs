//! Parses an expression into a [`Query`]. Evaluation is in `matcher`.

use super::bind::{Binder, Fault};
use super::condition::{Condition, Question, Source};
use super::expression::Place;
use super::grammar;
use super::sort_keys::SortKeys;
use super::watch::Watch;
use partie_table::column::Row as _;
use partie_table::{GameColumns, GameRow};

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
                let message = hint(text, at).unwrap_or_else(|| format!("expected {}", wrong.what));
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

/// Operators and words of other languages, each with a hint.
const HABITS: [(&str, &str); 13] = [
    ("&&", "write and"),
    ("||", "write or"),
    ("==", "write one ="),
    ("=", "write one ="),
    ("\"", "a text stands in single quotes, as in 'Tal'"),
    ("“", "a text stands in single quotes, as in 'Tal'"),
    ("‘", "a text stands in straight quotes, as in 'Tal'"),
    ("’", "a text stands in straight quotes, as in 'Tal'"),
    ("like", "write ~ with a regular expression, as in white ~ '^Tal'"),
    ("ilike", "write ~* with a regular expression, as in white ~* '^tal'"),
    ("contains", "write ~ with what is looked for, as in white ~ 'Tal'"),
    ("between", "write plies >= 20 and plies <= 40"),
    ("!", "write not"),
];
const NEEDS_MORE: [&str; 3] = ["and", "or", "not"];

/// Returns a hint for a syntax error at byte `at`; `None` if the mistake is unknown.
pub(super) fn hint(text: &str, at: usize) -> Option<String> {
    let (before, rest) = text.split_at_checked(at)?;
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let word = rest.split(|character| !is_word(character)).next().unwrap_or_default().to_ascii_lowercase();
    let after = rest.get(word.len()..).unwrap_or_default();
    if before.ends_with(|character: char| character.is_ascii_digit()) {
        if rest.starts_with(['.', ',']) {
            return Some("a number is a whole one".to_owned());
        }
        if rest.starts_with(|character: char| character.is_ascii_digit()) {
            return Some("a number has eighteen digits at most".to_owned());
        }
    }
    // The operator is the failing word itself, or the last word before the error.
    let last =
        if word.is_empty() { before.split_ascii_whitespace().next_back().unwrap_or_default() } else { word.as_str() };
    if let Some(open) = NEEDS_MORE.iter().find(|open| last.eq_ignore_ascii_case(open))
        && after.trim().is_empty()
    {
        return Some(format!("something must follow {open}"));
    }
    if NEEDS_MORE.contains(&word.as_str()) {
        let blank = !before.ends_with(|character: char| character.is_whitespace());
        return Some(format!("{word} stands between blanks")).filter(|_| blank || after.starts_with('('));
    }
    let habit = HABITS.iter().find(|(habit, _)| {
        if habit.starts_with(char::is_alphabetic) { word == *habit } else { rest.starts_with(habit) }
    });
    habit.map(|(_, instead)| (*instead).to_owned())
}

#[derive(Clone, Debug)]
pub(super) struct Needs {
    /// Columns that replay fills, by their names.
    pub(super) names: Vec<&'static str>,
    /// Whether the row of a game is needed.
    pub(super) rows: bool,
    /// Whether duplicates must be found first.
    pub(super) duplicates: bool,
    pub(super) infos: bool,
    /// True if tags alone decide a game of chess.
    pub(super) nothing_but_tags: bool,
}

impl Needs {
    pub(super) fn of(condition: &Condition) -> Self {
        let mut needs =
            Self { names: Vec::new(), rows: false, duplicates: false, infos: false, nothing_but_tags: true };
        condition.each(&mut |question| {
            question.sources().into_iter().flatten().for_each(|source| needs.add(source));
            match question {
                Question::Compare(..) | Question::Find(..) | Question::In(..) | Question::Null(_) => return,
                Question::Finding(_) => (needs.rows, needs.infos) = (true, true),
                Question::Draw(_) | Question::Opening(_) => needs.rows = true,
                Question::Moves(_) => {
                    needs.rows = true;
                    needs.names.push("moves_hash");
                }
                Question::Position(_) => {}
                // `of_copies` replaces this question before any game is evaluated.
                Question::Duplicate => {
                    needs.duplicates = true;
                    return;
                }
            }
            needs.nothing_but_tags = false;
        });
        needs
    }

    pub(super) fn add(&mut self, source: &Source) {
        if let Source::Column(place) = source {
            (self.rows, self.nothing_but_tags) = (true, false);
            self.names.extend(GameRow::COLUMNS.get(*place).map(|column| column.name));
        }
        // For shogi, the outcome comes from the board and not from a tag.
        self.rows |= *source == Source::Outcome;
    }

    /// The columns that replay fills.
    pub(super) fn columns(&self) -> GameColumns {
        GameColumns::of(|name| self.names.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_have_an_answer() {
        for (text, at, wanted) in [
            ("a = 'b' && c", 8, "write and"),
            ("a == 'b'", 3, "write one ="),
            ("a = \"b\"", 4, "single quotes"),
            ("a LIKE 'b%'", 2, "write ~ with"),
            ("plies > 3.5", 9, "whole"),
            ("plies > 1234567890123456789", 26, "eighteen digits"),
            ("a is null and", 10, "must follow and"),
            ("not", 3, "must follow not"),
            ("(a is null)and(b is null)", 11, "between blanks"),
        ] {
            let hint = hint(text, at).unwrap_or_default();
            assert!(hint.contains(wanted), "{text}: {hint}");
        }
        assert_eq!(hint("a ? b", 2), None);
        assert_eq!(hint("é", 1), None);
    }
}
