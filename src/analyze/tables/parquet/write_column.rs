//! Writes a column to a row group: repeating values with [`PageMaker`], others with the library's column writers.

use std::io::Write;

use bytes::Bytes;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::{SerializedColumnWriter, SerializedRowGroupWriter};

use super::column_buffer::{ColumnBuffer, TEXT_OF_LIST, Texts, Values};
use super::dictionary::UNKNOWN;
use super::fields::BATCH;
use super::pages::PageMaker;

/// Writes the cells of a column to a row group, and clears the buffer.
pub(super) fn write_column(
    buffer: &mut ColumnBuffer,
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    pages: &mut PageMaker,
) -> Result<(), ParquetError> {
    let ColumnBuffer { of_file, values, nullable, is_ranged, levels, repeats } = buffer;
    let known = (*nullable || !repeats.is_empty()).then_some(levels.as_slice());
    match values {
        Values::Dictionary(dictionary) if !dictionary.is_futile() => {
            for column in of_file {
                let (bytes, result) = pages.column(dictionary, column.clone(), *is_ranged)?;
                group.append_column(&bytes, result)?;
            }
            dictionary.clear();
        }
        Values::Dictionary(dictionary) => {
            levels.extend(dictionary.cells.iter().map(|cell| i16::from(*cell != UNKNOWN)));
            let known = nullable.then_some(levels.as_slice());
            match dictionary.bytes_of_number {
                0 => {
                    let texts = dictionary.known();
                    next(group, |column| put_texts(column, texts, known))?;
                }
                4 => {
                    let numbers: Vec<i32> = dictionary.known_numbers().map(|number| number as i32).collect();
                    next(group, |column| put::<Int32Type>(column, &numbers, known, None))?;
                }
                _ => {
                    let numbers: Vec<i64> = dictionary.known_numbers().collect();
                    next(group, |column| put::<Int64Type>(column, &numbers, known, None))?;
                }
            }
            dictionary.clear();
        }
        Values::Texts(texts) if repeats.is_empty() => next(group, |column| put_texts(column, parts(texts), known))?,
        Values::Texts(texts) => next(group, |column| put_lists_of_texts(column, parts(texts), levels, repeats))?,
        Values::Pairs(both) => {
            for texts in both {
                next(group, |column| put_lists_of_texts(column, parts(texts), levels, repeats))?;
            }
        }
        Values::Ints(values) => {
            let repeats = (!repeats.is_empty()).then_some(repeats.as_slice());
            next(group, |column| put::<Int32Type>(column, values, known, repeats))?;
            values.clear();
        }
        Values::Longs(values) => {
            next(group, |column| put::<Int64Type>(column, values, known, None))?;
            values.clear();
        }
    }
    levels.clear();
    repeats.clear();
    Ok(())
}

/// Writes the next column of a row group.
fn next<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    put: impl FnOnce(&mut SerializedColumnWriter<'_>) -> Result<(), ParquetError>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    put(&mut column)?;
    column.close()
}

/// Takes the texts as slices of one buffer.
fn parts(texts: &mut Texts) -> impl Iterator<Item = Bytes> {
    let all = Bytes::from(std::mem::take(&mut texts.bytes));
    let mut from = 0;
    texts.ends.drain(..).map(move |end| all.slice(std::mem::replace(&mut from, end)..end))
}

fn put<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: &[T::T],
    levels: Option<&[i16]>,
    repeats: Option<&[i16]>,
) -> Result<(), ParquetError> {
    column.typed::<T>().write_batch(values, levels, repeats).map(drop)
}

/// Writes texts in batches, because the library's `ByteArray` takes more memory than most texts.
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
    // Without levels, every cell is known.
    loop {
        batch.extend(texts.by_ref().take(BATCH).map(ByteArray::from));
        if batch.is_empty() {
            return Ok(());
        }
        put::<ByteArrayType>(column, &batch, None, None)?;
        batch.clear();
    }
}

/// Writes lists of texts, in batches of whole lists.
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
