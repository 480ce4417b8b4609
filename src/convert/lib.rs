//! Converts records: a replay visitor passes each record to the writer of another format.
//!
//! Formats are written in `notation`; callers handle files.

mod board;
mod columns;
mod comments;
mod converter;
mod eco;
mod encode;
mod game;
mod games;
mod issue;
mod json;
mod json_records;
mod kept;
mod lines;
mod open_line;
mod option_error;
mod options;
mod origins;
mod page;
mod pgn;
mod pgn_edits;
mod positions;
mod records;
mod shogi;
mod shogi_target;
mod tag_edits;
mod tag_value;
mod tags;
mod target;
mod text;
mod writer;

pub use converter::{Converter, Settings};
pub use eco::Codes;
pub use encode::{Unencodable, encode, encode_as};
pub use game::convert_game;
pub use games::{ConvertPlan, ConvertedGames, GameConverter, GameWithIssue};
pub use issue::ConversionIssue;
pub use json::JsonConverter;
pub use option_error::OptionError;
pub use options::{Edits, FenComments, Layout, Newline, OnBroken, Strip, Style, read_plies};
pub use partie_notation::losses::{Loss, Losses};
pub use shogi::{Converted, ShogiConverter};
pub use shogi_target::ShogiTarget;
pub use tag_edits::{AddedTag, AddedTags, KeptTags, TagEdits};
pub use tag_value::value as tag_value;
pub use target::{ANY, TARGETS, Target, TargetInfo};
pub use writer::{Cut, Finished};
