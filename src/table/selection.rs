//! Which columns of a table are written, and in which order. Not for what they are called on the command line.

use super::column::{Cells, Column, Row};

/// The columns of one table that are written; the usual ones if none is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Their places in the table, in the order in which they are written.
    places: Option<Vec<usize>>,
}

impl Selection {
    /// Chooses a column by its place in the table, behind those that were chosen; whether it is a new one.
    pub fn choose(&mut self, place: usize) -> bool {
        let places = self.places.get_or_insert_default();
        let is_new = !places.contains(&place);
        if is_new {
            places.push(place);
        }
        is_new
    }

    /// Chooses, before all others, those that are written without being named.
    pub fn choose_usual<R: Row>(&mut self) {
        if !self.is_choice() {
            self.places = Some(self.places::<R>().collect());
        }
    }

    pub const fn is_choice(&self) -> bool {
        self.places.is_some()
    }

    /// The places of the columns in the table, in the order in which they are written.
    pub fn places<R: Row>(&self) -> impl Iterator<Item = usize> {
        let chosen = self.places.iter().flatten().copied();
        let usual = R::COLUMNS.iter().zip(0..).filter(|(column, _)| !self.is_choice() && !column.on_request);
        chosen.chain(usual.map(|(_, place)| place))
    }

    /// The columns in the order in which they are written.
    pub fn columns<R: Row>(&self) -> Vec<Column> {
        self.places::<R>().filter_map(|place| R::COLUMNS.get(place).copied()).collect()
    }

    /// Gives the cells of a row.
    #[inline(always)]
    pub fn cells<R: Row, C: Cells>(&self, row: &R, cells: &mut C) {
        match &self.places {
            Some(places) => places.iter().for_each(|place| row.cell(*place, cells)),
            None => row.cells(cells),
        }
    }
}
