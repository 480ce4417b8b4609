//! The rows of a table as batches of Arrow, made while the input is read: in the order of the input, with as much memory however
//! long that is. Numbers, lines and offsets are those of the file.
//!
//! Not for files of tables (see [`crate::tables`]); the rows are the same.

mod columns;
mod shards;
mod stream;
mod worker;

use std::fmt;

use partie_archive::Reading;
use partie_archive::file_messages::FileMessage;
use partie_table::columns::Columns;
use partie_table::game_analyzer::Settings;
use partie_table::selection::Selection;
use partie_table::{FindingRow, GameRow, MoveRow};

use arrow_schema::SchemaRef;

pub use arrow_array;
pub use arrow_schema;
pub use columns::schema;
pub use shards::{SourceShard, shards};
pub use stream::RowStream;

/// A table that rows are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTable {
    Games,
    Moves,
    Findings,
}

/// Which rows are made, and how games are judged for them.
#[derive(Clone, Debug)]
pub struct TableSpec {
    pub table: RowTable,
    pub columns: Columns,
    pub settings: Settings,
    pub reading: Reading,
    pub threads: usize,
    /// Rows of a batch, about; nothing is the usual number.
    pub batch_rows: Option<usize>,
    /// Whether a file that cannot be read, or holds no record, ends the rows.
    pub stops: bool,
    /// Which shard of its only file is read, if it is not read as a whole.
    pub shard: RowShard,
    /// The part of all that the rows are of, for the key of their games.
    pub part: u64,
}

impl TableSpec {
    fn selection(&self) -> &Selection {
        match self.table {
            RowTable::Games => &self.columns.games,
            RowTable::Moves => &self.columns.moves,
            RowTable::Findings => &self.columns.findings,
        }
    }

    /// The columns as Arrow has them.
    pub fn schema(&self) -> SchemaRef {
        match self.table {
            RowTable::Games => schema::<GameRow<'_>>(self.selection()),
            RowTable::Moves => schema::<MoveRow<'_>>(self.selection()),
            RowTable::Findings => schema::<FindingRow<'_>>(self.selection()),
        }
    }
}

/// A shard of a file, by what stands before it and where it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowShard {
    pub games: u64,
    pub lines: u64,
    /// Unpacked bytes before the first game that is not of it.
    pub until: Option<u64>,
}

/// Why rows ended before the input did.
#[derive(Debug)]
pub enum RowError {
    /// A file cannot be read, or not to its end.
    Unread(FileMessage),
    /// A file or folder holds no record.
    NoRecord(FileMessage),
    Stopped,
    /// Rows did not become a batch.
    Batch(String),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(said) | Self::NoRecord(said) => write!(f, "{}", said.message),
            Self::Stopped => f.write_str("interrupted"),
            Self::Batch(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for RowError {}
