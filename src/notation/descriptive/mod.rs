//! Descriptive notation: `P. to K's 4th`, `KtxKt`, `P4R`.
//!
//! The parsers turn a text into a [`DescriptiveMove`] without a board; [`readings`] returns the legal moves that it can
//! mean, in order. Not for the printed page around the moves (see `score`), nor for choosing a reading by the rest of
//! the game, which replay does.

mod castling;
mod constraint;
mod descriptive_move;
mod english;
mod english_checks;
mod english_marks;
mod english_names;
mod form;
mod in_words;
mod languages;
mod marks;
mod meaning;
mod meaning_list;
mod meaning_pieces;
mod named_pieces;
mod read;
mod romance;
#[cfg(debug_assertions)]
mod rules;
mod spelling;
mod words;
mod write;
mod write_english;
mod write_form;
mod write_line;
mod write_romance;
mod write_style;

pub use constraint::pattern;
pub use descriptive_move::{Action, Check, DescriptiveMove, Piece, Place};
pub use in_words::{piece, words};
pub use languages::rank_first_letters;
pub use meaning::{Level, Readings, readings};
pub use read::{language, prefix, read_move};
#[cfg(debug_assertions)]
pub use rules::RULES;
pub use spelling::{spellings, tighten};
pub use write::write;
pub use write_style::{Castling, FirstRank, Knight, Layer, Style};
