//! Openings of chess: the last named position that a game passed through.
//!
//! Positions are compared and not moves, so that transpositions count. The ECO tag of a record is not read.

mod book;
mod fault;
mod opening;
mod shipped;
mod table;

pub use book::OpeningBook;
pub use fault::{TableError, TableFault};
pub use opening::Opening;
pub use shipped::is_on_the_way;

/// Maximum ply of a named position that counts, and maximum length of a line in a table.
pub const DEPTH: u32 = 40;
