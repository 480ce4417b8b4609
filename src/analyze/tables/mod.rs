//! Writes tables to files: a module for each format, and a writer for all formats.
//!
//! The output depends only on the rows, not on time, threads or map order.

mod buffer;
mod csv;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod short_line;

use std::io::{self, Write};

use partie_record::Choices;
use partie_table::column::Row;
use partie_table::columns::Selection;

/// The format of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values with a header; safe to open in a spreadsheet unless `raw`.
    Csv {
        /// True if cells that begin like formulas are written unchanged.
        raw: bool,
    },
    /// One JSON object per line.
    Jsonl,
    /// Apache Parquet, compressed with Zstandard; requires the feature `parquet`.
    Parquet,
}

impl TableFormat {
    /// The names of all formats; CSV has safe cells.
    pub const NAMED: Choices<Self> = &[
        ("csv", Self::Csv { raw: false }, "Comma-separated values"),
        ("jsonl", Self::Jsonl, "One JSON object per line"),
        ("parquet", Self::Parquet, "Apache Parquet"),
    ];
    /// The names of the values of `raw`.
    pub const RAW: Choices<bool> =
        &[("safe", false, "Texts that begin like formulas get a ' before them"), ("raw", true, "Texts are unchanged")];

    /// Sets `raw` for CSV; other formats are returned unchanged.
    pub const fn with_raw_cells(self, raw: bool) -> Self {
        match self {
            Self::Csv { .. } => Self::Csv { raw },
            other => other,
        }
    }

    /// The file extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv { .. } => "csv",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }
}

impl Default for TableFormat {
    fn default() -> Self {
        if cfg!(feature = "parquet") { Self::Parquet } else { Self::Csv { raw: false } }
    }
}

#[cfg(not(feature = "parquet"))]
pub(crate) fn without_parquet() -> io::Error {
    io::Error::new(
        io::ErrorKind::Unsupported,
        "this build has no Parquet: it lacks the feature parquet; use csv or jsonl",
    )
}

/// Writes the rows of one table to one file.
pub struct Writer<W: Write + Send> {
    inner: Inner<W>,
    rows: u64,
}

enum Inner<W: Write + Send> {
    Csv(csv::Table<W>),
    Jsonl(jsonl::Table<W>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Table<W>>),
}

impl<W: Write + Send> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl<W: Write + Send> Writer<W> {
    /// A writer for the selected columns of row type `R`.
    ///
    /// # Errors
    /// The output cannot be written, or the format is Parquet in a build without the feature `parquet`.
    pub fn new<R: Row>(format: TableFormat, columns: Selection, out: W) -> io::Result<Self> {
        let inner = match format {
            TableFormat::Csv { raw } => Inner::Csv(csv::Table::new::<R>(out, columns, raw)),
            TableFormat::Jsonl => Inner::Jsonl(jsonl::Table::new::<R>(out, columns)),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Inner::Parquet(Box::new(parquet::Table::new::<R>(out, columns)?)),
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet => return Err(without_parquet()),
        };
        Ok(Self { inner, rows: 0 })
    }

    /// Writes a row of the type given to [`Self::new`].
    ///
    /// # Errors
    /// Errors of the output.
    #[inline]
    pub fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        self.rows += 1;
        match &mut self.inner {
            Inner::Csv(table) => table.row(row),
            Inner::Jsonl(table) => table.row(row),
            #[cfg(feature = "parquet")]
            Inner::Parquet(table) => table.row(row),
        }
    }

    /// Writes all rows of a game.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn rows_of_game<R: Row>(&mut self, rows: impl Iterator<Item = R> + Clone) -> io::Result<()> {
        self.rows += match &mut self.inner {
            Inner::Csv(table) => table.rows_of_game(rows)?,
            Inner::Jsonl(table) => table.rows_of_game(rows)?,
            #[cfg(feature = "parquet")]
            Inner::Parquet(table) => table.rows_of_game(rows)?,
        };
        Ok(())
    }

    /// Completes the file and returns it with the number of rows.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn finish(self) -> io::Result<(W, u64)> {
        let out = match self.inner {
            Inner::Csv(table) => table.finish()?,
            Inner::Jsonl(table) => table.finish()?,
            #[cfg(feature = "parquet")]
            Inner::Parquet(table) => table.finish()?,
        };
        Ok((out, self.rows))
    }
}
