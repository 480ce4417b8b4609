//! Descriptive notation: `P. to K's 4th`, `KtxKt`, `P4R`.
//!
//! A text is read into [`Said`] without a board, and put on a board by [`readings`]: the legal moves that
//! it can mean, in order. Not for the printed page around the moves (see `score`), nor for
//! deciding among readings by the rest of a game, which is left to replay.

mod castling;
mod constraint;
mod english;
mod in_words;
mod marks;
mod meaning;
mod meaning_list;
mod meaning_men;
mod men;
mod read;
mod romance;
mod said;
mod spelling;
mod words;
mod write;
mod write_english;
mod write_form;
mod write_line;
mod write_romance;
mod write_style;

pub use constraint::pattern;
pub use in_words::{man, words};
pub use meaning::{Level, Readings, readings};
pub use read::{language, prefix, read};
pub use said::{Check, Deed, Man, Place, Said};
pub use spelling::{signs, spellings, tighten};
pub use write::write;
pub use write_style::{Castling, FirstRank, Knight, Layer, Style};
