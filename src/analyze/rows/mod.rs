//! The rows of the tables, as they are promised in `docs/schema/`.

mod finding;
mod game;
mod ply;

pub use finding::FindingRow;
pub use game::{GameColumns, GameRow};
pub use ply::{MoveColumns, MoveRow};

/// The version of the schema; it changes when a column changes its meaning, its type or its name.
pub const SCHEMA_VERSION: i32 = 2;

/// The key of a game in all tables: its part, which is that of its task, and its number there, from 1. A task knows
/// both, whatever comes before it in the input.
pub fn game_key(task: u64, number: u64) -> i64 {
    i64::try_from(task << 32 | number).unwrap_or(i64::MAX)
}
