//! A set of positions, numbered in the order of arrival.

use crate::Rules;
use crate::chess::position::Position;

/// A set of positions, hashed by zobrist key but compared in full.
pub(super) struct SeenPositions {
    positions: Vec<Position>,
    /// Open addressing: 0 for a free slot, else the number of a position plus one.
    table: Vec<u32>,
}

impl SeenPositions {
    pub(super) fn new() -> Self {
        Self { positions: Vec::with_capacity(64), table: vec![0; 256] }
    }

    pub(super) fn get(&self, number: usize) -> Option<&Position> {
        self.positions.get(number)
    }

    /// Adds a position and returns its number; `None` if it is already in the set.
    pub(super) fn add(&mut self, position: &Position) -> Option<usize> {
        if self.positions.len() * 2 >= self.table.len() {
            self.enlarge();
        }
        let place = self.place(position);
        let number = self.positions.len();
        if self.table[place] != 0 {
            return None;
        }
        self.positions.push(position.clone());
        self.table[place] = number as u32 + 1;
        Some(number)
    }

    fn enlarge(&mut self) {
        self.table = vec![0; self.table.len() * 4];
        for number in 0..self.positions.len() {
            let place = self.place(&self.positions[number]);
            self.table[place] = number as u32 + 1;
        }
    }

    /// Slot of the position in the table, or the free slot for it.
    fn place(&self, position: &Position) -> usize {
        let mask = self.table.len() - 1;
        let mut place = position.zobrist() as usize & mask;
        loop {
            let held = self.table[place] as usize;
            if held == 0 || self.positions[held - 1].same_for_repetition(position) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }
}
