//! USEN, a line that addresses of web pages carry: the start position, `~`, and the moves of the main line, three characters
//! each; then each variation with the number of plies before it.
//!
//! Not for replaying, and not for the address around it.

mod format;
mod grammar;
mod moves;
mod record;

pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use moves::{read_move, text};
pub use record::{looks_like, read_record};
