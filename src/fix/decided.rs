//! Earlier decisions on repairs: reads their rows, and finds the repair of a game that they describe.

use std::collections::HashMap;

use super::alone::{Alone, Among};
use super::edits::Edits;
use super::repair::{GameRepairs, SliceEdit};
use super::row::{Decision, EditRow, path_of_name, rows_of_json};
use partie_record::finding::Grade;
use partie_record::span::Span;
use partie_repair::Repair;
use partie_replay::GamePlace;

/// The decisions on one game.
#[derive(Debug, Default)]
pub struct GameRows {
    rows: Vec<EditRow>,
}

impl GameRows {
    /// Adds a row. The new row replaces rows with another decision or the same span.
    fn add(&mut self, row: EditRow) {
        let kind = |row: &EditRow| row.decision.unwrap_or(Decision::Yes);
        self.rows.retain(|other| kind(other) == kind(&row) && (other.span != row.span || other.span.is_none()));
        self.rows.push(row);
    }

    pub fn rows(&self) -> &[EditRow] {
        &self.rows
    }

    /// True if all decisions refuse the repair.
    pub fn is_refused(&self) -> bool {
        self.rows.iter().all(|row| row.decision == Some(Decision::No))
    }

    /// Returns the repair that the decisions describe. `None` if a decision does not fit, or if the edited game is
    /// unreadable.
    pub fn repair(&self, place: &GamePlace<'_>, repairs: &GameRepairs, alone: &mut Alone) -> Option<Repair<SliceEdit>> {
        let game = repairs.at.span;
        let edits = self.edits(place, repairs)?;
        let has_all = |repair: &&Repair<SliceEdit>| edits.iter().all(|edit| repair.edits.contains(edit));
        if let Some(repair) = repairs.best.iter().chain(&repairs.others).find(has_all) {
            let grade = edits.iter().map(|edit| edit.grade).max_by_key(|grade| *grade as u8)?;
            let mut repair = repair.clone();
            (repair.grade, repair.edits, repair.odds) = (grade, edits, None);
            return Some(repair);
        }
        let bytes = game.of(&place.slice.bytes);
        let mut own = Edits::default();
        for edit in &edits {
            let span = Span { from: edit.span.from.checked_sub(game.from)?, to: edit.span.to.checked_sub(game.from)? };
            own.add(SliceEdit { span, ..edit.clone() }, bytes);
        }
        let facts = alone.facts(Among::only(place.slice), own.apply(bytes))?;
        Some(facts.into_repair(edits, Grade::Guess))
    }

    /// Returns the edits of all rows in text order: from one proposed repair, or else at the spans of the rows. `None`
    /// if a row does not fit.
    fn edits(&self, place: &GamePlace<'_>, repairs: &GameRepairs) -> Option<Vec<SliceEdit>> {
        let mut proposed = repairs.best.iter().chain(&repairs.others);
        let found = proposed.find_map(|repair| self.among(place, &repair.edits));
        let like = repairs.best.as_ref().and_then(|best| best.edits.first());
        let placed = || self.rows.iter().map(|row| row.placed(place, repairs.at.span, like?)).collect();
        let mut edits: Vec<SliceEdit> = found.or_else(placed)?;
        edits.sort_by_key(|edit| (edit.span.from, edit.span.to));
        let apart = edits.windows(2).all(|pair| pair[0].span.to <= pair[1].span.from);
        apart.then_some(edits)
    }

    /// Finds the edit of each row in one repair.
    fn among(&self, place: &GamePlace<'_>, edits: &[SliceEdit]) -> Option<Vec<SliceEdit>> {
        let mut left: Vec<&SliceEdit> = edits.iter().collect();
        let mut found = Vec::new();
        for row in &self.rows {
            let at = left.iter().position(|edit| row.is(place, edit))?;
            found.push(left.remove(at).clone());
        }
        Some(found)
    }
}

/// Decisions by path and game number.
pub type RowsOfGames = HashMap<(String, u64), GameRows>;

/// Returns the accepted rows whose games were not found, ordered by path and game.
pub fn left(games: RowsOfGames) -> Vec<EditRow> {
    let written = games.into_values().filter(|rows| !rows.is_refused());
    let mut left: Vec<EditRow> = written.flat_map(|rows| rows.rows).collect();
    left.sort_by(|one, other| (&one.path, one.game, one.ply).cmp(&(&other.path, other.game, other.ply)));
    left
}

/// Reads decisions, one row per line.
///
/// # Errors
/// The number of the first line that is not a row, and the reason. Text after the last line end may be cut short, and
/// is skipped.
pub fn read_decisions(text: &str) -> Result<RowsOfGames, (usize, String)> {
    let mut games = RowsOfGames::new();
    for row in rows_of_json(text)? {
        games.entry((row.path.clone(), row.game)).or_default().add(row);
    }
    Ok(games)
}

/// Returns the decisions for the file with this name, by game number. The rows may also name its folder.
///
/// # Errors
/// The matching paths if there are several, or all paths if there is no match.
pub fn of_file(games: RowsOfGames, name: &str) -> Result<HashMap<u64, GameRows>, Vec<String>> {
    let mut paths: Vec<String> = games.keys().map(|(path, _)| path.clone()).collect();
    paths.sort_unstable();
    paths.dedup();
    let meant = path_of_name(paths, name)?;
    Ok(games.into_iter().filter(|((path, _), _)| *path == meant).map(|((_, game), rows)| (game, rows)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_file_are_known_by_its_name() {
        let row =
            |path: &str, game: u64| format!("{{\"path\":\"{path}\",\"game\":{game},\"was\":\"a\",\"is\":\"b\"}}\n");
        let rows = [row("x/club.pgn", 3), row("x/club.pgn", 4), row("other.pgn", 1)].concat();
        let games = |name: &str| of_file(read_decisions(&rows).unwrap_or_default(), name);
        let mut numbers: Vec<u64> = games("club.pgn").unwrap_or_default().into_keys().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [3, 4]);
        assert_eq!(games("none.pgn").err(), Some(vec!["other.pgn".to_owned(), "x/club.pgn".to_owned()]));
        let two = [row("x/club.pgn", 3), row("y/club.pgn", 4)].concat();
        assert_eq!(
            of_file(read_decisions(&two).unwrap_or_default(), "club.pgn").err().map(|paths| paths.len()),
            Some(2)
        );
        assert_eq!(of_file(read_decisions(&two).unwrap_or_default(), "y/club.pgn").map(|games| games.len()), Ok(1));
    }
}
