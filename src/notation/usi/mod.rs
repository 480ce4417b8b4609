//! Move lists of the Universal Shogi Interface, one record per line: `position startpos moves 7g7f`. Similar forms in
//! files are also read: without `position`, a bare SFEN, a bare line of moves.
//!
//! Other commands of the protocol are not read, and moves are not replayed here.

mod fast;
mod format;
mod grammar;
mod moves;
mod record;
mod write;

pub use super::line_format::cut;
pub(super) use fast::parse_fast;
pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use moves::{From, packed, read_move, spell, terminal, text};
pub use record::{looks_like, read_record};
pub use write::UsiWriter;
