//! Which games: an expression of the selection language.

use std::sync::Arc;

use super::error::{SessionError, SessionErrorKind};
use partie_select::Query;

/// Which games are meant, as in `--where`: `docs/where.md` is its page.
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
    /// Reads one.
    ///
    /// # Errors
    /// Where it is wrong, and what could stand there; or it asks which games are copies of others, which no game tells.
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
