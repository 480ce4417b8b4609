//! Analysing: from archives to tables and totals, in tasks that can be repeated and resumed.
//!
//! A game is judged as `validate` judges it; beside the findings, what rows need is gathered while it
//! is replayed: openings and castles by positions, never from what a record says of itself. Not for
//! deciding what is wrong (see `replay`), and not for questions: those are asked of the tables.

pub mod castles;
pub mod column;
pub mod columns;
pub mod duplicates;
pub mod game_analyzer;
pub mod game_facts;
pub mod html_report;
pub mod identity;
pub mod judged;
mod labels;
mod material;
pub mod opened;
mod opening_tracker;
mod player_name;
pub mod player_names;
pub mod plies;
pub mod proof_sheet;
mod row_rules;
pub mod rows;
pub mod schema;
pub mod selection;
pub mod summary;
pub mod summary_worker;
pub mod table_worker;
pub mod tables;
pub mod tag_column;
mod tags;
pub mod tasks;
pub mod times;
pub mod value;
mod write_row;
