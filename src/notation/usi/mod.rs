//! Move lists of the Universal Shogi Interface: one record a line, `position startpos moves 7g7f`,
//! and what is found like it: without `position`, a bare SFEN, a bare line of moves.
//!
//! Not for replaying, and not for the other commands of the protocol.

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
