//! Lists of games without tags: one game per line or paragraph, with or without numbers, in SAN or coordinates.
//!
//! [`sniff`] detects a list from the first bytes of a file. The first token of each line decides where a game ends. The
//! PGN reader reads the moves. Tagged games and printed scores are not lists.

mod boundary;
mod coordinates;
mod evidence;
mod format;
mod line_start;

#[cfg(debug_assertions)]
pub use coordinates::RULES;
pub use coordinates::holds_coordinates_only;
pub(super) use evidence::sniff;
pub(super) use format::{HEX_LINES, LINES, PARAGRAPHS};
pub(super) use line_start::{begins_game, count_words, is_move as is_like_move};
