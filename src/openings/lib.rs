//! Openings of chess: the last named position that a game passed through.
//!
//! By position and not by moves, so that transpositions count. Not for what the ECO tag of a
//! record says.

mod book;
mod fault;
mod opening;
mod shipped;
mod table;

pub use book::OpeningBook;
pub use fault::{TableError, TableFault};
pub use opening::Opening;
pub use shipped::is_on_the_way;

/// Plies of a game within which a named position counts, and the longest line of a table.
pub const DEPTH: u32 = 40;
