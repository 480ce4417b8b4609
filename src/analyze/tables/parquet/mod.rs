//! Writes Parquet through the library's column writers, without Arrow. Numbers are signed; compression is Zstandard.
//!
//! Cells are collected by column until a row group is complete. Columns whose values repeat have a dictionary: most
//! texts, squares, flags, and numbers that all rows of a game share. Other numbers are delta-encoded, which is smaller
//! and faster than a byte compressor. Hashes are stored uncompressed, because they cannot be compressed. Minimum and
//! maximum are recorded only for columns by which readers skip row groups.

mod column_buffer;
mod dictionary;
mod fields;
mod hybrid;
mod pages;
mod write_column;

use std::io::{self, Write};
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use column_buffer::{ColumnBuffer, ColumnCells};
use fields::{field, properties};
use pages::PageMaker;
use partie_table::column::{Column, Row, Shape};
use partie_table::columns::Selection;
use write_column::write_column;

const GROUP_ROWS: usize = 131_072;
/// Bytes of cells after which a row group ends, even with fewer than [`GROUP_ROWS`] rows.
const GROUP_BYTES: usize = 4 << 20;

pub(super) struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// Indexes of the selected columns in the row type.
    places: Vec<usize>,
    buffers: Vec<ColumnBuffer>,
    pages: PageMaker,
    rows: usize,
    /// Bytes of a row's cells without their texts.
    row_bytes: usize,
    /// Approximate bytes of the collected cells.
    bytes: usize,
}

impl<W: Write + Send> Table<W> {
    pub(super) fn new<R: Row>(out: W, columns: Selection) -> io::Result<Self> {
        let all = columns.columns::<R>();
        let fields: Result<Vec<TypePtr>, ParquetError> = all.iter().map(|column| field(column).map(Arc::new)).collect();
        let schema = Type::group_type_builder(R::TABLE).with_fields(fields.map_err(failed)?).build().map_err(failed)?;
        let properties = Arc::new(properties(&all).map_err(failed)?);
        let writer = SerializedFileWriter::new(out, Arc::new(schema), properties).map_err(failed)?;
        let mut of_file = writer.schema_descr().columns().iter().cloned();
        // A map has two columns in the file: names and values.
        let places: Vec<usize> = columns.places::<R>().collect();
        let buffer = |(column, place): (&Column, &usize)| {
            let count = if column.shape == Shape::Map { 2 } else { 1 };
            ColumnBuffer::new(column, *place < R::COMMON, of_file.by_ref().take(count).collect())
        };
        let buffers: Vec<ColumnBuffer> = all.iter().zip(&places).map(buffer).collect();
        let pages = fields::level().and_then(PageMaker::new).map_err(failed)?;
        let row_bytes = buffers.iter().map(ColumnBuffer::bytes_of_cell).sum();
        Ok(Self { writer, places, buffers, pages, rows: 0, row_bytes, bytes: 0 })
    }

    #[inline]
    pub(super) fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        let mut bytes = 0;
        for (place, buffer) in self.places.iter().zip(&mut self.buffers) {
            row.cell(*place, &mut ColumnCells { buffer, bytes: &mut bytes });
        }
        self.added(1, bytes)
    }

    /// Writes all rows of a game, column by column; returns their number.
    pub(super) fn rows_of_game<R: Row>(&mut self, rows: impl Iterator<Item = R> + Clone) -> io::Result<u64> {
        let (count, mut bytes) = (rows.clone().count(), 0);
        for (place, buffer) in self.places.iter().zip(&mut self.buffers) {
            let mut cells = ColumnCells { buffer, bytes: &mut bytes };
            if *place < R::COMMON {
                R::column_cells(rows.clone().take(1), *place, &mut cells);
                buffer.repeat(count.saturating_sub(1));
            } else {
                R::column_cells(rows.clone(), *place, &mut cells);
            }
        }
        self.added(count, bytes)?;
        Ok(count as u64)
    }

    #[inline(always)]
    fn added(&mut self, rows: usize, bytes: usize) -> io::Result<()> {
        self.rows += rows;
        self.bytes += rows * self.row_bytes + bytes;
        if self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES { self.group() } else { Ok(()) }
    }

    fn group(&mut self) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for buffer in &mut self.buffers {
            write_column(buffer, &mut group, &mut self.pages).map_err(failed)?;
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
