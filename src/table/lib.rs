//! The rows of the tables in `docs/schema/`: [`GameRow`], [`MoveRow`] and [`FindingRow`]. Also the totals of games, and
//! different spellings of a player's name.
//!
//! Rows come from a replay of the game: openings and castles from its positions, never from tags. `partie-replay` finds
//! errors; `partie-analyze` writes table files.

pub mod castles;
pub mod column;
mod column_error;
pub mod columns;
mod fail_on;
mod finding;
mod game;
pub mod game_analyzer;
pub mod game_facts;
pub mod game_identity;
pub mod identity;
pub mod jsonl;
pub mod judged;
mod labels;
mod material;
pub mod message_object;
pub mod move_rows;
pub mod opened;
mod opening_tracker;
pub mod player_names;
pub mod plies;
mod ply;
pub mod repeats;
pub mod row_rules;
pub mod shown;
mod silenced;
pub mod statistics;
pub mod summary;
pub mod tags;
pub mod times;
pub mod totals;
pub mod value;

pub use column_error::ColumnError;
pub use fail_on::FailOn;
pub use finding::FindingRow;
pub use game::{GameColumns, GameRow, outcome_number};
pub use ply::{MoveColumns, MoveRow};
pub use silenced::{Silencer, Silencers};

/// The version of the table schema; it changes with the meaning, type or name of a column.
pub const SCHEMA_VERSION: i32 = 3;

/// The key of a game in all tables: the number of its task, and its number in that task, from 1. A task computes it
/// without reading the input before the task.
pub fn game_key(task: u64, number: u64) -> i64 {
    i64::try_from(task << 32 | number).unwrap_or(i64::MAX)
}
