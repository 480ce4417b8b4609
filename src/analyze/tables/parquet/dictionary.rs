//! The dictionary of a column: each distinct text or number once, and an index for each cell.

use bytes::Bytes;
use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

/// The index of an unknown cell.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Minimum cells per distinct number; with fewer cells, delta encoding is smaller than a dictionary.
const MIN_CELLS_PER_NUMBER: usize = 16;
/// Number of slots in the cache of words, a power of two.
const CACHE_SLOTS: usize = 1 << 12;

#[derive(Clone, Default)]
pub(super) struct Dictionary {
    /// Bytes of a number; 0 for texts.
    pub(super) bytes_of_number: usize,
    /// The index of each cell's text, or [`UNKNOWN`].
    pub(super) cells: Vec<u32>,
    texts: Vec<u8>,
    /// The end of each text.
    ends: Vec<usize>,
    by_hash: HashTable<u32>,
    /// A cache of texts by a word that identifies them: the address of a name, or the bytes of a short text.
    seen: Vec<Seen>,
    /// Bytes that the cells would take without a dictionary.
    bytes: usize,
}

/// A cache slot: a word that identifies a text of `length` bytes, and the text's index.
#[derive(Clone, Copy, Default)]
struct Seen {
    word: u64,
    length: u32,
    number: u32,
}

impl Dictionary {
    /// A dictionary of numbers with this size in bytes, or of texts if it is 0.
    pub(super) fn new(bytes_of_number: usize) -> Self {
        Self { bytes_of_number, ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) const fn bytes_of_texts(&self) -> usize {
        self.texts.len()
    }

    /// True if values rarely repeat, so that a dictionary saves nothing.
    pub(super) const fn is_futile(&self) -> bool {
        if self.bytes_of_number > 0 {
            // Delta encoding takes one bit for a number that equals its predecessor or is one greater.
            self.cells.len() < MIN_CELLS_PER_NUMBER * self.ends.len()
        } else {
            self.texts.len() * 2 > self.bytes
        }
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.texts.clear();
        self.ends.clear();
        self.by_hash.clear();
        self.seen.fill(Seen::default());
        self.bytes = 0;
    }

    fn text(&self, number: u32) -> &[u8] {
        text(&self.texts, &self.ends, number)
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|number| self.text(number as u32))
    }

    /// Takes the texts of all known cells, as slices of one buffer.
    pub(super) fn known(&mut self) -> impl Iterator<Item = Bytes> {
        let all = Bytes::from(std::mem::take(&mut self.texts));
        let ends = &self.ends;
        self.cells.iter().filter(|cell| **cell != UNKNOWN).map(move |cell| {
            let (from, to) = range(ends, *cell);
            all.slice(from..to)
        })
    }

    /// The numbers of all known cells.
    pub(super) fn known_numbers(&self) -> impl Iterator<Item = i64> {
        self.cells.iter().filter(|cell| **cell != UNKNOWN).map(|cell| {
            let bytes = self.text(*cell);
            let long = bytes.try_into().map(i64::from_le_bytes);
            long.unwrap_or_else(|_| bytes.try_into().map_or(0, i32::from_le_bytes).into())
        })
    }

    #[inline(always)]
    pub(super) fn push(&mut self, value: Option<&str>) {
        let cell = match value {
            Some(text) => self.number(text.as_bytes()),
            None => UNKNOWN,
        };
        self.cells.push(cell);
    }

    /// Adds a cell with a static text, which is identified by its address.
    #[inline(always)]
    pub(super) fn push_name(&mut self, value: Option<&'static str>) {
        let cell = match value {
            Some(name) => self.number_of_word(name.as_ptr() as u64, name.as_bytes()),
            None => UNKNOWN,
        };
        self.cells.push(cell);
    }

    /// Adds a cell with a text of at most eight bytes, which are identified as a word.
    #[inline(always)]
    pub(super) fn push_word(&mut self, bytes: [u8; 8], length: usize) {
        let word = u64::from_le_bytes(bytes);
        let cell = self.number_of_word(word, bytes.get(..length).unwrap_or_default());
        self.cells.push(cell);
    }

    /// Adds a cell with a number, whose bytes are stored as a text.
    #[inline(always)]
    pub(super) fn push_number(&mut self, value: Option<i64>) {
        let cell = match value {
            // The word is inverted because zero marks a free slot; so only -1 is never cached.
            Some(value) => {
                let bytes = value.to_le_bytes();
                self.number_of_word(!(value as u64), bytes.get(..self.bytes_of_number).unwrap_or_default())
            }
            None => UNKNOWN,
        };
        self.cells.push(cell);
    }

    /// Repeats the last cell `count` times.
    pub(super) fn repeat(&mut self, count: usize) {
        let Some(last) = self.cells.last().copied() else { return };
        self.cells.resize(self.cells.len() + count, last);
        if last != UNKNOWN {
            self.bytes += count * self.text(last).len();
        }
    }

    #[inline(always)]
    fn number_of_word(&mut self, word: u64, text: &[u8]) -> u32 {
        let place = place(word);
        // Tries two adjacent slots, which share a cache line.
        for place in [place, place ^ 1] {
            // A free slot contains the word 0, which identifies no text.
            if let Some(seen) = self.seen.get(place)
                && seen.word == word
                && seen.length == text.len() as u32
                && word != 0
            {
                self.bytes += text.len();
                return seen.number;
            }
        }
        self.see(word, text)
    }

    #[inline(never)]
    fn see(&mut self, word: u64, text: &[u8]) -> u32 {
        let number = self.number(text);
        self.seen.resize(CACHE_SLOTS, Seen::default());
        let place = place(word);
        let place = if self.seen[place].word == 0 { place } else { place ^ 1 };
        self.seen[place] = Seen { word, length: text.len() as u32, number };
        number
    }

    /// Returns the index of a text; adds a new text.
    #[inline]
    fn number(&mut self, bytes: &[u8]) -> u32 {
        self.bytes += bytes.len();
        // Adjacent cells are often equal, so no hash is computed for them.
        if let Some(last) = self.cells.last().copied().filter(|last| *last != UNKNOWN)
            && self.text(last) == bytes
        {
            return last;
        }
        let Self { texts, ends, by_hash, .. } = self;
        let is_same = |number: &u32| text(texts, ends, *number) == bytes;
        let hash = xxh3_64(bytes);
        if let Some(number) = by_hash.find(hash, is_same) {
            return *number;
        }
        // A row group is complete long before this overflows.
        let number = ends.len() as u32;
        texts.extend_from_slice(bytes);
        ends.push(texts.len());
        by_hash.insert_unique(hash, number, |number| xxh3_64(text(texts, ends, *number)));
        number
    }
}

/// The preferred cache slot of a word.
#[inline(always)]
const fn place(word: u64) -> usize {
    (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - CACHE_SLOTS.trailing_zeros())) as usize
}

fn range(ends: &[usize], number: u32) -> (usize, usize) {
    let number = number as usize;
    let from = number.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    (from, ends.get(number).copied().unwrap_or(from))
}

fn text<'t>(texts: &'t [u8], ends: &[usize], number: u32) -> &'t [u8] {
    let (from, to) = range(ends, number);
    texts.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Adds a text in one of three ways.
    fn push(dictionary: &mut Dictionary, way: u8, text: &'static str) {
        match (way % 3, text.len()) {
            (0, ..=8) => {
                let mut bytes = [0; 8];
                bytes[..text.len()].copy_from_slice(text.as_bytes());
                dictionary.push_word(bytes, text.len());
            }
            (1, _) => dictionary.push_name(Some(text)),
            _ => dictionary.push(Some(text)),
        }
    }

    #[test]
    fn a_text_that_is_repeated_saves_something() {
        let mut dictionary = Dictionary::default();
        dictionary.push(Some("archive/games.pgn"));
        assert!(dictionary.is_futile());
        dictionary.repeat(79);
        assert!(!dictionary.is_futile() && dictionary.cells == [0; 80]);
        dictionary.push(None);
        dictionary.repeat(2);
        assert_eq!(dictionary.cells[79..], [0, UNKNOWN, UNKNOWN, UNKNOWN]);
    }

    #[test]
    fn numbers_stand_there_once_as_their_bytes() {
        for length in [4, 8] {
            let mut dictionary = Dictionary::new(length);
            let cells = [Some(0), Some(-1), None, Some(7), Some(-1), Some(0), Some(i64::from(i32::MIN))];
            cells.into_iter().for_each(|cell| dictionary.push_number(cell));
            assert_eq!(dictionary.cells, [0, 1, UNKNOWN, 2, 1, 0, 3]);
            let all = [0, -1, 7, i64::from(i32::MIN)].map(|number| number.to_le_bytes());
            assert!(dictionary.texts().eq(all.iter().map(|bytes| &bytes[..length])));
            assert!(dictionary.known_numbers().eq(cells.into_iter().flatten()));
            assert!(dictionary.is_futile());
            dictionary.repeat(57);
            assert!(!dictionary.is_futile() && dictionary.cells.len() == 64);
        }
    }

    proptest! {
        #[test]
        fn every_text_stands_there_once(cells in prop::collection::vec(prop::option::of((0..3u8, 0..40usize)), 0..200)) {
            const ALL: &str = "e2e4e7e8qP*5e won by a mate, or not";
            // Parts of one text have adjacent addresses, and some are equal.
            let text = |number: usize| &ALL[number % 20..(number % 20 + number / 3).min(ALL.len())];
            let mut dictionary = Dictionary::default();
            for round in 0..2 {
                for cell in &cells {
                    match cell {
                        Some((way, number)) => push(&mut dictionary, *way, text(*number)),
                        None => dictionary.push(None),
                    }
                }
                let texts: Vec<&[u8]> = dictionary.texts().collect();
                let read = dictionary.cells.iter().map(|cell| texts.get(*cell as usize).copied());
                prop_assert!(read.eq(cells.iter().map(|cell| cell.map(|(_, number)| text(number).as_bytes()))));
                let mut sorted = texts.clone();
                sorted.sort_unstable();
                sorted.dedup();
                prop_assert_eq!((sorted.len(), round), (dictionary.len(), round));
                let known: Vec<_> = dictionary.clone().known().collect();
                prop_assert!(known.iter().eq(cells.iter().flatten().map(|(_, number)| text(*number).as_bytes())));
                dictionary.clear();
            }
        }
    }
}
