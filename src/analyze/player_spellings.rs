//! Spellings of players' names: collects names from games, writes the table of proposals, and reads a user's table.

use std::collections::HashMap;
use std::path::Path;

use crate::load_error::LoadError;
use partie_record::shown::{names_odd, push_csv_row, shown_path, without_sign};
use partie_replay::game_worker::Games;
use partie_replay::games::Game;
use partie_table::player_names::{PlayerNames, PlayerTags, Proposal};
use partie_table::tags::Tags;

/// Collects players' names from games.
#[derive(Debug, Default)]
pub struct NameReader;

impl Games for NameReader {
    type Out = PlayerNames;

    fn game(&mut self, game: &Game<'_>, names: &mut PlayerNames) {
        let tags = Tags::of_record(game.text.bytes, game.record, game.text.encoding);
        let ([first, second], [first_id, second_id]) = (tags.players(), tags.fide_ids());
        let year = tags.date().map(|(day, _)| day.year);
        let (first, second) = (first.as_deref().unwrap_or_default(), second.as_deref().unwrap_or_default());
        for (name, opponent, fide) in [(first, second, first_id), (second, first, second_id)] {
            if !name.is_empty() {
                names.add(PlayerTags { name, opponent, fide, year });
            }
        }
    }

    fn panicked(&mut self, _: &mut PlayerNames) {}
}

/// The table of proposals in CSV: the columns `from` and `to` that `convert --names` reads, and the evidence.
pub fn table(names: &PlayerNames, proposals: &[Proposal]) -> Vec<u8> {
    let mut rows = Vec::new();
    push_csv_row(&mut rows, ["from", "to", "from_games", "to_games", "from_years", "to_years", "why"]);
    for Proposal { from, to, why } in proposals {
        let player = |name: &str| names.player(name).cloned().unwrap_or_default();
        let (one, other) = (player(from), player(to));
        let years =
            |years: Option<(u16, u16)>| years.map(|(first, last)| format!("{first}-{last}")).unwrap_or_default();
        let games = [one.games, other.games].map(|games| games.to_string());
        push_csv_row(&mut rows, [from, to, &games[0], &games[1], &years(one.years), &years(other.years), *why]);
    }
    rows
}

/// Reads a table with the columns `from` and `to` as a map.
///
/// # Errors
/// If the table is unreadable, lacks a column, or is contradictory.
pub fn read_spellings(path: &Path) -> Result<HashMap<String, String>, LoadError> {
    let name = shown_path(path);
    let wrong = |error: csv::Error| LoadError::Content(format!("cannot read the names {name}: {error}"));
    let mut rows = csv::Reader::from_path(path).map_err(wrong)?;
    let columns = rows.headers().map_err(wrong)?;
    if !["from", "to"].iter().all(|name| columns.iter().any(|column| column == *name)) {
        return Err(LoadError::Content(format!("the names {name} have no columns from and to: both are needed")));
    }
    let rows: Result<Vec<(String, String)>, _> = rows
        .deserialize::<HashMap<String, String>>()
        .map(|row| row.map(|mut row| (row.remove("from"), row.remove("to"))))
        .map(|row| row.map(|(from, to)| (from.unwrap_or_default(), to.unwrap_or_default())))
        .map(|row| row.map(|(from, to)| (without_sign(&from).to_owned(), without_sign(&to).to_owned())))
        .collect();
    let mut names: HashMap<String, String> = HashMap::new();
    for (from, to) in rows.map_err(wrong)?.into_iter().filter(|(from, to)| !from.is_empty() && !to.is_empty()) {
        if names_odd(&to) {
            return Err(LoadError::Content(format!(
                "the names {name} have {to:?} for {from:?}, where <U+...> stands for what cannot be seen: write the name \
                     as it is to be"
            )));
        }
        match names.insert(from.clone(), to.clone()) {
            Some(other) if other != to => {
                let message = format!("the names {name} have {from:?} twice, for {other:?} and for {to:?}");
                return Err(LoadError::Content(message));
            }
            _ => {}
        }
    }
    Ok(names)
}
