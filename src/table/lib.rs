//! What a game says as values of columns: the [`GameRow`]s, [`MoveRow`]s and [`FindingRow`]s that are promised in
//! `docs/schema/`, their totals, and when two names are one player's.
//!
//! A game is judged as everywhere; beside the findings, what rows need is gathered while it is replayed: openings and
//! castles by positions, never from what a record says of itself. Not for deciding what is wrong (see `partie-replay`), and
//! not for files of tables.

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
pub mod selection;
pub mod shown;
mod silenced;
pub mod statistics;
pub mod summary;
pub mod tag_column;
pub mod tags;
pub mod times;
pub mod totals;
pub mod value;
pub mod write_row;

pub use column_error::ColumnError;
pub use fail_on::FailOn;
pub use finding::FindingRow;
pub use game::{GameColumns, GameRow};
pub use ply::{MoveColumns, MoveRow};
pub use silenced::{Silencer, Silencers};

/// The version of the schema; it changes when a column changes its meaning, its type or its name.
pub const SCHEMA_VERSION: i32 = 3;

/// The key of a game in all tables: its part, which is that of its task, and its number there, from 1. A task knows
/// both, whatever comes before it in the input.
pub fn game_key(task: u64, number: u64) -> i64 {
    i64::try_from(task << 32 | number).unwrap_or(i64::MAX)
}
