//! The column list of a user, such as `first_player,plies,moves.coordinates`.

use std::fmt;
use std::str::FromStr;

use super::column::{Cells, Column, Row};
use super::column_error::ColumnError;
use super::{FindingRow, GameColumns, GameRow, MoveColumns, MoveRow};

/// The columns of the tables that a run writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub games: Selection,
    pub findings: Selection,
    pub moves: Selection,
}

impl Columns {
    /// The columns of games whose values must be computed.
    pub fn of_games(&self) -> GameColumns {
        let columns = self.games.columns::<GameRow<'_>>();
        GameColumns::of(|name| columns.iter().any(|column| column.name == name))
    }

    /// The columns of moves whose values must be computed.
    pub fn of_moves(&self) -> MoveColumns {
        let columns = self.moves.columns::<MoveRow<'_>>();
        MoveColumns::of(|name| columns.iter().any(|column| column.name == name))
    }

    fn choose(&mut self, name: &str) -> Result<(), ColumnError> {
        let (name, is_added) = name.strip_prefix('+').map_or((name, false), |name| (name, true));
        match name.split_once('.') {
            None => choose_of::<GameRow<'_>>(&mut self.games, name, is_added),
            Some((GameRow::TABLE, name)) => choose_of::<GameRow<'_>>(&mut self.games, name, is_added),
            Some((FindingRow::TABLE, name)) => choose_of::<FindingRow<'_>>(&mut self.findings, name, is_added),
            Some((MoveRow::TABLE, name)) => choose_of::<MoveRow<'_>>(&mut self.moves, name, is_added),
            Some((table, _)) => Err(ColumnError::UnknownTable(table.to_owned())),
        }
    }
}

impl FromStr for Columns {
    type Err = ColumnError;

    /// Parses names separated by commas; outside of `games`, a name has the table and a dot as a prefix. A plus before
    /// the first name of a table puts the table's default columns before the named ones.
    fn from_str(list: &str) -> Result<Self, ColumnError> {
        let mut columns = Self::default();
        list.split(',').try_for_each(|name| columns.choose(name.trim()))?;
        Ok(columns)
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = names_of::<GameRow<'_>>(&self.games, "");
        names.extend(names_of::<FindingRow<'_>>(&self.findings, "findings."));
        names.extend(names_of::<MoveRow<'_>>(&self.moves, "moves."));
        f.write_str(&names.join(","))
    }
}

fn names_of<R: Row>(selection: &Selection, before: &str) -> Vec<String> {
    let columns = if selection.is_choice() { selection.columns::<R>() } else { Vec::new() };
    columns.iter().map(|column| format!("{before}{}", column.name)).collect()
}

fn choose_of<R: Row>(selection: &mut Selection, name: &str, is_added: bool) -> Result<(), ColumnError> {
    if is_added {
        selection.choose_usual::<R>();
    }
    match R::COLUMNS.iter().position(|column| column.name == name) {
        Some(place) if selection.choose(place) => Ok(()),
        Some(_) => Err(ColumnError::Repeated(name.to_owned())),
        None if name.is_empty() => Err(ColumnError::Empty),
        None => {
            let nearest = nearest(R::COLUMNS, name).map(|column| column.name);
            Err(ColumnError::UnknownColumn { name: name.to_owned(), table: R::TABLE, nearest })
        }
    }
}

/// Suggests a column for an unknown name. Prefers a column that describes a tag of this name, and then one that
/// contains the name. Otherwise returns the column at the smallest edit distance.
fn nearest<'c>(columns: &'c [Column], name: &str) -> Option<&'c Column> {
    let is_name = |word: &str| word.eq_ignore_ascii_case(name);
    let holds_tag = |column: &&Column| {
        let mut words = column.about.split(|c: char| !c.is_alphanumeric());
        words.any(|word| is_name(word) && word.starts_with(char::is_uppercase))
    };
    let has_part = |column: &&Column| column.name.split('_').any(is_name);
    let is_alike = || {
        let edits = |column: &&Column| strsim::damerau_levenshtein(column.name, name);
        columns.iter().min_by_key(edits).filter(|column| edits(column) < name.len())
    };
    columns.iter().find(holds_tag).or_else(|| columns.iter().find(has_part)).or_else(is_alike)
}

/// The selected columns of one table; the default columns if none is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Indexes of the selected columns in the table, in output order; `None` for the default columns.
    places: Option<Vec<usize>>,
}

impl Selection {
    /// Appends the column at `place`; returns false if it was selected before.
    pub fn choose(&mut self, place: usize) -> bool {
        let places = self.places.get_or_insert_default();
        let is_new = !places.contains(&place);
        if is_new {
            places.push(place);
        }
        is_new
    }

    /// Selects the default columns, unless columns were selected before.
    pub fn choose_usual<R: Row>(&mut self) {
        if !self.is_choice() {
            self.places = Some(self.places::<R>().collect());
        }
    }

    pub const fn is_choice(&self) -> bool {
        self.places.is_some()
    }

    /// Indexes of the selected columns in the table, in output order.
    pub fn places<R: Row>(&self) -> impl Iterator<Item = usize> {
        let chosen = self.places.iter().flatten().copied();
        let defaults = R::COLUMNS.iter().zip(0..).filter(|(column, _)| !self.is_choice() && !column.on_request);
        chosen.chain(defaults.map(|(_, place)| place))
    }

    /// The selected columns in output order.
    pub fn columns<R: Row>(&self) -> Vec<Column> {
        self.places::<R>().filter_map(|place| R::COLUMNS.get(place).copied()).collect()
    }

    /// Visits the selected cells of a row.
    #[inline(always)]
    pub fn cells<R: Row, C: Cells>(&self, row: &R, cells: &mut C) {
        match &self.places {
            Some(places) => places.iter().for_each(|place| row.cell(*place, cells)),
            None => row.cells(cells),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(list: &str) -> String {
        Columns::from_str(list).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn names_are_read_and_written() {
        let columns = Columns::from_str("plies, games.first_player,moves.ply").unwrap_or_default();
        assert_eq!(columns.to_string(), "plies,first_player,moves.ply");
        assert!(!columns.findings.is_choice());
        let asked = columns.of_games();
        assert!(asked.plies && asked.first_player && !asked.r#final);
        assert_eq!(Columns::default().of_games(), GameColumns::default());
        assert_eq!(Columns::default().to_string(), "");
        let columns = Columns::from_str("+tags,+moves.san").unwrap_or_default();
        assert!(
            columns.to_string().starts_with("source,game,")
                && columns.to_string().contains("n_tags,tags,moves.source,")
        );
        assert!(
            columns.of_games().tags && !columns.of_games().moves && columns.of_moves().san && columns.of_moves().ply
        );
    }

    #[test]
    fn a_name_that_is_none_is_told_the_nearest() {
        for (name, column) in [
            ("white", "first_player"),
            ("WhiteElo", "first_rating"),
            ("result", "result_tag"),
            ("n_plies", "plies"),
            ("plys", "plies"),
            ("clocks", "clocks_ms"),
            ("Final", "final"),
            ("material", "material_end"),
        ] {
            let error = error_of(name);
            assert!(error.contains(&format!("{name:?} in the table games, the nearest is {column};")), "{error}");
        }
        let far = error_of("xx");
        assert!(far.starts_with("no column \"xx\" in the table games; all of them"), "{far}");
        let errors = ["", "plies,", "plies,plies", "games.plies,plies", "move.ply", "moves.plies"];
        let errors = errors.map(error_of);
        assert_eq!(
            errors.each_ref().map(String::as_str),
            [
                "a name is missing",
                "a name is missing",
                "column \"plies\" is named twice",
                "column \"plies\" is named twice",
                "no table \"move\"; the tables are games, findings and moves",
                "no column \"plies\" in the table moves, the nearest is ply; all of them: docs/schema/moves.md",
            ]
        );
    }
}
