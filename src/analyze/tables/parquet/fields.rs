//! The Parquet schema of a table's columns, and the encoding of each.

use std::sync::Arc;

use parquet::basic::{
    Compression, ConvertedType, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::{ColumnPath, Type};

use partie_table::SCHEMA_VERSION;
use partie_table::column::{Column, Shape};

/// The compression level; higher levels cost more time than they save space.
const ZSTD_LEVEL: i32 = 1;
/// Columns of texts that rarely repeat.
const DISTINCT: [&str; 6] = ["final", "game_id", "message", "position", "start_pos", "help"];
/// Columns whose minimum and maximum are recorded.
const RANGED: [&str; 9] =
    ["source", "game", "game_key", "date", "utc_start", "first_rating", "second_rating", "plies", "code"];
/// Columns of numbers with few distinct values.
const REPEATING_NUMBERS: [&str; 3] = ["from_sq", "to_sq", "flags"];
/// Number of cells passed to a column writer at once.
pub(super) const BATCH: usize = 8192;

pub(super) fn level() -> Result<ZstdLevel, ParquetError> {
    ZstdLevel::try_new(ZSTD_LEVEL)
}

/// True if the values of a column are likely to repeat; `is_common` is true if all rows of a game have the same value.
pub(super) fn repeats(column: &Column, is_common: bool) -> bool {
    match column.shape {
        Shape::Name => true,
        Shape::Text => !DISTINCT.contains(&column.name),
        Shape::Int(_) | Shape::Hash => is_common || REPEATING_NUMBERS.contains(&column.name),
        Shape::Words | Shape::Map | Shape::List(_) | Shape::Day | Shape::Instant => false,
    }
}

/// Bytes of a column's numbers; 0 for texts.
pub(super) const fn bytes_of_number(shape: Shape) -> usize {
    match shape {
        Shape::Int(64) | Shape::Hash | Shape::Instant => size_of::<i64>(),
        Shape::Int(_) | Shape::Day | Shape::List(_) => size_of::<i32>(),
        Shape::Text | Shape::Name | Shape::Words | Shape::Map => 0,
    }
}

/// True if minimum and maximum of a column are recorded.
pub(super) fn is_ranged(column: &Column) -> bool {
    RANGED.contains(&column.name)
}

pub(super) fn properties(columns: &[Column]) -> Result<WriterProperties, ParquetError> {
    let version = KeyValue::new("schema_version".to_owned(), SCHEMA_VERSION.to_string());
    let mut builder = WriterProperties::builder()
        .set_created_by(concat!("partie ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![version]))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_write_batch_size(BATCH)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(None)
        .set_compression(Compression::ZSTD(level()?));
    for column in columns {
        let path = match column.shape {
            Shape::List(_) => ColumnPath::from(vec![column.name.to_owned(), "list".to_owned(), "element".to_owned()]),
            _ => ColumnPath::from(column.name),
        };
        if is_ranged(column) {
            builder = builder.set_column_statistics_enabled(path.clone(), EnabledStatistics::Chunk);
        }
        builder = match column.shape {
            Shape::Words | Shape::Map => builder,
            // `PageMaker` writes dictionary pages, so the library needs none.
            Shape::Text | Shape::Name => builder.set_column_dictionary_enabled(path, false),
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

/// The Parquet type of a column. Converted types are used, because both old and new readers know them.
pub(super) fn field(column: &Column) -> Result<Type, ParquetError> {
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
    // Only the newer logical types can express that an instant is in UTC.
    let moment = LogicalType::timestamp(true, TimeUnit::MILLIS);
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(repetition)
        .with_converted_type(converted)
        .with_logical_type(matches!(column.shape, Shape::Instant).then_some(moment))
        .build()
}
