//! Undoes the edits of a log: the rows that `partie fix --log` wrote, and their effect on a game.

use super::error::{SessionError, SessionErrorKind};
use super::game::Game;
use partie_fix::{LogForm, MadeEdit, RowsOfFile};

/// The edits that were made in the games of a text: the rows of `partie fix --log`, as JSON or CSV.
///
/// ```
/// use partie_core::{EditLog, Session};
///
/// let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *";
/// let game = Session::new().games(text).next().ok_or("no game")?;
/// let rows = "path,game,players,ply,was,is,grade\nx/club.pgn,1,,5,Bb6,Bb5,likely\n";
/// let log = EditLog::read(rows, "club.pgn").map_err(|_| "no rows")?;
/// let undone = game.undone(&log).ok_or("nothing was written in it")?;
/// assert_eq!((undone.edits[0].span.clone(), undone.edits[0].bytes.as_slice()), (23..26, &b"Bb6"[..]));
/// assert!(undone.left.is_empty());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct EditLog {
    games: RowsOfFile,
}

/// The undone edits of a log in a game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Undone {
    /// Edits that restore the old text, in text order; their spans are bytes of the game.
    pub edits: Vec<MadeEdit>,
    /// A line for each row that is not undone, with the reason.
    pub left: Vec<String>,
}

impl EditLog {
    /// Reads rows, and keeps the rows for the text with this name.
    ///
    /// # Errors
    /// Fails if a row is invalid, or if no text or several texts of the rows have this name.
    pub fn read(rows: &str, name: &str) -> Result<Self, SessionError> {
        let wrong = |(line, why)| {
            SessionError::new(SessionErrorKind::Row, format_args!("line {line} is no row of a log: {why}"))
        };
        let log = LogForm::of_text(rows).read_log(rows).map_err(wrong)?;
        let games = log.of_name(name).map_err(|paths| {
            SessionError::about_others(&format!("the log is not about {name} alone, but about"), &paths)
        })?;
        Ok(Self { games })
    }

    /// The numbers of the games with written edits, in order.
    pub fn games(&self) -> Vec<u64> {
        self.games.keys().copied().collect()
    }
}

impl Game {
    /// Undoes the edits of a log in this game, if their text is still present. `None` if the log has no edits in this
    /// game.
    pub fn undone(&self, log: &EditLog) -> Option<Undone> {
        let rows = log.games.get(&self.number())?;
        let undone = self.home().with(|place| partie_fix::undo(place, self.home().at.span, rows));
        Some(Undone { edits: undone.edits, left: undone.left.iter().map(ToString::to_string).collect() })
    }
}
