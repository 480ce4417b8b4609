//! What was decided of repairs before: rows read again, and the repair of a game that they tell of.

use std::collections::HashMap;

use super::alone::{Alone, Among};
use super::edits::Edits;
use super::repair::{GameRepairs, SliceEdit};
use super::row::{Decision, EditRow, path_of_name, rows_of_json};
use partie_record::finding::Grade;
use partie_record::span::Span;
use partie_repair::Repair;
use partie_replay::GamePlace;

/// What was decided of one game.
#[derive(Debug, Default)]
pub struct GameRows {
    rows: Vec<EditRow>,
}

impl GameRows {
    /// Adds a row; what was decided later counts.
    fn add(&mut self, row: EditRow) {
        let kind = |row: &EditRow| row.decision.unwrap_or(Decision::Yes);
        self.rows.retain(|other| kind(other) == kind(&row) && (other.span != row.span || other.span.is_none()));
        self.rows.push(row);
    }

    pub fn rows(&self) -> &[EditRow] {
        &self.rows
    }

    /// Whether nothing is to be written.
    pub fn is_refused(&self) -> bool {
        self.rows.iter().all(|row| row.decision == Some(Decision::No))
    }

    /// The repair that the decisions describe; `None` if one does not fit, or the game cannot be read with them.
    pub fn repair(&self, place: &GamePlace<'_>, repairs: &GameRepairs, alone: &mut Alone) -> Option<Repair<SliceEdit>> {
        let game = repairs.at.span;
        let edits = self.edits(place, repairs)?;
        let has_all = |repair: &&Repair<SliceEdit>| edits.iter().all(|edit| repair.edits.contains(edit));
        if let Some(repair) = repairs.best.iter().chain(&repairs.others).find(has_all) {
            let grade = edits.iter().map(|edit| edit.grade).max_by_key(|grade| *grade as u8)?;
            let mut repair = repair.clone();
            (repair.grade, repair.edits) = (grade, edits);
            return Some(repair);
        }
        let bytes = game.of(&place.slice.bytes);
        let mut own = Edits::default();
        for edit in &edits {
            let span = Span { from: edit.span.from - game.from, to: edit.span.to - game.from };
            own.add(SliceEdit { span, ..edit.clone() }, bytes);
        }
        let facts = alone.facts(Among::only(place.slice), own.apply(bytes))?;
        Some(facts.into_repair(edits, Grade::Guess))
    }

    /// The edits that they tell of, in the order of the text: those of one repair that is proposed, or else what stands where
    /// they say. Nothing where one of them does not fit.
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

    /// Each row's edit among those of a repair.
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

/// What was decided, by path and game.
pub type RowsOfGames = HashMap<(String, u64), GameRows>;

/// What was to be written of games that did not come, in the order of paths and games.
pub fn left(games: RowsOfGames) -> Vec<EditRow> {
    let written = games.into_values().filter(|rows| !rows.is_refused());
    let mut left: Vec<EditRow> = written.flat_map(|rows| rows.rows).collect();
    left.sort_by(|one, other| (&one.path, one.game, one.ply).cmp(&(&other.path, other.game, other.ply)));
    left
}

/// Reads rows, one a line.
///
/// # Errors
/// The number of the first line that is none, and why. Behind the last line end it may have been cut short: that is none.
pub fn read_decisions(text: &str) -> Result<RowsOfGames, (usize, String)> {
    let mut games = RowsOfGames::new();
    for row in rows_of_json(text)? {
        games.entry((row.path.clone(), row.game)).or_default().add(row);
    }
    Ok(games)
}

/// What was decided of the games of the file of that name, by their numbers. Rows may name the folder that it lies in, too.
///
/// # Errors
/// The files that are meant instead: several of that name, or others.
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
