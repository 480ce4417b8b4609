//! The selected columns of a table and their order. Names are parsed in `columns`.

use super::column::{Cells, Column, Row};

/// The selected columns of one table; the default columns if none is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Indexes in the table, in output order.
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

    /// The indexes of the columns in the table, in output order.
    pub fn places<R: Row>(&self) -> impl Iterator<Item = usize> {
        let chosen = self.places.iter().flatten().copied();
        let usual = R::COLUMNS.iter().zip(0..).filter(|(column, _)| !self.is_choice() && !column.on_request);
        chosen.chain(usual.map(|(_, place)| place))
    }

    /// The columns in output order.
    pub fn columns<R: Row>(&self) -> Vec<Column> {
        self.places::<R>().filter_map(|place| R::COLUMNS.get(place).copied()).collect()
    }

    /// Visits the cells of a row.
    #[inline(always)]
    pub fn cells<R: Row, C: Cells>(&self, row: &R, cells: &mut C) {
        match &self.places {
            Some(places) => places.iter().for_each(|place| row.cell(*place, cells)),
            None => row.cells(cells),
        }
    }
}
