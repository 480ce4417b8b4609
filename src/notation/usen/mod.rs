//! USEN, a record in one line for URLs: the start position, `~`, and the moves of the main line in three characters
//! each; then each variation with the number of plies before it.
//!
//! The rest of the URL is not read, and moves are not replayed here.

mod format;
mod grammar;
mod moves;
mod record;

pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use moves::{read_move, text};
pub use record::{looks_like, read_record};
