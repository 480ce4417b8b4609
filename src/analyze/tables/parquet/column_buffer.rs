//! Collects the cells of one column until the row group is complete.

use parquet::schema::types::ColumnDescPtr;

use super::dictionary::Dictionary;
use super::fields;
use partie_notation::Packed;
use partie_table::column::{Cells, Column, Shape};
use partie_table::value::{List, Pairs, Words};

/// The definition level of a text in a list.
pub(super) const TEXT_OF_LIST: i16 = 2;

/// The cells of a column. Definition levels are kept only if unknown cells are not marked in the values.
#[derive(Clone)]
pub(super) struct ColumnBuffer {
    /// The columns in the file; a map has two, for names and for values.
    pub(super) of_file: Vec<ColumnDescPtr>,
    pub(super) values: Values,
    pub(super) nullable: bool,
    /// True if minimum and maximum are recorded.
    pub(super) is_ranged: bool,
    pub(super) levels: Vec<i16>,
    /// The repetition levels of list elements: 0 at the start of a list.
    pub(super) repeats: Vec<i16>,
}

#[derive(Clone)]
pub(super) enum Values {
    /// Repeating texts or numbers; the dictionary marks unknown cells.
    Dictionary(Box<Dictionary>),
    Texts(Texts),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
    Pairs([Texts; 2]),
}

/// Concatenated texts, and the end of each.
#[derive(Clone, Default)]
pub(super) struct Texts {
    pub(super) bytes: Vec<u8>,
    pub(super) ends: Vec<usize>,
}

impl Texts {
    #[inline(always)]
    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len());
    }

    fn extend<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        texts.for_each(|text| self.push(text));
    }
}

impl ColumnBuffer {
    /// An empty buffer; `is_common` is true if all rows of a game have the same value.
    pub(super) fn new(column: &Column, is_common: bool, of_file: Vec<ColumnDescPtr>) -> Self {
        let values = match fields::bytes_of_number(column.shape) {
            bytes if fields::repeats(column, is_common) => Values::Dictionary(Box::new(Dictionary::new(bytes))),
            0 if column.shape == Shape::Map => Values::Pairs(Default::default()),
            0 => Values::Texts(Texts::default()),
            4 => Values::Ints(Vec::new()),
            _ => Values::Longs(Vec::new()),
        };
        let (nullable, is_ranged) = (column.nullable, fields::is_ranged(column));
        Self { of_file, values, nullable, is_ranged, levels: Vec::new(), repeats: Vec::new() }
    }

    /// Bytes of a cell without its text.
    pub(super) fn bytes_of_cell(&self) -> usize {
        let value = match self.values {
            Values::Dictionary(_) => return size_of::<u32>(),
            Values::Ints(_) => size_of::<i32>(),
            Values::Texts(_) | Values::Longs(_) => size_of::<i64>(),
            Values::Pairs(_) => 2 * size_of::<i64>(),
        };
        value + if self.nullable { size_of::<i16>() } else { 0 }
    }

    /// Repeats the last cell `count` times. Not for lists.
    pub(super) fn repeat(&mut self, count: usize) {
        fn repeat<T: Copy>(values: &mut Vec<T>, count: usize) {
            if let Some(last) = values.last().copied() {
                values.resize(values.len() + count, last);
            }
        }
        let is_known = self.levels.last().is_none_or(|level| *level > 0);
        repeat(&mut self.levels, count);
        match &mut self.values {
            Values::Dictionary(dictionary) => dictionary.repeat(count),
            Values::Ints(values) if is_known => repeat(values, count),
            Values::Longs(values) if is_known => repeat(values, count),
            Values::Texts(texts) if is_known => {
                let before = texts.ends.iter().rev().nth(1).copied().unwrap_or(0);
                let end = texts.bytes.len();
                for _ in 0..count {
                    texts.bytes.extend_from_within(before..end);
                    texts.ends.push(texts.bytes.len());
                }
            }
            Values::Ints(_) | Values::Longs(_) | Values::Texts(_) | Values::Pairs(_) => {}
        }
    }

    #[inline(always)]
    fn level(&mut self, known: bool) {
        if self.nullable {
            self.levels.push(i16::from(known));
        }
    }

    /// Adds the definition levels of a list of texts: 0 for no list, 1 for an empty list, 2 for each text.
    fn levels_of_texts(&mut self, is_known: bool, count: usize) {
        if count == 0 {
            self.levels.push(i16::from(is_known));
            self.repeats.push(0);
        }
        for index in 0..count {
            self.levels.push(TEXT_OF_LIST);
            self.repeats.push(i16::from(index > 0));
        }
    }
}

/// Adds cells to one column.
pub(super) struct ColumnCells<'b> {
    pub(super) buffer: &'b mut ColumnBuffer,
    /// Total bytes of texts and lists so far.
    pub(super) bytes: &'b mut usize,
}

impl Cells for ColumnCells<'_> {
    #[inline]
    fn text(&mut self, value: Option<&str>) {
        match &mut self.buffer.values {
            Values::Dictionary(dictionary) => {
                let before = dictionary.bytes_of_texts();
                dictionary.push(value);
                *self.bytes += dictionary.bytes_of_texts() - before;
            }
            Values::Texts(texts) => {
                if let Some(value) = value {
                    *self.bytes += value.len();
                    texts.push(value);
                }
                self.buffer.level(value.is_some());
            }
            Values::Ints(_) | Values::Longs(_) | Values::Pairs(_) => {}
        }
    }

    #[inline]
    fn name(&mut self, value: Option<&'static str>) {
        if let Values::Dictionary(dictionary) = &mut self.buffer.values {
            dictionary.push_name(value);
        }
    }

    #[inline(always)]
    fn packed(&mut self, value: Packed) {
        if let Values::Dictionary(dictionary) = &mut self.buffer.values {
            let (bytes, length) = value.bytes();
            dictionary.push_word(bytes, length);
        }
    }

    #[inline(always)]
    fn int(&mut self, value: Option<i64>) {
        if let Values::Dictionary(dictionary) = &mut self.buffer.values {
            return dictionary.push_number(value);
        }
        self.buffer.level(value.is_some());
        if let Some(value) = value {
            match &mut self.buffer.values {
                Values::Longs(values) => values.push(value),
                // Values fit: the column's shape is that of the row's field.
                Values::Ints(values) => values.push(value as i32),
                Values::Texts(_) | Values::Dictionary(_) | Values::Pairs(_) => {}
            }
        }
    }

    fn words(&mut self, value: Option<Words<'_>>) {
        let Values::Texts(texts) = &mut self.buffer.values else { return };
        let before = texts.ends.len();
        texts.extend(value.into_iter().flat_map(Words::iter));
        let count = texts.ends.len() - before;
        *self.bytes += value.map_or(0, |words| words.0.len());
        self.buffer.levels_of_texts(value.is_some(), count);
    }

    fn pairs(&mut self, value: Option<&Pairs<'_>>) {
        let Values::Pairs([names, values]) = &mut self.buffer.values else { return };
        let pairs = value.map(|pairs| pairs.0.as_slice()).unwrap_or_default();
        names.extend(pairs.iter().map(|(name, _)| &**name));
        values.extend(pairs.iter().map(|(_, value)| &**value));
        *self.bytes += pairs.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
        self.buffer.levels_of_texts(value.is_some(), pairs.len());
    }

    /// Definition levels: 0 for no list, 1 for an empty list, 2 for an unknown element, 3 for a known element.
    fn list(&mut self, value: Option<List<'_>>) {
        let ColumnBuffer { values: Values::Ints(values), levels, repeats, .. } = &mut *self.buffer else { return };
        let elements = value.map(|list| list.0).unwrap_or_default();
        *self.bytes += size_of_val(elements);
        if elements.is_empty() {
            levels.push(i16::from(value.is_some()));
            repeats.push(0);
            return;
        }
        for (index, element) in elements.iter().enumerate() {
            repeats.push(i16::from(index > 0));
            let known = *element != List::UNKNOWN;
            levels.push(2 + i16::from(known));
            if known {
                values.push(*element);
            }
        }
    }
}
