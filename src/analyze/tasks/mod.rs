//! Tasks: an archive cut by size, each piece analysed once, the results on disk for good.
//!
//! Knows files, frames, parts and the journal. Not for what is said of a game: that is the
//! work of a [`TaskWork`], which gets the games one after the other.

mod part;
mod work;

pub use part::PartFile;
pub use work::{FileEnd, FileStart, Game, Table, TaskWork};
