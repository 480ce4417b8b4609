//! Analysing: from archives to tables and totals, in tasks that can be repeated and resumed.
//!
//! A game is judged as `validate` judges it; beside the findings, what rows need is heard while it
//! is replayed. Not for deciding what is wrong, and not for questions: those are asked of the tables.

pub mod analyst;
pub mod column;
pub mod heard;
pub mod identity;
mod fill;
mod material;
mod plies;
pub mod rows;
pub mod schema;
pub mod summary;
pub mod surveyor;
pub mod tabler;
pub mod tables;
mod tags;
pub mod tasks;
mod times;
pub mod value;
