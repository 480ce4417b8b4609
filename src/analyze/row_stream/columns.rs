//! Collects the cells of rows in input order as Arrow columns, and builds batches from them.

use std::sync::Arc;

use arrow_array::builder::BooleanBufferBuilder;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMillisecondType,
};
use arrow_array::{ArrayRef, ListArray, MapArray, PrimitiveArray, RecordBatch, StringArray, StructArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

use partie_table::SCHEMA_VERSION;
use partie_table::column::{Cells, Column, Row, Shape};
use partie_table::columns::Selection;
use partie_table::value::{List, Pairs, Words};

/// The Arrow schema of a table, with [`SCHEMA_VERSION`] in its metadata.
pub fn schema<R: Row>(columns: &Selection) -> SchemaRef {
    let field = |column: &Column| Field::new(column.name, data_type(column.shape), column.nullable);
    let fields: Vec<Field> = columns.columns::<R>().iter().map(field).collect();
    Arc::new(Schema::new_with_metadata(fields, [("schema_version", SCHEMA_VERSION.to_string())]))
}

fn data_type(shape: Shape) -> DataType {
    match shape {
        Shape::Text | Shape::Name => DataType::Utf8,
        Shape::Int(8) => DataType::Int8,
        Shape::Int(16) => DataType::Int16,
        Shape::Int(32) => DataType::Int32,
        Shape::Int(_) | Shape::Hash => DataType::Int64,
        Shape::Day => DataType::Date32,
        Shape::Instant => DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())),
        Shape::List(16) => DataType::List(element(DataType::Int16, true)),
        Shape::List(_) => DataType::List(element(DataType::Int32, true)),
        Shape::Words => DataType::List(element(DataType::Utf8, false)),
        Shape::Map => DataType::Map(entries(), false),
    }
}

fn element(of: DataType, is_nullable: bool) -> Arc<Field> {
    Arc::new(Field::new("element", of, is_nullable))
}

fn entries() -> Arc<Field> {
    Arc::new(Field::new("key_value", DataType::Struct(pair()), false))
}

fn pair() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8, false);
    vec![text("key"), text("value")].into()
}

/// Values that are unknown when the rows of a slice are made. They are added when the slice is appended in input order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<'a> {
    /// The path as displayed.
    pub(super) source: &'a str,
    /// Games of the file before the slice.
    pub(super) games: i64,
    pub(super) lines: i64,
    /// The difference between a game's key and its number in the slice.
    pub(super) key: i64,
}

#[derive(Debug)]
pub(super) struct ArrowColumns {
    columns: Vec<Cell>,
    rows: usize,
}

#[derive(Debug)]
struct Cell {
    shape: Shape,
    values: Values,
    /// For each row, true if it has a value; `None` while all rows have one.
    known: Option<BooleanBufferBuilder>,
    rows: usize,
    /// The part of [`Before`] that is added when the column is appended.
    late: Late,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Late {
    Nothing,
    Source,
    Game,
    Key,
    Line,
}

#[derive(Debug)]
enum Values {
    Texts(Texts),
    Bytes(Vec<i8>),
    Shorts(Vec<i16>),
    Ints(Vec<i32>),
    Days(Vec<i32>),
    Longs(Vec<i64>),
    Instants(Vec<i64>),
    ShortLists(Ends, Vec<i16>, BooleanBufferBuilder),
    IntLists(Ends, Vec<i32>, BooleanBufferBuilder),
    Words(Ends, Texts),
    Pairs(Ends, Texts, Texts),
}

/// Concatenated texts, and the end of each.
#[derive(Debug, Default)]
struct Texts {
    bytes: Vec<u8>,
    ends: Ends,
}

/// The ends of concatenated items.
#[derive(Debug, Default)]
struct Ends(Vec<i32>);

impl Ends {
    #[inline(always)]
    fn push(&mut self, end: usize) {
        // A batch is complete long before this overflows.
        self.0.push(end as i32);
    }

    fn append(&mut self, other: &Self, before: usize) {
        self.0.extend(other.0.iter().map(|end| before as i32 + end));
    }

    fn offsets(self) -> OffsetBuffer<i32> {
        let mut offsets = Vec::with_capacity(self.0.len() + 1);
        offsets.push(0);
        offsets.extend_from_slice(&self.0);
        OffsetBuffer::new(ScalarBuffer::from(offsets))
    }
}

impl Texts {
    #[inline(always)]
    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len());
    }

    fn append(&mut self, other: &Self) {
        self.ends.append(&other.ends, self.bytes.len());
        self.bytes.extend_from_slice(&other.bytes);
    }

    fn array(self, nulls: Option<NullBuffer>) -> Result<StringArray, ArrowError> {
        StringArray::try_new(self.ends.offsets(), Buffer::from_vec(self.bytes), nulls)
    }
}

fn bits(mut builder: BooleanBufferBuilder) -> BooleanBuffer {
    builder.finish()
}

fn append_bits(to: &mut BooleanBufferBuilder, from: &BooleanBufferBuilder) {
    to.append_packed_range(0..from.len(), from.as_slice());
}

impl Values {
    fn new(shape: Shape) -> Self {
        let none = || BooleanBufferBuilder::new(0);
        match shape {
            Shape::Text | Shape::Name => Self::Texts(Texts::default()),
            Shape::Int(8) => Self::Bytes(Vec::new()),
            Shape::Int(16) => Self::Shorts(Vec::new()),
            Shape::Int(32) => Self::Ints(Vec::new()),
            Shape::Int(_) | Shape::Hash => Self::Longs(Vec::new()),
            Shape::Day => Self::Days(Vec::new()),
            Shape::Instant => Self::Instants(Vec::new()),
            Shape::List(16) => Self::ShortLists(Ends::default(), Vec::new(), none()),
            Shape::List(_) => Self::IntLists(Ends::default(), Vec::new(), none()),
            Shape::Words => Self::Words(Ends::default(), Texts::default()),
            Shape::Map => Self::Pairs(Ends::default(), Texts::default(), Texts::default()),
        }
    }

    #[inline(always)]
    fn long(&mut self, value: i64) {
        // Values fit: the column's shape is that of the row's field.
        match self {
            Self::Bytes(values) => values.push(value as i8),
            Self::Shorts(values) => values.push(value as i16),
            Self::Ints(values) | Self::Days(values) => values.push(value as i32),
            Self::Longs(values) | Self::Instants(values) => values.push(value),
            _ => {}
        }
    }

    /// Adds a placeholder for a row without a value.
    fn nothing(&mut self) {
        match self {
            Self::Texts(texts) => texts.push(""),
            Self::ShortLists(ends, values, _) => ends.push(values.len()),
            Self::IntLists(ends, values, _) => ends.push(values.len()),
            Self::Words(ends, texts) | Self::Pairs(ends, texts, _) => ends.push(texts.ends.0.len()),
            _ => self.long(0),
        }
    }

    fn append(&mut self, other: &Self) {
        match (self, other) {
            (Self::Texts(to), Self::Texts(from)) => to.append(from),
            (Self::Bytes(to), Self::Bytes(from)) => to.extend_from_slice(from),
            (Self::Shorts(to), Self::Shorts(from)) => to.extend_from_slice(from),
            (Self::Ints(to), Self::Ints(from)) | (Self::Days(to), Self::Days(from)) => to.extend_from_slice(from),
            (Self::Longs(to), Self::Longs(from)) | (Self::Instants(to), Self::Instants(from)) => {
                to.extend_from_slice(from);
            }
            (Self::ShortLists(ends, to, known), Self::ShortLists(from_ends, from, from_known)) => {
                ends.append(from_ends, to.len());
                to.extend_from_slice(from);
                append_bits(known, from_known);
            }
            (Self::IntLists(ends, to, known), Self::IntLists(from_ends, from, from_known)) => {
                ends.append(from_ends, to.len());
                to.extend_from_slice(from);
                append_bits(known, from_known);
            }
            (Self::Words(ends, to), Self::Words(from_ends, from)) => {
                ends.append(from_ends, to.ends.0.len());
                to.append(from);
            }
            (Self::Pairs(ends, names, values), Self::Pairs(from_ends, from_names, from_values)) => {
                ends.append(from_ends, names.ends.0.len());
                names.append(from_names);
                values.append(from_values);
            }
            // Both are the same column of one table, so their types are equal.
            _ => {}
        }
    }

    /// Reserves as much memory as another column of the table uses.
    fn reserve(&mut self, other: &Self) {
        match (self, other) {
            (Self::Texts(texts), Self::Texts(others)) => {
                texts.bytes.reserve(others.bytes.len());
                texts.ends.0.reserve(others.ends.0.len());
            }
            (Self::Bytes(values), Self::Bytes(others)) => values.reserve(others.len()),
            (Self::Shorts(values), Self::Shorts(others)) => values.reserve(others.len()),
            (Self::Ints(values), Self::Ints(others)) | (Self::Days(values), Self::Days(others)) => {
                values.reserve(others.len());
            }
            (Self::Longs(values), Self::Longs(others)) | (Self::Instants(values), Self::Instants(others)) => {
                values.reserve(others.len());
            }
            // Lists are rare, so they need no reserve.
            _ => {}
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Texts(texts) => texts.bytes.len() + 4 * texts.ends.0.len(),
            Self::Bytes(values) => values.len(),
            Self::Shorts(values) => 2 * values.len(),
            Self::Ints(values) | Self::Days(values) => 4 * values.len(),
            Self::Longs(values) | Self::Instants(values) => 8 * values.len(),
            Self::ShortLists(ends, values, _) => 4 * ends.0.len() + 2 * values.len(),
            Self::IntLists(ends, values, _) => 4 * (ends.0.len() + values.len()),
            Self::Words(ends, texts) => 4 * ends.0.len() + texts.bytes.len() + 4 * texts.ends.0.len(),
            Self::Pairs(ends, names, values) => {
                4 * ends.0.len() + names.bytes.len() + values.bytes.len() + 8 * names.ends.0.len()
            }
        }
    }

    fn array(self, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
        fn of<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> PrimitiveArray<T>
        where
            ScalarBuffer<T::Native>: From<Vec<T::Native>>,
        {
            PrimitiveArray::new(values.into(), nulls)
        }
        let known = |builder| Some(NullBuffer::new(bits(builder))).filter(|nulls| nulls.null_count() > 0);
        Ok(match self {
            Self::Texts(texts) => Arc::new(texts.array(nulls)?),
            Self::Bytes(values) => Arc::new(of::<Int8Type>(values, nulls)),
            Self::Shorts(values) => Arc::new(of::<Int16Type>(values, nulls)),
            Self::Ints(values) => Arc::new(of::<Int32Type>(values, nulls)),
            Self::Days(values) => Arc::new(of::<Date32Type>(values, nulls)),
            Self::Longs(values) => Arc::new(of::<Int64Type>(values, nulls)),
            Self::Instants(values) => Arc::new(of::<TimestampMillisecondType>(values, nulls).with_timezone("UTC")),
            Self::ShortLists(ends, values, is_known) => {
                let values = Arc::new(of::<Int16Type>(values, known(is_known)));
                Arc::new(ListArray::try_new(element(DataType::Int16, true), ends.offsets(), values, nulls)?)
            }
            Self::IntLists(ends, values, is_known) => {
                let values = Arc::new(of::<Int32Type>(values, known(is_known)));
                Arc::new(ListArray::try_new(element(DataType::Int32, true), ends.offsets(), values, nulls)?)
            }
            Self::Words(ends, texts) => {
                let texts = Arc::new(texts.array(None)?);
                Arc::new(ListArray::try_new(element(DataType::Utf8, false), ends.offsets(), texts, nulls)?)
            }
            Self::Pairs(ends, names, values) => {
                let texts: Vec<ArrayRef> = vec![Arc::new(names.array(None)?), Arc::new(values.array(None)?)];
                let pairs = StructArray::try_new(pair(), texts, None)?;
                Arc::new(MapArray::try_new(entries(), ends.offsets(), pairs, nulls, false)?)
            }
        })
    }
}

impl Cell {
    fn new(column: &Column) -> Self {
        let late = match column.name {
            "source" => Late::Source,
            "game" => Late::Game,
            "game_key" => Late::Key,
            "line" => Late::Line,
            _ => Late::Nothing,
        };
        Self { shape: column.shape, values: Values::new(column.shape), known: None, rows: 0, late }
    }

    #[inline(always)]
    fn know(&mut self, is_known: bool) {
        if !is_known && self.known.is_none() {
            let mut known = BooleanBufferBuilder::new(self.rows + 1);
            known.append_n(self.rows, true);
            self.known = Some(known);
        }
        if let Some(known) = &mut self.known {
            known.append(is_known);
        }
        self.rows += 1;
        if !is_known {
            self.values.nothing();
        }
    }

    fn append(&mut self, other: &Self, before: &Before<'_>) {
        if let (None, Some(_)) = (&self.known, &other.known) {
            let mut known = BooleanBufferBuilder::new(self.rows + other.rows);
            known.append_n(self.rows, true);
            self.known = Some(known);
        }
        match (&mut self.known, &other.known) {
            (Some(known), Some(others)) => append_bits(known, others),
            (Some(known), None) => known.append_n(other.rows, true),
            (None, _) => {}
        }
        self.rows += other.rows;
        let sum = match self.late {
            Late::Nothing => return self.values.append(&other.values),
            Late::Source => {
                if let Values::Texts(texts) = &mut self.values {
                    (0..other.rows).for_each(|_| texts.push(before.source));
                }
                return;
            }
            Late::Game => before.games,
            Late::Key => before.key,
            Late::Line => before.lines,
        };
        if let (Values::Longs(to), Values::Longs(from)) = (&mut self.values, &other.values) {
            to.extend(from.iter().map(|value| value.saturating_add(sum)));
        }
    }

    fn array(self) -> Result<ArrayRef, ArrowError> {
        let nulls = self.known.map(|known| NullBuffer::new(bits(known)));
        self.values.array(nulls)
    }
}

impl ArrowColumns {
    /// Columns without rows.
    pub(super) fn new<R: Row>(columns: &Selection) -> Self {
        Self { columns: columns.columns::<R>().iter().map(Cell::new).collect(), rows: 0 }
    }

    /// Empty columns with the capacity of these columns: the next slice or batch has about the same size.
    pub(super) fn another(&self) -> Self {
        let another = |cell: &Cell| {
            let mut values = Values::new(cell.shape);
            values.reserve(&cell.values);
            Cell { values, known: None, rows: 0, ..*cell }
        };
        Self { columns: self.columns.iter().map(another).collect(), rows: 0 }
    }

    #[inline(always)]
    pub(super) fn row<R: Row>(&mut self, columns: &Selection, row: &R) {
        self.rows += 1;
        columns.cells(row, &mut RowCells(self.columns.iter_mut()));
    }

    /// Appends the rows of the next slice.
    pub(super) fn append(&mut self, other: &Self, before: &Before<'_>) {
        self.rows += other.rows;
        self.columns.iter_mut().zip(&other.columns).for_each(|(to, from)| to.append(from, before));
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn bytes(&self) -> usize {
        self.columns.iter().map(|column| column.values.bytes()).sum()
    }

    /// Converts the rows to a batch.
    pub(super) fn batch(self, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
        let arrays: Result<Vec<ArrayRef>, ArrowError> = self.columns.into_iter().map(Cell::array).collect();
        RecordBatch::try_new(Arc::clone(schema), arrays?)
    }
}

/// Adds the cells of a row, each to its column.
struct RowCells<'c>(std::slice::IterMut<'c, Cell>);

impl RowCells<'_> {
    #[inline(always)]
    fn put(&mut self, is_known: bool, put: impl FnOnce(&mut Values)) {
        let Some(cell) = self.0.next() else { return };
        cell.know(is_known);
        if is_known {
            put(&mut cell.values);
        }
    }

    #[inline(always)]
    fn long(&mut self, value: Option<i64>) {
        self.put(value.is_some(), |values| values.long(value.unwrap_or_default()));
    }
}

impl Cells for RowCells<'_> {
    #[inline]
    fn text(&mut self, value: Option<&str>) {
        self.put(value.is_some(), |values| {
            if let Values::Texts(texts) = values {
                texts.push(value.unwrap_or_default());
            }
        });
    }

    #[inline]
    fn name(&mut self, value: Option<&'static str>) {
        self.text(value);
    }

    #[inline]
    fn int(&mut self, value: Option<i64>) {
        self.long(value);
    }

    fn list(&mut self, value: Option<List<'_>>) {
        let elements = value.map(|list| list.0).unwrap_or_default();
        let is_known = |element: &i32| *element != List::UNKNOWN;
        self.put(value.is_some(), |values| match values {
            Values::ShortLists(ends, values, known) => {
                elements.iter().for_each(|element| known.append(is_known(element)));
                values.extend(elements.iter().map(|element| if is_known(element) { *element as i16 } else { 0 }));
                ends.push(values.len());
            }
            Values::IntLists(ends, values, known) => {
                elements.iter().for_each(|element| known.append(is_known(element)));
                values.extend(elements.iter().map(|element| if is_known(element) { *element } else { 0 }));
                ends.push(values.len());
            }
            _ => {}
        });
    }

    fn words(&mut self, value: Option<Words<'_>>) {
        self.put(value.is_some(), |values| {
            if let Values::Words(ends, texts) = values {
                value.into_iter().flat_map(Words::iter).for_each(|word| texts.push(word));
                ends.push(texts.ends.0.len());
            }
        });
    }

    fn pairs(&mut self, value: Option<&Pairs<'_>>) {
        self.put(value.is_some(), |values| {
            if let Values::Pairs(ends, names, texts) = values {
                for (name, text) in value.map(|pairs| pairs.0.as_slice()).unwrap_or_default() {
                    names.push(name);
                    texts.push(text);
                }
                ends.push(names.ends.0.len());
            }
        });
    }
}
