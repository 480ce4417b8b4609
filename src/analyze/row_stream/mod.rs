//! Streams the rows of a table as Arrow batches while the input is read, in input order and in bounded memory. Game
//! numbers, lines and offsets are relative to the file.
//!
//! [`crate::tables`] writes the same rows to files.

mod columns;
mod shards;
mod stream;
mod worker;

use std::fmt;

use partie_archive::Reading;
use partie_archive::file_messages::FileMessage;
use partie_table::columns::Columns;
use partie_table::columns::Selection;
use partie_table::game_analyzer::Settings;
use partie_table::{FindingRow, GameRow, MoveRow};

use arrow_schema::SchemaRef;

pub use arrow_array;
pub use arrow_schema;
pub use columns::schema;
pub use shards::{SourceShard, shards};
pub use stream::RowStream;

/// A table that can be streamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTable {
    Games,
    Moves,
    Findings,
}

/// The rows to make, and the settings for judging games.
#[derive(Clone, Debug)]
pub struct TableSpec {
    pub table: RowTable,
    pub columns: Columns,
    pub settings: Settings,
    pub reading: Reading,
    pub threads: usize,
    /// Approximate rows in a batch; `None` for the default.
    pub batch_rows: Option<usize>,
    /// True if a file that is unreadable or has no record ends the stream.
    pub stops: bool,
    /// The shard to read if there is only one file; by default the whole file.
    pub shard: RowShard,
    /// The upper part of the game keys.
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

    /// The Arrow schema.
    pub fn schema(&self) -> SchemaRef {
        match self.table {
            RowTable::Games => schema::<GameRow<'_>>(self.selection()),
            RowTable::Moves => schema::<MoveRow<'_>>(self.selection()),
            RowTable::Findings => schema::<FindingRow<'_>>(self.selection()),
        }
    }
}

/// A shard of a file: the numbers of games and lines before it, and its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowShard {
    pub games: u64,
    pub lines: u64,
    /// Unpacked bytes of the file before the first game after the shard; `None` for the last shard.
    pub until: Option<u64>,
}

/// The reason why a stream ended early.
#[derive(Debug)]
pub enum RowError {
    /// A file cannot be read to its end.
    Unread(FileMessage),
    /// A file or folder has no record.
    NoRecord(FileMessage),
    Stopped,
    /// A batch could not be built.
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
