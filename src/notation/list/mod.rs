//! Lists of games without tags: a game a line or a paragraph, with or without numbers, in SAN or coordinates.
//!
//! [`sniff`] decides once per file, from its first bytes, whether it is a list. The first tokens of its lines decide where a
//! game ends. The reader of PGN reads the moves. Not for tagged games, nor for printed scores.

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
