//! Reads game records, replays them under a named rule book, and says what holds, what does not, and why.

pub mod analyze;
pub mod archive;
pub mod book;
#[cfg(feature = "cli")]
pub mod cli;
pub mod convert;
pub mod diagram;
pub mod finding;
pub mod notation;
pub mod record;
pub mod repair;
pub mod replay;
pub mod report;
pub mod rules;
pub mod span;
