//! Parquet through its column writers, without Arrow: signed types, compressed with Zstandard.
//!
//! Rows are kept by column until a row group is full. What hashes hold cannot be compressed, so that
//! it is not tried; texts that hardly repeat have no dictionary; numbers are packed by the bits of their
//! differences, which is smaller and quicker than what a compressor of bytes makes of them. Least and
//! greatest values are noted of the few columns by which one leaves out row groups.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{
    Compression, ConvertedType, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel,
};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use partie_rows::SCHEMA_VERSION;
use partie_rows::column::{Cells, Column, Row, Shape};
use partie_rows::selection::Selection;
use partie_rows::value::{Day, Instant, List, Pairs, Words};

const GROUP_ROWS: usize = 131_072;
/// Bytes of cells after which a row group ends before it has so many rows.
const GROUP_BYTES: usize = 4 << 20;
/// Bytes that a cell counts beside its text.
const CELL: usize = 8;
/// The level of compression: higher ones cost more than they save here.
const LEVEL: i32 = 1;
/// Columns of texts that hardly repeat.
const DISTINCT: [&str; 6] = ["final", "game_id", "message", "position", "start_pos", "help"];

/// Columns whose least and greatest values are noted.
const RANGED: [&str; 9] =
    ["source", "game", "game_key", "date", "utc_start", "first_rating", "second_rating", "plies", "code"];
/// Cells that are given to a column at a time.
const BATCH: usize = 8192;
/// The level of a text of a list.
const TEXT_OF_LIST: i16 = 2;

pub(super) struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Selection,
    buffers: Vec<Buffer>,
    rows: usize,
    /// Bytes of the cells, roughly.
    bytes: usize,
}

impl<W: Write + Send> Table<W> {
    pub(super) fn new<R: Row>(out: W, columns: Selection) -> io::Result<Self> {
        let all = columns.columns::<R>();
        let fields: Result<Vec<TypePtr>, ParquetError> = all.iter().map(|column| field(column).map(Arc::new)).collect();
        let schema = Type::group_type_builder(R::TABLE).with_fields(fields.map_err(failed)?).build().map_err(failed)?;
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties(&all)?)).map_err(failed)?;
        // Names stand in a column of the file, and what they stand for in another.
        let buffers =
            all.iter().flat_map(|column| vec![Buffer::new(column); 1 + usize::from(column.shape == Shape::Map)]);
        let buffers = buffers.collect();
        Ok(Self { writer, columns, buffers, rows: 0, bytes: 0 })
    }

    #[inline]
    pub(super) fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        let bytes = CELL * self.buffers.len();
        let mut cells = RowCells { columns: self.buffers.iter_mut(), bytes };
        self.columns.cells(row, &mut cells);
        self.bytes += cells.bytes;
        self.rows += 1;
        if self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES { self.group() } else { Ok(()) }
    }

    fn group(&mut self) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for buffer in &mut self.buffers {
            let Some(mut column) = group.next_column().map_err(failed)? else { break };
            buffer.write(&mut column).map_err(failed)?;
            column.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        self.rows = 0;
        self.bytes = 0;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.group()?;
        }
        self.writer.into_inner().map_err(failed)
    }
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

fn properties(columns: &[Column]) -> io::Result<WriterProperties> {
    let level = ZstdLevel::try_new(LEVEL).map_err(failed)?;
    let version = KeyValue::new("schema_version".to_owned(), SCHEMA_VERSION.to_string());
    let mut builder = WriterProperties::builder()
        .set_created_by(concat!("partie ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![version]))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_write_batch_size(BATCH)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(None)
        .set_compression(Compression::ZSTD(level));
    for column in columns {
        let path = match column.shape {
            Shape::List(_) => ColumnPath::from(vec![column.name.to_owned(), "list".to_owned(), "element".to_owned()]),
            _ => ColumnPath::from(column.name),
        };
        if RANGED.contains(&column.name) {
            builder = builder.set_column_statistics_enabled(path.clone(), EnabledStatistics::Chunk);
        }
        builder = match column.shape {
            Shape::Name | Shape::Words | Shape::Map => builder,
            Shape::Text if !DISTINCT.contains(&column.name) => builder,
            Shape::Text => builder.set_column_dictionary_enabled(path, false),
            Shape::Hash => builder
                .set_column_compression(path.clone(), Compression::UNCOMPRESSED)
                .set_column_dictionary_enabled(path, false),
            Shape::Int(_) | Shape::Day | Shape::Instant | Shape::List(_) => builder
                .set_column_compression(path.clone(), Compression::UNCOMPRESSED)
                .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                .set_column_dictionary_enabled(path, false),
        };
    }
    Ok(builder.build())
}

/// The type of a column; old readers know converted types, and new ones as well.
fn field(column: &Column) -> Result<Type, ParquetError> {
    let repetition = if column.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let of = |bits| match bits {
        8 => (Physical::INT32, ConvertedType::INT_8),
        16 => (Physical::INT32, ConvertedType::INT_16),
        32 => (Physical::INT32, ConvertedType::INT_32),
        _ => (Physical::INT64, ConvertedType::INT_64),
    };
    let (physical, converted) = match column.shape {
        Shape::Text | Shape::Name => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        Shape::Int(bits) => of(bits),
        Shape::Hash => of(64),
        Shape::Day => (Physical::INT32, ConvertedType::DATE),
        Shape::Instant => (Physical::INT64, ConvertedType::TIMESTAMP_MILLIS),
        Shape::Map => {
            let text = |name| {
                Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                    .with_repetition(Repetition::REQUIRED)
                    .with_converted_type(ConvertedType::UTF8)
                    .build()
                    .map(Arc::new)
            };
            let pairs = Type::group_type_builder("key_value")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![text("key")?, text("value")?])
                .build()?;
            return Type::group_type_builder(column.name)
                .with_repetition(repetition)
                .with_converted_type(ConvertedType::MAP)
                .with_fields(vec![Arc::new(pairs)])
                .build();
        }
        Shape::List(_) | Shape::Words => {
            let (physical, converted, known) = match column.shape {
                Shape::List(bits) => {
                    let (physical, converted) = of(bits);
                    (physical, converted, Repetition::OPTIONAL)
                }
                _ => (Physical::BYTE_ARRAY, ConvertedType::UTF8, Repetition::REQUIRED),
            };
            let element = Type::primitive_type_builder("element", physical)
                .with_repetition(known)
                .with_converted_type(converted)
                .build()?;
            let list = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![Arc::new(element)])
                .build()?;
            return Type::group_type_builder(column.name)
                .with_repetition(repetition)
                .with_converted_type(ConvertedType::LIST)
                .with_fields(vec![Arc::new(list)])
                .build();
        }
    };
    // The zone of a moment stands in its newer type alone.
    let moment = LogicalType::timestamp(true, TimeUnit::MILLIS);
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(repetition)
        .with_converted_type(converted)
        .with_logical_type(matches!(column.shape, Shape::Instant).then_some(moment))
        .build()
}

/// Takes the cells of a row, each into the buffer of its column.
struct RowCells<'t> {
    /// The columns of the next cells.
    columns: std::slice::IterMut<'t, Buffer>,
    bytes: usize,
}

/// The cells of a column of the file. Levels are kept only where a cell may be unknown.
#[derive(Clone)]
struct Buffer {
    values: Values,
    nullable: bool,
    levels: Vec<i16>,
    /// Of lists: 0 where one begins.
    repeats: Vec<i16>,
}

#[derive(Clone)]
enum Values {
    /// All texts, and where each ends.
    Texts(Vec<u8>, Vec<usize>),
    Names(Vec<&'static str>),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
}

impl Buffer {
    fn new(column: &Column) -> Self {
        let values = match column.shape {
            Shape::Text | Shape::Words | Shape::Map => Values::Texts(Vec::new(), Vec::new()),
            Shape::Name => Values::Names(Vec::new()),
            Shape::Int(64) | Shape::Hash | Shape::Instant => Values::Longs(Vec::new()),
            _ => Values::Ints(Vec::new()),
        };
        Self { values, nullable: column.nullable, levels: Vec::new(), repeats: Vec::new() }
    }

    #[inline(always)]
    fn level(&mut self, known: bool) {
        if self.nullable {
            self.levels.push(i16::from(known));
        }
    }

    /// Writes the cells and forgets them.
    fn write(&mut self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = (self.nullable || !self.repeats.is_empty()).then_some(self.levels.as_slice());
        let repeats = (!self.repeats.is_empty()).then_some(self.repeats.as_slice());
        match &mut self.values {
            Values::Texts(bytes, ends) => {
                let all = Bytes::from(std::mem::take(bytes));
                let mut from = 0;
                let texts = ends.drain(..).map(|end| all.slice(std::mem::replace(&mut from, end)..end));
                match repeats {
                    Some(repeats) => put_lists_of_texts(column, texts, &self.levels, repeats)?,
                    None => put_texts(column, texts, levels)?,
                }
            }
            Values::Names(names) => {
                put_texts(column, names.drain(..).map(|name| Bytes::from_static(name.as_bytes())), levels)?;
            }
            Values::Ints(values) => {
                put::<Int32Type>(column, values, levels, repeats)?;
                values.clear();
            }
            Values::Longs(values) => {
                put::<Int64Type>(column, values, levels, None)?;
                values.clear();
            }
        }
        self.levels.clear();
        self.repeats.clear();
        Ok(())
    }
}

fn put<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
    repeats: Option<&[i16]>,
) -> Result<(), ParquetError> {
    column.typed::<T>().write_batch(values, levels, repeats).map(drop)
}

/// A text of the column's writer takes more bytes than most cells, so that they are given to it some at a time.
fn put_texts(
    column: &mut SerializedColumnWriter<'_>,
    mut texts: impl Iterator<Item = Bytes>,
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut batch = Vec::with_capacity(BATCH);
    for levels in levels.unwrap_or_default().chunks(BATCH) {
        let known = levels.iter().filter(|level| **level > 0).count();
        batch.extend(texts.by_ref().take(known).map(ByteArray::from));
        put::<ByteArrayType>(column, &batch, Some(levels), None)?;
        batch.clear();
    }
    // Without levels all cells are known.
    loop {
        batch.extend(texts.by_ref().take(BATCH).map(ByteArray::from));
        if batch.is_empty() {
            return Ok(());
        }
        put::<ByteArrayType>(column, &batch, None, None)?;
        batch.clear();
    }
}

/// The same of lists of texts, whole lists at a time.
fn put_lists_of_texts(
    column: &mut SerializedColumnWriter<'_>,
    mut texts: impl Iterator<Item = Bytes>,
    mut levels: &[i16],
    mut repeats: &[i16],
) -> Result<(), ParquetError> {
    while !levels.is_empty() {
        let next = repeats.iter().skip(BATCH).position(|repeat| *repeat == 0);
        let end = next.map_or(levels.len(), |next| BATCH + next);
        let (some, later) = levels.split_at(end);
        let (some_repeats, later_repeats) = repeats.split_at(end);
        let known = some.iter().filter(|level| **level == TEXT_OF_LIST).count();
        let batch: Vec<ByteArray> = texts.by_ref().take(known).map(ByteArray::from).collect();
        put::<ByteArrayType>(column, &batch, Some(some), Some(some_repeats))?;
        (levels, repeats) = (later, later_repeats);
    }
    Ok(())
}

impl Buffer {
    /// Adds a list of texts. Levels: 0 no list, 1 an empty one, 2 a text.
    fn list_of_texts<'t>(&mut self, list: Option<impl Iterator<Item = &'t str>>) {
        let known = list.is_some();
        let Values::Texts(bytes, ends) = &mut self.values else { return };
        let before = ends.len();
        for text in list.into_iter().flatten() {
            bytes.extend_from_slice(text.as_bytes());
            ends.push(bytes.len());
            self.levels.push(TEXT_OF_LIST);
            self.repeats.push(i16::from(ends.len() > before + 1));
        }
        if ends.len() == before {
            self.levels.push(i16::from(known));
            self.repeats.push(0);
        }
    }
}

impl RowCells<'_> {
    #[inline(always)]
    fn long(&mut self, value: Option<i64>) {
        let Some(buffer) = self.columns.next() else { return };
        buffer.level(value.is_some());
        if let Some(value) = value {
            match &mut buffer.values {
                Values::Longs(values) => values.push(value),
                // The shape of the column has bounded it.
                Values::Ints(values) => values.push(value as i32),
                Values::Texts(..) | Values::Names(_) => {}
            }
        }
    }
}

impl Cells for RowCells<'_> {
    #[inline]
    fn text(&mut self, value: Option<&str>) {
        self.bytes += value.map_or(0, str::len);
        let Some(buffer) = self.columns.next() else { return };
        buffer.level(value.is_some());
        if let (Some(value), Values::Texts(bytes, ends)) = (value, &mut buffer.values) {
            bytes.extend_from_slice(value.as_bytes());
            ends.push(bytes.len());
        }
    }

    #[inline]
    fn name(&mut self, value: Option<&'static str>) {
        let Some(buffer) = self.columns.next() else { return };
        buffer.level(value.is_some());
        if let (Some(value), Values::Names(names)) = (value, &mut buffer.values) {
            names.push(value);
        }
    }

    #[inline]
    fn int(&mut self, value: Option<i64>) {
        self.long(value);
    }

    #[inline]
    fn hash(&mut self, value: Option<u64>) {
        self.long(value.map(|value| value as i64));
    }

    #[inline]
    fn day(&mut self, value: Option<Day>) {
        self.long(value.map(|day| i64::from(day.since_1970())));
    }

    #[inline]
    fn instant(&mut self, value: Option<Instant>) {
        self.long(value.map(Instant::since_1970));
    }

    fn words(&mut self, value: Option<Words<'_>>) {
        self.bytes += value.map_or(0, |words| words.0.len());
        if let Some(buffer) = self.columns.next() {
            buffer.list_of_texts(value.map(Words::iter));
        }
    }

    fn pairs(&mut self, value: Option<&Pairs<'_>>) {
        let (Some(names), Some(values)) = (self.columns.next(), self.columns.next()) else { return };
        let pairs = value.map(|pairs| pairs.0.as_slice());
        self.bytes += pairs.unwrap_or_default().iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
        names.list_of_texts(pairs.map(|pairs| pairs.iter().map(|(name, _)| &**name)));
        values.list_of_texts(pairs.map(|pairs| pairs.iter().map(|(_, value)| &**value)));
    }

    /// Levels: 0 no list, 1 an empty one, 2 an unknown element, 3 a known one.
    fn list(&mut self, value: Option<List<'_>>) {
        self.bytes += value.map_or(0, |list| list.0.len() * 4);
        let Some(buffer) = self.columns.next() else { return };
        let elements = value.map(|list| list.0).unwrap_or_default();
        if elements.is_empty() {
            buffer.levels.push(i16::from(value.is_some()));
            buffer.repeats.push(0);
            return;
        }
        let Values::Ints(values) = &mut buffer.values else { return };
        for (index, element) in elements.iter().enumerate() {
            buffer.repeats.push(i16::from(index > 0));
            let known = *element != List::UNKNOWN;
            buffer.levels.push(2 + i16::from(known));
            if known {
                values.push(*element);
            }
        }
    }
}
