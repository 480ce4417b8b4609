//! Openings by position.

use std::path::PathBuf;

use super::{DEPTH, Opening, TableError, table};

/// Named positions by zobrist key.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    openings: Box<[Opening]>,
    /// One bit for each key, from its high bits; most other keys miss these bits. The number of words is a power of
    /// two.
    filter: Box<[u64]>,
    /// Hash table by the low bits of keys, with linear probing. No key is 0, which marks an empty place.
    keys: Box<[u64]>,
    /// For each key, the index of its opening.
    indexes: Box<[u32]>,
    positions: usize,
}

impl OpeningBook {
    /// Reads several tables, each with the name that errors give it. If several lines lead to the same position, the
    /// first one counts.
    ///
    /// # Errors
    /// The first fault, with its table and line.
    pub fn of_tables(tables: impl IntoIterator<Item = (PathBuf, Vec<u8>)>) -> Result<Self, TableError> {
        let mut rows = Vec::new();
        for (path, bytes) in tables {
            table::read_table(&bytes, &mut rows).map_err(|(line, fault)| TableError {
                path,
                line: Some(line),
                fault,
            })?;
        }
        Ok(Self::new(rows.into_iter().map(|row| (row.key, row.opening)).collect()))
    }

    /// Builds a book from openings and the zobrist keys of their positions. Of equal positions, the first one counts.
    pub(super) fn new(rows: Vec<(u64, Opening)>) -> Self {
        let places = (rows.len() * 2 + 1).next_power_of_two();
        let mut book = Self {
            openings: Box::default(),
            filter: vec![0; rows.len().next_power_of_two()].into_boxed_slice(),
            keys: vec![0; places].into_boxed_slice(),
            indexes: vec![0; places].into_boxed_slice(),
            positions: 0,
        };
        for ((key, _), index) in rows.iter().zip(0..) {
            book.enter(*key, index);
        }
        book.positions = book.keys.iter().filter(|key| **key != 0).count();
        let openings = rows.into_iter().zip(0..).map(|((_, opening), index)| Opening { index, ..opening });
        Self { openings: openings.collect(), ..book }
    }

    /// Adds a position, unless it is known.
    fn enter(&mut self, key: u64, index: u32) {
        let (word, bit) = place(key, self.filter.len());
        self.filter[word] |= bit;
        let at = seek(&self.keys, key);
        if self.keys[at] == 0 {
            (self.keys[at], self.indexes[at]) = (key, index);
        }
    }

    fn index(&self, key: u64) -> Option<u32> {
        let at = seek(&self.keys, key);
        if self.keys[at] == 0 { None } else { self.indexes.get(at).copied() }
    }

    /// Returns the lines of the table, in its order.
    pub const fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Returns the number of different positions in which lines end.
    pub const fn positions(&self) -> usize {
        self.positions
    }

    /// Returns the opening of a game, and the ply of the position with its name: the last one in the first [`DEPTH`]
    /// plies. `keys` are the zobrist keys ([`partie_rules::Rules::zobrist`]) of the main line, from the start on.
    #[inline(always)]
    pub fn of_game(&self, keys: impl DoubleEndedIterator<Item = u64> + ExactSizeIterator) -> Option<(&Opening, u32)> {
        let beyond = keys.len().saturating_sub(DEPTH as usize + 1);
        // Searches from the end, so that the first position found is the last known position of the game.
        keys.enumerate().rev().skip(beyond).find_map(|(ply, key)| Some((self.find(key)?, ply as u32)))
    }

    /// Returns the opening of a position, by its zobrist key ([`partie_rules::Rules::zobrist`]).
    #[inline(always)]
    pub fn find(&self, key: u64) -> Option<&Opening> {
        let (word, bit) = place(key, self.filter.len());
        if self.filter[word] & bit == 0 { None } else { self.found(key) }
    }

    #[inline(never)]
    fn found(&self, key: u64) -> Option<&Opening> {
        self.openings.get(self.index(key)? as usize)
    }
}

/// Returns the word and the bit of a key in a filter of `words` words.
#[inline(always)]
const fn place(key: u64, words: usize) -> (usize, u64) {
    ((key >> 38) as usize & (words - 1), 1 << (key >> 32 & 63))
}

/// Returns the place of a key, or the empty place where it belongs. The size of the table is a power of two, and some
/// places are empty.
#[inline(always)]
fn seek(keys: &[u64], key: u64) -> usize {
    let last = keys.len() - 1;
    let mut at = key as usize & last;
    while keys[at] != 0 && keys[at] != key {
        at = (at + 1) & last;
    }
    at
}
