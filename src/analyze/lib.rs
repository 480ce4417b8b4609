//! Archives as tables and totals, in tasks that can be repeated and resumed; games that occur twice; pages of them.
//!
//! The values of rows come from `partie-table`, findings from `partie-replay`. Questions are for the programs that read the tables.

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
