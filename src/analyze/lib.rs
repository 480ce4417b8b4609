//! Analyzes archives into tables and totals, in resumable tasks; finds duplicates; writes HTML pages.
//!
//! `partie-table` computes rows, and `partie-replay` finds errors. Not for querying the tables.

pub mod broken_texts;
pub mod duplicates;
pub mod folders;
pub mod game_list;
pub mod game_page;
pub mod game_text;
pub mod html_report;
mod load_error;
pub mod opening_tables;
mod panicked_rows;
pub mod player_spellings;
pub mod proof_sheet;
#[cfg(feature = "arrow")]
pub mod row_stream;
pub mod schema;
pub mod summary_worker;
pub mod table_worker;
pub mod tables;
pub mod tasks;

pub use load_error::LoadError;
