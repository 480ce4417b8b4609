//! Descriptive notation: `P. to K's 4th`, `KtxKt`, `P4R`.
//!
//! A text is read into [`Said`] without a board, and put on a board by `readings`: the legal moves that
//! it can mean, in order. Not for the printed page around the moves (see `score`), nor for
//! deciding among readings by the rest of a game, which is left to replay.

mod castling;
mod english;
mod marks;
mod read;
mod said;
mod words;

pub use read::{prefix, read};
pub use said::{Check, Deed, Man, Place, Said};
