//! Notations: reading and writing moves and records, one file or folder per dialect.
//!
//! A move notation turns a text into a pattern and a move into a text. A record format turns bytes into a
//! [`partie_record::Record`]. Legality is decided by `rules`, which resolves the pattern.

pub mod allowance;
mod apart;
pub mod csa;
pub mod csv;
pub mod descriptive;
pub mod engine_text;
pub mod epd;
mod expected;
pub mod fen;
pub mod formats;
pub mod hex;
pub mod hex_fen;
pub mod iccf;
pub mod japanese;
pub mod jkf;
pub mod json;
pub mod kanji;
pub mod ki2;
pub mod kif;
pub mod kober;
pub mod letters;
mod line_format;
pub mod list;
mod long_letters;
pub mod lookalike;
pub mod losses;
pub mod moves;
mod packed;
pub mod pgn;
pub mod player_level;
pub mod psn;
pub mod pychess;
mod record_format;
pub mod relative_words;
pub mod remark;
pub mod rule;
pub mod san;
pub mod score;
pub mod sfen;
mod shogi_format;
pub mod shogi_headers;
pub mod shogi_names;
pub mod shogi_writer;
pub mod spell;
mod text;
pub mod time_control;
pub mod usen;
pub mod usi;

/// Each module here contains a row for the table of formats; one reader serves all lists.
mod lines {
    pub(super) use super::list::LINES as FORMAT;
}
mod hex_lines {
    pub(super) use super::list::HEX_LINES as FORMAT;
}
mod paragraphs {
    pub(super) use super::list::PARAGRAPHS as FORMAT;
}

pub use expected::{Expected, Parsed};
pub use packed::Packed;
pub use record_format::{Evidence, Prose, RecordFormat, Sniff};
pub use rule::Rule;
pub use shogi_format::{
    Closing, HeaderRead, MoveForm, NameAndValue, Numbers, ServerSays, ShogiFormat, ShogiToken, StartRead, StatedByTag,
    UnreadMove,
};
pub use time_control::TimeControl;

/// Result of looking for a record at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// A record; it ends before this offset.
    Game(usize),
    /// Text without a record, up to this offset.
    Text(usize),
    /// The record may continue after the input, which is not the last part of the file.
    Incomplete,
    /// The rest of the input is white space.
    End,
}

/// A fault in the text of a start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFault {
    pub code: partie_record::finding::Code,
    pub span: partie_record::span::Span,
    pub message: partie_record::message::Message,
}
