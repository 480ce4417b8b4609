//! The rows of the tables, as they are promised in `docs/schema/`.

mod finding;
mod game;
mod ply;

pub use finding::FindingRow;
pub use game::GameRow;
pub use ply::MoveRow;

/// The version of the schema; it changes when a column changes its meaning, its type or its name.
pub const SCHEMA_VERSION: i32 = 1;
