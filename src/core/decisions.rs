//! Decisions on repairs, as the rows of `docs/schema/edits.md`.

use std::collections::HashMap;

use super::error::{SessionError, SessionErrorKind};
use partie_fix::{Edit, GameRows, of_file, read_decisions};
use partie_repair::Repair;

/// Decisions on the games of a text: the rows that `partie fix --decisions` reads and writes.
///
/// ```
/// use partie_core::{Decided, Decisions, Session};
///
/// let game = Session::new().games(b"1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *").next().ok_or("no game")?;
/// let rows = r#"{"path":"x/club.pgn","game":1,"ply":5,"was":"Bb6","is":"Bb5"}"#.to_owned() + "\n";
/// let decisions = Decisions::read(&rows, "club.pgn").map_err(|_| "no rows")?;
/// assert!(matches!(game.decided(&decisions), Some(Decided::Taken(repair)) if repair.whole));
/// assert!(Decisions::read(&rows, "league.pgn").is_err_and(|wrong| wrong.to_string().contains("x/club.pgn")));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct Decisions {
    games: HashMap<u64, GameRows>,
}

/// The decision on a game.
#[derive(Clone, Debug)]
pub enum Decided {
    /// No edit is to be written.
    Refused,
    /// This repair is to be written.
    Taken(Box<Repair<Edit>>),
    /// The decision does not fit the game, for these reasons.
    Unfit(Vec<String>),
}

impl Decisions {
    /// Reads rows, and keeps the rows for the text with this name.
    ///
    /// # Errors
    /// Fails if a line is not a row, or if no text or several texts of the rows have this name.
    pub fn read(rows: &str, name: &str) -> Result<Self, SessionError> {
        let wrong = |(line, why)| {
            SessionError::new(SessionErrorKind::Row, format_args!("line {line} is no row of decisions: {why}"))
        };
        let games = read_decisions(rows).map_err(wrong)?;
        let games = of_file(games, name).map_err(|paths| {
            SessionError::about_others(&format!("nothing in it was decided of {name} alone: it is about"), &paths)
        })?;
        Ok(Self { games })
    }

    /// The numbers of the games with a decision, in order.
    pub fn games(&self) -> Vec<u64> {
        let mut numbers: Vec<u64> = self.games.keys().copied().collect();
        numbers.sort_unstable();
        numbers
    }

    pub(crate) fn of_game(&self, number: u64) -> Option<&GameRows> {
        self.games.get(&number)
    }
}
