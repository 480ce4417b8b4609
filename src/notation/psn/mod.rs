//! PSN, Portable Shogi Notation: the tags and the movetext of PGN with moves in Western notation, `P-7f` after Hodges
//! and `P-76` after Hosking.
//!
//! PSN has no standard; the forms found in files are read. Legality is decided by `rules`.

mod format;
mod grammar;
mod moves;
mod reader;
mod tags;
mod tokens;
mod words;
mod write;

pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use moves::{Style, read_move, spell};
pub use reader::{looks_like, read_record};
pub use tags::{SetupRead, field, setup};
pub(super) use tags::{header, result_of_tag};
pub use tokens::{terminal, time};
pub use write::PsnWriter;
