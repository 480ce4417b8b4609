//! Selection of games by an expression of the selection language.

use std::sync::Arc;

use super::error::{SessionError, SessionErrorKind};
use partie_select::Query;

/// An expression that selects games, as in `--where`; `docs/where.md` describes it.
///
/// ```
/// let games = b"[White \"Morphy\"]\n\n1. e4 *\n\n[White \"Anderssen\"]\n\n1. f4 *\n";
/// let session = partie_core::Session::new();
/// let of_morphy = partie_core::Expression::read("white = 'Morphy'")?;
/// assert_eq!(session.games(games).filter(|game| game.matches(&of_morphy)).count(), 1);
/// assert!(partie_core::Expression::read("white =").is_err());
/// # Ok::<(), partie_core::SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) query: Arc<Query>,
}

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// Shows where the syntax is wrong and what was expected there. Also fails if the expression uses `duplicate`,
    /// which a single game cannot answer.
    pub fn read(text: &str) -> Result<Self, SessionError> {
        let query =
            Query::parse(text).map_err(|wrong| SessionError::new(SessionErrorKind::Expression, wrong.show(text)))?;
        if query.asks_duplicates() {
            return Err(SessionError::new(
                SessionErrorKind::Expression,
                "a game alone does not show whether it is a copy of another one; partie select compares all games",
            ));
        }
        Ok(Self::from(query))
    }
}

impl From<Query> for Expression {
    fn from(query: Query) -> Self {
        Self { query: Arc::new(query) }
    }
}
